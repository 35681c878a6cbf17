/// The Kalman filter for a heading and the gyroscope's errors, of the live filter and of both
/// offline passes.
///
/// It holds the covariances; the heading is its owner's: corrections return the angle to turn it
/// by. The field's error is correlated in time and enters as a density, so that the magnetometer's
/// rate does not matter. The scale of the gyroscope is a considered state (S. F. Schmidt, 1966): its
/// covariance with the heading is propagated; it is estimated elsewhere. The bias is one unless the
/// settings estimate it.
struct HeadingFilter: Sendable {
  fileprivate typealias Constants = InertialFilter.HeadingConstants

  /// The differences between the passes.
  struct Settings: Sendable {
    /// The added variance of one second at 1 rad/s, in rad².
    var turningDensity = Constants.turningWalk * Constants.turningWalk
    /// Whether fields with a large innovation lose weight.
    var isGated = true
    /// Whether innovations that the field's error does not explain widen the variance. A smoother's
    /// backward pass needs a variance by the prediction alone.
    var isWidened = true
    /// Whether a field corrects the bias by its covariance with the heading.
    var estimatesBias = false
  }

  private let settings: Settings
  /// The variance of the heading, in rad².
  private(set) var variance: Double
  /// The covariance of the heading and the gyroscope bias, in rad²/s.
  private var cross = Vector3<Double>.zero
  /// The covariance of the heading and the gyroscope's scale, in rad.
  private var scaleCross = Vector3<Double>.zero
  private var innovations = InnovationMonitor()
  /// Whether fields have contradicted the gyroscope by more than their errors explain.
  private(set) var isContradicted = false

  /// The variance of an unknown direction, in rad².
  private static let largestVariance = OrientationUncertainty.unknownHeadingVariance

  /// A filter for a heading with this variance, in rad².
  init(variance: Double = 0, _ settings: Settings = Settings()) {
    self.settings = settings
    self.variance = variance
  }

  /// Starts again with an independent error of this variance, in rad².
  mutating func restart(variance: Double) { self = Self(variance: variance, settings) }

  /// Propagates the variance over an interval.
  mutating func predict(
    _ interval: InclinationEstimator.Interval, bias: GyroscopeErrorEstimator,
    scale: GyroscopeErrorEstimator
  ) {
    let projected = bias.projected(interval.vertical)
    let scaled = scale.projected(interval.turn)
    variance +=
      interval.vertical.dot(projected) - 2 * interval.vertical.dot(cross)
      + interval.turn.dot(scaled) - 2 * interval.turn.dot(scaleCross)
      + Constants.walk * Constants.walk * interval.duration
      + settings.turningDensity * interval.squaredRate
    cross -= projected
    scaleCross -= scaled
  }

  /// Takes an observation of the gyroscope bias into account.
  mutating func takeBias(_ observation: GyroscopeErrorEstimator.Observation) {
    observation.reduce(&cross)
  }

  /// Takes an observation of the gyroscope's scale into account.
  mutating func takeScale(_ observation: GyroscopeErrorEstimator.Observation) {
    observation.reduce(&scaleCross)
  }

  /// Raises the variance to at least this one, in rad².
  mutating func raise(to least: Double) { variance = max(variance, least) }

  /// Adds an independent error with this standard deviation, in radians, up to an unknown
  /// direction.
  mutating func widen(by angle: Double) {
    variance = max(variance, min(variance + angle * angle, Self.largestVariance))
  }

  /// Takes a field's direction.
  ///
  /// - Parameters:
  ///   - innovation: The angle in radians from the heading to that by the field.
  ///   - error: The variance of the field's direction, in rad².
  ///   - step: The time since the last field, in seconds.
  ///   - bias: Corrected if the settings estimate it.
  ///   - limit: The largest component of the bias, in rad/s.
  /// - Returns: The correction of the heading, in radians.
  mutating func correct(
    byField innovation: Double, variance error: Double, step: Double,
    bias: inout GyroscopeErrorEstimator, limit: Double
  ) -> Double {
    let unexplained = innovations.observe(innovation, error: error, step: step)
    if unexplained > 0 { isContradicted = true }
    // A covariance that the innovations contradict is widened, as in the strong tracking filter
    // (D. H. Zhou and P. M. Frank, 1996). Otherwise the gate would reject the field the more, the
    // further the gyroscope has drifted.
    if settings.isWidened { raise(to: unexplained) }
    var noise = error * (1 + 2 * MagneticModel.Constants.correlation / step)
    if settings.isGated {
      let gate = Constants.innovationGate
      let excess = innovation * innovation / (gate * gate * (variance + error))
      if excess > 1 { noise *= excess }
    }
    guard !settings.estimatesBias else {
      return correct(by: innovation, variance: noise, bias: &bias, limit: limit)
    }
    let gain = variance / (variance + noise)
    reduce(to: 1 - gain)
    return gain * innovation
  }

  /// Takes a measurement with an independent error, and corrects the bias.
  ///
  /// - Parameters:
  ///   - innovation: The angle in radians from the heading to the measured one.
  ///   - noise: The variance of the measurement, in rad².
  ///   - bias: Of the gyroscope.
  ///   - limit: The largest component of the bias, in rad/s.
  /// - Returns: The correction of the heading, in radians.
  mutating func correct(
    by innovation: Double, variance noise: Double, bias: inout GyroscopeErrorEstimator,
    limit: Double
  ) -> Double {
    let share = 1 / (variance + noise)
    let correction = variance * share * innovation
    bias.observe(innovation, covariance: cross, share: share, limit: limit)
    reduce(to: noise * share)
    return correction
  }

  private mutating func reduce(to share: Double) {
    variance *= share
    cross *= share
    scaleCross *= share
  }
}

/// Detects a heading drift that exceeds the gyroscope's noise and bias, from the mean innovation.
///
/// Innovations of one sign over a long time are an error of the field, which is bounded, or of the
/// gyroscope's scale and alignment, which is not.
struct InnovationMonitor: Sendable {
  private typealias Constants = InertialFilter.HeadingConstants

  /// The mean innovation in radians.
  private var mean = 0.0

  /// The number of standard deviations of the mean that the field may explain. Indoors, a bounded
  /// disturbance can last longer than the correlation time.
  private static let gate = 4.0

  /// Takes an innovation in radians.
  ///
  /// - Parameter error: The variance of the field's direction, in rad².
  /// - Returns: The part of the squared mean that the field does not explain, in rad²; positive
  ///   only if the gyroscope has drifted.
  mutating func observe(_ innovation: Double, error: Double, step: Double) -> Double {
    let span = Constants.innovationTime
    let correlation = MagneticModel.Constants.correlation
    mean += (innovation - mean) * min(1, step / span)
    // The variance of a mean over `span` of an error with this correlation time.
    let explained = error * correlation / (correlation + span)
    return mean * mean - Self.gate * Self.gate * explained
  }
}
