/// A Lie group of rotations or rigid motions.
///
/// ``Quaternion``, ``RigidTransform`` and ``DualQuaternion`` conform, so that filters, splines and
/// optimisers can be generic over them.
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
  /// The exponent 0.5 gives half the motion along the shortest path, -1 the inverse. For a rotation
  /// by exactly π the two directions are equally short, and the sign of the quaternion selects one.
  @inlinable public func power(_ exponent: Scalar) -> Self {
    Self(exponentialCoordinates: exponentialCoordinates * exponent)
  }
}
