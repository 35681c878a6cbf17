// SE(3) again, in its double cover: every map is that of the rigid motion.

extension DualQuaternion: LieGroup {
  /// The inverse of a unit: its conjugate.
  @inlinable public func inverted() -> Self { conjugate }

  /// The motion after one unit of time at the constant rate `twist`: a screw.
  @inlinable public init(exponentialCoordinates twist: Twist<Scalar>) {
    self.init(RigidTransform(exponentialCoordinates: twist))
  }

  /// The twist of the shortest screw that leads here, of angle 0 through π, the same for both
  /// signs.
  @inlinable public var exponentialCoordinates: Twist<Scalar> {
    RigidTransform(self).exponentialCoordinates
  }

  /// The map from twists in the local frame to the same twists in the reference frame.
  @inlinable public var adjoint: TwistMap<Scalar> { RigidTransform(self).adjoint }

  /// The left Jacobian of SE(3).
  @inlinable public static func leftJacobian(at twist: Twist<Scalar>) -> TwistMap<Scalar> {
    RigidTransform.leftJacobian(at: twist)
  }

  /// The inverse of the left Jacobian of SE(3).
  @inlinable public static func leftJacobianInverse(at twist: Twist<Scalar>) -> TwistMap<Scalar> {
    RigidTransform.leftJacobianInverse(at: twist)
  }
}
