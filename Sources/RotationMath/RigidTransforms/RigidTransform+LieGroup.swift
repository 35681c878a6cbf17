// SE(3). Exponential, logarithm and Jacobians: T. D. Barfoot, *State Estimation for Robotics*,
// 2017, sections 7.1.3 to 7.1.5, doi:10.1017/9781316671528, with the rotation first.

extension RigidTransform: LieGroup {
  /// The motion after one unit of time at the constant rate `twist`: a screw.
  ///
  /// The translation is the left Jacobian of the rotation vector times the linear part.
  @inlinable public init(exponentialCoordinates twist: Twist<Scalar>) {
    self.init(
      rotation: Quaternion(rotationVector: twist.angular),
      translation: Quaternion.leftJacobian(at: twist.angular) * twist.linear)
  }

  /// The twist of the shortest screw that leads here, of angle 0 through π: [rotation vector,
  /// translation part] as scipy has it.
  @inlinable public var exponentialCoordinates: Twist<Scalar> {
    let angular = rotation.rotationVector
    return Twist(
      angular: angular,
      linear: Quaternion.leftJacobianInverse(at: angular) * translation)
  }

  /// The map from twists in the local frame to the same twists in the reference frame:
  /// [R, 0; [t]R, R].
  @inlinable public var adjoint: TwistMap<Scalar> {
    let r = Matrix3(rotation)
    return TwistMap(
      angularFromAngular: r, angularFromLinear: .zero,
      linearFromAngular: Matrix3(hat: translation) * r, linearFromLinear: r)
  }

  /// The left Jacobian of SE(3): [J, 0; Q, J] with J that of the rotation.
  @inlinable public static func leftJacobian(at twist: Twist<Scalar>) -> TwistMap<Scalar> {
    let j = Quaternion.leftJacobian(at: twist.angular)
    return TwistMap(
      angularFromAngular: j, angularFromLinear: .zero,
      linearFromAngular: jacobianCoupling(twist), linearFromLinear: j)
  }

  /// The inverse of the left Jacobian of SE(3): [K, 0; -KQK, K] with K that of the rotation.
  @inlinable public static func leftJacobianInverse(at twist: Twist<Scalar>) -> TwistMap<Scalar> {
    let k = Quaternion.leftJacobianInverse(at: twist.angular)
    return TwistMap(
      angularFromAngular: k, angularFromLinear: .zero,
      linearFromAngular: -(k * jacobianCoupling(twist) * k), linearFromLinear: k)
  }

  /// The block Q by which the rotation's rate moves the translation: Barfoot, equation 7.86.
  @inlinable static func jacobianCoupling(_ twist: Twist<Scalar>) -> Matrix3<Scalar> {
    let terms = AngleCoefficients(twist.angular)
    let w = Matrix3(hat: twist.angular), v = Matrix3(hat: twist.linear)
    let wv = w * v, vw = v * w
    let wvw = wv * w
    let first = v * 0.5 + (wv + vw + wvw) * terms.sineTail.high
    let second = (w * wv + vw * w - wvw * 3) * terms.cosineTail
    return first + second + (wvw * w + w * wvw) * terms.mixedTail
  }
}

// MARK: - Screws

extension RigidTransform {
  /// The motion repeated `exponent` times, along its screw: one half is half way, -1 the way
  /// back. Of a rotation by π, the axis is the one that the quaternion's sign gives.
  @inlinable public func power(_ exponent: Scalar) -> Self {
    Self(exponentialCoordinates: exponentialCoordinates * exponent)
  }

  /// The motion at fraction `t` of the way to `other` along the shortest screw: `self` at 0,
  /// `other` at 1, at a constant rate in between and beyond.
  ///
  /// Independent of the choice of frames, unlike turning and moving separately.
  @inlinable public func screwInterpolated(to other: Self, _ t: Scalar) -> Self {
    self * (inverted() * other).power(t)
  }
}
