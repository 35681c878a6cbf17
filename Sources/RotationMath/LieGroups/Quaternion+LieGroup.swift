// SO(3), as unit quaternions. Coefficients: T. D. Barfoot, *State Estimation for Robotics*,
// 2017, section 7.1, doi:10.1017/9781316671528.

extension Quaternion: LieGroup {
  /// The rotation of this rotation vector.
  @inlinable public init(exponentialCoordinates tangent: Vector3<Scalar>) {
    self.init(rotationVector: tangent)
  }

  /// The rotation vector, of length 0 through π.
  @inlinable public var exponentialCoordinates: Vector3<Scalar> { rotationVector }

  /// The inverse of a unit quaternion: its conjugate.
  @inlinable public func inverted() -> Self { conjugate }

  /// The rotation matrix, which turns rotation vectors from the local to the reference frame.
  @inlinable public var adjoint: Matrix3<Scalar> { Matrix3(self) }

  /// The left Jacobian of SO(3), I + (1-cos θ)/θ² W + (θ-sin θ)/θ³ W² with W the
  /// ``Matrix3/init(hat:)`` of the rotation vector: within 2 ulp of the largest component,
  /// at angles from zero to many turns.
  @inlinable public static func leftJacobian(at rotationVector: Vector3<Scalar>) -> Matrix3<Scalar>
  {
    let terms = AngleCoefficients(rotationVector)
    guard !terms.isHuge else { return limitOfLeftJacobian(at: rotationVector) }
    return Matrix3(rotationVector, linear: terms.versine, square: terms.sineTail)
  }

  /// The inverse of the left Jacobian of SO(3), I - W/2 + (1-(θ/2) cot(θ/2))/θ² W²: within
  /// 2 ulp of the largest component, but where the angle is a multiple of 2π to rounding: there
  /// half the digits that the angle itself is carried with are lost, and 32 ulp are left.
  ///
  /// The Jacobian is singular at angles of 2π and its multiples, and the inverse grows as the
  /// reciprocal of the distance to them. No vector of floating-point components is at such an
  /// angle exactly, so the result is finite, however large. It is defined up
  /// to angles of 1e146, in single precision 1e15, and all NaN far above.
  @inlinable public static func leftJacobianInverse(
    at rotationVector: Vector3<Scalar>
  ) -> Matrix3<Scalar> {
    let terms = AngleCoefficients(rotationVector)
    return Matrix3(rotationVector, linear: DoubleWord(-0.5), square: terms.cotangentTail)
  }

  /// The left Jacobian at an angle whose square overflows, or nearly: all but the axis averages out.
  @usableFromInline @inline(never) static func limitOfLeftJacobian(
    at rotationVector: Vector3<Scalar>
  ) -> Matrix3<Scalar> {
    guard let axis = rotationVector.normalized() else {
      return Matrix3(diagonal: Vector3(repeating: .nan))
    }
    return Matrix3(columns: axis * axis.x, axis * axis.y, axis * axis.z)
  }
}

// MARK: - Skew-symmetric matrices

extension Matrix3 {
  /// The skew-symmetric matrix of `v`: `Matrix3(hat: v) * u == v.cross(u)`.
  @inlinable public init(hat v: Vector3<Scalar>) {
    self.init(columns: Vector3(0, v.z, -v.y), Vector3(-v.z, 0, v.x), Vector3(v.y, -v.x, 0))
  }

  /// I + `b` W + `c` W² with W the hat of `v`, each element rounded once.
  @inlinable init(
    _ v: Vector3<Scalar>, linear b: DoubleWord<Scalar>, square c: DoubleWord<Scalar>
  ) {
    let (x, y, z) = (DoubleWord(v.x), DoubleWord(v.y), DoubleWord(v.z))
    let (cx, cy, cz) = (c * x, c * y, c * z)
    let (xx, yy, zz) = (cx * x, cy * y, cz * z)
    let (xy, xz, yz) = (cx * y, cx * z, cy * z)
    let (bx, by, bz) = (b * x, b * y, b * z)
    let one = DoubleWord<Scalar>(1)
    self.init(
      columns: Vector3((one - (yy + zz)).high, (xy + bz).high, (xz - by).high),
      Vector3((xy - bz).high, (one - (xx + zz)).high, (yz + bx).high),
      Vector3((xz + by).high, (yz - bx).high, (one - (xx + yy)).high))
  }
}

extension Vector3 {
  /// The vector of the skew-symmetric part of `m`: the inverse of ``Matrix3/init(hat:)``.
  @inlinable public init(vee m: Matrix3<Scalar>) {
    self.init((m.c1.z - m.c2.y) / 2, (m.c2.x - m.c0.z) / 2, (m.c0.y - m.c1.x) / 2)
  }
}
