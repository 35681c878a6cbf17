public import MotionFusion

extension DeadReckoner {
  /// Advances through `motions`, and gives the path they trace.
  ///
  /// Samples that ``update(_:)`` leaves out leave no point.
  ///
  /// - Complexity: O(*n*) time, one allocation for the result.
  public mutating func path(of motions: [DeviceMotion]) -> [Sample3D] {
    var path: [Sample3D] = []
    path.reserveCapacity(motions.count)
    for motion in motions where update(motion) {
      path.append(
        Sample3D(location: position, attitude: attitude, timestamp: motion.timestamp))
    }
    return path
  }

  /// The path of one finished gesture, from rest at the origin.
  ///
  /// - Parameters:
  ///   - motions: The gesture's samples in order of time.
  ///   - stabilizer: What bounds the error of the path.
  ///   - dampingRate: The rate *α* of exponential damping in 1/s; other stabilisers have none.
  ///   - updateRule: How one step is taken.
  /// - Complexity: O(*n*) time, one allocation for the result.
  public static func path(
    of motions: [DeviceMotion], stabilizer: Stabilizer = .zeroEndVelocity,
    dampingRate: Double = 2, updateRule: UpdateRule = .splitStep
  ) -> [Sample3D] {
    let rate = stabilizer == .exponentialDamping ? dampingRate : 0
    var reckoner = DeadReckoner(
      configuration: Configuration(updateRule: updateRule, dampingRate: rate))
    var path = reckoner.path(of: motions)
    if stabilizer == .zeroEndVelocity {
      ZeroEndVelocity.correct(&path, endVelocity: reckoner.velocity)
    }
    return path
  }
}
