internal import MotionFusion

/// A prior of the velocity by the motion itself: a hand moves to and fro, and does not gather
/// speed.
///
/// Each component of the velocity is a stationary process of zero mean. Its variance follows from
/// the data: an integral of the acceleration that forgets within two seconds forgets the drift. Its
/// root mean square is near that of the velocity on recordings of BROAD, TUM-VI and EuRoC, from 0.1
/// to 0.8 m/s. Without the prior an error of the inclination of 1° grows to a velocity of 1.7 m/s
/// in ten seconds.
struct VelocityPrior: Hashable, Sendable {
  /// The parameters.
  struct Configuration: Hashable, Sendable {
    /// The smallest standard deviation of each component, in m/s; infinite for no prior. Default: a
    /// third of a walker's speed, who does not move to and fro.
    var deviation = 0.5
    /// The time constant of the integral, in seconds.
    let memory = 2.0
    /// The time constant of the mean square, in seconds.
    let averagingTime = 5.0
    /// The correlation time of the velocity, in seconds.
    let correlationTime = 1.0
    /// The largest velocity, in standard deviations, that the prior is applied to: vehicles are
    /// faster.
    let gate = 6.0
  }

  /// The integral of the acceleration, in m/s.
  private var integral: Vector3<Double>
  /// The mean square of its components.
  private var square: Double

  /// A prior from this velocity on.
  init(velocity: Vector3<Double> = .zero) {
    integral = velocity
    square = velocity.lengthSquared / 3
  }

  /// Takes a change of velocity that was found later.
  mutating func take(change: Vector3<Double>) { integral += change }

  /// Takes the change of velocity in a step.
  @inline(__always)
  mutating func take(change: Vector3<Double>, over step: Double, _ configuration: Configuration) {
    integral += change - integral * min(step / configuration.memory, 1)
    square +=
      (integral.lengthSquared / 3 - square) * min(step / configuration.averagingTime, 1)
  }

  /// The variance of each component, as an independent measurement every `interval` seconds.
  func noise(every interval: Double, _ configuration: Configuration) -> Double {
    // A push raises the variance at once.
    (configuration.deviation * configuration.deviation + max(square, integral.lengthSquared / 3))
      * max(2 * configuration.correlationTime / interval, 1)
  }
}
