internal import ArgumentParser
internal import GestureRecognition
internal import MotionDelivery
internal import MotionRecordings
internal import Platform

/// The command-line tool: its subcommands and exit statuses.
@main
struct Inertial: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inertial",
    abstract: "Estimate orientation, path and written letters from the motion of a phone.",
    discussion: """
      The file name - stands for standard input. With --json, a subcommand prints one JSON object \
      on standard output. Messages always go to standard error.

      The exit status is 0 for success, 1 if 'inertial validate' finds an error above its bound, 64 \
      for wrong usage, 65 for invalid data, 66 for a missing input, 69 if another program uses the \
      port, 70 for an internal error, and 73 or 74 if a file cannot be written.
      """,
    version: "0.1.0",
    groupedSubcommands: [
      CommandGroup(
        name: "Letters",
        subcommands: [
          Demo.self, Recognize.self, Collect.self, Features.self, Train.self, Evaluate.self,
          Score.self,
        ]),
      CommandGroup(
        name: "Motion", subcommands: [Orientation.self, Track.self, Live.self]),
      CommandGroup(name: "Recordings", subcommands: [Inspect.self, Convert.self, Simulate.self]),
      CommandGroup(name: "Rotations", subcommands: [Average.self, Validate.self]),
    ] + pages)

  /// The web app, where it is part of the program.
  private static var pages: [CommandGroup] {
    #if Studio
      [CommandGroup(name: "In the browser", subcommands: [Studio.self])]
    #else
      []
    #endif
  }

  /// The name of a subcommand.
  private static func name(of command: any ParsableCommand.Type) -> String {
    "\(command)".lowercased()
  }

  /// The first argument, or the one after `help`, unless it is an option or a subcommand.
  private static var unknownSubcommand: String? {
    let arguments = CommandLine.arguments.dropFirst().drop { $0 == "help" }
    guard let first = arguments.first, !first.hasPrefix("-"),
      !configuration.subcommands.map(name).contains(first)
    else { return nil }
    return first
  }

  /// What to do first, for a call without arguments.
  private static let firstSteps = """
    Estimate orientation, path and written letters from the motion of a phone.

      inertial demo                                recognise a word from simulated samples
      inertial studio                              write by finger or in the air, in the browser
      inertial inspect FILE                        show the contents and suggest the next command
      inertial orientation FILE --report a.html    estimate the attitude of a recording
      inertial recognize FILE --report b.html      recognise the letters of a recording

    'inertial help' lists all subcommands; 'inertial help orientation' lists the options of one.
    """

  /// The name among `names` that differs from `text` by at most two letters; `nil` if there is
  /// none.
  private static func suggestion(for text: String, among names: [String]) -> String? {
    func distance(_ a: [Character], _ b: [Character]) -> Int {
      var row = Array(0...b.count)
      for (i, letter) in a.enumerated() {
        var diagonal = row[0]
        row[0] = i + 1
        for (j, other) in b.enumerated() {
          let replaced = diagonal + (letter == other ? 0 : 1)
          diagonal = row[j + 1]
          row[j + 1] = min(replaced, diagonal + 1, row[j] + 1)
        }
      }
      return row[b.count]
    }
    let near = names.map { (name: $0, distance: distance(Array(text), Array($0))) }
    return near.min { $0.distance < $1.distance }.flatMap { $0.distance <= 2 ? $0.name : nil }
  }

  /// The arguments; a negative number is joined to the option before it, as the parser would take
  /// it for an option.
  private static var arguments: [String] {
    CommandLine.arguments.dropFirst().reduce(into: []) { joined, argument in
      if let option = joined.last, option.hasPrefix("--"), option.count > 2, !option.contains("="),
        argument.hasPrefix("-"), Double(argument) != nil
      {
        joined[joined.count - 1] += "=\(argument)"
      } else {
        joined.append(argument)
      }
    }
  }

  /// A value of `--built-in` that is neither the name of a model nor a file.
  ///
  /// The parser takes it for a file: the name is optional.
  private static var unknownModel: String? {
    let names = BuiltInModel.allCases.map(\.rawValue)
    return zip(arguments, arguments.dropFirst()).first { option, value in
      option == "--built-in" && !value.hasPrefix("-") && !value.contains { "./".contains($0) }
        && !names.contains(value) && !FileManager.default.fileExists(atPath: value)
    }?.1
  }

  /// A help text with the options of the subcommand before the titled groups.
  private static func ownOptionsFirst(in help: String) -> String {
    var sections = help.split(separator: "\n\n", omittingEmptySubsequences: false).map(String.init)
    guard let own = sections.lastIndex(where: { $0.hasPrefix("OPTIONS:\n") }),
      let usage = sections.firstIndex(where: { $0.hasPrefix("USAGE:") })
    else { return help }
    let hasArguments = sections[usage + 1].hasPrefix("ARGUMENTS:\n")
    let options = sections.remove(at: own).trimmed
    sections.insert(options, at: usage + (hasArguments ? 2 : 1))
    return sections.joined(separator: "\n\n").trimmed + "\n"
  }

  /// Ends with an error of the parser. Help and the version are printed here: the parser itself
  /// ignores a full disk.
  private static func end(with error: any Error) -> Never {
    guard exitCode(for: error) == .success, !(error is ExitCode) else { exit(withError: error) }
    do {
      try Console.print(ownOptionsFirst(in: fullMessage(for: error)))
      exit(withError: ExitCode.success)
    } catch {
      Console.error("\(error)")
      exit(withError: ExitCode(ExitStatus(of: error).rawValue))
    }
  }

  static func main() async {
    Console.holdStandardStreams()
    guard CommandLine.arguments.count > 1 else {
      do { try Console.print(firstSteps) } catch { end(with: error) }
      return
    }
    if let unknown = unknownSubcommand {
      let names = configuration.subcommands.map(name)
      let meant = suggestion(for: unknown, among: names).map { " Did you mean '\($0)'?" } ?? ""
      Console.error(
        "Expected a subcommand, one of \(names.joined(separator: ", ")), got '\(unknown)'.\(meant)")
      exit(withError: ExitCode.validationFailure)
    }
    if let unknown = unknownModel {
      let names = BuiltInModel.allCases.map(\.rawValue)
      let meant = suggestion(for: unknown, among: names).map { " Did you mean '\($0)'?" } ?? ""
      Console.error(
        "--built-in: expected one of \(names.joined(separator: ", ")), or a file, got "
          + "'\(unknown)'.\(meant)")
      exit(withError: ExitCode.validationFailure)
    }
    var command: any ParsableCommand
    do {
      command = try parseAsRoot(arguments)
    } catch {
      // The parser would propose an option of similar letters.
      if fullMessage(for: error).hasPrefix("Error: Unknown option '--rate'") {
        Console.error(
          "Unknown option '--rate'. For a table without times, state the rate with its columns: "
            + "--columns 'time=row/100, gyro=...'.")
        exit(withError: ExitCode.validationFailure)
      }
      end(with: error)
    }
    let start = ContinuousClock.now
    do {
      InputProgress.report.withLock { $0 = Console.progress }
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      Console.clearProgress()
      Console.detail("\(name(of: type(of: command))): \(elapsed(since: start))")
    } catch let error as ValidationError {
      // Wrong usage that depends on the recordings.
      Console.error("\(error.message)")
      Console.note("See 'inertial help \(name(of: type(of: command)))' for more information.")
      exit(withError: ExitCode.validationFailure)
    } catch {
      // The parser handles explicit exit statuses and requests for help.
      guard !(error is ExitCode), exitCode(for: error) == .failure else { end(with: error) }
      Console.error((error as? MotionError)?.message ?? "\(error)")
      exit(withError: ExitCode(ExitStatus(of: error).rawValue))
    }
  }
}
