public import MotionFusion

/// The true motion of a simulated device at one instant.
///
/// The reference frame has *z* up; the device's axes are those of `SensorSample`.
public struct TrueMotion: Hashable, Sendable {
  /// Seconds since the start of the recording.
  public var timestamp: Double
  /// Position in the reference frame, in metres.
  public var position: Vector3<Double>
  /// Velocity in the reference frame, in m/s.
  public var velocity: Vector3<Double>
  /// Acceleration in the reference frame without gravity, in m/s².
  public var acceleration: Vector3<Double>
  /// The attitude, device to reference.
  public var attitude: Attitude
  /// Angular rate in the device frame, in rad/s.
  package var rotationRate: Vector3<Double>

  /// User acceleration in the device frame in g, with Core Motion's sign: minus the true
  /// acceleration, because an accelerometer measures gravity minus acceleration.
  package var userAcceleration: Vector3<Double> {
    attitude.quaternion.conjugate.act(acceleration) * (-1 / SensorSample.standardGravity)
  }

  /// The device motion that a filter without error would estimate.
  public var deviceMotion: DeviceMotion {
    DeviceMotion(
      timestamp: timestamp, attitude: attitude, rotationRate: rotationRate,
      userAcceleration: userAcceleration)
  }
}
