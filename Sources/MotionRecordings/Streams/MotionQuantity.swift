/// A vector in the device's frame that a recording can hold.
enum MotionQuantity: Int, CaseIterable {
  /// The gyroscope's reading, bias included.
  case rotationRate
  /// The accelerometer's reading, gravity included.
  case acceleration
  /// The magnetometer's reading, not calibrated.
  case magneticField
  /// The angular rate after the device's bias correction.
  case unbiasedRotationRate
  /// The device's estimate of gravity.
  case gravity
  /// The device's estimate of the user acceleration.
  case userAcceleration
}
