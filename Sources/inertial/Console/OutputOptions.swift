internal import ArgumentParser
internal import Foundation

/// How a subcommand gives its answer: every one of them takes these options.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print one JSON object on standard output, and nothing else there.")
  var json = false

  /// Refuses to write a table or a page where one JSON object is to stand alone.
  ///
  /// - Parameters:
  ///   - output: The file of a table, where the subcommand writes one.
  ///   - report: The file of a page.
  func requireFiles(output: String? = nil, report: String?) throws {
    for (name, file) in [("--output", output), ("--report", report)] where json && file == "-" {
      throw ValidationError("With --json name a file: \(name) FILE.")
    }
  }

  /// Prints `answer` as one JSON object where asked to, and otherwise the text for people.
  func show(_ answer: some Encodable, text: () -> String) throws {
    guard json else { return try Console.print(text()) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      try Console.print(String(decoding: try encoder.encode(answer), as: UTF8.self))
    } catch EncodingError.invalidValue(let number, let context) {
      // JSON has no word for it, and no answer that holds it is worth having.
      let place = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
      throw ToolError(
        .badData,
        "the answer has no finite \(place.joined(separator: ".").replacing(".[", with: "[")) (\(number)): "
          + "the input's numbers are too large to compute with")
    }
  }
}
