/// Why a text cannot be written.
public enum SimulationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no letter shape for `character`, the one at this zero-based position of the text.
  case unsupportedCharacter(Character, position: Int)

  /// What was wrong, where, and what would be right.
  public var description: String {
    switch self {
    case .unsupportedCharacter(let character, let position):
      let code = character.unicodeScalars.map { "U+" + hexadecimal($0.value) }
        .joined(separator: " ")
      return "no letter shape for \"\(character)\" (\(code)), character \(position + 1) of the "
        + "text: write the letters A to Z in upper case, with spaces between words"
    }
  }

  private func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
