/// Detects a clock that was set back: more than ten samples in a row before the latest one.
struct BackwardTime: Hashable, Sendable {
  private var count = 0
  /// The time that the samples in this row precede; a later accepted sample ends the row.
  private var latest = -Double.infinity

  /// Counts a sample that is not later than `latest`, the time of the last accepted sample.
  ///
  /// - Returns: Whether the clock was set back, so that the sample is to be accepted.
  mutating func isReset(before latest: Double) -> Bool {
    count = latest == self.latest ? count + 1 : 1
    self.latest = latest
    guard count > Self.patience else { return false }
    count = 0
    return true
  }

  /// The number of backward samples that are left out in a row.
  private static let patience = 10
}
