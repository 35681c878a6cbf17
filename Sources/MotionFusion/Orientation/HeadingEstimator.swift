internal import RealModule

/// A Kalman filter for the heading: the turn about the vertical from the gyroscope's frame to
/// magnetic north.
///
/// Bias and scale of the gyroscope are considered states (S. F. Schmidt, 1966): their covariances
/// with the heading are propagated; they are estimated elsewhere. The field's error is correlated
/// in time and enters as a density, so that the magnetometer's rate does not matter.
struct HeadingEstimator: Sendable {
  private typealias Constants = InertialFilter.HeadingConstants

  /// The turn; a quaternion, so that no angle is computed at every sample.
  private(set) var turn = Quaternion<Double>.identity
  /// The variance of the turn, in rad².
  private(set) var variance = 0.0
  /// The covariance of the turn and the gyroscope bias, in rad²/s.
  private var cross = Vector3<Double>.zero
  /// The covariance of the turn and the gyroscope's scale, in rad.
  private var scaleCross = Vector3<Double>.zero
  /// Whether the next usable reading sets the turn.
  private(set) var isStale = true
  /// Whether a measurement from outside has confirmed the heading.
  private(set) var isObserved = false
  /// The averaging time in seconds since the turn was set; `nil` once the vertical has settled.
  private var startAge: Double?
  private var innovations = InnovationMonitor()

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
      + Constants.turningWalk * Constants.turningWalk * interval.squaredRate
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

  /// The attitude with this heading of one with an arbitrary heading.
  @inline(__always)  // Benchmark "inertial filter, a sample": half of a product is zero.
  func turned(_ level: Quaternion<Double>) -> Quaternion<Double> {
    let (w, z) = (turn.w, turn.z)
    return Quaternion(
      x: w * level.x - z * level.y, y: w * level.y + z * level.x,
      z: w * level.z + z * level.w, w: w * level.w - z * level.z)
  }

  /// Raises the standard deviation to at least this angle in radians.
  mutating func raiseDeviation(to angle: Double) { variance = max(variance, angle * angle) }

  /// Adds an independent error with this standard deviation, in radians, up to an unknown
  /// direction.
  mutating func widen(by angle: Double) {
    variance = max(variance, min(variance + angle * angle, Self.largestVariance))
  }

  /// Discards the heading: the next usable reading sets it.
  mutating func forget() {
    isStale = true
    isObserved = false
  }

  /// The direction of a field against the heading.
  struct Observation {
    /// The angle in radians from the turn to the one that takes the field to +*x*.
    var innovation: Double
    /// The variance of the field's direction, in rad².
    var variance: Double
  }

  /// Compares the field in the level frame, of any length, with the heading.
  ///
  /// - Parameter tiltVariance: The variance of the vertical, in rad².
  func compare(_ field: Vector3<Double>, tiltVariance: Double) -> Observation {
    Observation(
      innovation: innovation(of: field),
      variance: Self.variance(of: field, tiltVariance: tiltVariance))
  }

  /// Whether a field's direction differs from the heading by more than the gyroscope explains.
  func isContradicted(by observation: Observation) -> Bool {
    guard abs(observation.innovation) > Constants.directionTolerance, !isStale, startAge == nil
    else { return false }
    let gate = Constants.directionGate
    return observation.innovation * observation.innovation
      > gate * gate * (variance + observation.variance)
  }

  /// Takes a field's direction.
  ///
  /// - Parameter isLevel: Whether the vertical has settled. Before, readings are averaged with
  ///   growing weights.
  mutating func correct(by observation: Observation, step: Double, isLevel: Bool) {
    let error = observation.variance
    var innovation = observation.innovation
    if isStale {
      advance(by: innovation)
      innovation = 0
      isStale = false
      startAge = 0
      innovations = InnovationMonitor()
    }
    if let age = startAge {
      startAge = isLevel ? nil : age + step
      // The error of the vertical falls as 1 / age: inverse variances grow with its square.
      if age > 0 { advance(by: innovation * min(1, 3 * step / age)) }
      variance = error
      cross = .zero
      scaleCross = .zero
      return
    }
    guard step > 0 else { return }
    // A covariance that the innovations contradict is widened, as in the strong tracking filter
    // (D. H. Zhou and P. M. Frank, 1996). Otherwise the gate would reject the field the more, the
    // further the gyroscope has drifted.
    variance = max(variance, innovations.observe(innovation, error: error, step: step))
    var noise = error * (1 + 2 * Constants.fieldCorrelation / step)
    let gate = Constants.innovationGate
    let excess = innovation * innovation / (gate * gate * (variance + error))
    if excess > 1 { noise *= excess }
    let gain = variance / (variance + noise)
    advance(by: gain * innovation)
    variance *= 1 - gain
    cross *= 1 - gain
    scaleCross *= 1 - gain
  }

  /// Takes a measured turn with an independent error; corrects the bias, too.
  ///
  /// - Parameters:
  ///   - innovation: The angle in radians from the turn to the measured one.
  ///   - noise: The variance of the measurement, in rad².
  ///   - limit: The largest component of the bias, in rad/s.
  mutating func observe(
    _ innovation: Double, variance noise: Double, bias: inout GyroscopeErrorEstimator,
    limit: Double
  ) {
    isObserved = true
    guard !isStale else {
      advance(by: innovation)
      variance = noise
      cross = .zero
      scaleCross = .zero
      isStale = false
      return
    }
    let share = 1 / (variance + noise)
    advance(by: variance * share * innovation)
    bias.observe(innovation, covariance: cross, share: share, limit: limit)
    variance *= noise * share
    cross *= noise * share
    scaleCross *= noise * share
  }

  /// The variance of the direction of a field's horizontal part, in rad².
  ///
  /// - Parameters:
  ///   - field: In the level frame.
  ///   - deviation: Of a component, in relation to the field's strength.
  ///   - tiltVariance: The variance of the vertical, in rad²; half of it is about the field.
  static func variance(
    of field: Vector3<Double>, deviation: Double = Constants.fieldDeviation, tiltVariance: Double
  ) -> Double {
    let horizontal = field.x * field.x + field.y * field.y
    let vertical = field.z * field.z
    let error =
      deviation * deviation * (horizontal + vertical) + 0.5 * tiltVariance * vertical
    return min(error / max(horizontal, .leastNormalMagnitude), largestVariance)
  }

  /// The variance of an unknown direction, in rad².
  private static let largestVariance = OrientationUncertainty.unknownHeadingVariance
  /// The standard deviation of an unknown direction, in radians.
  static let unknownDeviation = largestVariance.squareRoot()

  /// The angle in radians from the turn to the one that takes `field` to +*x*.
  private func innovation(of field: Vector3<Double>) -> Double {
    let cosine = turn.w * turn.w - turn.z * turn.z
    let sine = 2 * turn.w * turn.z
    let x = cosine * field.x - sine * field.y
    let y = sine * field.x + cosine * field.y
    let t = -y / x
    // Within 5° the truncation error of the arctangent's series is 3e-14.
    guard x > 0, abs(t) < 0.09 else { return -Double.atan2(y: y, x: x) }
    let s = t * t
    return t * (1 - s * (1 / 3 - s * (1 / 5 - s * (1 / 7 - s * (1 / 9 - s * (1 / 11))))))
  }

  private mutating func advance(by angle: Double) {
    let further = Quaternion.turn(by: Vector3(0, 0, angle))
    let w = turn.w * further.w - turn.z * further.z
    let z = turn.w * further.z + turn.z * further.w
    let scale = 1.5 - 0.5 * (w * w + z * z)
    turn = Quaternion(x: 0, y: 0, z: z * scale, w: w * scale)
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

  /// The number of standard deviations of the mean that the field may explain: indoors it is
  /// disturbed for longer than its correlation time, within bounds.
  private static let gate = 4.0

  /// Takes an innovation in radians.
  ///
  /// - Parameter error: The variance of the field's direction, in rad².
  /// - Returns: The part of the squared mean that the field does not explain, in rad²; positive
  ///   only if the gyroscope has drifted.
  mutating func observe(_ innovation: Double, error: Double, step: Double) -> Double {
    let span = Constants.innovationTime
    let correlation = Constants.fieldCorrelation
    mean += (innovation - mean) * min(1, step / span)
    // The variance of a mean over `span` of an error with this correlation time.
    let explained = error * correlation / (correlation + span)
    return mean * mean - Self.gate * Self.gate * explained
  }
}
