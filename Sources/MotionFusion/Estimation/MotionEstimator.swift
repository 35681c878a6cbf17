internal import RealModule

/// The stage from raw sensor samples to device motion: an orientation filter, a reference frame,
/// and gravity told apart from what the user does.
///
/// ```swift
/// var estimator = MotionEstimator<ComplementaryFilter>()
/// let motion = samples.compactMap { estimator.process($0) }
/// ```
///
/// ## The start
///
/// What sensors report before they are settled would mislead the filter. Of a whole recording
/// ``process(_:)-(Sequence<SensorSample>)`` skips it. A stream goes through at once, sample by sample,
/// and its first second, 1.1 s by the default ``StartupDetector``, is kept meanwhile: when it is over and
/// was begun by a ``StartupTransient``, the stage goes on as if it had begun with the first sample
/// that can be believed, at the cost of that second once more. Motion that was given before then stands
/// as it was; ``startupSampleCount`` tells.
public struct MotionEstimator<Filter: OrientationFilter>: Hashable, Sendable, Codable {
  /// The filter, its state readable.
  public private(set) var filter: Filter
  /// The frame that attitudes refer to.
  public let referenceFrame: ReferenceFrame
  /// The angle from true to magnetic north in radians, positive when magnetic north lies to the
  /// east; read in ``ReferenceFrame/xTrueNorthZVertical`` only.
  public let declination: Double
  /// How many samples at the start were found to be not believable, and left out. Samples whose time is
  /// not finite are not counted.
  public private(set) var startupSampleCount = 0
  /// What was wrong with the samples so far, those that were left out at the start included.
  public var faults: SampleFaults { startupFaults + filter.faults }
  /// The faults of samples that the filter has not seen since it began afresh.
  private var startupFaults = SampleFaults.zero
  /// The start of the stream; `nil` when it is over.
  private var startup: StartupWatch?

  /// Device motion from `filter`, in `referenceFrame`.
  ///
  /// - Parameters:
  ///   - filter: The filter, which must not use the magnetometer when the frame is
  ///     ``ReferenceFrame/xArbitraryZVertical``.
  ///   - referenceFrame: The frame that attitudes refer to.
  ///   - declination: The angle from true to magnetic north in radians, positive east.
  ///   - startup: What recognises samples of sensors that are not settled yet; `nil` believes all, and
  ///     so does a filter that has seen samples already.
  public init(
    filter: Filter, referenceFrame: ReferenceFrame = .xArbitraryZVertical,
    declination: Double = 0, startup: StartupDetector? = StartupDetector()
  ) {
    self.filter = filter
    self.referenceFrame = referenceFrame
    self.declination = declination
    hasFoundNorth = filter.isNorthKnown
    if filter == Filter(configuration: filter.configuration) {
      self.startup = startup.map { StartupWatch(detector: $0) }
    }
  }

  /// The turn about the vertical from the filter's frame to the reference frame.
  private var frameTurn = 0.0
  /// What the device adds to the magnetic field, and how well it is known.
  public private(set) var calibrator = MagnetometerCalibrator()
  /// How well the device's own field was known, at best so far.
  private var gradeAtNorth = MagneticFieldAccuracy.uncalibrated
  /// The last reading of the magnetometer, which may be slower than the accelerometer.
  private var field: Vector3<Double>?

  /// Whether the filter has found north, be it that it seeks north again since.
  private var hasFoundNorth = false

  /// The attitude at the last sample in the reference frame; `nil` until gravity was seen, and until
  /// north was found when the frame points north.
  public var attitude: Attitude? {
    guard hasFoundNorth || !referenceFrame.pointsNorth else { return nil }
    return filter.attitude.map { Attitude(quaternion: .turn(aboutVertical: frameTurn) * $0) }
  }

  /// A heading that is off by more, in radians (30°), is sooner found than corrected.
  private static var misleadingAngle: Double { .pi / 6 }

  /// Takes one sample and gives the motion at its time.
  ///
  /// - Returns: `nil` for a sample without a usable accelerometer reading, until gravity was
  ///   seen, and until north was found when the frame points north.
  public mutating func process(_ sample: SensorSample) -> DeviceMotion? {
    if startup != nil { watchStart(sample) }
    return advance(by: sample)
  }

  /// Keeps `sample`, and begins afresh when the start is over and was misleading.
  @inline(never)
  private mutating func watchStart(_ sample: SensorSample) {
    guard startup?.append(sample) == true, let start = startup else { return }
    startup = nil
    let count = start.detector.count(in: start.samples)
    guard count > 0 else { return }
    let faults = filter.faults
    self = Self(
      filter: Filter(configuration: filter.configuration), referenceFrame: referenceFrame,
      declination: declination, startup: nil)
    startupSampleCount = count
    // The latest one is the caller's.
    for believed in start.samples[count...].dropLast() { _ = advance(by: believed) }
    startupFaults = faults - filter.faults
  }

  private mutating func advance(by sample: SensorSample) -> DeviceMotion? {
    let before = filter.attitude
    let knewNorth = filter.isNorthKnown
    let calibrated = calibrator.calibrate(sample, gyroscopeBias: filter.gyroscopeBias)
    if let reading = sample.magneticField, reading.isFinite {
      field = reading
      seekNorth(in: reading - calibrator.correction)
    }
    let soughtNorth = knewNorth && !filter.isNorthKnown
    filter.update(calibrated)
    guard let estimated = filter.attitude else { return nil }
    if filter.isNorthKnown, !knewNorth || soughtNorth {
      settleFrame(before: before, after: estimated)
      hasFoundNorth = true
    }
    guard let acceleration = sample.acceleration, acceleration.isFinite, let turned = attitude
    else { return nil }
    var motion = DeviceMotion(
      timestamp: sample.timestamp, attitude: turned, rotationRate: filter.rotationRate,
      userAcceleration: acceleration - turned.gravity)
    motion.magneticField = field.map { calibrator.calibrated($0) }
    motion.isTouching = sample.isTouching
    if referenceFrame.pointsNorth {
      motion.heading = turned.heading.map { $0 * (180 / .pi) }
    }
    return motion
  }

  /// Has the filter find north afresh where the device's own field, as it is first known well, turns
  /// out to have led it astray: where `field`, without it, points elsewhere.
  ///
  /// Only then: a magnet that is attached later is the filter's to notice, whose heading until then
  /// is better than what a calibration in flux would give.
  private mutating func seekNorth(in field: Vector3<Double>) {
    guard calibrator.accuracy > gradeAtNorth, calibrator.accuracy >= .medium else { return }
    gradeAtNorth = calibrator.accuracy
    guard filter.isNorthKnown, calibrator.correction != .zero,
      let level = filter.attitude?.act(field),
      abs(Double.atan2(y: level.y, x: level.x)) > Self.misleadingAngle
    else { return }
    filter.forgetNorth()
  }

  /// Finds the turn to the reference frame as the filter turns its own frame to north.
  private mutating func settleFrame(before: Quaternion<Double>?, after: Quaternion<Double>) {
    switch referenceFrame {
    case .xArbitraryZVertical:
      break
    case .xArbitraryCorrectedZVertical:
      guard let before else { return }
      // Undo the jump to north, so that the frame stays where it started.
      let jump = after * before.conjugate
      frameTurn -= 2 * Double.atan2(y: jump.z, x: jump.w)
    case .xMagneticNorthZVertical:
      frameTurn = 0
    case .xTrueNorthZVertical:
      frameTurn = -declination
    }
  }
}

extension MotionEstimator {
  /// The motion of a whole recording, by a copy of this stage: samples before gravity and north are
  /// known give none, and neither do those of sensors that are not settled yet.
  public func process(_ samples: some Sequence<SensorSample>) -> [DeviceMotion] {
    var stage = self
    guard let startup, startup.samples.isEmpty else {
      return samples.compactMap { stage.process($0) }
    }
    stage.startup = nil
    let all = Array(samples)
    return all[startup.detector.count(in: all)...].compactMap { stage.advance(by: $0) }
  }
}
