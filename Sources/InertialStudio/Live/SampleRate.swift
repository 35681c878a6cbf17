/// The rate of samples by the clock, measured over half a second.
struct SampleRate: Sendable {
  /// The rate in Hz; 0 without samples.
  private(set) var hertz = 0.0

  private var window: (start: ContinuousClock.Instant, count: Int)?

  /// Counts samples that arrive; returns whether ``hertz`` was measured anew.
  mutating func count(_ samples: Int, at now: ContinuousClock.Instant) -> Bool {
    guard let window else {
      window = (now, 0)
      return false
    }
    let total = window.count + samples
    let seconds = (now - window.start) / .seconds(1)
    guard seconds >= 0.5 else {
      self.window?.count = total
      return false
    }
    hertz = Double(total) / seconds
    self.window = (now, 0)
    return true
  }

  /// Sets the rate to 0 after two seconds without samples; returns whether it did.
  mutating func expire(at now: ContinuousClock.Instant) -> Bool {
    guard let window, now - window.start > .seconds(2) else { return false }
    self.window = nil
    hertz = 0
    return true
  }
}
