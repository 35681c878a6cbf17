public import MotionFusion

extension SimulatedRecording {
  /// The truth as a reference beside the samples.
  public var reference: [ReferencePose] {
    truth.map {
      ReferencePose(timestamp: $0.timestamp, attitude: $0.attitude, position: $0.position)
    }
  }

  /// The device motion that our own filter makes of the samples, one element for each, with the sensors'
  /// errors in it and those of the attitude.
  ///
  /// Without a magnetometer the heading is arbitrary: it is turned to that of the truth, in the mean over
  /// one letter, so that its path can be held against the true one.
  ///
  /// - Parameters:
  ///   - letter: The letter whose heading is that of the truth, a place among ``letters``; in a
  ///     recording without letters nothing is turned.
  /// - Precondition: The recording has such a letter, or none at all.
  /// - Complexity: O(*n*).
  public func estimatedMotion(headingOf letter: Int = 0) -> [DeviceMotion] {
    // One motion for each sample, whatever the hand does at the start.
    let estimator = MotionEstimator(skipsStartup: false)
    var motions = estimator.process(samples)
    if !letters.isEmpty {
      motions.alignHeading(with: Array(reference[letters[letter].samples]), within: 0)
    }
    return motions
  }
}
