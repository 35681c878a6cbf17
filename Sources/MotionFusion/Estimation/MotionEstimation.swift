/// Estimates attitude and device motion of a whole recording from its raw samples.
///
/// The batch form of ``MotionEstimator``: the start-up transient is left out, the magnetometer is
/// calibrated, and with a magnetometer *x* points to magnetic north. Without one, or without
/// ``usesMagnetometer``, the heading is arbitrary (``MotionEstimate/pointsNorth``).
///
/// ```swift
/// let estimate = MotionEstimation().estimate(samples)
/// print(estimate.motions.count, estimate.faults, estimate.startupSampleCount)
/// ```
public struct MotionEstimation: Hashable, Sendable {
  /// The orientation filter. Default: the inertial filter.
  public var method: OrientationMethod
  /// Whether the magnetometer, where there is one, gives the heading. Default: true.
  public var usesMagnetometer: Bool
  /// Whether the whole recording is smoothed forwards and backwards by ``InertialSmoother``.
  /// Only with the inertial method. Default: false.
  public var isOffline: Bool
  /// The number of raw samples in a block mean; 1 keeps the samples. Default: 1.
  public var blockSize: Int
  /// Whether the start-up transient is left out. Default: true.
  public var skipsStartup: Bool

  /// An estimation by this method.
  public init(
    method: OrientationMethod = .inertial, usesMagnetometer: Bool = true, isOffline: Bool = false,
    blockSize: Int = 1, skipsStartup: Bool = true
  ) {
    self.method = method
    self.usesMagnetometer = usesMagnetometer
    self.isOffline = isOffline
    self.blockSize = blockSize
    self.skipsStartup = skipsStartup
  }

  /// Estimates the motion of one recording.
  ///
  /// - Parameter samples: In the order of time, from the start of the recording.
  /// - Precondition: `blockSize` is positive; the method is inertial where `isOffline` is set.
  public func estimate(_ samples: [SensorSample]) -> MotionEstimate {
    precondition(!isOffline || method == .inertial, "expected the inertial method offline")
    var estimate = MotionEstimate()
    estimate.startupSampleCount = skipsStartup ? StartupDetector().count(in: samples) : 0
    let samples = Array(samples[estimate.startupSampleCount...]).blockMeans(of: blockSize)
    estimate.sampleCount = samples.count
    if let first = samples.first, let last = samples.last, samples.count > 1 {
      estimate.sampleInterval = (last.timestamp - first.timestamp) / Double(samples.count - 1)
    }
    let hasField = samples.contains { $0.magneticField.map { $0.isFinite && $0 != .zero } ?? false }
    estimate.pointsNorth = usesMagnetometer && hasField
    switch method {
    case .inertial:
      var configuration = InertialFilter.Configuration()
      configuration.usesMagnetometer = estimate.pointsNorth
      if isOffline {
        smooth(samples, configuration, into: &estimate)
      } else {
        run(InertialFilter(configuration: configuration), samples, into: &estimate)
      }
    case .complementary:
      var configuration = ComplementaryFilter.Configuration()
      configuration.usesMagnetometer = estimate.pointsNorth
      run(ComplementaryFilter(configuration: configuration), samples, into: &estimate)
    case .mahony:
      var configuration = MahonyFilter.Configuration()
      configuration.usesMagnetometer = estimate.pointsNorth
      run(MahonyFilter(configuration: configuration), samples, into: &estimate)
    case .madgwick:
      var configuration = MadgwickFilter.Configuration()
      configuration.usesMagnetometer = estimate.pointsNorth
      run(MadgwickFilter(configuration: configuration), samples, into: &estimate)
    }
    return estimate
  }

  private func run(
    _ filter: some OrientationFilter, _ samples: [SensorSample], into estimate: inout MotionEstimate
  ) {
    var estimator = MotionEstimator(
      filter: filter,
      referenceFrame: estimate.pointsNorth ? .xMagneticNorthZVertical : .xArbitraryZVertical,
      startup: nil)
    estimate.attitudes.reserveCapacity(samples.count)
    estimate.motions.reserveCapacity(samples.count)
    for sample in samples {
      if let motion = estimator.process(sample) { estimate.motions.append(motion) }
      if let attitude = estimator.attitude {
        estimate.attitudes.append(
          TimedAttitude(timestamp: sample.timestamp, attitude: attitude.quaternion))
      }
    }
    estimate.faults = estimator.faults
  }

  private func smooth(
    _ samples: [SensorSample], _ configuration: InertialFilter.Configuration,
    into estimate: inout MotionEstimate
  ) {
    let result = InertialSmoother(configuration: configuration).smooth(samples)
    var rate = Vector3<Double>.zero
    for case (let sample, let point?) in zip(samples, result.estimates) {
      estimate.attitudes.append(
        TimedAttitude(timestamp: point.timestamp, attitude: point.attitude))
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
    }
    estimate.faults = result.faults
  }
}
