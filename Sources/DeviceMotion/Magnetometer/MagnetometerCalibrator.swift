/// Finds the device's own magnetic field (hard iron) while it is turned about, by the gyro.
///
/// A field that is fixed in the room turns in the device by what the gyro says; a field that is
/// fixed in the device stays. Over a short turn Δ*R* (new device frame to old) the readings obey
/// *m*₂ - Δ*R*ᵀ *m*₁ = (*I* - Δ*R*ᵀ) *b*, which is linear in the offset *b*: least squares with
/// forgetting solve it, without a sphere to be covered and wherever in a building the field bends.
/// Soft iron is not estimated: the best one, fitted to the reference attitudes of the undisturbed
/// slow rotations of BROAD, takes the field's direction from 3.3° to 3.1° only, and one fitted to
/// too few turns does harm.
///
/// That the gyro makes the offset observable wherever the field points is used with a Kalman
/// filter by K. Han et al., *Extended Kalman filter-based gyroscope-aided magnetometer
/// calibration for consumer electronic devices*, IEEE Sensors Journal 17 (2017).
public struct MagnetometerCalibrator: Hashable, Sendable, Codable {
  /// The parameters of a ``MagnetometerCalibrator``.
  public struct Configuration: Hashable, Sendable, Codable {
    /// Time in which older turns lose their weight, in seconds of turning. Default: 60 s.
    public var memory = 60.0
    /// The angle of one turn, in radians. Default: 0.35 (20°).
    public var turn = 0.35
    /// The longest time that a turn may take, in seconds. Default: 1 s.
    public var longestTurn = 1.0
    /// The standard deviation of what a turn says, in µT: the sensor's noise and the room's
    /// bends. Default: 2 µT.
    public var deviation = 2.0

    /// The defaults.
    public init() {}
  }

  /// The parameters.
  public let configuration: Configuration
  /// The device's own field in its frame, in µT; zero until it is known.
  public private(set) var offset = Vector3<Double>.zero
  /// The standard deviation of the offset's worst known direction, in µT; `nil` before the first
  /// turn.
  public private(set) var deviation: Double?

  /// Squares of what the offset leaves of the turns, in µT², and the number of turns, both with
  /// forgetting.
  private var misfit = 0.0
  private var turns = 0.0
  private var information = Matrix3<Double>.zero
  private var weighted = Vector3<Double>.zero
  private var screen = SampleScreen()
  /// The turn since ``startField`` was read.
  private var turned = Quaternion<Double>.identity
  private var startField: Vector3<Double>?
  private var duration = 0.0

  /// A calibrator that has seen nothing yet.
  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  /// How well the offset is known: high within 1 µT, medium within 3, low within 10.
  public var accuracy: MagneticFieldAccuracy {
    guard let deviation else { return .uncalibrated }
    switch deviation {
    case ..<1: return .high
    case ..<3: return .medium
    case ..<10: return .low
    default: return .uncalibrated
    }
  }

  /// Takes one sample; the gyro's bias, where known, comes from an orientation filter.
  public mutating func update(_ sample: SensorSample, gyroscopeBias: Vector3<Double> = .zero) {
    let admitted = screen.admit(sample)
    if admitted.followsGap || admitted.isRotationSaturated { startField = nil }
    if let rate = admitted.rotationRate {
      turned = (turned * .turn(by: (rate - gyroscopeBias) * admitted.rotationStep)).renormalized
      duration += admitted.rotationStep
    }
    guard let field = admitted.magneticField else { return }
    guard let start = startField, duration <= configuration.longestTurn else {
      restart(from: field)
      return
    }
    // |sin| of half the turn against that of half the threshold, small as it is.
    guard turned.vector.length > configuration.turn / 2 else { return }
    learn(from: start, to: field)
    restart(from: field)
  }

  /// What ``calibrated(_:)`` takes off, in µT: the offset once it stands out, zero before.
  ///
  /// It stands out beyond what rooms bend the field by, twice ``Configuration/deviation``, and
  /// beyond five standard deviations. Taking off less does more harm than good: a magnetometer that
  /// is calibrated already is left as it is.
  public var correction: Vector3<Double> {
    let least = 2 * configuration.deviation
    return offset.lengthSquared > least * least
      && offset.dot(information * offset) > 25 * misfitScale
      ? offset : .zero
  }

  /// `field` in µT without the device's own, and how far to trust it.
  public func calibrated(_ field: Vector3<Double>) -> CalibratedMagneticField {
    CalibratedMagneticField(field: field - correction, accuracy: accuracy)
  }

  private mutating func restart(from field: Vector3<Double>) {
    startField = field
    turned = .identity
    duration = 0
  }

  private mutating func learn(from start: Vector3<Double>, to end: Vector3<Double>) {
    let back = turned.conjugate
    let design = Matrix3.identity - Matrix3(back)
    let value = end - back.act(start)
    // Once the offset is roughly known, a turn that contradicts it met another field.
    if let deviation, deviation < 3 {
      let surprise = (value - design * offset).length
      if surprise > 4 * configuration.deviation { return }
    }
    let kept = 1 - duration / configuration.memory
    let weight = 1 / (configuration.deviation * configuration.deviation)
    information = information * kept + design.transpose * design * weight
    weighted = weighted * kept + design.transpose * value * weight
    solve()
    let left = value - design * offset
    misfit = misfit * kept + left.lengthSquared
    turns = turns * kept + 1
    deviation = deviation.map { $0 * misfitScale.squareRoot() }
  }

  /// By how much more than configured the turns disagree, as a factor on variances: near iron every
  /// place has a field of its own. A turn says two things, for it says nothing along its axis.
  private var misfitScale: Double {
    let expected = 2 * turns * configuration.deviation * configuration.deviation
    return max(1, misfit / max(expected, .leastNormalMagnitude))
  }

  private mutating func solve() {
    // A weak belief in no offset, 100 µT wide, keeps directions that no turn has shown at zero.
    let prior = 1e-4
    let m = information + Matrix3(diagonal: Vector3(repeating: prior))
    let determinant = m.determinant
    guard determinant > 0, determinant.isFinite else { return }
    // The inverse by cofactors: its rows are the cross products of the columns.
    let inverse = Matrix3(rows: m.c1.cross(m.c2), m.c2.cross(m.c0), m.c0.cross(m.c1))
    offset = inverse * weighted * (1 / determinant)
    // The trace bounds the largest eigenvalue of the covariance.
    deviation = (max(inverse.trace, 0) / determinant).squareRoot()
  }
}
