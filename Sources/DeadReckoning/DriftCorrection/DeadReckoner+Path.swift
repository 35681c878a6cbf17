public import MotionFusion

extension DeadReckoner {
  /// Integrates the path of one finished gesture, from rest at the origin.
  ///
  /// Samples that ``update(_:)`` leaves out have no point in the path.
  ///
  /// - Parameters:
  ///   - motions: The gesture's samples in the order of time.
  ///   - stabilizer: The drift correction. Default: zero end velocity.
  ///   - dampingRate: The rate *α* of exponential damping in 1/s; unused by others. Default: 2.
  ///   - updateRule: How one step is taken. Default: split step.
  /// - Complexity: O(*n*) time, one allocation for the result.
  public static func path(
    of motions: [DeviceMotion], stabilizer: Stabilizer = .zeroEndVelocity,
    dampingRate: Double = 2, updateRule: UpdateRule = .splitStep
  ) -> [Sample3D] {
    let rate = stabilizer == .exponentialDamping ? dampingRate : 0
    var reckoner = DeadReckoner(
      configuration: Configuration(updateRule: updateRule, dampingRate: rate))
    var path: [Sample3D] = []
    path.reserveCapacity(motions.count)
    for motion in motions where reckoner.update(motion) {
      path.append(
        Sample3D(
          location: reckoner.position, attitude: motion.attitude, timestamp: motion.timestamp))
    }
    if stabilizer == .zeroEndVelocity {
      ZeroEndVelocity.correct(&path, endVelocity: reckoner.velocity)
    }
    return path
  }
}
