/// The angle from gravity by a low-pass of the accelerometer to the gravity of device motion,
/// motion by motion.
package struct GravityLag: Hashable, Sendable {
  private var separator: GravitySeparator
  private var squareSum = 0.0
  private var count = 0

  /// A low-pass before the first motion.
  ///
  /// - Parameter smoothing: The low-pass's share of a new reading.
  /// - Precondition: `smoothing` is above 0 and at most 1.
  package init(smoothing: Double = 0.1) { separator = GravitySeparator(smoothing: smoothing) }

  /// Takes the next motion.
  ///
  /// - Returns: The low-passed gravity, and its angle to the motion's, in radians.
  package mutating func update(_ motion: DeviceMotion) -> (gravity: Vector3<Double>, angle: Double)
  {
    separator.update(motion.gravity + motion.userAcceleration)
    let gravity = separator.gravity ?? motion.gravity
    let angle = GravityComparison.angle(gravity, motion.gravity)
    squareSum += angle * angle
    count += 1
    return (gravity, angle)
  }

  /// The root mean square of the angles; `nil` without a motion.
  package var rootMeanSquare: Double? {
    count > 0 ? (squareSum / Double(count)).squareRoot() : nil
  }
}
