// The double cover of SE(3): every map is that of the rigid transform.

extension DualQuaternion: LieGroup {
  /// The inverse of a unit dual quaternion: its conjugate.
  @inlinable public func inverted() -> Self { conjugate }

  /// The exponential map: the screw motion of `twist`.
  @inlinable public init(exponentialCoordinates twist: Twist<Scalar>) {
    self.init(RigidTransform(exponentialCoordinates: twist))
  }

  /// The twist of the shortest screw, of angle 0...π; the same for both signs.
  @inlinable public var exponentialCoordinates: Twist<Scalar> {
    RigidTransform(self).exponentialCoordinates
  }

  /// The adjoint, which maps twists in the local frame to the reference frame.
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
