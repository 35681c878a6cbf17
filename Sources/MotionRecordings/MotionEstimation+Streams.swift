public import MotionFusion

extension MotionEstimation {
  /// Estimates the motion of a recording of any length.
  ///
  /// The same motions as those of `estimate(_:measurements:)` for an array of samples. Reads the
  /// recording once, and its first seconds one more time. Offline, all samples are in memory.
  ///
  /// - Parameters:
  ///   - samples: In the order of time, from the start of the recording.
  ///   - measurements: As in `estimate(_:measurements:)`.
  ///   - body: Takes each motion in order, with its standard deviations if the method has them.
  /// - Returns: The estimate without motions and standard deviations.
  /// - Throws: What `body` throws, and ``RecordingError`` if a file cannot be read any more.
  /// - Complexity: O(1) memory online; offline about 810 bytes a sample.
  public func estimate(
    _ samples: RecordedSamples, measurements: [MotionMeasurement] = [],
    _ body: (DeviceMotion, OrientationUncertainty?) throws -> Void
  ) throws -> MotionEstimate {
    try estimate(samples, measurements: measurements, observing: { _ in }, body)
  }

  /// Estimates the motion, and shows each sample once to `observe`.
  func estimate(
    _ samples: RecordedSamples, measurements: [MotionMeasurement] = [],
    observing observe: (SensorSample) -> Void,
    _ body: (DeviceMotion, OrientationUncertainty?) throws -> Void
  ) throws -> MotionEstimate {
    guard !isOffline else {
      let whole = try samples.whole()
      for sample in whole { observe(sample) }
      return try estimate(whole, measurements: measurements, body)
    }
    let startup = skipsStartup ? try startupSampleCount(of: samples) : 0
    var session = MotionEstimationSession(
      self, startupSampleCount: startup, pointsNorth: try pointsNorth(samples, after: startup),
      measurements: measurements)
    try samples.visitAll { sample in
      observe(sample)
      guard let (motion, uncertainty) = session.update(sample) else { return }
      try body(motion, uncertainty)
    }
    return session.finish()
  }

  private func startupSampleCount(of samples: RecordedSamples) throws -> Int {
    let kinds = samples.kinds
    var search = StartupSearch()
    try samples.visit {
      search.update($0)
      return !search.isComplete(
        accelerometer: kinds.hasAcceleration, gyroscope: kinds.hasRotationRate)
    }
    return search.count
  }

  private func pointsNorth(_ samples: RecordedSamples, after startup: Int) throws -> Bool {
    guard usesMagnetometer, samples.kinds.hasMagneticField else { return false }
    var search = NorthSearch(blockSize: blockSize)
    var index = 0
    var isFound = false
    try samples.visit { sample in
      defer { index += 1 }
      if index >= startup { isFound = search.update(sample) }
      return !isFound
    }
    return isFound
  }
}
