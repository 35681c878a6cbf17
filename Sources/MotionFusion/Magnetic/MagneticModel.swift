internal import RealModule

/// The model of the magnetic field: the magnetometer's hard-iron offset, the field of the
/// surroundings, and the decision on each reading.
///
/// The orientation filter passes each sample to `calibrate`, and the calibrated field of each
/// interval to ``judge(_:innovation:headingVariance:)``, which decides whether it corrects the
/// heading. The offline pass uses the judgement only: it calibrates from both sides.
package struct MagneticModel: Sendable {
  /// The decision on a field.
  enum Answer {
    /// The field shows north: its direction has this variance, in rad².
    case use(variance: Double)
    /// The field is disturbed.
    case leaveOut
    /// Turning has disproved the field before, and with it the heading. This one shows north, with
    /// this variance of its direction, in rad².
    case northMoved(variance: Double)
  }

  /// A field, to be judged.
  struct Observation {
    /// In the level frame, *z* up, in µT.
    var field: Vector3<Double>
    /// The last reading of its interval in the device frame, in µT.
    var reading: Vector3<Double>
    /// The time since the last one, in seconds.
    var step: Double
    /// The time of turning in the step: ``FieldMonitor/proof(ofTurning:step:)``.
    var proof: Double
    /// Whether the vertical has settled, so that the dip is valid.
    var isLevel: Bool
    /// The variance of the vertical, in rad².
    var tiltVariance: Double
  }

  package private(set) var calibrator = MagnetometerCalibrator()
  /// The error of the field's direction by the offset; `nil` before the first turn.
  var offsetError: HardIronEstimate.DirectionError?
  /// Whether the offset is estimated: before the first turn it is then unknown.
  private var isCalibrating = false
  private var monitor: FieldMonitor
  private var interval = Interval()

  /// The fields since the last judgement.
  private struct Interval: Sendable {
    /// The integral of the field in the level frame, in µT s.
    var sum = Vector3<Double>.zero
    /// In seconds.
    var duration = 0.0
    /// The proof of turning, in seconds.
    var proof = 0.0
  }

  /// A model without readings.
  ///
  /// - Parameter isLive: Whether later samples are unknown.
  init(isLive: Bool = true) { monitor = FieldMonitor(isLive: isLive) }
}

// MARK: - Hard-iron offset

extension MagneticModel {
  /// Takes the readings of one sample for the estimate of the hard-iron offset.
  ///
  /// - Parameters:
  ///   - gyroscopeBias: In rad/s.
  ///   - attitude: Device to the filter's frame, at the last sample.
  ///   - isNorthKnown: Whether *x* of this frame points to north.
  /// - Returns: Whether the offset has misled the heading, which is to be discarded.
  @inline(__always)  // Workload "motion-estimator-1000".
  mutating func calibrate(
    _ checked: CheckedSample, gyroscopeBias: Vector3<Double>,
    attitude: Quaternion<Double>?, isNorthKnown: Bool
  ) -> Bool {
    isCalibrating = true
    guard calibrator.update(checked, gyroscopeBias: gyroscopeBias),
      let reading = checked.magneticField, let attitude,
      isMisleading(
        reading - calibrator.correction, attitude: attitude, isNorthKnown: isNorthKnown,
        isCertain: monitor.isCertain)
    else { return false }
    forget()
    return true
  }

  /// Whether a new estimate shows that the hard-iron offset has misled the heading.
  ///
  /// This applies only while the field has no proof. The monitor detects a magnet that is attached
  /// later, and its heading is better than that of a calibration in progress.
  ///
  /// - Parameter isCertain: Whether turning has proven the field, and no offset explains it.
  @inline(never)
  private mutating func isMisleading(
    _ field: Vector3<Double>, attitude: Quaternion<Double>, isNorthKnown: Bool, isCertain: Bool
  ) -> Bool {
    let offsetError = calibrator.directionError(
      of: field, vertical: attitude.conjugate.act(.unitZ))
    self.offsetError = offsetError
    guard !isCertain, isNorthKnown, calibrator.correction != .zero else { return false }
    let level = attitude.act(field)
    let error = abs(Double.atan2(y: level.y, x: level.x))
    return error > Constants.largestHeadingError && error * error > 9 * offsetError.variance
  }

  /// Discards the field of the surroundings; keeps the hard-iron offset.
  mutating func forget() {
    monitor = FieldMonitor(isLive: monitor.isLive)
    interval = Interval()
  }
}

// MARK: - Field of the surroundings

extension MagneticModel {
  /// Whether the field is disturbed and left out.
  var isDisturbed: Bool { monitor.isDisturbed }

  /// The variance of north by a hard-iron offset and by a field that is not proven, in rad².
  @inline(__always)  // Within the module it is read in place.
  var doubt: Double {
    monitor.doubt(of: offsetError, contradicted: monitor.isDisturbed ? 1 : 0)
  }

  /// ``doubt`` for an offline recording.
  ///
  /// - Parameters:
  ///   - error: The error by a hard-iron offset; `nil` if unknown.
  ///   - share: The share of the time in which the field was left out.
  func doubt(of error: HardIronEstimate.DirectionError?, contradicted share: Double) -> Double {
    monitor.doubt(of: error, contradicted: share)
  }

  /// The time of the fields since the last judgement, in seconds.
  @inline(__always)  // Benchmark "inertial filter, 9 axes, a sample".
  var duration: Double { interval.duration }

  /// Adds a field in the level frame, in µT, to the mean of the interval.
  ///
  /// - Parameters:
  ///   - step: The time since the last field, in seconds.
  ///   - turning: The angular rate in rad/s.
  @inline(__always)  // Benchmark "inertial filter, 9 axes, a sample".
  mutating func add(_ level: Vector3<Double>, step: Double, turning: Double) {
    interval.sum += level * step
    interval.duration += step
    interval.proof += FieldMonitor.proof(ofTurning: turning, step: step)
  }

  /// Ends the interval.
  ///
  /// - Parameters:
  ///   - level: Its last field in the level frame, in µT: the mean of an interval without duration.
  ///   - reading: The same in the device frame.
  ///   - isLevel: Whether the vertical has settled.
  ///   - tiltVariance: The variance of the vertical, in rad².
  mutating func endInterval(
    _ level: Vector3<Double>, reading: Vector3<Double>, isLevel: Bool, tiltVariance: Double
  ) -> Observation {
    let ended = interval
    interval = Interval()
    return Observation(
      field: ended.duration > 0 ? ended.sum * (1 / ended.duration) : level, reading: reading,
      step: ended.duration, proof: ended.proof, isLevel: isLevel, tiltVariance: tiltVariance)
  }

  /// Decides whether a field corrects the heading. The variance of its direction includes that by
  /// the hard-iron offset.
  ///
  /// - Parameters:
  ///   - innovation: The angle in radians from the heading to that by the field.
  ///   - headingVariance: The variance of the heading, in rad²; `nil` if it cannot be contradicted.
  mutating func judge(
    _ observation: Observation, innovation: Double, headingVariance: Double?
  ) -> Answer {
    let variance = min(
      Self.variance(of: observation.field, tiltVariance: observation.tiltVariance)
        + (offsetError?.doubt ?? 0), OrientationUncertainty.unknownHeadingVariance)
    let contradicts = Self.contradicts(
      innovation, variance: variance, headingVariance: headingVariance)
    monitor.observe(
      observation, correction: calibrator.correction, contradicts: contradicts,
      deviates: contradicts && abs(innovation) > Constants.directionTolerance,
      offsetError: offsetError ?? (isCalibrating ? .unknown : nil))
    if monitor.hasDisprovedReference { return .northMoved(variance: variance) }
    return monitor.isDisturbed ? .leaveOut : .use(variance: variance)
  }

  /// Discards the readings before a gap; keeps the field of the surroundings.
  mutating func restart() {
    monitor.restart()
    interval = Interval()
  }

  /// Whether a field's direction differs from the heading by more than the gyroscope explains.
  private static func contradicts(
    _ innovation: Double, variance: Double, headingVariance: Double?
  ) -> Bool {
    guard let headingVariance else { return false }
    let gate = Constants.directionGate
    return innovation * innovation > gate * gate * (headingVariance + variance)
  }

  /// The variance of the direction of a field's horizontal part, in rad².
  ///
  /// - Parameters:
  ///   - field: In the level frame.
  ///   - deviation: Of a component, in relation to the field's strength.
  ///   - tiltVariance: The variance of the vertical, in rad²; half of it is about the field.
  static func variance(
    of field: Vector3<Double>, deviation: Double = Constants.deviation, tiltVariance: Double
  ) -> Double {
    let horizontal = field.x * field.x + field.y * field.y
    let vertical = field.z * field.z
    let error =
      deviation * deviation * (horizontal + vertical) + 0.5 * tiltVariance * vertical
    return min(
      error / max(horizontal, .leastNormalMagnitude),
      OrientationUncertainty.unknownHeadingVariance)
  }
}

// MARK: - Constants

extension MagneticModel {
  /// Constants of the field and of the rejection of disturbances, chosen on ten trials of BROAD.
  /// The constants of deviation and direction, and the proof by turning, were also chosen on
  /// RepoIMU and RING.
  enum Constants {
    /// The standard deviation of a component of the undisturbed field in relation to its strength:
    /// indoors the field bends from place to place. At a dip of 67° it is 4.4° of heading.
    static let deviation = 0.03
    /// That of the mean field of a place, which no averaging removes: 2° of heading on BROAD, at a
    /// dip of 67°. RING's five magnetometers, in one room without a calibration, differ by 17°.
    static let meanDeviation = 0.014
    /// The correlation time of that deviation, in seconds.
    static let correlation = 2.5
    /// Beyond this heading error, 30° in radians, a new calibration discards the heading instead of
    /// correcting it.
    static let largestHeadingError = Double.pi / 6
    /// The largest deviation of the field's strength from the reference, as a share of it.
    static let strengthTolerance = 0.08
    /// The largest deviation of the field's dip from the reference, 10° in radians.
    static let dipTolerance = 10 * Double.pi / 180
    /// The least deviation of the field's direction from the heading that is a disturbance, 45° in
    /// radians, and its least number of standard deviations. Errors on BROAD, RepoIMU and RING are
    /// flat from 25° to 50°.
    static let directionTolerance = Double.pi / 4
    static let directionGate = 3.0
    /// The time constant at which the reference follows accepted fields, in seconds.
    static let referenceTimeConstant = 20.0
    /// The time in motion after which another steady field becomes the reference at the latest, in
    /// seconds.
    static let adoptionTime = 20.0
    /// The time in motion that proves a field to be fixed in the surroundings and not in the
    /// device, in seconds; a third of it during fast turns. It spans about one radian.
    static let proofTime = 3.0
    /// The standard deviation of the direction of a field before this proof, 45° in radians: the
    /// rms error of the first fields of BROAD, RepoIMU's stick and pendulum and RING is 4°, 3°, 50°
    /// and 68°, or 42° with the same weight.
    static let unprovenDeviation = Double.pi / 4
  }
}
