internal import ArgumentParser
internal import Foundation

/// The output options that all subcommands share.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print one JSON object on standard output, and nothing else.")
  var json = false

  /// Rejects a table or an HTML page on standard output together with JSON.
  ///
  /// - Parameters:
  ///   - output: The file of the table; `nil` for none.
  ///   - report: The file of the page; `nil` for none.
  func requireFiles(output: String? = nil, report: String? = nil) throws {
    for (name, file) in [("--output", output), ("--report", report)] where json && file == "-" {
      throw ValidationError(
        "--json: expected a file for \(name), got standard output: \(name) FILE.")
    }
  }

  /// Prints `answer` as one JSON object with `--json`, and `text` without.
  func show(_ answer: some Encodable, text: () -> String) throws {
    guard json else { return try Console.print(text()) }
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
