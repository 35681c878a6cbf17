/// The mean interval between a sensor's readings.
struct UsualStep: Hashable, Sendable, Codable {
  /// In seconds; 0 before the first step.
  private(set) var seconds = 0.0
  /// The last step while the mean starts, in seconds, and the number of steps so far.
  private var latest = 0.0
  private var count = 0

  /// The share of a new step in the mean.
  private static let share = 0.05
  /// The number of steps in which two equal ones replace the mean: the first reading may be an old
  /// one.
  private static let startCount = 10

  /// Takes a step before it is compared with the mean, which it starts.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  mutating func begin(with step: Double) {
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
  mutating func follow(_ step: Double) {
    let bounded =
      Self.isAlike(step, seconds) ? step : min(max(step, 0.5 * seconds), 1.5 * seconds)
    seconds += (bounded - seconds) * Self.share
  }

  @inline(__always)  // Benchmark "inertial filter, a sample".
  private static func isAlike(_ step: Double, _ other: Double) -> Bool {
    step > 0.5 * other && step < 1.5 * other
  }
}
