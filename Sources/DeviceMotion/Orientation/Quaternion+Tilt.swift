internal import RealModule

extension Quaternion<Double> {
  /// The smallest rotation that takes `direction`, of any length but zero, to +*z*: the attitude
  /// of a device that feels this force, with no turn about the vertical.
  static func leveling(_ direction: Vector3<Double>) -> Self {
    guard let up = direction.normalized() else { return .identity }
    // The half-way form (v × z, 1 + v·z) loses its digits as v nears -z, where any horizontal
    // axis does: take the half turn about x and level what remains.
    if up.z < -0.5 {
      return leveling(Vector3(up.x, -up.y, -up.z)) * Self(x: 1, y: 0, z: 0, w: 0)
    }
    let q = Self(x: up.y, y: -up.x, z: 0, w: 1 + up.z)
    return q / q.lengthSquared.squareRoot()
  }

  /// The rotation by `angle` radians about +*z*.
  static func turn(aboutVertical angle: Double) -> Self {
    Self(x: 0, y: 0, z: .sin(angle / 2), w: .cos(angle / 2))
  }

  /// This nearly unit quaternion at length one, to the last digits: one Newton step.
  var renormalized: Self { self * (1.5 - 0.5 * lengthSquared) }
}
