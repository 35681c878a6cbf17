/// The variants of a letter, with their frequencies.
package struct LetterShape: Hashable, Sendable {
  /// The letter.
  package var letter: Character
  /// The ways to write it.
  package var variants: [StrokeVariant]

  init(_ letter: Character, _ variants: StrokeVariant...) {
    self.init(letter, variants: variants)
  }

  init(_ letter: Character, variants: [StrokeVariant]) {
    self.letter = letter
    self.variants = variants
  }

  /// The shape of an upper-case letter A to Z or a symbol, or `nil` for any other character.
  package static func shape(of letter: Character) -> LetterShape? {
    guard let code = letter.asciiValue else { return symbols.first { $0.letter == letter } }
    return (65...90).contains(code) ? alphabet[Int(code) - 65] : nil
  }

  /// The supported letters: A to Z.
  package static let letters: [Character] = alphabet.map(\.letter)

  /// The shapes of the symbols.
  static let symbols: [LetterShape] = Symbol.allCases.map(\.shape)

  /// The shapes of A to Z, each one stroke without lifting the pen.
  ///
  /// The order and direction of the strokes follow the mean zone features of letters recorded on a
  /// touch screen: a stem is often drawn downwards and retraced, bowls begin at the top, `G` begins
  /// at its bar. `J`, `O` and `X` have additional variants in the air, where recorded writers leave
  /// bowls open and turn corners in loops.
  package static let alphabet: [LetterShape] = firstHalf + secondHalf
}
