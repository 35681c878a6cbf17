internal import RealModule

/// The angles of a quaternion in the order of aircraft: *R* = *R*z(yaw) *R*y(pitch) *R*x(roll).
///
/// The sketch that draws letters by tilting a phone uses these; Core Motion's own angles, in
/// another order, are ``Attitude/pitch``, ``Attitude/roll`` and ``Attitude/yaw``.
public struct Tilt: Hashable, Sendable, Codable {
  /// About *x*, in radians, -π through π.
  public var roll: Double
  /// About *y*, in radians, -π/2 through π/2: -asin 2(*xz* - *wy*).
  public var pitch: Double
  /// About *z*, in radians, -π through π.
  public var yaw: Double

  /// asin 2(*xz* - *wy*): how far the device's *x* axis points up, in radians.
  public var elevation: Double { -pitch }

  /// The angles of a unit quaternion, device to reference. At a pitch of ±π/2 roll and yaw turn
  /// about the same line, and only their sum or difference means anything.
  public init(_ q: Quaternion<Double>) {
    let forward = (q.w * q.w + q.x * q.x) - (q.y * q.y + q.z * q.z)
    let left = 2 * (q.x * q.y + q.w * q.z)
    roll = Double.atan2(
      y: 2 * (q.w * q.x + q.y * q.z), x: (q.w * q.w + q.z * q.z) - (q.x * q.x + q.y * q.y))
    // As an arc tangent it keeps its digits near ±π/2, where an arc sine loses half of them.
    pitch = Double.atan2(
      y: 2 * (q.w * q.y - q.x * q.z), x: (forward * forward + left * left).squareRoot())
    yaw = Double.atan2(y: left, x: forward)
  }
}
