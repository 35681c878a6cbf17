/// Classifies the times of a stream of samples: steps, gaps, repeats and clock resets.
package struct SampleClock: Sendable {
  /// The relation of a sample's time to the time before.
  package enum Event: Hashable, Sendable {
    /// The first sample.
    case start
    /// A later sample, after this many seconds.
    case step(Double)
    /// A later sample after a gap: a step of this many seconds, longer than the longest.
    case gap(Double)
    /// A sample no later than the previous one, to be left out.
    case backward
    /// A sample no later than the previous one, after more than ``patience`` of these: the clock
    /// was set back.
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
  /// - Parameters:
  ///   - longestStep: The longest step that is not a gap, in seconds.
  ///   - isContinued: Whether a sample at the time of the last one continues it.
  package mutating func advance(
    to time: Double, longestStep: Double, isContinued: Bool = false
  ) -> Event {
    guard let last = latest else {
      latest = time
      return .start
    }
    let step = time - last
    if step == 0, isContinued { return .step(0) }
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

/// The mean interval between a sensor's readings.
package struct UsualStep: Sendable {
  /// In seconds; 0 before the first step.
  package private(set) var seconds = 0.0
  /// The last step while the mean starts, in seconds, and the number of steps so far.
  private var latest = 0.0
  private var count = 0

  /// The share of a new step in the mean.
  private static let share = 0.05
  /// The number of steps in which two equal ones replace the mean: the first reading may be an old
  /// one.
  private static let startCount = 10

  /// A mean without steps.
  package init() {}

  /// Takes a step before it is compared with the mean, which it starts.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  package mutating func begin(with step: Double) {
    if count < Self.startCount { start(with: step) }
  }

  @inline(never)
  private mutating func start(with step: Double) {
    if seconds == 0 || (Self.isAlike(step, latest) && !Self.isAlike(step, seconds)) {
      seconds = step
    }
    latest = step
    count += 1
  }

  /// Moves the mean towards `step`; a lost sample counts as one and a half steps.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  package mutating func follow(_ step: Double) {
    let bounded =
      Self.isAlike(step, seconds) ? step : min(max(step, 0.5 * seconds), 1.5 * seconds)
    seconds += (bounded - seconds) * Self.share
  }

  @inline(__always)  // Benchmark "inertial filter, a sample".
  private static func isAlike(_ step: Double, _ other: Double) -> Bool {
    step > 0.5 * other && step < 1.5 * other
  }
}

/// A Kalman filter for the times of evenly taken samples whose time stamps have random errors.
///
/// Independent errors of the stamps correlate consecutive steps by -1/2; uneven sampling and lost
/// samples do not correlate them. Only the correlated part is smoothed: even stamps, and uneven
/// stamps of uneven samples, pass unchanged.
struct StampFilter: Sendable {
  /// The interval between samples in seconds, and the number of steps that it is the mean of.
  private var interval = 0.0
  private var count = 0.0
  /// The deviation of the last step from the interval, in seconds.
  private var deviation = 0.0
  /// The mean square of the deviations and the mean product of consecutive ones, in s².
  private var square = 0.0
  private var product = 0.0
  /// The last stamp less its filtered time, in seconds.
  private(set) var lag = 0.0
  /// The variance of the filtered time, in s².
  private var variance = 0.0

  /// The weight of a new deviation in the means, which average over about 100 samples. The
  /// correlation of independent steps then has a standard deviation of 0.1.
  private static let share = 0.01
  /// The correlations, negated, below which steps count as independent and above which they count
  /// as errors of the stamps alone: two standard deviations from 0, and one from 1/2.
  private static let leastCorrelation = 0.2
  private static let fullCorrelation = 0.4
  /// The least gain, for a clock whose rate changes, and the gain of the interval that damps the
  /// loop critically. Errors of 0.3 intervals are reduced to 0.06.
  private static let leastGain = 0.05
  private static let intervalGain = leastGain * leastGain / 4
  /// The number of steps whose plain mean starts the interval.
  private static let startCount = 200.0

  /// The time between two samples by filtered stamps, in seconds; at least 0.
  ///
  /// - Parameter step: The time between the stamps, in seconds.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  mutating func filtered(_ step: Double) -> Double {
    let change = step - interval
    square += (change * change - square) * Self.share
    product += (change * deviation - product) * Self.share
    deviation = change
    let excess = -product - Self.leastCorrelation * square
    guard excess > 0 || lag != 0, count >= 1 else {
      follow(change)
      return step
    }
    // A step has the errors of two stamps.
    let range = Self.fullCorrelation - Self.leastCorrelation
    let noise = min(max(excess / range, 0), square) / 2
    variance += square - 2 * noise
    let innovation = lag + change
    let gain = noise > 0 ? max(variance / (variance + noise), Self.leastGain) : 1
    variance *= 1 - gain
    let filtered = max(interval + gain * innovation, 0)
    lag = innovation + interval - filtered
    follow(gain < 1 ? innovation : change)
    return filtered
  }

  @inline(__always)  // Benchmark "inertial filter, a sample".
  private mutating func follow(_ change: Double) {
    guard count < Self.startCount else {
      interval += change * Self.intervalGain
      return
    }
    if count == 0 {
      square = 0
      product = 0
      deviation = 0
    }
    count += 1
    interval += change / count
  }

  /// Discards the last stamp.
  mutating func restart() {
    deviation = 0
    lag = 0
    variance = 0
  }
}
