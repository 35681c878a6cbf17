public import DeadReckoning
public import MotionFusion

extension [DeviceMotion] {
  /// The stroke drawn on the screen's mean plane, in metres.
  ///
  /// - Parameters:
  ///   - stabilizer: The drift correction of the path.
  ///   - dampingRate: The rate of exponential damping, in 1/s.
  /// - Throws: ``GestureError`` for fewer than two samples, a sample that is not finite or earlier
  ///   than its predecessor, and attitudes without a unique mean.
  public func stroke(
    stabilizer: Stabilizer = .zeroEndVelocity, dampingRate: Double = 2
  ) throws(GestureError) -> [Sample2D] {
    try checkGesture()
    let path = DeadReckoner.path(of: self, stabilizer: stabilizer, dampingRate: dampingRate)
    return try ScreenPlane(meanAttitudeOf: path).project(path)
  }

  /// Checks for at least two samples, all within sensor range and in order of time.
  func checkGesture() throws(GestureError) {
    guard count >= 2 else { throw .tooFewSamples(count: count, minimum: 2) }
    for (index, motion) in enumerated() {
      guard DeadReckoner.isPlausible(motion) else { throw .notFinite(sample: index) }
      if index > 0, motion.timestamp < self[index - 1].timestamp {
        throw .timeRunsBackward(sample: index)
      }
    }
  }
}
