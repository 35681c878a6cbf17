internal import CInertial
internal import MotionFusion

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

  @inline(__always)
  private func sample(
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
