internal import RealModule

/// A Kalman filter for one angle: the turn about the vertical from the gyro's own frame to
/// magnetic north.
///
/// It knows how the heading drifts with the bias that is left (a state that it considers and
/// does not estimate: S. F. Schmidt, 1966), and takes the field's error as correlated in time:
/// a density, so that a faster magnetometer does not count for more.
struct HeadingEstimator: Hashable, Sendable, Codable {
  typealias Configuration = InertialFilter.Configuration.Heading

  /// The turn, kept as a quaternion: no angle has to be worked out from it, or it from an angle, at
  /// every sample.
  private(set) var turn = Quaternion<Double>.identity
  /// Its variance in rad².
  private(set) var variance = 0.0
  /// Its covariance with the gyro's bias, in rad²/s.
  private var cross = Vector3<Double>.zero
  /// Whether the next usable reading sets the angle, whatever it was.
  private var isStale = true
  /// Seconds over which readings were averaged since the angle was set; `nil` once the vertical
  /// was known.
  private var startAge: Double?
  private var surprise = HeadingSurprise()

  /// Lets the heading drift for `step` seconds.
  ///
  /// - Parameters:
  ///   - vertical: The vertical in the device frame.
  ///   - rate: The angular rate in rad/s.
  @inline(__always)
  mutating func drift(
    step: Double, vertical: Vector3<Double>, rate: Vector3<Double>,
    bias: GyroscopeBiasEstimator, _ configuration: Configuration
  ) {
    let projected = bias.projected(vertical)
    let walk =
      configuration.walk * configuration.walk
      + configuration.turningWalk * configuration.turningWalk * rate.lengthSquared
    variance += step * (step * vertical.dot(projected) - 2 * vertical.dot(cross) + walk)
    cross -= projected * step
  }

  /// Counts with an error of this angle in radians.
  mutating func loosen(by angle: Double) { variance = max(variance, angle * angle) }

  /// Forgets the angle: the next usable reading sets it.
  mutating func forget() { isStale = true }

  /// Takes the leveled field, of any length: the turn to north is what would bring it to +*x*.
  ///
  /// - Parameter isLevel: Whether the vertical has settled. Until it has, after the start and
  ///   after a gap, readings are averaged, later ones the most.
  mutating func correct(
    to field: Vector3<Double>, step: Double, isLevel: Bool, isResting: Bool,
    _ configuration: Configuration
  ) {
    let error = configuration.fieldDeviation * configuration.fieldDeviation
    if isStale {
      turn = .turn(aboutVertical: -Double.atan2(y: field.y, x: field.x))
      isStale = false
      startAge = 0
      surprise = HeadingSurprise()
    }
    let innovation = innovation(of: field)
    if let age = startAge {
      startAge = isLevel ? nil : age + step
      if age > 0 { advance(by: innovation * min(1, 2 * step / age)) }
      variance = error
      cross = .zero
      return
    }
    guard step > 0 else { return }
    let correlation =
      isResting ? configuration.fieldCorrelationAtRest : configuration.fieldCorrelation
    // Covariances that innovations contradict are widened, in the manner of the strong tracking
    // filter (D. H. Zhou and P. M. Frank, 1996). Without it the gate would take the field for the
    // more wrong the further the gyro has drifted, and never turn back.
    variance = max(
      variance,
      surprise.observe(innovation, step: step, correlation: correlation, configuration))
    var noise = error * (1 + 2 * correlation / step)
    let gate = configuration.innovationGate
    let excess = innovation * innovation / (gate * gate * (variance + error))
    if excess > 1 { noise *= excess }
    let gain = variance / (variance + noise)
    advance(by: gain * innovation)
    variance *= 1 - gain
    cross *= 1 - gain
  }

  /// The angle in radians by which the turn would have to be further to bring `field` to +*x*.
  @inline(__always)
  private func innovation(of field: Vector3<Double>) -> Double {
    let cosine = turn.w * turn.w - turn.z * turn.z
    let sine = 2 * turn.w * turn.z
    let x = cosine * field.x - sine * field.y
    let y = sine * field.x + cosine * field.y
    let t = -y / x
    // Within 5° the series of the arctangent is cut off at 3e-14.
    guard x > 0, abs(t) < 0.09 else { return -Double.atan2(y: y, x: x) }
    let s = t * t
    return t * (1 - s * (1 / 3 - s * (1 / 5 - s * (1 / 7 - s * (1 / 9 - s / 11)))))
  }

  @inline(__always)
  private mutating func advance(by angle: Double) {
    let further = Quaternion.turn(by: Vector3(0, 0, angle))
    let w = turn.w * further.w - turn.z * further.z
    let z = turn.w * further.z + turn.z * further.w
    let scale = 1.5 - 0.5 * (w * w + z * z)
    turn = Quaternion(x: 0, y: 0, z: z * scale, w: w * scale)
  }
}
