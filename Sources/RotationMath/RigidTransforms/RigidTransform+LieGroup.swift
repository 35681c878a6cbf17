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
  ///
  /// It is the derivative of the left Jacobian of SO(3) at the angular part along the linear one.
  /// Written so, without products of three or four matrices, it keeps its digits at large angles
  /// too, where Q falls off as the reciprocal of the angle.
  @inlinable static func jacobianCoupling(_ twist: Twist<Scalar>) -> Matrix3<Scalar> {
    let (w, v) = (twist.angular, twist.linear)
    let terms = AngleCoefficients(w)
    guard !terms.isHuge else { return Quaternion.limitOfLeftJacobian(at: w) * 0 }
    let along = w.dot(v)
    let skew = v * terms.versine.high - w * (along * terms.versineSlope)
    // b (v wᵀ + w vᵀ - 2 (w·v) I) - 2 c (w·v) W², where the diagonal would cancel.
    let b = terms.sineTail.high, c = 2 * along * terms.mixedTail
    let (bv, cw) = (v * b, w * c)
    let products = bv.componentwiseProduct(w), squares = cw.componentwiseProduct(w)
    let (x, y, z) = (
      2 * products.x - squares.x, 2 * products.y - squares.y, 2 * products.z - squares.z
    )
    let yz = bv.y * w.z + bv.z * w.y - cw.y * w.z
    let zx = bv.z * w.x + bv.x * w.z - cw.z * w.x
    let xy = bv.x * w.y + bv.y * w.x - cw.x * w.y
    return Matrix3(hat: skew)
      + Matrix3(columns: Vector3(-y - z, xy, zx), Vector3(xy, -x - z, yz), Vector3(zx, yz, -x - y))
  }
}

// MARK: - Screws

extension RigidTransform {
  /// The motion repeated `exponent` times, along its screw: one half is half way, -1 the way
  /// back. Of half a turn, the sign of the quaternion tells which of the two ways it is.
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
