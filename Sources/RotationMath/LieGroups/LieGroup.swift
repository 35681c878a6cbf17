/// A matrix Lie group of motions: what ``Quaternion``, ``RigidTransform`` and ``DualQuaternion``
/// share, so that filters, splines and optimisers are written once.
///
/// Tangent vectors are exponential coordinates. The two ways to add one to an element differ in
/// the frame the tangent is given in: ``rightPlus(_:)`` takes it in the local (body) frame,
/// ``leftPlus(_:)`` in the reference frame, and ``adjoint`` changes one into the other. Jacobians
/// follow J. Solà, J. Deray, D. Atchuthan, *A micro Lie theory for state estimation in robotics*,
/// 2018, arXiv:1812.01537.
///
/// Elements must be on the group: unit quaternions throughout.
public protocol LieGroup: Hashable, Sendable {
  /// `Float` or `Double`.
  associatedtype Scalar: RealScalar
  /// Exponential coordinates.
  associatedtype Tangent: EuclideanVector where Tangent.Scalar == Scalar
  /// A linear map of exponential coordinates.
  associatedtype TangentMap: LinearMap where TangentMap.Vector == Tangent

  /// The motion that moves nothing.
  static var identity: Self { get }
  /// The product: `b` first, then `a`.
  static func * (a: Self, b: Self) -> Self
  /// The motion back.
  func inverted() -> Self

  /// The exponential map: the motion after one unit of time at this constant rate.
  init(exponentialCoordinates tangent: Tangent)
  /// The logarithm: the shortest tangent that leads here from the identity.
  var exponentialCoordinates: Tangent { get }

  /// The map from tangents in the local frame to the same tangents in the reference frame:
  /// `x * exp(t) == exp(x.adjoint * t) * x`.
  var adjoint: TangentMap { get }

  /// The left Jacobian: exp(*t* + *dt*) ≈ exp(J *dt*) exp(*t*).
  static func leftJacobian(at tangent: Tangent) -> TangentMap
  /// The inverse of the left Jacobian. It grows without bound towards angles of 2π and its
  /// multiples, where the Jacobian is singular.
  static func leftJacobianInverse(at tangent: Tangent) -> TangentMap
}

extension LieGroup {
  /// Replaces `a` by `a * b`.
  @inlinable public static func *= (a: inout Self, b: Self) { a = a * b }

  /// The right Jacobian: exp(*t* + *dt*) ≈ exp(*t*) exp(J *dt*).
  @inlinable public static func rightJacobian(at tangent: Tangent) -> TangentMap {
    leftJacobian(at: -tangent)
  }

  /// The inverse of the right Jacobian. It grows without bound towards angles of 2π and its
  /// multiples, where the Jacobian is singular.
  @inlinable public static func rightJacobianInverse(at tangent: Tangent) -> TangentMap {
    leftJacobianInverse(at: -tangent)
  }

  /// This motion after a step given in its local frame: `self` exp(`tangent`).
  @inlinable public func rightPlus(_ tangent: Tangent) -> Self {
    self * Self(exponentialCoordinates: tangent)
  }

  /// This motion after a step given in the reference frame: exp(`tangent`) `self`.
  @inlinable public func leftPlus(_ tangent: Tangent) -> Self {
    Self(exponentialCoordinates: tangent) * self
  }

  /// The step in the local frame of `other` that leads from it to this motion:
  /// `other.rightPlus(self.rightMinus(other)) == self`.
  @inlinable public func rightMinus(_ other: Self) -> Tangent {
    (other.inverted() * self).exponentialCoordinates
  }

  /// The step in the reference frame that leads from `other` to this motion:
  /// `other.leftPlus(self.leftMinus(other)) == self`.
  @inlinable public func leftMinus(_ other: Self) -> Tangent {
    (self * other.inverted()).exponentialCoordinates
  }
}
