public import MotionFusion

/// How a simulated device really moves at one instant.
///
/// The reference frame has *z* up; the device's axes are those of `SensorSample`.
public struct TrueMotion: Hashable, Sendable {
  /// Seconds since the recording began.
  public var timestamp: Double
  /// Position in the reference frame, in metres.
  public var position: Vector3<Double>
  /// Velocity in the reference frame, in m/s.
  public var velocity: Vector3<Double>
  /// Acceleration in the reference frame, in m/s², gravity not included.
  public var acceleration: Vector3<Double>
  /// How the device is turned.
  public var attitude: Attitude
  /// Angular rate in the device frame, in rad/s.
  public var rotationRate: Vector3<Double>

  /// What Core Motion would report as user acceleration, in the device frame, in g: minus the
  /// true acceleration, because an accelerometer measures gravity minus acceleration.
  public var userAcceleration: Vector3<Double> {
    attitude.quaternion.conjugate.act(acceleration) * (-1 / SensorSample.standardGravity)
  }

  /// What a filter without error would make of the sensors.
  public var deviceMotion: DeviceMotion {
    DeviceMotion(
      timestamp: timestamp, attitude: attitude, rotationRate: rotationRate,
      userAcceleration: userAcceleration)
  }
}
