/// A Lie group of rotations or rigid motions.
///
/// ``Quaternion``, ``RigidTransform``, ``DualQuaternion`` and ``PlanarTransform`` conform, so that
/// filters, splines and optimisers can be generic over them.
///
/// Tangent vectors are exponential coordinates. ``rightPlus(_:)`` takes a tangent in the local
/// (body) frame, ``leftPlus(_:)`` in the reference frame; ``adjoint`` maps the first to the second.
/// Jacobians follow J. Solà, J. Deray, D. Atchuthan, *A micro Lie theory for state estimation in
/// robotics*, 2018, arXiv:1812.01537.
///
/// Elements must be on the group: their quaternions are unit quaternions.
public protocol LieGroup: Hashable, Sendable {
  /// `Float` or `Double`.
  associatedtype Scalar: RealScalar
  /// The tangent vectors: exponential coordinates.
  associatedtype Tangent: EuclideanVector where Tangent.Scalar == Scalar
  /// The linear maps of tangent vectors.
  associatedtype TangentMap: LinearMap where TangentMap.Vector == Tangent

  /// The identity transform.
  static var identity: Self { get }
  /// The composition: `b` first, then `a`.
  static func * (a: Self, b: Self) -> Self
  /// The inverse transform.
  func inverted() -> Self

  /// The exponential map.
  init(exponentialCoordinates tangent: Tangent)
  /// The logarithm: the shortest tangent whose exponential is this element.
  var exponentialCoordinates: Tangent { get }

  /// The adjoint, which maps tangents in the local frame to the reference frame.
  ///
  /// `x * exp(t) == exp(x.adjoint * t) * x`.
  var adjoint: TangentMap { get }

  /// The left Jacobian: exp(*t* + *dt*) ≈ exp(J *dt*) exp(*t*).
  static func leftJacobian(at tangent: Tangent) -> TangentMap
  /// The inverse of the left Jacobian, unbounded near multiples of 2π.
  static func leftJacobianInverse(at tangent: Tangent) -> TangentMap
}

extension LieGroup {
  /// Replaces `a` by `a * b`.
  @inlinable public static func *= (a: inout Self, b: Self) { a = a * b }

  /// The right Jacobian: exp(*t* + *dt*) ≈ exp(*t*) exp(J *dt*).
  @inlinable public static func rightJacobian(at tangent: Tangent) -> TangentMap {
    leftJacobian(at: -tangent)
  }

  /// The inverse of the right Jacobian, unbounded near multiples of 2π.
  @inlinable public static func rightJacobianInverse(at tangent: Tangent) -> TangentMap {
    leftJacobianInverse(at: -tangent)
  }

  /// Adds a tangent given in the local frame: `self` exp(`tangent`).
  @inlinable public func rightPlus(_ tangent: Tangent) -> Self {
    self * Self(exponentialCoordinates: tangent)
  }

  /// Adds a tangent given in the reference frame: exp(`tangent`) `self`.
  @inlinable public func leftPlus(_ tangent: Tangent) -> Self {
    Self(exponentialCoordinates: tangent) * self
  }

  /// The difference from `other` as a tangent in its local frame.
  ///
  /// `other.rightPlus(self.rightMinus(other)) == self`.
  @inlinable public func rightMinus(_ other: Self) -> Tangent {
    (other.inverted() * self).exponentialCoordinates
  }

  /// The difference from `other` as a tangent in the reference frame.
  ///
  /// `other.leftPlus(self.leftMinus(other)) == self`.
  @inlinable public func leftMinus(_ other: Self) -> Tangent {
    (self * other.inverted()).exponentialCoordinates
  }

  /// This element raised to a real power: exp(`exponent` log(`self`)).
  ///
  /// The exponent 0.5 yields half the motion along the shortest path, and -1 the inverse. For a
  /// rotation by exactly π the two directions are equally short, and the sign of the quaternion
  /// selects one.
  @inlinable public func power(_ exponent: Scalar) -> Self {
    Self(exponentialCoordinates: exponentialCoordinates * exponent)
  }
}

// SO(3), as unit quaternions. Coefficients: T. D. Barfoot, *State Estimation for Robotics*,
// 2017, section 7.1, doi:10.1017/9781316671528.

extension Quaternion: LieGroup {
  /// Creates the rotation of a rotation vector.
  @inlinable public init(exponentialCoordinates tangent: Vector3<Scalar>) {
    self.init(rotationVector: tangent)
  }

  /// The rotation vector, with a length in 0...π.
  @inlinable public var exponentialCoordinates: Vector3<Scalar> { rotationVector }

  /// The inverse of a unit quaternion: its conjugate.
  @inlinable public func inverted() -> Self { conjugate }

  /// The adjoint of SO(3): the rotation matrix.
  @inlinable public var adjoint: Matrix3<Scalar> { Matrix3(self) }

  /// The left Jacobian of SO(3).
  ///
  /// I + (1-cos θ)/θ² W + (θ-sin θ)/θ³ W², with W the ``Matrix3/init(hat:)`` of the rotation
  /// vector.
  ///
  /// Accurate to 2 ulp of the largest component, tested at angles from 0 to 20 rad.
  @inlinable public static func leftJacobian(at rotationVector: Vector3<Scalar>) -> Matrix3<Scalar>
  {
    let terms = AngleCoefficients(rotationVector)
    guard !terms.isHuge else { return limitOfLeftJacobian(at: rotationVector) }
    return Matrix3(rotationVector, linear: terms.versine, square: terms.sineTail)
  }

  /// The inverse of the left Jacobian of SO(3).
  ///
  /// I - W/2 + (1-(θ/2) cot(θ/2))/θ² W².
  ///
  /// Accurate to 2 ulp of the largest component; to 32 ulp at angles that equal a multiple of 2π to
  /// rounding.
  ///
  /// The Jacobian is singular at 2π and its multiples, and the inverse grows as the reciprocal of
  /// the distance to them. No vector of floating-point components has exactly such an angle, so the
  /// result is finite. It is valid up to angles of 1e146 rad (1e15 rad in single precision) and NaN
  /// far above.
  @inlinable public static func leftJacobianInverse(
    at rotationVector: Vector3<Scalar>
  ) -> Matrix3<Scalar> {
    let terms = AngleCoefficients(rotationVector)
    return Matrix3(rotationVector, linear: DoubleWord(-0.5), square: terms.cotangentTail)
  }

  /// The limit of the left Jacobian at large angles: the projection onto the axis.
  ///
  /// Used where the square of the angle overflows.
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
  /// Creates the skew-symmetric matrix of `v`: `Matrix3(hat: v) * u == v.cross(u)`.
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
  /// Creates the vector of the skew-symmetric part of `m`.
  ///
  /// The inverse of ``Matrix3/init(hat:)``.
  @inlinable public init(vee m: Matrix3<Scalar>) {
    self.init((m.c1.z - m.c2.y) / 2, (m.c2.x - m.c0.z) / 2, (m.c0.y - m.c1.x) / 2)
  }
}
