/// What the sensors of one device reported at one instant.
///
/// Each sensor may be absent from a sample, or run at a rate of its own. Axes are the device's:
/// *x* right, *y* up along the screen, *z* out of it, right-handed.
public struct SensorSample: Hashable, Sendable, Codable {
  /// Seconds since an arbitrary, fixed start.
  public var timestamp: Double
  /// Angular rate in the device frame, in rad/s, bias included.
  public var rotationRate: Vector3<Double>?
  /// What the accelerometer read, in g, with Core Motion's sign: face up at rest it is
  /// (0, 0, -1), which is gravity plus `userAcceleration`.
  public var acceleration: Vector3<Double>?
  /// Magnetic field in the device frame, in µT, not calibrated.
  public var magneticField: Vector3<Double>?
  /// Whether the user touches the screen or holds the button; `nil` where the source has neither.
  public var isTouching: Bool?

  /// A sample of the sensors that are present.
  public init(
    timestamp: Double, rotationRate: Vector3<Double>? = nil, acceleration: Vector3<Double>? = nil,
    magneticField: Vector3<Double>? = nil, isTouching: Bool? = nil
  ) {
    self.timestamp = timestamp
    self.rotationRate = rotationRate
    self.acceleration = acceleration
    self.magneticField = magneticField
    self.isTouching = isTouching
  }

  /// What one g is in m/s², by definition.
  @inlinable public static var standardGravity: Double { 9.80665 }
}
