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

/// The variance of a field's innovation as an observation of the heading, in rad², live and
/// offline.
///
/// The field's error is correlated in time and enters as a density, so that the magnetometer's rate
/// does not matter. A large innovation loses weight.
///
/// - Parameters:
///   - innovation: The angle in radians from the heading to that by the field.
///   - error: The variance of the field's direction, in rad².
///   - step: The time since the last field, in seconds.
///   - headingVariance: The variance of the heading, in rad².
func fieldNoise(
  of innovation: Double, variance error: Double, step: Double, headingVariance: Double
) -> Double {
  let gate = InertialFilter.HeadingConstants.innovationGate
  let excess = innovation * innovation / (gate * gate * (headingVariance + error))
  return max(excess, 1) * error * (1 + 2 * MagneticModel.Constants.correlation / step)
}

/// The Kalman filter for a heading that drifts by an error of the gyroscope bias, with which fields
/// are judged offline. The field does not correct the bias: it may be disturbed.
struct HeadingFilter: HeadingErrors, Sendable {
  private(set) var headingVariance: Double
  /// The covariance of the heading and the bias, in rad²/s.
  private var cross = Vector3<Double>.zero
  /// The variance of each component of the bias, in rad²/s².
  private let biasVariance: Double

  /// A filter for a known heading.
  init(biasVariance: Double) {
    headingVariance = 0
    self.biasVariance = biasVariance
  }

  mutating func restartHeading(variance: Double) {
    headingVariance = variance
    cross = .zero
  }

  mutating func raiseHeading(to least: Double) { headingVariance = max(headingVariance, least) }

  /// Propagates the variance.
  ///
  /// - Parameters:
  ///   - duration: In seconds.
  ///   - vertical: The integral of the vertical in the device frame, in seconds.
  mutating func predict(duration: Double, vertical: Vector3<Double>) {
    let walk = InertialFilter.HeadingConstants.walk
    headingVariance +=
      biasVariance * vertical.lengthSquared - 2 * vertical.dot(cross) + walk * walk * duration
    cross -= vertical * biasVariance
  }

  /// Takes a measurement with an independent error.
  ///
  /// - Parameters:
  ///   - innovation: The angle in radians from the heading to the measured one.
  ///   - noise: The variance of the measurement, in rad².
  /// - Returns: The correction of the heading, in radians.
  mutating func correct(by innovation: Double, variance noise: Double) -> Double {
    let share = 1 / (headingVariance + noise)
    let correction = headingVariance * share * innovation
    headingVariance *= noise * share
    cross *= noise * share
    return correction
  }
}
