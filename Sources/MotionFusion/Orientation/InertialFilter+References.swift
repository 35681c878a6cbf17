/// Measurements from outside, such as of cameras, satellite navigation or a compass.
///
/// Each has an error that is independent of that of the others, and is weighted by its standard
/// deviation against ``InertialFilter/uncertainty``. A measurement of earlier than the last sample
/// is carried to it by the last angular rate: right for a sample or two. With a
/// magnetometer they refer to magnetic north; without one the first heading defines the reference
/// frame. A heading also corrects the gyroscope bias. Measurements that are not finite, whose
/// deviation is outside 1e-6 to 1e9, or that are more than 0.25 s apart from the last sample are
/// left out and counted in ``SampleFaults/notFinite``.
///
/// ```swift
/// filter.update(sample)
/// filter.observe(heading: 0.3, deviation: 0.02, age: 0.004)
/// ```
extension InertialFilter {
  /// Takes a measured heading: the direction of the device's *x* axis, like ``Attitude/heading``.
  ///
  /// Left out while that axis is within 6° of the vertical.
  ///
  /// - Parameters:
  ///   - heading: In radians, clockwise from the reference frame's *x* axis seen from above.
  ///   - deviation: Its standard deviation in radians.
  ///   - age: Seconds from the measurement to the last sample.
  /// - Returns: Whether it was used.
  @discardableResult
  package mutating func observe(heading: Double, deviation: Double, age: Double = 0) -> Bool {
    guard Self.isPlausible(.heading(heading), deviation: deviation, age: age) else {
      intake.countInvalid()
      return false
    }
    return observe(.heading(heading), deviation: deviation, age: age)
  }

  /// Takes a measured attitude.
  ///
  /// - Parameters:
  ///   - attitude: Device to reference, *z* up, of any length but zero.
  ///   - deviation: The standard deviation about each axis, in radians.
  ///   - age: Seconds from the measurement to the last sample.
  /// - Returns: Whether it was used.
  @discardableResult
  package mutating func observe(
    attitude: Quaternion<Double>, deviation: Double, age: Double = 0
  ) -> Bool {
    guard Self.isPlausible(.attitude(attitude), deviation: deviation, age: age),
      let measured = attitude.normalized()
    else {
      intake.countInvalid()
      return false
    }
    observe(
      vertical: (measured * .turn(by: rotationRate * age)).conjugate.act(.unitZ),
      variance: deviation * deviation)
    updateAttitude()
    return observe(.attitude(measured), deviation: deviation, age: age)
  }

  private static func isPlausible(
    _ quantity: MotionMeasurement.Quantity, deviation: Double, age: Double
  ) -> Bool {
    MotionMeasurement(timestamp: -age, quantity: quantity, deviation: deviation).isPlausible
      && abs(age) <= MotionMeasurement.longestAge
  }

  /// Corrects the heading; returns whether a heading exists.
  private mutating func observe(
    _ quantity: MotionMeasurement.Quantity, deviation: Double, age: Double
  ) -> Bool {
    guard let attitude,
      let innovation = quantity.turn(from: attitude, rate: rotationRate, age: age)
    else { return false }
    widenHeading(by: fieldDoubt)
    observeHeading(innovation.withoutWholeTurns, variance: deviation * deviation)
    findNorth()
    updateAttitude()
    return true
  }
}
