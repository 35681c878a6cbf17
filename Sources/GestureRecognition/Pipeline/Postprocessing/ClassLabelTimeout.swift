/// Suppresses a label for some time after it was output.
///
/// Two outputs of one class, or of any classes if ``isShared``, are at least ``duration`` apart. A
/// suppressed label does not extend the time-out.
package struct ClassLabelTimeout: Hashable, Sendable {
  /// The duration of the time-out, in seconds.
  package let duration: Double
  /// Whether an output suppresses all classes.
  package let isShared: Bool
  private var last: [String: Double] = [:]

  /// Creates a time-out without previous outputs. Default: one time-out per class.
  ///
  /// - Precondition: `duration` is not negative.
  package init(duration: Double, isShared: Bool = false) {
    precondition(duration >= 0, "expected a time-out of 0 s or more, got \(duration) s")
    self.duration = duration
    self.isShared = isShared
  }

  /// Processes a label, `nil` for no class, and returns it unless it is suppressed.
  ///
  /// A `timestamp`, in seconds, earlier than the last output ends the time-out.
  package mutating func update(_ label: String?, at timestamp: Double) -> String? {
    guard let label else { return nil }
    let key = isShared ? "" : label
    if let last = last[key], timestamp >= last, timestamp - last < duration { return nil }
    last[key] = timestamp
    return label
  }
}
