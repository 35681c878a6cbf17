/// The alignment of a text in a wider column.
enum TextAlignment {
  case left, right, center
}

extension String {
  /// The text padded with spaces to `width` characters; longer text is unchanged.
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
