internal import ArgumentParser
internal import Foundation

/// How a subcommand gives its answer: every one of them takes these options.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print one JSON object on standard output, and nothing else there.")
  var json = false

  /// Prints `answer` as one JSON object where asked to, and otherwise the text for people.
  func show(_ answer: some Encodable, text: () -> String) throws {
    guard json else { return try Console.print(text()) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try Console.print(String(decoding: try encoder.encode(answer), as: UTF8.self))
  }
}
