/// A symbol that the simulators draw beside the letters A to Z.
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
  public var character: Character {
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

// Frequencies; strokes as LetterForm reads them, in symbol heights, x to the right and y downwards.

extension Symbol {
  /// The forms of the symbol. Forms and frequencies are our choice; nothing was fitted.
  var forms: [LetterForm] {
    switch self {
    case .square:
      [
        LetterForm(35, "0 0, 0 1, 1 1, 1 0, 0 0"),
        LetterForm(35, "0 0, 1 0, 1 1, 0 1, 0 0"),
        LetterForm(8, "1 0, 0 0, 0 1, 1 1, 1 0"),
        LetterForm(5, "0 1, 0 0, 1 0, 1 1, 0 1"),
        LetterForm(4, "0 1, 1 1, 1 0, 0 0, 0 1"),
        LetterForm(12, "0 0, 0 1, 1 1 | 0 0, 1 0, 1 1"),
        LetterForm(8, "0 0, 1 0, 1 1 | 0 0, 0 1, 1 1"),
        LetterForm(6, "0 0, 0 1 | 0 0, 1 0, 1 1, 0 1"),
        LetterForm(5, "0 0, 0 1 | 0 0, 1 0 | 1 0, 1 1 | 0 1, 1 1"),
      ]
    case .triangle:
      [
        LetterForm(35, ".55 0, 0 .95, 1.1 .95, .55 0"),
        LetterForm(20, ".55 0, 1.1 .95, 0 .95, .55 0"),
        LetterForm(30, "0 .95, .55 0, 1.1 .95, 0 .95"),
        LetterForm(8, "0 .95, 1.1 .95, .55 0, 0 .95"),
        LetterForm(4, "1.1 .95, .55 0, 0 .95, 1.1 .95"),
        LetterForm(12, "0 .95, .55 0, 1.1 .95 | 0 .95, 1.1 .95"),
        LetterForm(10, ".55 0, 0 .95 | .55 0, 1.1 .95, 0 .95"),
        LetterForm(6, ".55 0, 0 .95 | .55 0, 1.1 .95 | 0 .95, 1.1 .95"),
      ]
    case .circle:
      [
        LetterForm(60, ".5 0, ~.15 .15, ~0 .5, ~.15 .85, ~.5 1, ~.85 .85, ~1 .5, ~.85 .15, .5 0"),
        LetterForm(20, ".5 0, ~.85 .15, ~1 .5, ~.85 .85, ~.5 1, ~.15 .85, ~0 .5, ~.15 .15, .5 0"),
        LetterForm(
          20, ".6 .02, ~.15 .12, ~0 .5, ~.15 .87, ~.5 1, ~.85 .85, ~1 .5, ~.87 .17, ~.5 .02, .25 .1"
        ),
        LetterForm(8, ".8 .12, ~.45 0, ~.1 .2, ~0 .55, ~.2 .9, ~.55 1, ~.9 .8, ~1 .45, .85 .2"),
        LetterForm(6, "1 .5, ~.85 .15, ~.5 0, ~.15 .15, ~0 .5, ~.15 .85, ~.5 1, ~.85 .85, 1 .5"),
        LetterForm(6, ".5 1, ~.15 .85, ~0 .5, ~.15 .15, ~.5 0, ~.85 .15, ~1 .5, ~.85 .85, .5 1"),
        LetterForm(4, "0 .5, ~.15 .85, ~.5 1, ~.85 .85, ~1 .5, ~.85 .15, ~.5 0, ~.15 .15, 0 .5"),
      ]
    case .checkmark:
      [
        LetterForm(50, "0 .55, .3 1, 1 0"),
        LetterForm(20, "0 .6, ~.18 .78, .32 1, ~.55 .5, 1.05 0"),
        LetterForm(15, "0 .7, .25 1, .75 0"),
        LetterForm(12, "0 .5, .4 1, 1.4 .1"),
        LetterForm(8, ".05 .35, .3 1, .95 0"),
        LetterForm(5, "1 0, .3 1, 0 .55"),
      ]
    case .cross:
      [
        LetterForm(40, "0 0, 1 1 | 1 0, 0 1"),
        LetterForm(35, "1 0, 0 1 | 0 0, 1 1"),
        LetterForm(8, "0 0, 1 1 | 0 1, 1 0"),
        LetterForm(5, "0 1, 1 0 | 0 0, 1 1"),
        LetterForm(4, "1 0, 0 1 | 1 1, 0 0"),
        LetterForm(10, "0 0, 1 1, 1 0, 0 1"),
        LetterForm(6, "1 0, 0 1, 0 0, 1 1"),
        LetterForm(5, "0 0, ~.9 .9, ~1.2 .75, ~1.15 .3, 1 .05, 0 1"),
      ]
    }
  }

  /// The shape of the symbol: its forms of one stroke.
  var shape: LetterShape {
    LetterShape(
      character,
      variants: forms.filter { $0.strokes.count == 1 }.map {
        StrokeVariant(frequency: $0.frequency, $0.strokes[0])
      })
  }
}
