// MARK: - Rotation matrices

extension Matrix3 {
  /// The matrix of the rotation by a unit quaternion: `Matrix3(q) * v == q.act(v)`.
  @inlinable public init(_ q: Quaternion<Scalar>) {
    let x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z
    let xx = q.x * x2, yy = q.y * y2, zz = q.z * z2
    let xy = q.x * y2, xz = q.x * z2, yz = q.y * z2
    let wx = q.w * x2, wy = q.w * y2, wz = q.w * z2
    self.init(
      columns: Vector3(1 - (yy + zz), xy + wz, xz - wy),
      Vector3(xy - wz, 1 - (xx + zz), yz + wx),
      Vector3(xz + wy, yz - wx, 1 - (xx + yy)))
  }
}

extension Quaternion {
  /// The unit quaternion of a rotation matrix, robust at every angle.
  ///
  /// Starts from the largest of the four squared coefficients, so that nothing is divided by a
  /// small number (S. W. Shepperd, *Quaternion from rotation matrix*, 1978,
  /// doi:10.2514/3.55767b). The sign is the one that makes that coefficient positive.
  ///
  /// - Parameter m: A rotation matrix. One that is not orthonormal gives a unit quaternion
  ///   near its rotation, not the nearest: see `nearestRotation(to:)` in LinearAlgebra.
  @inlinable public init(_ m: Matrix3<Scalar>) {
    let (a, b, c) = (m.c0.x, m.c1.y, m.c2.z)
    let q: Self
    if a + b + c > 0 {
      q = Self(
        x: m.c1.z - m.c2.y, y: m.c2.x - m.c0.z, z: m.c0.y - m.c1.x, w: 1 + a + b + c)
    } else if a >= b && a >= c {
      q = Self(
        x: 1 + a - b - c, y: m.c0.y + m.c1.x, z: m.c2.x + m.c0.z, w: m.c1.z - m.c2.y)
    } else if b >= c {
      q = Self(
        x: m.c0.y + m.c1.x, y: 1 + b - a - c, z: m.c1.z + m.c2.y, w: m.c2.x - m.c0.z)
    } else {
      q = Self(
        x: m.c2.x + m.c0.z, y: m.c1.z + m.c2.y, z: 1 + c - a - b, w: m.c0.y - m.c1.x)
    }
    self = q / q.lengthSquared.squareRoot()
  }
}
