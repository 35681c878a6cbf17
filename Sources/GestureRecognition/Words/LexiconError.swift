/// The reason why a list of words cannot be a lexicon.
public enum LexiconError: Error, Hashable, Sendable {
  /// No line is a word of the letters A to Z.
  case noWords(lineCount: Int)
}

extension LexiconError: CustomStringConvertible {
  /// The expected content, and the number of lines.
  public var description: String {
    switch self {
    case .noWords(let lineCount):
      "expected a word of the letters A to Z on each line, got none on \(lineCount) lines"
    }
  }
}
