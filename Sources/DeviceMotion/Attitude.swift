internal import RealModule

/// How a device is turned in its reference frame: Core Motion's `CMAttitude`, signs included.
public struct Attitude: Hashable, Sendable, Codable {
  /// The unit quaternion from device to reference: `reference = quaternion.act(device)`.
  public var quaternion: Quaternion<Double>

  /// The attitude of this unit quaternion, device to reference.
  public init(quaternion: Quaternion<Double>) { self.quaternion = quaternion }

  /// The attitude of these angles in radians: *R* = *R*z(yaw) *R*x(pitch) *R*y(roll).
  public init(pitch: Double, roll: Double, yaw: Double) {
    let z = Quaternion(x: 0, y: 0, z: Double.sin(yaw / 2), w: Double.cos(yaw / 2))
    let x = Quaternion(x: Double.sin(pitch / 2), y: 0, z: 0, w: Double.cos(pitch / 2))
    let y = Quaternion(x: 0, y: Double.sin(roll / 2), z: 0, w: Double.cos(roll / 2))
    self.init(quaternion: z * x * y)
  }

  /// The attitude of a device whose axes are the reference's.
  public static let identity = Attitude(quaternion: .identity)
}
