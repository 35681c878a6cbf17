internal import MotionFusion

/// The recent intensity of motion, which scales the limits of zero-velocity detection.
///
/// A hand that writes slowly is as quiet in the middle of its movement as a foot that rolls over
/// the ground. The intensity is the largest ratio of angular rate or acceleration to that of a
/// vigorous movement; it decays exponentially in time, and a stationary phase keeps the intensity
/// it began with.
///
/// Its functions are inlined for the workload `inertial-navigator`.
struct MotionIntensity: Hashable, Sendable {
  /// The reference values and the decay.
  struct Configuration: Hashable, Sendable {
    /// The angular rate of a vigorous movement, in rad/s.
    var rate = 3.0
    /// The acceleration of a vigorous movement, in g.
    var acceleration = 1.0
    /// The time constant of the square's decay, in seconds.
    var duration = 0.3
    /// The smallest scale of the limits; 1 for constant limits.
    var leastScale = 0.5
  }

  /// The square of the intensity, 1 before the first movement.
  private var square = 1.0
  private var latest = Double.infinity

  /// Takes a sample in motion.
  ///
  /// - Parameters:
  ///   - rate: The angular rate, in rad/s.
  ///   - acceleration: The acceleration without gravity, in g.
  ///   - time: In seconds.
  ///   - configuration: The reference values.
  @inline(__always)
  mutating func move(
    rate: Vector3<Double>, acceleration: Vector3<Double>, at time: Double,
    _ configuration: Configuration
  ) {
    let elapsed = max(time - latest, 0)
    latest = time
    square = max(
      square * max(1 - elapsed / configuration.duration, 0),
      rate.lengthSquared / (configuration.rate * configuration.rate),
      acceleration.lengthSquared / (configuration.acceleration * configuration.acceleration))
  }

  /// Takes a stationary sample: the decay pauses.
  mutating func pause(at time: Double) { latest = time }

  /// The upper limit of the zero-velocity statistic, at most 1.
  @inline(__always)
  func limit(_ configuration: Configuration) -> Double {
    min(max(square, configuration.leastScale * configuration.leastScale), 1)
  }
}
