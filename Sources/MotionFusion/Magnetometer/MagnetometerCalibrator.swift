/// Finds the device's own magnetic field (hard iron) while it is turned about, by the gyro.
///
/// A field that is fixed in the room turns in the device by what the gyro says; a field that is
/// fixed in the device stays. Over a short turn Δ*R* (new device frame to old) the readings obey
/// *m*₂ - Δ*R*ᵀ *m*₁ = (*I* - Δ*R*ᵀ) *b*, which is linear in the offset *b*: least squares with
/// forgetting solve it, without a sphere to be covered and wherever in a building the field bends.
/// A magnet that is attached or taken off shows within seconds: in an offset of the latest turns that
/// is another one, and in a strength that calibration no longer keeps steady.
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
    /// The longest time that a turn may take, in seconds. Default: 2 s.
    public var longestTurn = 2.0
    /// The standard deviation of what a turn says, in µT: the sensor's noise and the room's
    /// bends. Default: 2 µT.
    public var deviation = 2.0
    /// The offset, in µT, that a device without a field of its own seems to have at most where rooms
    /// bend the field: no less is taken off. Default: 1.5 µT.
    public var leastOffset = 1.5

    /// The defaults.
    public init() {}
  }

  /// The parameters.
  public let configuration: Configuration
  /// What ``calibrated(_:)`` takes off, in µT: the offset as far as it stands out, zero before.
  ///
  /// It begins to stand out at ``Configuration/leastOffset`` and √3 standard deviations, both squared
  /// and added, and is taken off whole from √3 times that. Taking off less does more harm than good: a
  /// magnetometer that is calibrated already is left as it is.
  public private(set) var correction = Vector3<Double>.zero

  /// What the turns say, and what those of the last seconds say alone.
  private(set) var steady = OffsetInformation()
  private var recent = OffsetInformation()
  private var strengths = StrengthWatch()
  private var screen = SampleScreen()
  /// The turn since ``startField`` was read.
  private var turned = Quaternion<Double>.identity
  private var startField: Vector3<Double>?
  private var duration = 0.0

  /// Time in which turns lose their weight among the recent ones, in seconds of turning.
  private static let recentMemory = 5.0
  /// What the recent turns count at first when they show another offset.
  private static let fadedShare = 0.3
  /// An offset this well known, in µT, tells turns that met another field.
  private static let wellKnown = 3.0
  /// Turns beyond so many standard deviations did.
  private static let outlierGate = 4.0

  /// A calibrator that has seen nothing yet.
  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  /// The device's own field in its frame, in µT; zero until it is known.
  public var offset: Vector3<Double> { steady.offset }
  /// The standard deviation of the offset's worst known direction, in µT; `nil` before the first
  /// turn.
  public var deviation: Double? {
    steady.isEmpty ? nil : steady.variance.squareRoot()
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

  /// Takes one sample and gives it without the device's own field; without a magnetometer there is
  /// nothing to do.
  ///
  /// - Parameters:
  ///   - sample: The sample, as the sensors gave it.
  ///   - gyroscopeBias: The gyro's bias in rad/s where it is known, as from an orientation filter.
  public mutating func calibrate(
    _ sample: SensorSample, gyroscopeBias: Vector3<Double> = .zero
  ) -> SensorSample {
    guard startField != nil || sample.magneticField != nil else { return sample }
    update(sample, gyroscopeBias: gyroscopeBias)
    var sample = sample
    sample.magneticField? -= correction
    return sample
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
    let variance = configuration.deviation * configuration.deviation
    let limit = Self.outlierGate * configuration.deviation
    let isOutlier =
      steady.variance < Self.wellKnown * Self.wellKnown
      && (value - design * offset).lengthSquared > limit * limit
    recent.add(
      design, value, variance: variance, kept: max(0, 1 - duration / Self.recentMemory))
    if !isOutlier {
      steady.add(
        design, value, variance: variance, kept: max(0, 1 - duration / configuration.memory))
    }
    if recent.contradicts(steady) {
      // Turns before the change are among the recent ones: what comes soon outweighs them.
      steady = recent.faded(to: Self.fadedShare)
      strengths.clear()
    }
    let isRefuted = strengths.refutes(
      offset, known: steady.variance, of: end, variance: variance, duration: duration)
    if isRefuted {
      steady = OffsetInformation()
      recent = steady
    }
    correction = steady.standingOut(from: configuration.leastOffset)
  }
}
