/// How a letter is written: the ways that people take, and how often.
public struct LetterShape: Hashable, Sendable {
  /// The letter.
  public var letter: Character
  /// The ways to write it.
  public var variants: [StrokeVariant]

  init(_ letter: Character, _ variants: StrokeVariant...) {
    self.letter = letter
    self.variants = variants
  }

  /// The shape of an upper-case letter A to Z, or `nil` for any other character.
  public static func shape(of letter: Character) -> LetterShape? {
    guard let code = letter.asciiValue, (65...90).contains(code) else { return nil }
    return alphabet[Int(code) - 65]
  }

  /// The letters that can be written, in order: A to Z.
  public static let letters: [Character] = alphabet.map(\.letter)

  /// The shapes of A to Z, each one stroke without lifting the pen.
  ///
  /// The order and direction of the strokes follow what people do on a touch screen, as the mean
  /// zone features of recorded letters show them: a stem is often drawn downwards and retraced,
  /// bowls begin at the top, `G` begins at its bar. `J`, `O` and `X` have more ways in the air, where
  /// recorded hands leave bowls open and take corners in loops.
  public static let alphabet: [LetterShape] = firstHalf + secondHalf
}
