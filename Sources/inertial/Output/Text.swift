internal import Foundation

/// `number` with this many decimal places; without a sign when it rounds to 0.
func decimal(_ number: Double, places: Int) -> String {
  let text = String(format: "%.\(places)f", number)
  return text.hasPrefix("-") && !text.contains { ("1"..."9").contains($0) }
    ? String(text.dropFirst()) : text
}

/// A count with a noun: `1 sample`, `2 samples`.
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

/// The time since `start`, such as `0.25 s`.
func elapsed(since start: ContinuousClock.Instant) -> String {
  decimal((ContinuousClock.now - start) / .seconds(1), places: 2) + " s"
}

/// A fraction as a percentage with one decimal place.
func percentage(_ fraction: Double) -> String { decimal(100 * fraction, places: 1) + " %" }

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
