/// The rate of samples by a clock in seconds, measured over half a second.
package struct SampleRate: Sendable {
  /// The rate in Hz; 0 without samples.
  package private(set) var hertz = 0.0

  private var window: (start: Double, count: Int)?

  package init() {}

  /// Counts samples that arrive; returns whether ``hertz`` was measured again.
  package mutating func count(_ samples: Int, at now: Double) -> Bool {
    guard let (start, before) = window else {
      window = (now, 0)
      return false
    }
    window = (start, before + samples)
    guard now - start >= 0.5 else { return false }
    hertz = Double(before + samples) / (now - start)
    window = (now, 0)
    return true
  }

  /// Sets the rate to 0 after two seconds without samples; returns whether it did.
  package mutating func expire(at now: Double) -> Bool {
    guard let window, now - window.start > 2 else { return false }
    self = SampleRate()
    return true
  }
}
