public import MotionFusion

extension SimulatedRecording {
  /// The device motion that the orientation filter estimates, one element for each sample.
  ///
  /// The heading is arbitrary without a magnetometer. It is turned to the true heading, in the mean
  /// over one letter, so that the estimated path can be compared with the true one.
  ///
  /// - Parameter letter: The index in ``letters`` of the letter to align; without letters nothing
  ///   is
  ///   turned.
  /// - Precondition: The recording has such a letter, or no letters.
  /// - Complexity: O(*n*).
  public func estimatedMotion(headingOf letter: Int = 0) -> [DeviceMotion] {
    // Without start-up detection there is one motion for each sample.
    let estimator = MotionEstimator(skipsStartup: false)
    var motions = estimator.process(samples)
    if !letters.isEmpty {
      motions.alignHeading(with: Array(reference[letters[letter].samples]), within: 0)
    }
    return motions
  }
}
