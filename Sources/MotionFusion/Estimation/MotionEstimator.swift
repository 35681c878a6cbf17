internal import RealModule

/// Estimates device motion from raw sensor samples.
///
/// The samples are checked, the start-up transient is detected, the magnetometer is calibrated, an
/// orientation filter estimates the attitude in a reference frame, and gravity is separated from
/// the user's acceleration.
///
/// ```swift
/// var estimator = MotionEstimator()
/// let motion = samples.compactMap { estimator.update($0) }
/// ```
///
/// ## Start-up transient
///
/// Readings of sensors that were just switched on can mislead the filter. For a recording,
/// ``MotionEstimation`` leaves them out. For a stream, every sample is processed at once and the
/// first 1.1 s are kept; if they began with a transient, the estimator restarts and processes the
/// valid ones again. Motion that was already returned does not change. ``startupSampleCount`` is
/// the number of samples left out.
///
/// ## Faulty samples
///
/// Rejected readings reach no output. A sample whose accelerometer reading is missing or rejected
/// has no motion, and a rejected field does not become ``DeviceMotion/magneticField``. Clipped
/// readings are kept and marked in ``DeviceMotion/quality``. ``faults`` counts both.
///
/// ## Late corrections of the heading
///
/// Iron in the device or near it can turn the first magnetic field, which shows only once the
/// device has turned. The attitude of a frame that points north then turns to the right heading at
/// 90°/s instead of jumping. ``DeviceMotion/headingCorrection`` is the rest of that turn,
/// ``uncertainty`` includes it, and ``SampleFaults/headingCorrections`` counts them.
///
/// ## External measurements
///
/// ``observe(_:)`` takes headings and attitudes, for example from a camera or a compass. Without a
/// magnetometer, the first measurement sets north. In a frame with an arbitrary heading it sets the
/// heading.
public struct MotionEstimator: Sendable {
  /// The settings that do not change with the samples.
  private struct Settings: Sendable {
    var configuration: InertialFilter.Configuration
    var referenceFrame: ReferenceFrame
    var declination: Double
    var usesMagnetometer: Bool
  }

  /// The frame of the attitudes.
  public var referenceFrame: ReferenceFrame { settings.referenceFrame }
  /// The number of samples at the start that were left out as a start-up transient.
  public private(set) var startupSampleCount = 0
  /// The faults of the samples so far, including the start-up transient.
  public var faults: SampleFaults { otherFaults + intake.faults }

  private let settings: Settings
  private var intake = Intake()
  private var filter: InertialFilter
  /// The faults of samples from before a restart, of measurements, and late corrections of the
  /// heading.
  private var otherFaults = SampleFaults()
  /// The start of the stream; `nil` when it is complete.
  private var startup: StartupBuffer?
  /// The faults of samples without a motion since the last motion.
  private var pending = MotionQuality()
  /// The part of a late correction of the heading that the attitude has yet to make, in radians.
  private var pendingTurn = 0.0
  /// The time of the last sample that moved the attitude towards it.
  private var correctionTime = 0.0
  /// The turn about the vertical from the filter's frame to the reference frame, in radians.
  private var frameTurn = 0.0 {
    didSet { frameRotation = .turn(aboutVertical: frameTurn) }
  }
  /// The rotation by ``frameTurn``.
  private var frameRotation = Quaternion<Double>.identity
  /// The last valid reading of the magnetometer.
  private(set) var field: Vector3<Double>?
  /// Whether the filter has found north at least once.
  private var hasFoundNorth = false
  /// The external measurements that the next sample takes.
  private var measurements: [MotionMeasurement] = []
  /// The number of external measurements used so far.
  package private(set) var usedMeasurementCount = 0

  /// The rate of late corrections of the heading, 90°/s in rad/s: 1.5° a frame of a display, as a
  /// hand turns. At 30°/s RING's error is 4.2° instead of 3.5°.
  private static let correctionRate = Double.pi / 2

  /// An estimator in its initial state.
  ///
  /// - Parameters:
  ///   - configuration: Of the orientation filter.
  ///   - referenceFrame: The frame of the attitudes; it decides whether the magnetometer is used.
  ///   - declination: The angle from true to magnetic north in radians, positive east; used in
  ///     ``ReferenceFrame/xTrueNorthZVertical`` only.
  ///   - skipsStartup: Whether the start-up transient is left out.
  public init(
    configuration: InertialFilter.Configuration = InertialFilter.Configuration(),
    referenceFrame: ReferenceFrame = .xArbitraryZVertical, declination: Double = 0,
    skipsStartup: Bool = true
  ) {
    self.init(
      configuration: configuration, referenceFrame: referenceFrame, declination: declination,
      skipsStartup: skipsStartup, usesMagnetometer: true)
  }

  /// An estimator that may leave out the magnetometer.
  init(
    configuration: InertialFilter.Configuration, referenceFrame: ReferenceFrame,
    declination: Double = 0, skipsStartup: Bool, usesMagnetometer: Bool
  ) {
    self.init(
      Settings(
        configuration: configuration, referenceFrame: referenceFrame, declination: declination,
        usesMagnetometer: usesMagnetometer))
    startup = skipsStartup ? StartupBuffer() : nil
  }

  /// The initial state, after the start of the stream.
  private init(_ settings: Settings) {
    self.settings = settings
    var configuration = settings.configuration
    configuration.usesMagnetometer =
      configuration.usesMagnetometer && settings.usesMagnetometer
      && settings.referenceFrame.needsMagnetometer
    configuration.calibratesMagnetometer = true
    filter = InertialFilter(configuration: configuration)
  }

  /// Takes one sample and returns the motion at its time.
  ///
  /// - Returns: `nil` for a sample without a valid accelerometer reading, and, in a frame that
  ///   points north, until north is found.
  public mutating func update(_ sample: SensorSample) -> DeviceMotion? {
    if startup != nil { bufferStart(sample) }
    var checked = intake.check(sample)
    return advance(by: &checked)
  }

  /// ``update(_:)``, with the sample as it was checked, its field calibrated.
  mutating func update(_ sample: SensorSample, checked: inout CheckedSample?) -> DeviceMotion? {
    if startup != nil { bufferStart(sample) }
    var taken = intake.check(sample)
    let motion = advance(by: &taken)
    checked = taken
    return motion
  }

  /// Takes an external heading or attitude in the reference frame.
  ///
  /// It acts on the next sample, which should be the first one at its time or later. A measurement
  /// that is 0.25 s older than that sample, or is neither a heading nor an attitude, is ignored. An
  /// implausible one is also counted in ``SampleFaults/notFinite``.
  public mutating func observe(_ measurement: MotionMeasurement) {
    guard measurement.isPlausible else {
      otherFaults.notFinite += 1
      return
    }
    guard measurement.isAngular else { return }
    measurements.append(measurement)
    startup?.append(measurement)
  }
}

// MARK: - Estimates

extension MotionEstimator {
  /// The attitude at the last sample in the reference frame; `nil` before the first accelerometer
  /// reading, and, in a frame that points north, until north is found.
  public var attitude: Attitude? {
    filter.attitude.flatMap(inReferenceFrame)
  }

  /// The gyroscope bias in the device frame, in rad/s.
  public var gyroscopeBias: Vector3<Double> { filter.gyroscopeBias }

  /// The standard deviations of the estimates; `nil` before the first accelerometer reading.
  public var uncertainty: OrientationUncertainty? { filter.uncertainty.map(withPendingTurn) }

  /// ``uncertainty``, read in place: a getter copies the whole estimator.
  mutating func currentUncertainty() -> OrientationUncertainty? {
    let uncertainty = filter.uncertainty
    return pendingTurn == 0 ? uncertainty : uncertainty.map(withPendingTurn)
  }

  private func withPendingTurn(_ uncertainty: OrientationUncertainty) -> OrientationUncertainty {
    var uncertainty = uncertainty
    let deviation = uncertainty.heading
    uncertainty.heading = (deviation * deviation + pendingTurn * pendingTurn).squareRoot()
    return uncertainty
  }

  /// The calibration of the magnetometer.
  package var calibrator: MagnetometerCalibrator { filter.magnetic.calibrator }

  /// The orientation filter.
  package var inertialFilter: InertialFilter { filter }
}

// MARK: - Steps

extension MotionEstimator {
  /// Keeps `sample`; restarts after a start-up transient.
  @inline(never)
  private mutating func bufferStart(_ sample: SensorSample) {
    guard startup?.append(sample) == true, let start = startup else { return }
    startup = nil
    let samples = start.samples
    let count = StartupDetector().count(in: samples)
    guard count > 0 else { return }
    var restarted = Self(settings)
    restarted.startupSampleCount = count
    // The caller processes the last sample. The first valid sample also takes earlier measurements
    // that are not too old.
    var place = 0
    for next in count..<samples.count {
      restarted.measurements = start.measurements(at: place...next)
      place = next + 1
      if place < samples.count {
        var checked = restarted.intake.check(samples[next])
        _ = restarted.advance(by: &checked)
      }
    }
    // The counts of the stream are kept; the restart undoes late corrections.
    restarted.otherFaults.notFinite += otherFaults.notFinite
    restarted.otherFaults = restarted.otherFaults + (intake.faults - restarted.intake.faults)
    self = restarted
  }

  private mutating func advance(by checked: inout CheckedSample) -> DeviceMotion? {
    // Counted in the faults.
    guard checked.isInTime else { return nil }
    let (priorAttitude, priorBias) = (filter.attitude, filter.gyroscopeBias)
    filter.update(checked)
    if let reading = checked.magneticField {
      field = reading
      checked.magneticField = reading - filter.magnetic.calibrator.correction
    }
    if !measurements.isEmpty { takeMeasurements(at: checked.timestamp) }
    pending.note(checked)
    guard let estimated = filter.attitude else { return nil }
    if pendingTurn != 0 {
      continueCorrection(until: checked.timestamp, isBroken: checked.followsGap)
    }
    if filter.hasNewNorth {
      let turn = (checked.meanRate - priorBias) * checked.rotationStep
      setFrame(
        before: priorAttitude.map { $0 * .turn(by: turn) }, after: estimated,
        at: checked.timestamp)
      hasFoundNorth = true
    }
    guard let acceleration = checked.acceleration, let attitude = inReferenceFrame(estimated)
    else { return nil }
    var motion = DeviceMotion(
      timestamp: checked.timestamp, attitude: attitude, rotationRate: filter.rotationRate,
      userAcceleration: acceleration - attitude.gravity)
    motion.magneticField = field.map { filter.magnetic.calibrator.calibrated($0) }
    motion.isTouching = checked.isTouching
    if pendingTurn != 0 { motion.headingCorrection = pendingTurn }
    if referenceFrame.pointsNorth {
      motion.heading = attitude.heading.map { $0 * (180 / .pi) }
    }
    motion.uncertainty = currentUncertainty()
    pending.isStationary = filter.isStationary
    motion.quality = pending
    pending = MotionQuality()
    return motion
  }

  /// Passes the external measurements to the filter, in its frame.
  private mutating func takeMeasurements(at time: Double) {
    // During a correction the attitude differs from its target.
    let turn = referenceFrame.pointsNorth ? northTurn : frameTurn
    for measurement in measurements
    where abs(time - measurement.timestamp) <= MotionMeasurement.longestAge {
      var measurement = measurement.turned(by: .turn(aboutVertical: -turn))
      if case .heading(let angle) = measurement.quantity {
        measurement.quantity = .heading(angle + turn)
      }
      let age = time - measurement.timestamp
      let isUsed =
        switch measurement.quantity {
        case .heading(let angle):
          filter.observe(heading: angle, deviation: measurement.deviation, age: age)
        case .attitude(let attitude):
          filter.observe(attitude: attitude, deviation: measurement.deviation, age: age)
        case .position, .velocity: false
        }
      if isUsed { usedMeasurementCount += 1 }
    }
    measurements.removeAll(keepingCapacity: true)
  }

  /// The filter's attitude in the reference frame; `nil` while the frame is unknown.
  private func inReferenceFrame(_ attitude: Quaternion<Double>) -> Attitude? {
    guard hasFoundNorth || !referenceFrame.pointsNorth else { return nil }
    return Attitude(quaternion: frameRotation * attitude)
  }

  /// Sets the turn to the reference frame when the filter turns its frame to north.
  ///
  /// - Parameters:
  ///   - before: The attitude from the gyroscope alone.
  ///   - after: The attitude of the filter.
  private mutating func setFrame(
    before: Quaternion<Double>?, after: Quaternion<Double>, at time: Double
  ) {
    let jump = before.map { before in
      let turn = after * before.conjugate
      return (2 * Double.atan2(y: turn.z, x: turn.w)).withoutWholeTurns
    }
    guard referenceFrame.pointsNorth else {
      // Undo the jump to north: the frame keeps its initial direction.
      if referenceFrame == .xArbitraryCorrectedZVertical { frameTurn -= jump ?? 0 }
      return
    }
    if hasFoundNorth, let jump {
      pendingTurn = (pendingTurn + jump).withoutWholeTurns
      correctionTime = time
      otherFaults.headingCorrections += 1
    }
    turnToNorth()
  }

  /// Moves the attitude towards the heading of the filter.
  ///
  /// - Parameter isBroken: Whether a gap has already interrupted the attitude.
  private mutating func continueCorrection(until time: Double, isBroken: Bool) {
    let largest = Self.correctionRate * max(time - correctionTime, 0)
    correctionTime = time
    let turn = min(max(pendingTurn, -largest), largest)
    pendingTurn = isBroken ? 0 : pendingTurn - turn
    turnToNorth()
  }

  /// Sets the turn to a frame that points north, less the pending part of a correction.
  private mutating func turnToNorth() {
    frameTurn = northTurn - pendingTurn
  }

  /// The turn about the vertical from magnetic north to the reference frame's, in radians.
  private var northTurn: Double {
    referenceFrame == .xTrueNorthZVertical ? -settings.declination : 0
  }
}
