internal import RealModule

/// A Kalman filter for one angle: the turn about the vertical from the gyro's own frame to
/// magnetic north.
///
/// It knows how the heading drifts with the bias that is left (a state that it considers and
/// does not estimate: S. F. Schmidt, 1966), and takes the field's error as correlated in time:
/// a density, so that a faster magnetometer does not count for more.
struct HeadingEstimator: Hashable, Sendable, Codable {
  typealias Configuration = InertialFilter.Configuration.Heading

  /// The angle in radians.
  private(set) var angle = 0.0
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

  /// Takes the leveled field: `measured` is the turn that would bring it to north.
  ///
  /// - Parameter isLevel: Whether the vertical has settled. Until it has, after the start and
  ///   after a gap, readings are averaged, later ones the most.
  mutating func correct(
    to measured: Double, step: Double, isLevel: Bool, isResting: Bool,
    _ configuration: Configuration
  ) {
    let error = configuration.fieldDeviation * configuration.fieldDeviation
    if isStale {
      angle = measured
      isStale = false
      startAge = 0
      surprise = HeadingSurprise()
    }
    var innovation = measured - angle
    innovation -= 2 * .pi * (innovation / (2 * .pi)).rounded()
    if let age = startAge {
      startAge = isLevel ? nil : age + step
      angle += age > 0 ? innovation * min(1, 2 * step / age) : 0
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
    angle += gain * innovation
    variance *= 1 - gain
    cross *= 1 - gain
  }
}
