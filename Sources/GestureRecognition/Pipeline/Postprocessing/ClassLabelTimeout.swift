/// Holds a class back for some time after it was put out.
///
/// No two outputs of one class, or of any classes where ``isShared``, are closer in time than
/// ``duration``; a reading that is held back does not prolong the wait.
package struct ClassLabelTimeout: Hashable, Sendable {
  /// How long a class is held back, in seconds.
  package let duration: Double
  /// Whether one class holds back all others too.
  package let isShared: Bool
  private var last: [String: Double] = [:]

  /// A time-out that has seen nothing yet.
  ///
  /// - Precondition: `duration` is not negative.
  package init(duration: Double, isShared: Bool = false) {
    precondition(duration >= 0, "a time-out of \(duration) s")
    self.duration = duration
    self.isShared = isShared
  }

  /// Takes a reading at `timestamp` in seconds, `nil` for no class, and returns it unless it is held
  /// back. Where the clock was set back, nothing is held back.
  package mutating func update(_ label: String?, at timestamp: Double) -> String? {
    guard let label else { return nil }
    let key = isShared ? "" : label
    if let last = last[key], timestamp >= last, timestamp - last < duration { return nil }
    last[key] = timestamp
    return label
  }
}
