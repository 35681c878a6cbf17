/// The motion of a device at one instant, with gravity separated from the user's acceleration: Core
/// Motion's `CMDeviceMotion`.
public struct DeviceMotion: Hashable, Sendable, Codable {
  /// Seconds since an arbitrary, fixed start.
  public var timestamp: Double
  /// The orientation of the device in the reference frame.
  public var attitude: Attitude
  /// Angular rate in the device frame, in rad/s, bias removed.
  public var rotationRate: Vector3<Double>
  /// Gravity in the device frame, in g: (0, 0, -1) face up.
  public var gravity: Vector3<Double>
  /// The user's acceleration in the device frame, in g, with Core Motion's sign: minus the device's
  /// acceleration divided by 9.80665 m/s².
  public var userAcceleration: Vector3<Double>
  /// The calibrated magnetic field; `nil` before the first reading of a magnetometer.
  public var magneticField: CalibratedMagneticField?
  /// The direction of the device's *x* axis in degrees, 0 up to 360, clockwise from the reference
  /// frame's north seen from above; `nil` (in Core Motion a negative number) if the frame does not
  /// point north or the axis is vertical.
  public var heading: Double?
  /// The remaining turn of a late heading correction about the vertical, in radians and
  /// counter-clockwise seen from above; `nil` unless one is under way. The attitude turned by it is
  /// the best estimate.
  public var headingCorrection: Double?
  /// Whether the user touches the screen or holds the button; `nil` if the source has neither.
  public var isTouching: Bool?

  /// A motion, with the gravity of its attitude.
  public init(
    timestamp: Double, attitude: Attitude, rotationRate: Vector3<Double>,
    userAcceleration: Vector3<Double>, magneticField: CalibratedMagneticField? = nil,
    heading: Double? = nil, isTouching: Bool? = nil
  ) {
    self.timestamp = timestamp
    self.attitude = attitude
    self.rotationRate = rotationRate
    self.gravity = attitude.gravity
    self.userAcceleration = userAcceleration
    self.magneticField = magneticField
    self.heading = heading
    self.isTouching = isTouching
  }
}
