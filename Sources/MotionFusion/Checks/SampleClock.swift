/// Classifies the times of a stream of samples: steps, gaps, repeats and clock resets.
package struct SampleClock: Hashable, Sendable, Codable {
  /// The relation of a sample's time to the time before.
  package enum Event: Hashable, Sendable {
    /// The first sample.
    case start
    /// A later sample, after this many seconds.
    case step(Double)
    /// A later sample after a gap: a step of this many seconds, longer than the longest.
    case gap(Double)
    /// A sample no later than the one before, to be left out.
    case backward
    /// A sample no later than the one before, after more than ``patience`` of these: the clock was
    /// set back.
    case reset
  }

  /// The number of consecutive backward samples after which the next one is a clock reset.
  package static let patience = 10

  /// The time of the last sample that was not left out, in seconds.
  package private(set) var latest: Double?
  private var backwardCount = 0

  /// A clock before its first sample.
  package init() {}

  /// Takes the finite time of a sample, in seconds.
  ///
  /// - Parameter longestStep: The longest step that is no gap, in seconds.
  package mutating func advance(to time: Double, longestStep: Double) -> Event {
    guard let last = latest else {
      latest = time
      return .start
    }
    let step = time - last
    if step <= 0 {
      backwardCount += 1
      guard backwardCount > Self.patience else { return .backward }
    }
    backwardCount = 0
    latest = time
    if step <= 0 { return .reset }
    return step > longestStep ? .gap(step) : .step(step)
  }
}
