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
  /// The magnetic field without the device's own, and how far to trust it; `nil` before the
  /// first reading of a magnetometer.
  public var magneticField: CalibratedMagneticField?
  /// Where the device's *x* axis points, in degrees clockwise from the reference frame's north
  /// seen from above, 0 up to 360; `nil`, where Core Motion has a negative number, when the
  /// frame knows no north or the axis is vertical.
  public var heading: Double?
  /// Whether the user touches the screen or holds the button; `nil` where the source has neither.
  public var isTouching: Bool?
  /// Where on the body the sensors sit.
  public var sensorLocation: SensorLocation

  /// The motion of these parts; gravity follows from the attitude.
  public init(
    timestamp: Double, attitude: Attitude, rotationRate: Vector3<Double>,
    userAcceleration: Vector3<Double>, magneticField: CalibratedMagneticField? = nil,
    heading: Double? = nil, isTouching: Bool? = nil, sensorLocation: SensorLocation = .default
  ) {
    self.timestamp = timestamp
    self.attitude = attitude
    self.rotationRate = rotationRate
    self.gravity = attitude.gravity
    self.userAcceleration = userAcceleration
    self.magneticField = magneticField
    self.heading = heading
    self.isTouching = isTouching
    self.sensorLocation = sensorLocation
  }
}
