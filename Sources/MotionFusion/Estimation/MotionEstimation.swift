/// Estimates the device motion of a whole recording from its raw samples.
///
/// The batch form of ``MotionEstimator``: the start-up transient is left out, the magnetometer is
/// calibrated, and with a magnetometer *x* points to magnetic north. Otherwise the heading is
/// arbitrary (``MotionEstimate/pointsNorth``).
///
/// ```swift
/// let estimate = MotionEstimation().estimate(samples)
/// print(estimate.motions.count, estimate.faults, estimate.startupSampleCount)
/// ```
public struct MotionEstimation: Hashable, Sendable {
  let method: OrientationMethod
  package let usesMagnetometer: Bool
  package let isOffline: Bool
  package let blockSize: Int
  package let skipsStartup: Bool

  /// An estimation with these parameters.
  ///
  /// - Parameters:
  ///   - method: The orientation filter.
  ///   - usesMagnetometer: Whether the magnetometer, if there is one, corrects the heading.
  ///   - isOffline: Whether the recording is smoothed by a forward and a backward pass; with the
  ///     inertial method only.
  ///   - blockSize: The number of raw samples in a block mean; 1 keeps the samples.
  ///   - skipsStartup: Whether the start-up transient is left out.
  /// - Precondition: `blockSize` is positive; `method` is inertial if `isOffline`.
  public init(
    method: OrientationMethod = .inertial(), usesMagnetometer: Bool = true,
    isOffline: Bool = false, blockSize: Int = 1, skipsStartup: Bool = true
  ) {
    precondition(blockSize > 0, "expected a positive block size, got \(blockSize)")
    if case .inertial = method {
    } else {
      precondition(!isOffline, "expected the inertial method offline, got \(method)")
    }
    self.method = method
    self.usesMagnetometer = usesMagnetometer
    self.isOffline = isOffline
    self.blockSize = blockSize
    self.skipsStartup = skipsStartup
  }

  /// Estimates the motion of one recording.
  ///
  /// - Parameters:
  ///   - samples: In the order of time, from the start of the recording.
  ///   - measurements: Headings and attitudes from outside, in the order of time, with the inertial
  ///     method. With any of them the frame is theirs; online, motions follow from the first one,
  ///     or the first usable magnetic field. Offline, only the heading of an attitude is used.
  public func estimate(
    _ samples: [SensorSample], measurements: [MotionMeasurement] = []
  ) -> MotionEstimate {
    var motions: [DeviceMotion] = []
    var uncertainties: [OrientationUncertainty] = []
    motions.reserveCapacity(samples.count / blockSize)
    var estimate = estimate(samples, measurements: measurements) { motion, uncertainty in
      motions.append(motion)
      if let uncertainty { uncertainties.append(uncertainty) }
    }
    estimate.motions = motions
    estimate.uncertainties = uncertainties
    return estimate
  }

  /// Estimates the motion of one recording, and passes each motion on, with its standard deviations
  /// if the method has them.
  ///
  /// - Returns: The estimate without motions and standard deviations.
  package func estimate<Failure: Error>(
    _ samples: [SensorSample], measurements: [MotionMeasurement] = [],
    _ body: (DeviceMotion, OrientationUncertainty?) throws(Failure) -> Void
  ) throws(Failure) -> MotionEstimate {
    let startupSampleCount = skipsStartup ? StartupDetector().count(in: samples) : 0
    guard !isOffline else {
      return try smooth(
        samples, startupSampleCount: startupSampleCount,
        measurements: measurements.filter { $0.isAngular && $0.isPlausible }, body)
    }
    var session = MotionEstimationSession(
      self, startupSampleCount: startupSampleCount,
      pointsNorth: pointsNorth(samples.dropFirst(startupSampleCount)),
      measurements: measurements)
    for sample in samples {
      guard let (motion, uncertainty) = session.update(sample) else { continue }
      try body(motion, uncertainty)
    }
    return session.finish()
  }

  /// Whether the magnetometer corrects the heading of a recording with these valid samples.
  private func pointsNorth(_ samples: ArraySlice<SensorSample>) -> Bool {
    guard usesMagnetometer else { return false }
    var search = NorthSearch(blockSize: blockSize)
    return samples.contains { search.update($0) }
  }

  private func smooth<Failure: Error>(
    _ samples: [SensorSample], startupSampleCount: Int, measurements: [MotionMeasurement],
    _ body: (DeviceMotion, OrientationUncertainty?) throws(Failure) -> Void
  ) throws(Failure) -> MotionEstimate {
    var estimate = MotionEstimate()
    guard case .inertial(var configuration) = method else { return estimate }
    estimate.startupSampleCount = startupSampleCount
    // Without a transient the samples are not copied: a day at 100 Hz takes 1 GB.
    let valid = startupSampleCount == 0 ? samples : Array(samples[startupSampleCount...])
    estimate.findings = SensorConsistency.findings(in: valid)
    let samples = valid.blockMeans(of: blockSize)
    estimate.sampleCount = samples.count
    if let first = samples.first, let last = samples.last, samples.count > 1 {
      estimate.sampleInterval = (last.timestamp - first.timestamp) / Double(samples.count - 1)
    }
    configuration.usesMagnetometer = configuration.usesMagnetometer && usesMagnetometer
    let result = InertialSmoother(configuration: configuration).smooth(
      samples, measurements: measurements)
    estimate.pointsNorth = result.pointsNorth
    estimate.usedMeasurementCount = result.usedMeasurementCount
    let kept = Vector3(repeating: 1) - result.gyroscopeScale
    var rate = Vector3<Double>.zero
    for case (let sample, let point?) in zip(samples, result.estimates) {
      if let reading = sample.rotationRate, reading.isFinite {
        rate = reading * kept - point.gyroscopeBias
      }
      guard let acceleration = sample.acceleration, acceleration.isFinite else { continue }
      let attitude = Attitude(quaternion: point.attitude)
      var motion = DeviceMotion(
        timestamp: point.timestamp, attitude: attitude, rotationRate: rate,
        userAcceleration: acceleration - attitude.gravity)
      if estimate.pointsNorth { motion.heading = attitude.heading.map { $0 * (180 / .pi) } }
      motion.isTouching = sample.isTouching
      try body(motion, point.uncertainty)
    }
    estimate.faults = result.faults
    estimate.gyroscopeBias = result.estimates.lazy.compactMap { $0?.gyroscopeBias }.last
    return estimate
  }
}
