/// The mean squared deviation of the estimated vertical from its own mean in the gyroscope's frame.
///
/// In that frame the true vertical only drifts, by the gyroscope's errors over the averaging time:
/// movements of the estimate are errors, of the mean force by accelerations or of the gyroscope.
struct VerticalScatter: Hashable, Sendable, Codable {
  /// In rad².
  private(set) var variance = 0.0
  private var mean = Vector3<Double>.zero

  /// The time constant of both means, in seconds: three times that of the force, so that the errors
  /// of the force average out.
  private static let averagingTime = 10.0

  /// Starts at a vertical of unit length, with an expected variance in rad².
  mutating func start(at vertical: Vector3<Double>, variance expected: Double) {
    mean = vertical
    variance = expected
  }

  /// Takes a vertical of unit length after a step in seconds.
  mutating func observe(_ vertical: Vector3<Double>, step: Double) {
    let share = min(1, step / Self.averagingTime)
    mean += (vertical - mean) * share
    variance += ((vertical - mean).lengthSquared - variance) * share
  }
}
