internal import CInertial
internal import MotionFusion

extension inertial_motions {
  /// The motions of these arrays.
  func motions() throws -> [DeviceMotion] {
    guard count > 0 else { return [] }
    let times = try required(times, "motion->times")
    let attitudes = try required(attitudes, "motion->attitudes")
    let rates = try required(rotation_rates, "motion->rotation_rates")
    let accelerations = try required(user_accelerations, "motion->user_accelerations")
    return try (0..<count).map { index in
      guard let attitude = attitudes.quaternion(index) else {
        throw ArgumentError("motion->attitudes[\(index)]: expected a quaternion, got NaN")
      }
      let missing = Vector3<Double>(repeating: .nan)
      var motion = DeviceMotion(
        timestamp: times[index], attitude: Attitude(quaternion: attitude),
        rotationRate: rates.vector(index) ?? missing,
        userAcceleration: accelerations.vector(index) ?? missing,
        isTouching: touches?.flag(index))
      if let gravity = gravities?.vector(index) { motion.gravity = gravity }
      return motion
    }
  }

  /// Copies motions to these arrays.
  mutating func write(_ motions: [DeviceMotion]) {
    count = motions.count
    for (index, motion) in motions.enumerated() {
      times?[index] = motion.timestamp
      attitudes?.set(index, motion.attitude.quaternion)
      rotation_rates?.set(index, motion.rotationRate)
      gravities?.set(index, motion.gravity)
      user_accelerations?.set(index, motion.userAcceleration)
      magnetic_fields?.set(index, motion.magneticField?.field)
      headings?[index] = motion.heading ?? .nan
      touches?.set(index, motion.isTouching)
    }
  }
}
