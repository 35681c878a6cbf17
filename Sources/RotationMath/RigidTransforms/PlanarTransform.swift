public import RealModule

/// A rotation of the plane, the group SO(2), stored as its cosine and sine.
///
/// The counterpart of ``Quaternion`` in two dimensions. The pair must have unit length; products
/// keep the deviation of its length from 1, which ``normalized()`` removes.
@frozen public struct PlanarRotation<Scalar: RealScalar>: Hashable, Sendable, Codable {
  /// The cosine of the angle.
  public var cosine: Scalar
  /// The sine of the angle.
  public var sine: Scalar

  /// Creates a rotation from its cosine and sine, without normalising.
  @inlinable public init(cosine: Scalar, sine: Scalar) {
    self.cosine = cosine
    self.sine = sine
  }

  /// Creates the rotation by `angle` radians, from *x* to *y*: the exponential map.
  @inlinable public init(angle: Scalar) { self.init(cosine: .cos(angle), sine: .sin(angle)) }

  /// The identity.
  @inlinable public static var identity: Self { Self(cosine: 1, sine: 0) }

  /// The angle in radians, in -π...π, for any length: the logarithm.
  @inlinable public var angle: Scalar { .atan2(y: sine, x: cosine) }

  /// The composition, which does not depend on the order.
  @inlinable public static func * (a: Self, b: Self) -> Self {
    Self(cosine: a.cosine * b.cosine - a.sine * b.sine, sine: a.sine * b.cosine + a.cosine * b.sine)
  }

  /// The inverse rotation.
  @inlinable public func inverted() -> Self { Self(cosine: cosine, sine: -sine) }

  /// Rotates a vector.
  @inlinable public func act(_ vector: Vector2<Scalar>) -> Vector2<Scalar> {
    Vector2(cosine * vector.x - sine * vector.y, sine * vector.x + cosine * vector.y)
  }

  /// Rotates a vector: ``act(_:)``.
  @inlinable public static func * (
    rotation: Self, vector: Vector2<Scalar>
  ) -> Vector2<Scalar> { rotation.act(vector) }

  /// The rotation with unit length, or `nil` if both parts are zero or one is not finite.
  @inlinable public func normalized() -> Self? {
    guard let unit = Vector2(cosine, sine).normalized() else { return nil }
    return Self(cosine: unit.x, sine: unit.y)
  }

  /// The rotation on the shorter arc to `other`, at constant rate: `self` at 0, `other` at 1.
  @inlinable public func slerp(to other: Self, _ t: Scalar) -> Self {
    self * Self(angle: (inverted() * other).angle * t)
  }

  /// The rotation that minimises the weighted sum of squared chords.
  ///
  /// `nil` if there is none or not only one: the weighted sum of the rotations is zero to rounding,
  /// as for opposite ones. `nil` too if a rotation is zero or not finite, or a weight negative or
  /// not finite, where `averageRotation` of LinearAlgebra throws an error.
  ///
  /// - Parameters:
  ///   - rotations: Rotations of any length but zero, which does not weigh.
  ///   - weights: One per rotation, zero or more, of any magnitude; `nil` for equal weights.
  /// - Precondition: there are as many weights as rotations.
  @inlinable public static func mean(of rotations: [Self], weights: [Scalar]? = nil) -> Self? {
    precondition(
      weights == nil || weights?.count == rotations.count,
      "expected \(rotations.count) weights, got \(weights?.count ?? 0)")
    // Relative to the largest weight, so that no sum overflows.
    let largest = weights?.reduce(0, max) ?? 1
    var sum = Vector2<Scalar>.zero, total: Scalar = 0
    for (index, rotation) in rotations.enumerated() {
      let weight = weights?[index] ?? 1
      guard weight >= 0, weight < .infinity, let unit = rotation.normalized() else { return nil }
      sum += Vector2(unit.cosine, unit.sine) * (weight / largest)
      total += weight / largest
    }
    let rounding = Scalar(2 + rotations.count) * .ulpOfOne * total
    guard sum.length > rounding, let unit = sum.normalized() else { return nil }
    return Self(cosine: unit.x, sine: unit.y)
  }
}

extension Matrix2 {
  /// Creates the rotation matrix of a rotation of the plane.
  @inlinable public init(_ rotation: PlanarRotation<Scalar>) {
    self.init(
      columns: Vector2(rotation.cosine, rotation.sine), Vector2(-rotation.sine, rotation.cosine))
  }
}

extension PlanarRotation {
  /// Creates the rotation nearest to a matrix; `nil` if several are, as for a reflection, or none.
  @inlinable public init?(_ m: Matrix2<Scalar>) {
    let sum = Vector2(m.c0.x + m.c1.y, m.c0.y - m.c1.x)
    let size = max(m.c0.length, m.c1.length)
    guard sum.length > 4 * .ulpOfOne * size, let unit = sum.normalized() else { return nil }
    self.init(cosine: unit.x, sine: unit.y)
  }
}

extension PlanarRotation: CustomStringConvertible {
  /// The angle in radians.
  public var description: String { "angle \(angle)" }
}

/// A rigid transform of the plane, the group SE(2): a rotation followed by a translation.
///
/// The counterpart of ``RigidTransform`` in two dimensions. Tangents and exponential coordinates
/// are vectors (angle, *x*, *y*) of the angle in radians and the linear part, in the order of
/// ``Twist``.
@frozen public struct PlanarTransform<Scalar: RealScalar>: Hashable, Sendable, Codable {
  /// The rotation, applied first.
  public var rotation: PlanarRotation<Scalar>
  /// The translation, applied second.
  public var translation: Vector2<Scalar>

  /// Creates a transform that rotates, then translates.
  @inlinable public init(
    rotation: PlanarRotation<Scalar> = .identity, translation: Vector2<Scalar> = .zero
  ) {
    self.rotation = rotation
    self.translation = translation
  }

  /// Transforms a point.
  @inlinable public func act(_ point: Vector2<Scalar>) -> Vector2<Scalar> {
    rotation.act(point) + translation
  }

  /// Transforms a point: ``act(_:)``.
  @inlinable public static func * (
    transform: Self, point: Vector2<Scalar>
  ) -> Vector2<Scalar> { transform.act(point) }
}

extension Matrix3 {
  /// Creates the homogeneous matrix of a rigid transform of the plane.
  @inlinable public init(_ transform: PlanarTransform<Scalar>) {
    let (c, s) = (transform.rotation.cosine, transform.rotation.sine)
    self.init(
      columns: Vector3(c, s, 0), Vector3(-s, c, 0),
      Vector3(transform.translation.x, transform.translation.y, 1))
  }
}

// Jacobians: J. Solà, J. Deray, D. Atchuthan, *A micro Lie theory*, 2018, arXiv:1812.01537,
// appendix C, with the angle first.

extension PlanarTransform: LieGroup {
  /// The identity transform.
  @inlinable public static var identity: Self { Self() }

  /// The composition: `b` first, then `a`.
  @inlinable public static func * (a: Self, b: Self) -> Self {
    Self(rotation: a.rotation * b.rotation, translation: a.act(b.translation))
  }

  /// The inverse transform.
  @inlinable public func inverted() -> Self {
    let back = rotation.inverted()
    return Self(rotation: back, translation: -back.act(translation))
  }

  /// The exponential map of (angle, *x*, *y*): a motion on an arc.
  @inlinable public init(exponentialCoordinates tangent: Vector3<Scalar>) {
    let (linear, angle) = (Vector2(tangent.y, tangent.z), tangent.x)
    self.init(
      rotation: PlanarRotation(angle: angle), translation: Self.arc(angle).act(linear))
  }

  /// The logarithm (angle, *x*, *y*), with an angle in -π...π.
  @inlinable public var exponentialCoordinates: Vector3<Scalar> {
    let linear = Self.arcInverse(rotation.angle).act(translation)
    return Vector3(rotation.angle, linear.x, linear.y)
  }

  /// The adjoint, which maps tangents in the local frame to the reference frame.
  @inlinable public var adjoint: Matrix3<Scalar> {
    let (c, s) = (rotation.cosine, rotation.sine)
    return Matrix3(
      columns: Vector3(1, translation.y, -translation.x), Vector3(0, c, s), Vector3(0, -s, c))
  }

  /// The left Jacobian: exp(*t* + *dt*) ≈ exp(J *dt*) exp(*t*).
  @inlinable public static func leftJacobian(at tangent: Vector3<Scalar>) -> Matrix3<Scalar> {
    let terms = AngleCoefficients(Vector3(tangent.x, 0, 0))
    let map = arc(tangent.x)
    let coupling = PlanarRotation(
      cosine: terms.versine.high, sine: tangent.x * terms.sineTail.high
    ).act(Vector2(tangent.z, -tangent.y))
    return Matrix3(
      columns: Vector3(1, coupling.x, coupling.y), Vector3(0, map.cosine, map.sine),
      Vector3(0, -map.sine, map.cosine))
  }

  /// The inverse of the left Jacobian, unbounded near multiples of 2π.
  @inlinable public static func leftJacobianInverse(
    at tangent: Vector3<Scalar>
  ) -> Matrix3<Scalar> {
    let jacobian = leftJacobian(at: tangent), map = arcInverse(tangent.x)
    let coupling = map.act(Vector2(jacobian.c0.y, jacobian.c0.z))
    return Matrix3(
      columns: Vector3(1, -coupling.x, -coupling.y), Vector3(0, map.cosine, map.sine),
      Vector3(0, -map.sine, map.cosine))
  }

  /// sin θ/θ and (1 - cos θ)/θ: the mean of the rotations by 0...θ.
  @inlinable static func arc(_ angle: Scalar) -> PlanarRotation<Scalar> {
    let terms = AngleCoefficients(Vector3(angle, 0, 0))
    let sinc = terms.isTiny ? 1 : Scalar.sin(angle) / angle
    return PlanarRotation(cosine: sinc, sine: angle * terms.versine.high)
  }

  /// The inverse of ``arc(_:)`` as a linear map.
  @inlinable static func arcInverse(_ angle: Scalar) -> PlanarRotation<Scalar> {
    let terms = AngleCoefficients(Vector3(angle, 0, 0))
    return PlanarRotation(
      cosine: 1 - terms.square.high * terms.cotangentTail.high, sine: -angle / 2)
  }
}

extension PlanarTransform: CustomStringConvertible {
  /// The rotation and the translation.
  public var description: String { "\(rotation), translation \(translation)" }
}
