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
  let configuration: InertialFilter.Configuration
  package let usesMagnetometer: Bool
  package let isOffline: Bool
  package let blockSize: Int
  package let skipsStartup: Bool

  /// An estimation with these parameters.
  ///
  /// - Parameters:
  ///   - configuration: Of the orientation filter.
  ///   - usesMagnetometer: Whether the magnetometer, if there is one, corrects the heading.
  ///   - isOffline: Whether the recording is smoothed by a forward and a backward pass.
  ///   - blockSize: The number of raw samples in a block mean; 1 keeps the samples.
  ///   - skipsStartup: Whether the start-up transient is left out.
  /// - Precondition: `blockSize` is positive.
  public init(
    configuration: InertialFilter.Configuration = InertialFilter.Configuration(),
    usesMagnetometer: Bool = true, isOffline: Bool = false, blockSize: Int = 1,
    skipsStartup: Bool = true
  ) {
    precondition(blockSize > 0, "expected a positive block size, got \(blockSize)")
    self.configuration = configuration
    self.usesMagnetometer = usesMagnetometer
    self.isOffline = isOffline
    self.blockSize = blockSize
    self.skipsStartup = skipsStartup
  }

  /// Estimates the motion of one recording.
  ///
  /// - Parameters:
  ///   - samples: In the order of time, from the start of the recording.
  ///   - measurements: External headings and attitudes in the order of time. If there are any, they
  ///     define the reference frame. Online, motions start at the first measurement or the first
  ///     usable magnetic field. Offline, only the heading of an attitude is used.
  public func estimate(
    _ samples: [SensorSample], measurements: [MotionMeasurement] = []
  ) -> MotionEstimate {
    var motions: [DeviceMotion] = []
    motions.reserveCapacity(samples.count / blockSize)
    var estimate = estimate(samples, measurements: measurements) { motions.append($0) }
    estimate.motions = motions
    return estimate
  }

  /// Estimates the motion of one recording, and passes each motion on.
  ///
  /// - Parameter progress: Offline, receives the share of the work that is done before the first
  ///   motion is passed on.
  /// - Returns: The estimate without motions.
  package func estimate<Failure: Error>(
    _ samples: [SensorSample], measurements: [MotionMeasurement] = [],
    progress: ((Double) -> Void)? = nil,
    _ body: (DeviceMotion) throws(Failure) -> Void
  ) throws(Failure) -> MotionEstimate {
    let startupSampleCount = skipsStartup ? StartupDetector().count(in: samples) : 0
    guard !isOffline else {
      return try smooth(
        samples, startupSampleCount: startupSampleCount,
        measurements: measurements.filter { $0.isAngular && $0.isPlausible }, progress: progress,
        body)
    }
    var session = Session(
      self, startupSampleCount: startupSampleCount,
      pointsNorth: pointsNorth(samples.dropFirst(startupSampleCount)),
      measurements: measurements)
    for sample in samples {
      if let motion = session.update(sample) { try body(motion) }
    }
    return try session.finish(body)
  }

  /// Whether the magnetometer corrects the heading of a recording with these valid samples.
  private func pointsNorth(_ samples: ArraySlice<SensorSample>) -> Bool {
    guard usesMagnetometer else { return false }
    var search = NorthSearch(blockSize: blockSize)
    return samples.contains { search.update($0) }
  }

  private func smooth<Failure: Error>(
    _ samples: [SensorSample], startupSampleCount: Int, measurements: [MotionMeasurement],
    progress: ((Double) -> Void)?, _ body: (DeviceMotion) throws(Failure) -> Void
  ) throws(Failure) -> MotionEstimate {
    var estimate = MotionEstimate()
    estimate.startupSampleCount = startupSampleCount
    // Without a transient the samples are not copied: a day at 100 Hz takes 1 GB.
    let valid = startupSampleCount == 0 ? samples : Array(samples[startupSampleCount...])
    let samples = valid.joined.blockMeans(of: blockSize)
    estimate.sampleCount = samples.count
    if let first = samples.first, let last = samples.last, samples.count > 1 {
      estimate.sampleInterval = (last.timestamp - first.timestamp) / Double(samples.count - 1)
    }
    var configuration = configuration
    configuration.usesMagnetometer = configuration.usesMagnetometer && usesMagnetometer
    let result = InertialSmoother(configuration: configuration).smooth(
      samples, measurements: measurements, progress: progress)
    estimate.pointsNorth = result.pointsNorth
    estimate.usedMeasurementCount = result.usedMeasurementCount
    var rate = Vector3<Double>.zero
    for case (let sample, let point?) in zip(samples, result.estimates) {
      rate = point.rotationRate ?? rate
      if let motion = point.motion(
        rotationRate: rate, pointsNorth: result.pointsNorth, isTouching: sample.isTouching)
      {
        try body(motion)
      }
    }
    estimate.faults = result.faults
    estimate.setBias(
      result.estimates.lazy.compactMap { $0?.gyroscopeBias }.last, by: configuration)
    return estimate
  }
}

/// The device motion of one recording, estimated from its raw samples.
public struct MotionEstimate: Hashable, Sendable {
  /// The motion at every sample with an accelerometer reading and a known attitude.
  public package(set) var motions: [DeviceMotion] = []
  /// Whether *x* points to magnetic north; otherwise the heading is arbitrary.
  public package(set) var pointsNorth = false
  /// The number of samples at the start that were left out as a start-up transient.
  public package(set) var startupSampleCount = 0
  /// The number of external headings and attitudes that were used.
  public package(set) var usedMeasurementCount = 0
  /// The faults of the samples.
  public package(set) var faults = SampleFaults()
  /// The gyroscope bias at the end, in rad/s; `nil` without an estimate.
  public package(set) var gyroscopeBias: Vector3<Double>?
  /// Whether a component of that bias is the largest one that is estimated: it may be larger.
  package internal(set) var isBiasLimited = false
  /// The time at the start without motions, in seconds, in which north was not known.
  package internal(set) var timeToNorth = 0.0
  /// The number of samples, or of their block means, that were processed.
  package var sampleCount = 0
  /// The mean interval between these samples, in seconds.
  package var sampleInterval = 0.0

  /// Whether `turnFrame(to:)` has turned *x* to the east.
  private var isTurnedEast = false

  fileprivate mutating func setBias(
    _ bias: Vector3<Double>?, by configuration: InertialFilter.Configuration
  ) {
    gyroscopeBias = bias
    guard let bias else { return }
    isBiasLimited = bias.maximumMagnitude >= configuration.largestBias
  }

  /// The attitudes of the motions, device to a reference frame with these axes.
  public func attitudes(in axes: WorldAxes) -> [Quaternion<Double>] {
    let current = isTurnedEast ? WorldAxes.eastNorthUp : .northWestUp
    let turn = axes.turn(from: current)
    return motions.map { turn * $0.attitude.quaternion }
  }

  /// Turns the frame from magnetic north to the heading of a reference. This is a quarter turn for
  /// ``ReferenceHeading/east`` and no turn otherwise.
  package mutating func turnFrame(to heading: ReferenceHeading) {
    guard heading == .east, !isTurnedEast else { return }
    motions.turnFrame(by: .pi / 2)
    isTurnedEast = true
  }
}

extension MotionEstimation {
  /// Estimates the device motion of a recording of any length, sample by sample: one pass, online.
  ///
  /// Two facts about the whole recording are needed before its first sample: ``StartupSearch``
  /// finds the start-up transient, and ``NorthSearch`` whether there is a magnetometer.
  package struct Session: Sendable {
    private var estimator: MotionEstimator
    private let configuration: InertialFilter.Configuration
    private var joiner = SampleJoiner()
    private var blocks: BlockMeans
    private var estimate = MotionEstimate()
    /// The samples of the start-up transient that are still to come.
    private var startupRest: Int
    /// The times of the first and the last processed sample.
    private var times: (first: Double, last: Double)?
    private var hasMotion = false
    /// The external headings and attitudes.
    private var measurements: MeasurementQueue

    /// A session before the first sample.
    ///
    /// - Parameters:
    ///   - estimation: The parameters; it is not offline.
    ///   - startupSampleCount: The number of samples to leave out.
    ///   - pointsNorth: Whether the magnetometer corrects the heading.
    ///   - measurements: External headings and attitudes, in the order of time.
    package init(
      _ estimation: MotionEstimation, startupSampleCount: Int, pointsNorth: Bool,
      measurements: [MotionMeasurement] = []
    ) {
      self.measurements = MeasurementQueue(measurements.filter { $0.isAngular })
      configuration = estimation.configuration
      let hasFrame = pointsNorth || !self.measurements.isEmpty
      estimator = MotionEstimator(
        configuration: configuration,
        referenceFrame: hasFrame ? .xMagneticNorthZVertical : .xArbitraryZVertical,
        skipsStartup: false, usesMagnetometer: pointsNorth)
      blocks = BlockMeans(of: estimation.blockSize)
      startupRest = startupSampleCount
      estimate.startupSampleCount = startupSampleCount
      estimate.pointsNorth = hasFrame
    }

    /// Takes the next sample of the recording.
    ///
    /// - Returns: The next motion, if this sample yields one: that of the sample before.
    package mutating func update(_ sample: SensorSample) -> DeviceMotion? {
      guard startupRest == 0 else {
        startupRest -= 1
        return nil
      }
      return joiner.take(sample).flatMap { estimate(whole: $0) }
    }

    private mutating func estimate(whole sample: SensorSample) -> DeviceMotion? {
      guard let sample = blocks.update(sample) else { return nil }
      estimate.sampleCount += 1
      if sample.timestamp.isFinite {
        times = (times?.first ?? sample.timestamp, sample.timestamp)
      }
      while let measurement = measurements.next(until: sample.timestamp) {
        estimator.observe(measurement)
      }
      guard let motion = estimator.update(sample) else { return nil }
      if !hasMotion, let times {
        hasMotion = true
        if estimate.pointsNorth { estimate.timeToNorth = motion.timestamp - times.first }
      }
      return motion
    }

    /// Ends the recording, and passes on the last motion.
    ///
    /// - Returns: The estimate without its motions.
    package mutating func finish<Failure: Error>(
      _ body: (DeviceMotion) throws(Failure) -> Void
    ) throws(Failure) -> MotionEstimate {
      if let motion = joiner.finish().flatMap({ estimate(whole: $0) }) { try body(motion) }
      if let times, estimate.sampleCount > 1 {
        estimate.sampleInterval = (times.last - times.first) / Double(estimate.sampleCount - 1)
      }
      estimate.faults = estimator.faults
      estimate.usedMeasurementCount = estimator.usedMeasurementCount
      if estimator.uncertainty != nil {
        estimate.setBias(estimator.gyroscopeBias, by: configuration)
      }
      return estimate
    }
  }
}

/// Searches for a usable reading of the magnetometer.
package struct NorthSearch: Sendable {
  private var blocks: BlockMeans

  /// A search in samples after the start-up transient.
  ///
  /// - Parameter blockSize: The number of samples in a block mean.
  package init(blockSize: Int) { blocks = BlockMeans(of: blockSize) }

  /// Takes the next sample.
  ///
  /// - Returns: Whether it, or the block mean that it completes, has a usable reading.
  package mutating func update(_ sample: SensorSample) -> Bool {
    blocks.update(sample)?.magneticField.map { $0.isFinite && $0 != .zero } ?? false
  }
}
