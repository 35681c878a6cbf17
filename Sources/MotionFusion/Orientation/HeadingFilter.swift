/// Errors of which one is the heading's.
protocol HeadingErrors {
  /// In rad².
  var headingVariance: Double { get }
  /// Makes the heading independent, with this variance in rad².
  mutating func restartHeading(variance: Double)
  /// Raises the variance of the heading to at least this one, in rad².
  mutating func raiseHeading(to least: Double)
}

extension HeadingErrors {
  /// Adds an independent turn about the vertical with this variance in rad², up to an unknown
  /// direction.
  mutating func widenHeading(by variance: Double) {
    raiseHeading(to: min(headingVariance + variance, OrientationUncertainty.unknownHeadingVariance))
  }
}

/// The errors of fields that observe a heading, live and offline.
///
/// The field's error is correlated in time and enters as a density, so that the magnetometer's rate
/// does not matter.
struct FieldErrors: Sendable {
  private typealias Constants = InertialFilter.HeadingConstants

  /// Whether fields with a large innovation lose weight.
  var isGated = true
  /// Whether innovations that the field's error does not explain widen the variance. A smoother's
  /// backward pass needs a variance by the prediction alone.
  var isWidened = true
  private var innovations = InnovationMonitor()
  /// Whether fields have contradicted the gyroscope by more than their errors explain.
  private(set) var isContradicted = false

  init(isGated: Bool = true, isWidened: Bool = true) {
    self.isGated = isGated
    self.isWidened = isWidened
  }

  /// The variance of a field's innovation as an observation, in rad².
  ///
  /// - Parameters:
  ///   - innovation: The angle in radians from the heading to that by the field.
  ///   - error: The variance of the field's direction, in rad².
  ///   - step: The time since the last field, in seconds.
  ///   - errors: Widened if the innovations contradict the gyroscope, as in the strong tracking
  ///     filter (D. H. Zhou and P. M. Frank, 1996). Otherwise the gate would reject the field the
  ///     more, the further the gyroscope has drifted.
  mutating func noise(
    of innovation: Double, variance error: Double, step: Double, errors: inout some HeadingErrors
  ) -> Double {
    let unexplained = innovations.observe(innovation, error: error, step: step)
    if unexplained > 0 { isContradicted = true }
    if isWidened { errors.raiseHeading(to: unexplained) }
    let noise = error * (1 + 2 * MagneticModel.Constants.correlation / step)
    guard isGated else { return noise }
    let gate = Constants.innovationGate
    let excess = innovation * innovation / (gate * gate * (errors.headingVariance + error))
    return max(excess, 1) * noise
  }
}

/// The Kalman filter for a heading and a constant error of the gyroscope bias, of the offline
/// passes.
struct HeadingFilter: HeadingErrors, Sendable {
  /// The added variance of one second at 1 rad/s, in rad².
  private let turningDensity: Double
  private(set) var headingVariance: Double
  /// The covariance of the heading and the bias, in rad²/s.
  private var cross = Vector3<Double>.zero

  /// A filter for a heading with this variance, in rad².
  init(variance: Double = 0, turningDensity: Double = 0) {
    self.turningDensity = turningDensity
    headingVariance = variance
  }

  mutating func restartHeading(variance: Double) {
    self = Self(variance: variance, turningDensity: turningDensity)
  }

  mutating func raiseHeading(to least: Double) { headingVariance = max(headingVariance, least) }

  /// Propagates the variance.
  ///
  /// - Parameters:
  ///   - duration: In seconds.
  ///   - vertical: The integral of the vertical in the device frame, in seconds.
  ///   - squaredRate: The integral of the squared angular rate, in rad²/s.
  ///   - bias: Of the gyroscope.
  mutating func predict(
    duration: Double, vertical: Vector3<Double>, squaredRate: Double, bias: GyroscopeErrorEstimator
  ) {
    let walk = InertialFilter.HeadingConstants.walk
    let projected = bias.projected(vertical)
    headingVariance +=
      vertical.dot(projected) - 2 * vertical.dot(cross) + walk * walk * duration
      + turningDensity * squaredRate
    cross -= projected
  }

  /// Takes a measurement with an independent error, and corrects the bias.
  ///
  /// - Parameters:
  ///   - innovation: The angle in radians from the heading to the measured one.
  ///   - noise: The variance of the measurement, in rad².
  ///   - bias: Of the gyroscope.
  /// - Returns: The correction of the heading, in radians.
  mutating func correct(
    by innovation: Double, variance noise: Double, bias: inout GyroscopeErrorEstimator
  ) -> Double {
    let share = 1 / (headingVariance + noise)
    let correction = headingVariance * share * innovation
    bias.observe(innovation, covariance: cross, share: share)
    headingVariance *= noise * share
    cross *= noise * share
    return correction
  }
}

/// Detects a heading drift that exceeds the gyroscope's noise and bias, from the mean innovation.
///
/// Innovations of one sign over a long time are an error of the field, which is bounded, or of the
/// gyroscope's scale and alignment, which is not.
private struct InnovationMonitor: Sendable {
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
