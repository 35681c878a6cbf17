internal import ArgumentParser
internal import Foundation

/// How a subcommand gives its answer: every one of them takes these options.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print one JSON object on standard output, and nothing else there.")
  var json = false

  /// Refuses to write a table or a page where one JSON object is to stand alone.
  func requireFiles(output: String?, report: String?) throws {
    guard !(json && (output == "-" || report == "-")) else {
      throw ValidationError("With --json name files for --output and --report.")
    }
  }

  /// Prints `answer` as one JSON object where asked to, and otherwise the text for people.
  func show(_ answer: some Encodable, text: () -> String) throws {
    guard json else { return try Console.print(text()) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try Console.print(String(decoding: try encoder.encode(answer), as: UTF8.self))
  }
}
