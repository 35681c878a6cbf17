/// Believes a class only when it was read often enough of late.
///
/// Of the last ``window`` readings, the class that occurs most often is put out if it occurs at
/// least ``minimumCount`` times; of equals the one read last. Otherwise there is no class. With
/// both numbers 1 it changes nothing.
package struct ClassLabelFilter: Hashable, Sendable {
  /// How often a class must occur.
  package let minimumCount: Int
  /// Among how many readings, those without a class included.
  package let window: Int
  private var recent: [String?] = []
  /// How often each class is among them.
  private var counts: [String: Int] = [:]

  /// A filter that has seen nothing yet.
  ///
  /// - Precondition: 0 < `minimumCount` ≤ `window`.
  package init(minimumCount: Int, window: Int) {
    precondition(
      minimumCount > 0 && minimumCount <= window, "\(minimumCount) of \(window) readings")
    self.minimumCount = minimumCount
    self.window = window
  }

  /// Takes a reading, `nil` for no class, and returns the class that is believed.
  ///
  /// - Complexity: O(window).
  package mutating func update(_ label: String?) -> String? {
    if recent.count == window, let oldest = recent.removeFirst() { count(oldest, by: -1) }
    recent.append(label)
    if let label { count(label, by: 1) }
    guard let most = counts.values.max(), most >= minimumCount else { return nil }
    return recent.last { $0.map { counts[$0] == most } ?? false } ?? nil
  }

  private mutating func count(_ label: String, by step: Int) {
    let count = counts[label, default: 0] + step
    counts[label] = count > 0 ? count : nil
  }
}
