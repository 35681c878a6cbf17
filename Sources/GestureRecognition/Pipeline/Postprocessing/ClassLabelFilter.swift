/// Believes a class only when it was read often enough of late.
///
/// Of the last ``window`` readings, the class that occurs most often is put out if it occurs at
/// least ``minimumCount`` times; of equals the one read last. Otherwise there is no class. With
/// both numbers 1 it changes nothing.
public struct ClassLabelFilter: Hashable, Sendable {
  /// How often a class must occur.
  public let minimumCount: Int
  /// Among how many readings, those without a class included.
  public let window: Int
  private var recent: [String?] = []

  /// A filter that has seen nothing yet.
  ///
  /// - Precondition: 0 < `minimumCount` ≤ `window`.
  public init(minimumCount: Int, window: Int) {
    precondition(
      minimumCount > 0 && minimumCount <= window, "\(minimumCount) of \(window) readings")
    self.minimumCount = minimumCount
    self.window = window
  }

  /// Takes a reading, `nil` for no class, and returns the class that is believed.
  ///
  /// - Complexity: O(window²).
  public mutating func update(_ label: String?) -> String? {
    if recent.count == window { recent.removeFirst() }
    recent.append(label)
    var best: (label: String, count: Int)?
    for candidate in recent.reversed() {
      guard let candidate, candidate != best?.label else { continue }
      let count = recent.count { $0 == candidate }
      if count >= minimumCount, count > best?.count ?? 0 { best = (candidate, count) }
    }
    return best?.label
  }
}
