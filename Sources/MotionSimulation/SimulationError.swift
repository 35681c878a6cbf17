/// The reason why a text cannot be simulated.
public enum SimulationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No letter shape for `character`, at this zero-based position of the text.
  case unsupportedCharacter(Character, position: Int)
  /// A word that does not name the expected symbol or hand gesture.
  case unknownName(String, expected: [String])
  /// Strokes of hand gestures, which have none.
  case withoutStrokes
  /// Motion of characters that are simulated as strokes on a screen only.
  case strokesOnly

  /// A sentence with what was found and what was expected.
  public var description: String {
    switch self {
    case .unsupportedCharacter(let character, let position):
      let code = character.unicodeScalars.map { "U+" + hexadecimal($0.value) }
        .joined(separator: " ")
      return "no letter shape for \"\(character)\" (\(code)), character \(position + 1) of the "
        + "text: expected upper-case letters A to Z, with spaces between words"
    case .unknownName(let name, let expected):
      return "no shape for \"\(name)\": expected \(expected.joined(separator: ", ")), with spaces "
        + "between them"
    case .withoutStrokes:
      return "hand gestures have no strokes: expected samples in the air"
    case .strokesOnly:
      return "digits and lower-case letters are simulated on a screen only: expected strokes"
    }
  }

  private func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
