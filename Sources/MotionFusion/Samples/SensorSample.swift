/// The readings of a device's sensors at one instant.
///
/// Any sensor may be absent from a sample, and sensors may have different rates. The axes are
/// those of the device: *x* right, *y* up along the screen, *z* out of it, right-handed.
public struct SensorSample: Hashable, Sendable, Codable {
  /// Seconds since an arbitrary, fixed start.
  public var timestamp: Double
  /// Angular rate in the device frame, in rad/s, bias included.
  public var rotationRate: Vector3<Double>?
  /// The accelerometer's reading in the device frame, in g, with Core Motion's sign: (0, 0, -1)
  /// face up at rest, the sum of gravity and user acceleration.
  public var acceleration: Vector3<Double>?
  /// Magnetic field in the device frame, in µT, uncalibrated.
  public var magneticField: Vector3<Double>?
  /// Whether the user touches the screen or holds the button; `nil` if the source has neither.
  public var isTouching: Bool?

  /// A sample of any of the sensors.
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

  /// Standard gravity in m/s²: 1 g.
  @inlinable public static var standardGravity: Double { 9.80665 }
}
