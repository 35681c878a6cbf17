/// A symbol that the simulators draw in addition to the letters A to Z.
public enum Symbol: String, Hashable, Sendable, CaseIterable {
  /// A square, in one to four strokes.
  case square
  /// A triangle on its base, in one to three strokes.
  case triangle
  /// A circle, from the top or a side, open or closed.
  case circle
  /// A check mark, in one stroke.
  case checkmark
  /// Two crossing diagonals, in one or two strokes.
  case cross

  /// The character that stands for the symbol in a text.
  package var character: Character {
    switch self {
    case .square: "□"
    case .triangle: "△"
    case .circle: "○"
    case .checkmark: "✓"
    case .cross: "✕"
    }
  }

  /// The label of a character: the name of a symbol, otherwise the character.
  static func label(of character: Character) -> String {
    allCases.first { $0.character == character }?.rawValue ?? String(character)
  }
}
