/// What a column of a recording can hold as a vector in the device's frame.
enum MotionQuantity: Int, CaseIterable {
  /// The gyroscope's reading, bias included.
  case rotationRate
  /// The accelerometer's reading, gravity included.
  case acceleration
  /// The magnetometer's reading, not calibrated.
  case magneticField
  /// The angular rate after the device took the bias out.
  case unbiasedRotationRate
  /// What the device took for gravity.
  case gravity
  /// What the device took for the user's part of the acceleration.
  case userAcceleration
}
