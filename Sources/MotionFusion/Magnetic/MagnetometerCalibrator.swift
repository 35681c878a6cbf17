/// Estimates the hard-iron offset and the delay of a magnetometer while the device turns, with the
/// gyroscope.
///
/// The Earth's field turns in the device frame by the gyroscope's angle; the offset does not. Over
/// a short turn Δ*R* (new device frame to old) the readings satisfy *m*₂ - Δ*R*ᵀ *m*₁ = (*I* -
/// Δ*R*ᵀ) *b* + *L* (*ω*₂ - Δ*R*ᵀ *ω*₁) × *h*, linear in the offset *b* and in the delay *L*, with
/// the angular rates *ω* at both ends and the field *h* = *m*₂ - *b*: Least squares with forgetting
/// solve this without full coverage of a sphere, and also in a field that varies from place to
/// place. A magnet that is attached or removed is detected within seconds, by the offset of the
/// latest turns and by the strength of the calibrated field.
///
/// Soft iron is not estimated: Fitted to the reference attitudes of BROAD's undisturbed slow
/// rotations, it reduces the error of the field's direction only from 3.3° to 3.1°. Fitted to few
/// turns, it increases the error.
///
/// A Kalman filter by K. Han et al. uses the same observability: *Extended Kalman filter-based
/// gyroscope-aided magnetometer calibration for consumer electronic devices*, IEEE Sensors Journal
/// 17 (2017).
package struct MagnetometerCalibrator: Sendable {
  /// The memory of the estimate, in seconds of turning.
  private static let memory = 60.0
  /// The angle of one turn, 20° in radians.
  private static let turnAngle = 0.35
  /// The longest duration of a turn, in seconds.
  private static let longestTurn = 2.0
  /// The standard deviation of a turn's observation, in µT: sensor noise and local disturbances.
  private static let observationDeviation = 2.0
  /// The offset that local disturbances imitate, in µT; smaller ones are not subtracted.
  static let leastOffset = 1.5
  /// The memory of the recent estimate, in seconds of turning.
  private static let recentMemory = 5.0
  /// The initial weight of the recent turns after a change of the offset.
  private static let fadedShare = 0.3

  /// The subtracted offset in µT: the significant part of ``offset``.
  ///
  /// Subtracting an insignificant offset would add error to a calibrated magnetometer.
  package private(set) var correction = Vector3<Double>.zero

  /// The estimates from all turns and from those of the last seconds.
  private(set) var steady = HardIronEstimate()
  private var recent = HardIronEstimate()
  private var strengths = FieldStrengthMonitor()
  /// The angular rate at the last sample and at ``startField``, without the bias, in rad/s.
  private var rate = Vector3<Double>.zero
  private var startRate = Vector3<Double>.zero
  /// The part of the last turn after the time of the sample.
  private var lead = Vector3<Double>.zero
  /// The turn since ``startField``, until ``lead`` after the last sample.
  private var turned = Quaternion<Double>.identity
  private var startField: Vector3<Double>?
  private var duration = 0.0

  /// A calibrator in its initial state.
  package init() {}

  /// The hard-iron offset in the device frame, in µT; zero until it is observed.
  package var offset: Vector3<Double> { steady.offset }

  /// The delay of the readings behind the gyroscope's, in seconds; negative for a field ahead.
  package var delay: Double { steady.delay }

  /// The accuracy of the offset: high within 1 µT, medium within 3 µT, low within 10 µT.
  package var accuracy: MagneticFieldAccuracy {
    guard !steady.isEmpty else { return .uncalibrated }
    switch steady.variance.squareRoot() {
    case ..<1: return .high
    case ..<3: return .medium
    case ..<10: return .low
    default: return .uncalibrated
    }
  }

  /// Takes the valid readings of one sample.
  ///
  /// - Parameter gyroscopeBias: The gyroscope bias in rad/s, from an orientation filter.
  /// - Returns: Whether a turn ended, which changes the estimates.
  @discardableResult
  package mutating func update(
    _ valid: CheckedSample, gyroscopeBias: Vector3<Double> = .zero
  ) -> Bool {
    guard startField != nil || valid.magneticField != nil else { return false }
    if valid.followsGap || valid.isRotationSaturated || valid.missesTurn { startField = nil }
    if let rate = valid.rotationRate {
      let turn = (valid.meanRate - gyroscopeBias) * valid.rotationStep
      turned = (turned * .turn(by: turn)).renormalized
      self.rate = rate - gyroscopeBias
      lead = self.rate * valid.lead
      duration += valid.rotationStep
    }
    guard let field = valid.magneticField else { return false }
    guard let start = startField, duration <= Self.longestTurn else {
      restart(from: field)
      return false
    }
    // |sin| of half the angle; the threshold is small.
    guard turned.vector.length > Self.turnAngle / 2 else { return false }
    observeTurn(turned * .turn(by: -lead), from: start, to: field)
    restart(from: field)
    return true
  }

  /// The field in µT without the hard-iron offset, and its accuracy.
  package func calibrated(_ field: Vector3<Double>) -> CalibratedMagneticField {
    CalibratedMagneticField(field: field - correction, accuracy: accuracy)
  }

  /// The field at the time of the last sample, in µT: without the hard-iron offset and the delay.
  @inline(__always)  // Workload "motion-estimator-1000".
  func corrected(_ field: Vector3<Double>) -> Vector3<Double> {
    let late = field - correction
    return late - rate.cross(late) * delay
  }

  /// The error of a field's direction about the vertical by the offset.
  ///
  /// - Parameters:
  ///   - field: The calibrated field in the device frame, in µT.
  ///   - vertical: In the device frame.
  func directionError(
    of field: Vector3<Double>, vertical: Vector3<Double>
  ) -> HardIronEstimate.DirectionError {
    steady.directionError(of: field, vertical: vertical, correction: correction)
  }

  private mutating func restart(from field: Vector3<Double>) {
    startField = field
    startRate = rate
    turned = .turn(by: lead)
    duration = 0
  }

  private mutating func observeTurn(
    _ turned: Quaternion<Double>, from start: Vector3<Double>, to end: Vector3<Double>
  ) {
    let back = turned.conjugate
    let variance = Self.observationDeviation * Self.observationDeviation
    let field = end - offset
    let isFieldKnown = FieldStrengthMonitor.isKnown(field.length, variance: steady.variance)
    let turn = MagneticTurn(
      design: Matrix3.identity - Matrix3(back),
      late: isFieldKnown ? (rate - back.act(startRate)).cross(field) : .zero,
      value: end - back.act(start), variance: variance)
    recent.add(turn, kept: max(0, 1 - duration / Self.recentMemory))
    steady.add(
      turn, excess: steady.excess(of: turn), kept: max(0, 1 - duration / Self.memory))
    if recent.contradicts(steady) {
      // The recent turns include some before the change: reduce their weight.
      steady = recent.faded(to: Self.fadedShare)
      strengths.clear()
    }
    let isRejected = strengths.rejects(
      offset, known: steady.variance, of: end, variance: variance, duration: duration)
    if isRejected {
      steady = HardIronEstimate()
      recent = steady
    }
    correction = steady.significantPart(
      least: Self.leastOffset, significance: HardIronEstimate.liveSignificance)
  }
}

/// Detects that a hard-iron offset has disappeared: the field's strength then varies with the
/// calibration, and is steady without it.
///
/// The turns alone would show this late, because a slow device makes few of them.
struct FieldStrengthMonitor: Sendable {
  /// The mean strength of the calibrated field in µT, and the mean squared deviation in µT².
  private var strength: Double?
  private var scatter = initialScatter
  /// The evidence against the calibration, as a difference of normalised squared deviations.
  private var evidence = 0.0

  private static let initialScatter = 100.0
  /// The largest deviation of an offset, as a share of the field, that yields a valid strength.
  private static let knownShare = 0.15
  /// The time constant of the means and of the evidence, in seconds.
  private static let memory = 5.0
  /// The evidence that rejects a calibration: four standard deviations, squared.
  private static let gate = 16.0

  /// Whether an offset of this variance, in µT², yields a valid strength, in µT.
  static func isKnown(_ strength: Double, variance: Double) -> Bool {
    variance < knownShare * knownShare * strength * strength
  }

  /// Takes a field and the hard-iron offset, both in µT.
  ///
  /// - Parameters:
  ///   - offsetVariance: The variance of the offset, in µT².
  ///   - variance: The variance of a field, in µT².
  ///   - duration: The time since the previous field, in seconds.
  /// - Returns: Whether the calibration must restart.
  mutating func rejects(
    _ offset: Vector3<Double>, known offsetVariance: Double, of field: Vector3<Double>,
    variance: Double,
    duration: Double
  ) -> Bool {
    let calibrated = (field - offset).length
    let isKnown = Self.isKnown(calibrated, variance: offsetVariance)
    guard let mean = strength ?? (isKnown ? calibrated : nil) else { return false }
    let distance = calibrated - mean
    let other = field.length - mean
    let share = min(1, duration / Self.memory)
    let difference = (distance * distance - other * other) / (variance + scatter)
    evidence = max(evidence * (1 - share) + difference, -Self.gate)
    if evidence <= 0, isKnown {
      strength = mean + distance * share
      scatter += (distance * distance - scatter) * share
    }
    guard evidence > Self.gate else { return false }
    self = Self()
    return true
  }

  /// Discards the evidence after a change of the offset.
  mutating func clear() { evidence = 0 }
}
