/// The position of a text in a column that is wider.
enum TextAlignment {
  case left, right, center
}

extension String {
  /// The text with spaces around it, `width` characters in all; longer text stays as it is.
  func padded(to width: Int, _ alignment: TextAlignment = .left) -> String {
    let spaces = max(0, width - count)
    let before =
      switch alignment {
      case .left: 0
      case .right: spaces
      case .center: spaces / 2
      }
    return String(repeating: " ", count: before) + self
      + String(repeating: " ", count: spaces - before)
  }
}
