/// The vocabulary of synthetic writers.
public enum Vocabulary: String, Hashable, Sendable, CaseIterable {
  /// The letters A to Z.
  case letters
  /// The symbols of ``Symbol``.
  case symbols
  /// The hand gestures of ``HandGesture``, in the air only.
  case gestures

  /// The letters and symbols that are written; none of hand gestures.
  var characters: [Character] {
    switch self {
    case .letters: LetterShape.letters
    case .symbols: LetterShape.symbols.map(\.letter)
    case .gestures: []
    }
  }
}
