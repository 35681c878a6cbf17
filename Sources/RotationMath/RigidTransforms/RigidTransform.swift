/// A rigid transform: a rotation followed by a translation.
///
/// `(a * b).act(p) == a.act(b.act(p))`. Name transforms as `targetFromSource`:
/// `earthFromDevice.act(p)` maps a point from device to earth coordinates, and ``translation`` is
/// the device's origin in earth coordinates.
///
/// The rotation must be a unit quaternion. Products keep the deviation of its length from 1, and
/// each adds up to an eps. In a chain the deviation grows linearly: with one `Float` factor, to
/// 1e-3 after 100,000 products. ``composed(with:)`` removes it.
@frozen public struct RigidTransform<Scalar: RealScalar>: Hashable, Sendable, Codable {
  /// The rotation, applied first.
  public var rotation: Quaternion<Scalar>
  /// The translation, applied second.
  public var translation: Vector3<Scalar>

  /// Creates a transform that rotates by a unit quaternion, then translates.
  @inlinable public init(
    rotation: Quaternion<Scalar> = .identity, translation: Vector3<Scalar> = .zero
  ) {
    self.rotation = rotation
    self.translation = translation
  }

  /// Converts a transform from another precision, rounding to nearest.
  @inlinable public init<Other: RealScalar>(_ other: RigidTransform<Other>) {
    self.init(rotation: Quaternion(other.rotation), translation: Vector3(other.translation))
  }

  /// The identity transform.
  @inlinable public static var identity: Self { Self() }

  /// The composition: `b` first, then `a`.
  @inlinable @inline(__always) public static func * (a: Self, b: Self) -> Self {
    // Always inlined: a call passes both through memory and takes 1.3 times as long.
    Self(
      rotation: .laneProduct(a.rotation, b.rotation),
      translation: a.rotation.act(b.translation) + a.translation)
  }

  /// The composition with the rotation at unit length: `other` first, then `self`.
  ///
  /// For chains of any number of products; `*` is for short ones. See
  /// ``Quaternion/composed(with:)``.
  @inlinable public func composed(with other: Self) -> Self {
    var product = self * other
    product.rotation = product.rotation.renormalized
    return product
  }

  /// The inverse transform.
  @inlinable public func inverted() -> Self {
    let back = rotation.conjugate
    return Self(rotation: back, translation: -back.act(translation))
  }

  /// Transforms a point: rotates, then translates.
  @inlinable public func act(_ point: Vector3<Scalar>) -> Vector3<Scalar> {
    rotation.act(point) + translation
  }

  /// Rotates a direction or displacement, without the translation.
  @inlinable public func act(onVector vector: Vector3<Scalar>) -> Vector3<Scalar> {
    rotation.act(vector)
  }

  /// The transform with a unit quaternion, or `nil` if that is zero or not finite.
  @inlinable public func normalized() -> Self? {
    guard let rotation = rotation.normalized() else { return nil }
    return Self(rotation: rotation, translation: translation)
  }

  /// Whether all components are finite.
  @inlinable public var isFinite: Bool { rotation.isFinite && translation.isFinite }
}

// MARK: - Matrices

extension RigidTransform {
  /// Creates a transform from the upper three rows of a homogeneous matrix.
  ///
  /// - Parameter m: A rotation matrix beside a translation, above the row 0 0 0 1. Scale, shear and
  ///   reflection are removed: the rotation is the nearest, as by
  ///   ``Quaternion/init(_:)-(Matrix3<Scalar>)``. ``init(checking:tolerance:)`` reports them,
  ///   ``SimilarityTransform`` and ``ScaledTransform`` keep the scale.
  @inlinable public init(_ m: Matrix4<Scalar>) {
    self.init(rotation: Quaternion(m.linear), translation: m.translation)
  }

  /// Creates a transform from a homogeneous matrix that should be rigid.
  ///
  /// - Parameters:
  ///   - m: A rotation matrix beside a translation, above the row 0 0 0 1.
  ///   - tolerance: The largest accepted ``Matrix3/orthonormalityError`` of the block, and the
  ///     largest deviation of the last row (default: √eps).
  /// - Throws: ``RotationMatrixError`` if the matrix is not finite, not rigid or has another last
  ///   row.
  @inlinable public init(
    checking m: Matrix4<Scalar>, tolerance: Scalar = Scalar.ulpOfOne.squareRoot()
  ) throws(RotationMatrixError) {
    guard m.isFinite else { throw .notFinite }
    guard m.isAffine(tolerance: tolerance) else { throw .notAffine }
    try m.linear.checkRotation(tolerance: tolerance)
    self.init(m)
  }
}

extension Matrix4 {
  /// Creates the homogeneous matrix of a rigid transform.
  ///
  /// It maps (*x*, *y*, *z*, 1) to the transformed point.
  @inlinable public init(_ transform: RigidTransform<Scalar>) {
    self.init(rotation: transform.rotation, translation: transform.translation)
  }
}

extension RigidTransform: CustomStringConvertible {
  /// The rotation and the translation.
  public var description: String { "rotation \(rotation), translation \(translation)" }
}

// MARK: - Operators and further motions

extension RigidTransform {
  /// Transforms a point: ``act(_:)``.
  @inlinable public static func * (transform: Self, point: Vector3<Scalar>) -> Vector3<Scalar> {
    transform.act(point)
  }

  /// This transform, followed by a translation in the target frame.
  @inlinable public func translated(by translation: Vector3<Scalar>) -> Self {
    Self(rotation: rotation, translation: self.translation + translation)
  }

  /// This transform, followed by a rotation about the origin of the target frame.
  @inlinable public func rotated(by rotation: Quaternion<Scalar>) -> Self {
    Self(rotation: rotation * self.rotation, translation: rotation.act(translation))
  }
}

// SE(3). Exponential, logarithm and Jacobians: T. D. Barfoot, *State Estimation for Robotics*,
// 2017, sections 7.1.3 to 7.1.5, doi:10.1017/9781316671528, with the rotation first.

extension RigidTransform: LieGroup {
  /// The exponential map: the screw motion of `twist`.
  ///
  /// The translation is the left Jacobian of SO(3) times the linear part.
  @inlinable public init(exponentialCoordinates twist: Twist<Scalar>) {
    self.init(
      rotation: Quaternion(rotationVector: twist.angular),
      translation: Quaternion.leftJacobian(at: twist.angular) * twist.linear)
  }

  /// The logarithm: the twist of the shortest screw, with an angle in 0...π.
  ///
  /// The order is [rotation vector, translation part], as in SciPy.
  @inlinable public var exponentialCoordinates: Twist<Scalar> {
    let angular = rotation.rotationVector
    return Twist(
      angular: angular,
      linear: Quaternion.leftJacobianInverse(at: angular) * translation)
  }

  /// The adjoint [R, 0; [t]R, R]: maps twists from local to reference frame.
  @inlinable public var adjoint: TwistMap<Scalar> {
    let r = Matrix3(rotation)
    return TwistMap(
      angularFromAngular: r,
      linearFromAngular: Matrix3(hat: translation) * r, linearFromLinear: r)
  }

  /// The left Jacobian of SE(3): [J, 0; Q, J] with J the left Jacobian of SO(3).
  @inlinable public static func leftJacobian(at twist: Twist<Scalar>) -> TwistMap<Scalar> {
    let j = Quaternion.leftJacobian(at: twist.angular)
    return TwistMap(
      angularFromAngular: j, linearFromAngular: jacobianCoupling(twist), linearFromLinear: j)
  }

  /// The inverse of the left Jacobian of SE(3).
  ///
  /// [K, 0; -KQK, K] with K the inverse left Jacobian of SO(3).
  @inlinable public static func leftJacobianInverse(at twist: Twist<Scalar>) -> TwistMap<Scalar> {
    let k = Quaternion.leftJacobianInverse(at: twist.angular)
    return TwistMap(
      angularFromAngular: k,
      linearFromAngular: -(k * jacobianCoupling(twist) * k), linearFromLinear: k)
  }

  /// The block Q of the left Jacobian of SE(3): Barfoot, equation 7.86.
  ///
  /// Computed as the directional derivative of the left Jacobian of SO(3) at the angular part along
  /// the linear part. This form has no products of three or four matrices and stays accurate at
  /// large angles, where Q decreases as the reciprocal of the angle.
  @inlinable static func jacobianCoupling(_ twist: Twist<Scalar>) -> Matrix3<Scalar> {
    let (w, v) = (twist.angular, twist.linear)
    let terms = AngleCoefficients(w)
    guard !terms.isHuge else { return Quaternion.limitOfLeftJacobian(at: w) * 0 }
    let along = w.dot(v)
    let skew = v * terms.versine.high - w * (along * terms.versineSlope)
    // b (v wᵀ + w vᵀ - 2 (w·v) I) - 2 c (w·v) W², arranged to avoid cancellation on the diagonal.
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
