public import ArgumentParser
internal import MotionRecordings
internal import Platform

/// The output options that all subcommands share.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print only one JSON object on standard output.")
  var json = false

  @OptionGroup(title: "Messages") var messages: MessageOptions

  /// Rejects output files that would replace an input or each other, and a table or an HTML page on
  /// standard output together with JSON.
  ///
  /// - Parameters:
  ///   - output: The file of `--output`; `nil` for none.
  ///   - report: The file of `--report`; `nil` for none.
  ///   - others: The files of other options.
  ///   - inputs: The input files and folders; `nil` for an absent option.
  func requireFiles(
    output: String? = nil, report: String? = nil, others: [(name: String, file: String?)] = [],
    inputs: [String?] = []
  ) throws {
    var files: [(name: String, file: String)] = []
    guard inputs.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("Expected standard input, -, for one input only.")
    }
    for case (let name, let file?) in [("--output", output), ("--report", report)] + others {
      guard !(json && file == "-") else {
        throw ValidationError(
          "--json: expected a file for \(name), got standard output: \(name) FILE.")
      }
      try Self.requireNoInput(name, file, among: inputs)
      for other in files {
        if file == "-" ? other.file == "-" : OutputFile.isSame(other.file, file) {
          throw ValidationError(
            "\(name): expected a file other than that of \(other.name), got \(file).")
        }
      }
      files.append((name, file))
    }
  }

  /// Rejects the output `file` of the option `name` if it is one of `inputs`, also by a link.
  static func requireNoInput(_ name: String, _ file: String, among inputs: [String?]) throws {
    guard let input = OutputFile.replacedInput(by: file, among: inputs.compactMap(\.self)) else {
      return
    }
    throw ValidationError(
      "\(name): expected a file other than the input, got \(file)"
        + (input == file ? "." : ", which is in \(input) or is the same file."))
  }

  /// Prints `answer` as one JSON object with `--json`, and `text` without.
  func show(_ answer: some Encodable, text: () -> String) throws {
    guard json else { return try Console.print(Console.visible(text())) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      try Console.print(String(decoding: try encoder.encode(answer), as: UTF8.self))
    } catch EncodingError.invalidValue(let number, let context) {
      // JSON cannot represent infinity and NaN.
      let place = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
      throw ToolError(
        .badData,
        "\(place.joined(separator: ".").replacing(".[", with: "[")) is \(number); expected a finite "
          + "number: the input's numbers are too large")
    }
  }
}

/// The options of messages, which all subcommands share.
struct MessageOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print results and errors only: no warnings, no progress.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Also print the inputs and the time of each step.")
  var verbose = false

  @Option(
    help: ArgumentHelp(
      "Colour messages; auto: on a terminal, unless NO_COLOR is set.",
      valueName: "when"))
  var color = MessageSettings.Color.auto

  /// Sets what ``Console`` prints.
  func validate() throws {
    guard !(quiet && verbose) else {
      throw ValidationError("expected --quiet or --verbose, got both.")
    }
    Console.settings.withLock {
      $0 = MessageSettings(
        detail: quiet ? .errors : verbose ? .everything : .warnings, color: color)
    }
  }
}

extension MessageSettings.Color: ExpressibleByArgument {}

/// An argument whose values are explained in the help.
public protocol ExplainedArgument: ExpressibleByArgument, CaseIterable, RawRepresentable
where RawValue == String {
  /// A short description of the value.
  var explanation: String { get }
}

extension ExplainedArgument {
  /// The descriptions by value name.
  public static var allValueDescriptions: [String: String] {
    Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0.explanation) })
  }
}

extension CommandConfiguration {
  /// A configuration whose discussion ends with example command lines.
  ///
  /// - Parameters:
  ///   - abstract: A summary in one sentence.
  ///   - discussion: Further explanation.
  ///   - examples: Command lines, one on each line, that run in order. The line that simulates
  ///     `hello.csv` is added before those that read it.
  init(abstract: String, discussion: String, examples: String) {
    var lines = examples.split(separator: "\n").map(String.init)
    let simulation = "inertial simulate \"HELLO WORLD\" --output hello.csv"
    if examples.contains("hello.csv"), !lines.contains(simulation) {
      lines.insert(simulation, at: 0)
    }
    self.init(
      abstract: abstract,
      discussion: discussion + "\n\nFor example:\n"
        + lines.map(Self.wrapped).joined(separator: "\n"))
  }

  /// An indented command line of at most 80 columns a line, as the help would otherwise wrap it
  /// without the backslash that a shell needs.
  private static func wrapped(_ line: String) -> String {
    var rows = [" "]
    let parts = line.replacing(" --", with: "\n --").split(separator: "\n")
    for (index, part) in parts.enumerated() {
      if index > 0, rows[rows.count - 1].count + part.count > 77 {
        rows[rows.count - 1] += " \\"
        rows.append("     ")
      }
      rows[rows.count - 1] += index == 0 ? " \(part)" : part
    }
    return rows.joined(separator: "\n")
  }
}
