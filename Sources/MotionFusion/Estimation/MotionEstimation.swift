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
  private let method: OrientationMethod
  private let usesMagnetometer: Bool
  private let isOffline: Bool
  private let blockSize: Int
  private let skipsStartup: Bool

  /// An estimation with these parameters.
  ///
  /// - Parameters:
  ///   - method: The orientation filter.
  ///   - usesMagnetometer: Whether the magnetometer, if there is one, gives the heading.
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
  /// - Parameter samples: In the order of time, from the start of the recording.
  public func estimate(_ samples: [SensorSample]) -> MotionEstimate {
    var estimate = MotionEstimate()
    estimate.startupSampleCount = skipsStartup ? StartupDetector().count(in: samples) : 0
    // Without a transient the samples are not copied: a day at 100 Hz takes 1 GB.
    let isWhole = estimate.startupSampleCount == 0
    let valid = isWhole ? samples : Array(samples[estimate.startupSampleCount...])
    estimate.findings = SensorConsistency.findings(in: valid)
    let samples = valid.blockMeans(of: blockSize)
    estimate.sampleCount = samples.count
    if let first = samples.first, let last = samples.last, samples.count > 1 {
      estimate.sampleInterval = (last.timestamp - first.timestamp) / Double(samples.count - 1)
    }
    estimate.pointsNorth =
      usesMagnetometer
      && samples.contains { $0.magneticField.map { $0.isFinite && $0 != .zero } ?? false }
    estimate.motions.reserveCapacity(samples.count)
    if case .inertial = method { estimate.uncertainties.reserveCapacity(samples.count) }
    if isOffline {
      smooth(samples, into: &estimate)
    } else {
      filter(samples, into: &estimate)
    }
    return estimate
  }

  private func filter(_ samples: [SensorSample], into estimate: inout MotionEstimate) {
    var estimator = MotionEstimator(
      method: method,
      referenceFrame: estimate.pointsNorth ? .xMagneticNorthZVertical : .xArbitraryZVertical,
      skipsStartup: false, checksConsistency: false)
    for sample in samples {
      guard let motion = estimator.process(sample) else { continue }
      estimate.motions.append(motion)
      if let uncertainty = estimator.currentUncertainty() {
        estimate.uncertainties.append(uncertainty)
      }
    }
    estimate.faults = estimator.faults
    if estimator.uncertainty != nil { estimate.gyroscopeBias = estimator.gyroscopeBias }
  }

  private func smooth(_ samples: [SensorSample], into estimate: inout MotionEstimate) {
    guard case .inertial(var configuration) = method else { return }
    configuration.usesMagnetometer = configuration.usesMagnetometer && estimate.pointsNorth
    let result = InertialSmoother(configuration: configuration).smooth(samples)
    var rate = Vector3<Double>.zero
    for case (let sample, let point?) in zip(samples, result.estimates) {
      if let reading = sample.rotationRate, reading.isFinite {
        rate = reading - point.gyroscopeBias
      }
      guard let acceleration = sample.acceleration, acceleration.isFinite else { continue }
      let attitude = Attitude(quaternion: point.attitude)
      var motion = DeviceMotion(
        timestamp: point.timestamp, attitude: attitude, rotationRate: rate,
        userAcceleration: acceleration - attitude.gravity)
      if estimate.pointsNorth { motion.heading = attitude.heading.map { $0 * (180 / .pi) } }
      motion.isTouching = sample.isTouching
      estimate.motions.append(motion)
      estimate.uncertainties.append(point.uncertainty)
    }
    estimate.faults = result.faults
    estimate.gyroscopeBias = result.estimates.lazy.compactMap { $0?.gyroscopeBias }.last
  }
}
