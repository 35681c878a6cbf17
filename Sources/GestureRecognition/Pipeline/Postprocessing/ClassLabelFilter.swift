/// A majority vote over the most recent labels.
///
/// Returns the most frequent of the last ``window`` labels if it occurs at least `minimumCount`
/// times, otherwise no class. A tie goes to the most recent label. With both numbers 1 the filter
/// is the identity.
package struct ClassLabelFilter: Hashable, Sendable {
  /// The minimum number of occurrences of a label in the window.
  package let minimumCount: Int
  /// The number of inputs in the window, including those without a class.
  package let window: Int
  private var recent: [String?] = []
  /// The number of occurrences of each label in the window.
  private var counts: [String: Int] = [:]

  /// Creates a filter with an empty window.
  ///
  /// - Precondition: 0 < `minimumCount` ≤ `window`.
  package init(minimumCount: Int, window: Int) {
    precondition(
      minimumCount > 0 && minimumCount <= window,
      "expected a minimum count of 1 to \(window), got \(minimumCount)")
    self.minimumCount = minimumCount
    self.window = window
  }

  /// Processes a label, `nil` for no class, and returns the majority label.
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
