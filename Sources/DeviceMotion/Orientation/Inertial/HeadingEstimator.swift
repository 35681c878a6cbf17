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
  /// The mean innovation in radians, over ``InertialFilter/Configuration/Heading/surpriseTime``.
  private var surprise = 0.0

  /// A mean innovation of so many standard deviations is no error of the field's: rooms bend it
  /// for longer than its correlation says, but within bounds.
  private static let surpriseGate = 4.0

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
      surprise = 0
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
    admitDrift(
      innovation, step: step, fieldVariance: error, correlation: correlation, configuration)
    var noise = error * (1 + 2 * correlation / step)
    let gate = configuration.innovationGate
    let excess = innovation * innovation / (gate * gate * (variance + error))
    if excess > 1 { noise *= excess }
    let gain = variance / (variance + noise)
    angle += gain * innovation
    variance *= 1 - gain
    cross *= 1 - gain
  }

  /// Owns up to a drift that the gyro's noise and bias do not explain: innovations that keep their
  /// sign for long are the gyro's scale and alignment, whose error has no bound, and what of
  /// their mean the field cannot be blamed for is added to the variance.
  ///
  /// Covariances that innovations contradict are widened in the manner of the strong tracking
  /// filter (D. H. Zhou and P. M. Frank, 1996). Without it the gate would take the field for the
  /// more wrong the further the gyro has drifted, and never turn back.
  @inline(__always)
  private mutating func admitDrift(
    _ innovation: Double, step: Double, fieldVariance: Double, correlation: Double,
    _ configuration: Configuration
  ) {
    let span = configuration.surpriseTime
    surprise += (innovation - surprise) * min(1, step / span)
    // The variance of a mean over `span` of an error with this correlation.
    let explained = fieldVariance * correlation / (correlation + span)
    variance = max(
      variance, surprise * surprise - Self.surpriseGate * Self.surpriseGate * explained)
  }
}
