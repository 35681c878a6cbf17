/// The motion of a device at one instant, its attitude known and gravity told apart from what
/// the user does: Core Motion's `CMDeviceMotion`.
public struct DeviceMotion: Hashable, Sendable, Codable {
  /// Seconds since an arbitrary, fixed start.
  public var timestamp: Double
  /// How the device is turned in the reference frame.
  public var attitude: Attitude
  /// Angular rate in the device frame, in rad/s, bias removed.
  public var rotationRate: Vector3<Double>
  /// The direction of gravity in the device frame, in g: face up it is (0, 0, -1).
  public var gravity: Vector3<Double>
  /// What the user adds to gravity, in the device frame, in g, with Core Motion's sign: minus
  /// the device's acceleration over 9.80665 m/s².
  public var userAcceleration: Vector3<Double>

  /// The motion of these parts; gravity follows from the attitude.
  public init(
    timestamp: Double, attitude: Attitude, rotationRate: Vector3<Double>,
    userAcceleration: Vector3<Double>
  ) {
    self.timestamp = timestamp
    self.attitude = attitude
    self.rotationRate = rotationRate
    self.gravity = attitude.quaternion.conjugate.act(Vector3(0, 0, -1))
    self.userAcceleration = userAcceleration
  }
}
