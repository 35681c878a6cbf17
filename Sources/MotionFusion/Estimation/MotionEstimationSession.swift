/// Estimates the device motion of a recording of any length, sample by sample: one pass of
/// ``MotionEstimation``, online.
///
/// What the estimation must know of the whole recording before its first sample, the start-up
/// transient and whether there is a magnetometer, is found by ``StartupSearch`` and
/// ``NorthSearch``.
package struct MotionEstimationSession: Sendable {
  private var estimator: MotionEstimator
  private var blocks: BlockMeans
  private var consistency = SensorConsistency()
  private var estimate = MotionEstimate()
  /// The samples of the start-up transient that are still to come.
  private var startupRest: Int
  /// The times of the first and the last processed sample.
  private var times: (first: Double, last: Double)?
  /// The headings and attitudes from outside.
  private var measurements: MeasurementQueue

  /// A session before the first sample.
  ///
  /// - Parameters:
  ///   - estimation: The parameters; it is not offline.
  ///   - startupSampleCount: The number of samples to leave out.
  ///   - pointsNorth: Whether the magnetometer corrects the heading.
  ///   - measurements: From outside, in the order of time.
  package init(
    _ estimation: MotionEstimation, startupSampleCount: Int, pointsNorth: Bool,
    measurements: [MotionMeasurement] = []
  ) {
    self.measurements = MeasurementQueue(measurements.filter { $0.isAngular })
    let hasFrame = pointsNorth || !self.measurements.isEmpty
    estimator = MotionEstimator(
      method: estimation.method,
      referenceFrame: hasFrame ? .xMagneticNorthZVertical : .xArbitraryZVertical,
      skipsStartup: false, checksConsistency: false, usesMagnetometer: pointsNorth)
    blocks = BlockMeans(of: estimation.blockSize)
    startupRest = startupSampleCount
    estimate.startupSampleCount = startupSampleCount
    estimate.pointsNorth = hasFrame
  }

  /// Takes the next sample of the recording.
  ///
  /// - Returns: The motion, if this sample yields one, with its deviations if the method has them.
  package mutating func update(
    _ sample: SensorSample
  ) -> (motion: DeviceMotion, uncertainty: OrientationUncertainty?)? {
    guard startupRest == 0 else {
      startupRest -= 1
      return nil
    }
    consistency.update(sample)
    guard let sample = blocks.update(sample) else { return nil }
    estimate.sampleCount += 1
    times = (times?.first ?? sample.timestamp, sample.timestamp)
    while let measurement = measurements.next(until: sample.timestamp) {
      estimator.observe(measurement)
    }
    guard let motion = estimator.process(sample) else { return nil }
    return (motion, estimator.currentUncertainty())
  }

  /// Ends the recording.
  ///
  /// - Returns: The estimate without its motions and their deviations.
  package mutating func finish() -> MotionEstimate {
    consistency.finish()
    estimate.findings = consistency.findings
    if let times, estimate.sampleCount > 1 {
      estimate.sampleInterval = (times.last - times.first) / Double(estimate.sampleCount - 1)
    }
    estimate.faults = estimator.faults
    estimate.usedMeasurementCount = estimator.usedMeasurementCount
    if estimator.uncertainty != nil { estimate.gyroscopeBias = estimator.gyroscopeBias }
    return estimate
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
