internal import CInertial
internal import MotionFusion
internal import MotionRecordings
internal import RotationMath

extension inertial_samples {
  /// The samples of these arrays.
  func samples() throws -> [SensorSample] {
    let scale = try checkedScale()
    guard count > 0 else { return [] }
    let times = try required(times, "samples->times")
    return (0..<count).map { sample($0, times, scale) }
  }

  /// Calls `body` with each sample in order.
  func visit(_ body: (Int, SensorSample) -> Void) throws {
    let scale = try checkedScale()
    guard count > 0 else { return }
    let times = try required(times, "samples->times")
    for index in 0..<count { body(index, sample(index, times, scale)) }
  }

  private func checkedScale() throws -> Double {
    guard acceleration_scale != 0, acceleration_scale.isFinite else {
      throw ArgumentError(
        "samples->acceleration_scale: expected INERTIAL_SPECIFIC_FORCE or INERTIAL_CORE_MOTION, "
          + "got \(acceleration_scale)")
    }
    return acceleration_scale
  }

  @inline(__always) private func sample(
    _ index: Int, _ times: UnsafeMutablePointer<Double>, _ scale: Double
  ) -> SensorSample {
    SensorSample(
      timestamp: times[index], rotationRate: rotation_rates?.vector(index),
      acceleration: accelerations?.vector(index).map { $0 * scale },
      magneticField: magnetic_fields?.vector(index), isTouching: touches?.flag(index))
  }

  /// Copies samples to these arrays.
  mutating func write(_ samples: [SensorSample]) {
    count = samples.count
    acceleration_scale = 1
    for (index, sample) in samples.enumerated() {
      times?[index] = sample.timestamp
      rotation_rates?.set(index, sample.rotationRate)
      accelerations?.set(index, sample.acceleration)
      magnetic_fields?.set(index, sample.magneticField)
      touches?.set(index, sample.isTouching)
    }
  }
}

extension inertial_motions {
  /// The motions of these arrays.
  func motions() throws -> [DeviceMotion] {
    guard count > 0 else { return [] }
    let times = try required(times, "motion->times")
    let attitudes = try required(attitudes, "motion->attitudes")
    let rates = try required(rotation_rates, "motion->rotation_rates")
    let accelerations = try required(user_accelerations, "motion->user_accelerations")
    return try (0..<count).map { index in
      guard let quaternion = attitudes.quaternion(index) else {
        throw ArgumentError("motion->attitudes[\(index)]: expected a quaternion, got NaN")
      }
      guard let attitude = Attitude(input: quaternion) else {
        throw ArgumentError(
          "motion->attitudes[\(index)]: expected a unit quaternion, got one of length "
            + "\(quaternion.length)")
      }
      let missing = Vector3<Double>(repeating: .nan)
      var motion = DeviceMotion(
        timestamp: times[index], attitude: attitude,
        rotationRate: rates.vector(index) ?? missing,
        userAcceleration: accelerations.vector(index) ?? missing,
        isTouching: touches?.flag(index))
      if let gravity = gravities?.vector(index) { motion.gravity = gravity }
      motion.uncertainty = OrientationUncertainty(
        inclination: inclination_deviations?[index], heading: heading_deviations?[index],
        bias: bias_deviations?.vector(index))
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
      inclination_deviations?[index] = motion.uncertainty?.inclination ?? .nan
      heading_deviations?[index] = motion.uncertainty?.heading ?? .nan
      bias_deviations?.set(index, motion.uncertainty?.gyroscopeBias)
    }
  }
}

extension OrientationUncertainty {
  /// The deviations of a caller; `nil` without that of the inclination.
  init?(inclination: Double?, heading: Double?, bias: Vector3<Double>?) {
    guard let inclination, inclination >= 0 else { return nil }
    self.init(
      inclination: inclination, heading: heading ?? .nan,
      gyroscopeBias: bias ?? Vector3(repeating: .nan))
  }
}

extension Attitude {
  /// The attitude of a caller's quaternion; `nil` if its length is not near 1.
  ///
  /// Rounding of its length is kept, so that estimates pass unchanged. A quaternion that is not
  /// finite is left out later, and counted.
  init?(input quaternion: Quaternion<Double>) {
    let length = quaternion.length
    guard quaternion.isFinite, abs(length - 1) > 1e-9 else {
      self.init(quaternion: quaternion)
      return
    }
    self.init(nearlyOfLengthOne: quaternion)
  }
}

/// Reads and writes rows of doubles at C pointers.
extension UnsafeMutablePointer<Double> {
  /// Row `index` of an array [n][3]; `nil` if all components are NaN.
  @inline(__always) func vector(_ index: Int) -> Vector3<Double>? {
    let row = self + 3 * index
    let vector = Vector3(row[0], row[1], row[2])
    return vector.x.isNaN && vector.y.isNaN && vector.z.isNaN ? nil : vector
  }

  /// Row `index` of an array [n][4], scalar last; `nil` if all components are NaN.
  @inline(__always) func quaternion(_ index: Int) -> Quaternion<Double>? {
    let row = self + 4 * index
    let isMissing = row[0].isNaN && row[1].isNaN && row[2].isNaN && row[3].isNaN
    return isMissing ? nil : Quaternion(x: row[0], y: row[1], z: row[2], w: row[3])
  }

  /// Element `index` of an array of flags; `nil` if it is NaN.
  @inline(__always) func flag(_ index: Int) -> Bool? { self[index].isNaN ? nil : self[index] != 0 }

  /// Sets row `index` of an array [n][3].
  @inline(__always) func set(_ index: Int, _ vector: Vector3<Double>?) {
    let row = self + 3 * index
    row[0] = vector?.x ?? .nan
    row[1] = vector?.y ?? .nan
    row[2] = vector?.z ?? .nan
  }

  /// Sets row `index` of an array [n][4], scalar last.
  @inline(__always) func set(_ index: Int, _ quaternion: Quaternion<Double>?) {
    let row = self + 4 * index
    row[0] = quaternion?.x ?? .nan
    row[1] = quaternion?.y ?? .nan
    row[2] = quaternion?.z ?? .nan
    row[3] = quaternion?.w ?? .nan
  }

  /// Sets element `index` of an array of flags.
  @inline(__always)
  func set(_ index: Int, _ flag: Bool?) { self[index] = flag.map { $0 ? 1 : 0 } ?? .nan }
}
