/// The numbers of a motion display at one instant, by ``MotionReadout``.
public struct MotionValues: Hashable, Sendable {
  /// The attitude by the gyroscope alone, compared with the fused one.
  public struct GyroscopeOnly: Hashable, Sendable {
    /// The integral of the raw angular rate, from the fused attitude at the start.
    public var attitude: Attitude
    /// The angle to the fused attitude, in radians, 0 through π.
    public var drift: Double
    /// Seconds since the start of the integral; a gap of over 1 s starts it again.
    public var duration: Double

    /// The mean drift in rad/min; `nil` in the first second.
    public var driftPerMinute: Double? { duration >= 1 ? drift / duration * 60 : nil }
  }

  /// The time of the last sample, in seconds.
  public var timestamp: Double
  /// The last raw angular rate in the device frame, in rad/s, bias included.
  public var rotationRate: Vector3<Double>?
  /// The last raw acceleration in the device frame, in g: gravity and user acceleration.
  public var acceleration: Vector3<Double>?
  /// The last raw magnetic field in the device frame, in µT, hard-iron offset included.
  public var magneticField: Vector3<Double>?
  /// The last device motion, with its attitude in the reference frame.
  public var motion: DeviceMotion?
  /// The attitude of ``motion`` relative to the zero, by ``Attitude/multiplied(byInverseOf:)``;
  /// without a zero that in the reference frame.
  public var attitude: Attitude?
  /// The last magnetic field without hard-iron offset, with its accuracy; `nil` without a
  /// magnetometer.
  public var calibratedField: CalibratedMagneticField?
  /// The attitude by the gyroscope alone; `nil` before its first reading.
  public var gyroscopeOnly: GyroscopeOnly?
  /// ``Attitude/elevation`` of ``motion`` in radians: the tilt of the device's *x* axis against the
  /// horizontal.
  public var tilt: Double?
  /// ``tilt`` after the scalar Kalman filter, in radians.
  public var filteredTilt: Double?

  /// Whether the user should turn the device about all axes, in a figure eight, to calibrate the
  /// magnetometer.
  public var needsCalibration: Bool { calibratedField?.accuracy.needsCalibration ?? false }
}
