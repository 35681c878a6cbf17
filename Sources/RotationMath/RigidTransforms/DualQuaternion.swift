/// A dual quaternion *r* + ε *d*, ε² = 0.
///
/// A unit dual quaternion is a rigid transform: *r* is the rotation and *d* = ½ *t* *r* encodes the
/// translation *t*. Both signs are the same transform. Used to blend and interpolate transforms (L.
/// Kavan, S. Collins, J. Žára, C. O'Sullivan, *Geometric skinning with approximate dual quaternion
/// blending*, 2008, doi:10.1145/1409625.1409627).
@frozen public struct DualQuaternion<Scalar: RealScalar>: Hashable, Sendable, Codable {
  /// The real part; the rotation of a unit dual quaternion.
  public var real: Quaternion<Scalar>
  /// The dual part; for a unit, half the translation times the rotation.
  public var dual: Quaternion<Scalar>

  /// Creates a dual quaternion from its parts, without normalising.
  @inlinable public init(real: Quaternion<Scalar>, dual: Quaternion<Scalar>) {
    self.real = real
    self.dual = dual
  }

  /// Converts a dual quaternion from another precision, rounding to nearest.
  @inlinable public init<Other: RealScalar>(_ other: DualQuaternion<Other>) {
    self.init(real: Quaternion(other.real), dual: Quaternion(other.dual))
  }

  /// The identity transform.
  @inlinable public static var identity: Self { Self(real: .identity, dual: .zero) }

  /// The quaternion conjugate of both parts: the inverse of a unit dual quaternion.
  @inlinable public var conjugate: Self { Self(real: real.conjugate, dual: dual.conjugate) }

  /// The unit dual quaternion by Kavan's normalisation.
  ///
  /// Returns `nil` if the real part is zero or not finite, or the dual part is not finite.
  ///
  /// Divides by the dual norm: both parts by the length of the real part, after removing the
  /// component of the dual part parallel to the real part.
  @inlinable public func normalized() -> Self? {
    guard let unit = real.normalized(), dual.isFinite else { return nil }
    let scaled = dual / real.length
    return Self(real: unit, dual: scaled - unit * unit.dot(scaled))
  }

  /// Whether all coefficients are finite.
  @inlinable public var isFinite: Bool { real.isFinite && dual.isFinite }
}

// MARK: - Algebra

extension DualQuaternion: AdditiveArithmetic {
  /// The zero dual quaternion, which is not a rigid transform.
  @inlinable public static var zero: Self { Self(real: .zero, dual: .zero) }
  /// The sum, coefficient by coefficient.
  @inlinable public static func + (p: Self, q: Self) -> Self {
    Self(real: p.real + q.real, dual: p.dual + q.dual)
  }
  /// The difference, coefficient by coefficient.
  @inlinable public static func - (p: Self, q: Self) -> Self {
    Self(real: p.real - q.real, dual: p.dual - q.dual)
  }
  /// The negated dual quaternion, which is the same transform.
  @inlinable public static prefix func - (q: Self) -> Self { Self(real: -q.real, dual: -q.dual) }
  /// Each coefficient times `scalar`.
  @inlinable public static func * (q: Self, scalar: Scalar) -> Self {
    Self(real: q.real * scalar, dual: q.dual * scalar)
  }
  /// Each coefficient divided by `scalar`.
  @inlinable public static func / (q: Self, scalar: Scalar) -> Self {
    Self(real: q.real / scalar, dual: q.dual / scalar)
  }
  /// Each coefficient times `scalar`.
  @inlinable public static func * (scalar: Scalar, q: Self) -> Self { q * scalar }
  /// The product; as a transform it applies `q` first.
  @inlinable public static func * (p: Self, q: Self) -> Self {
    Self(real: p.real * q.real, dual: p.real * q.dual + p.dual * q.real)
  }
}

// MARK: - Rigid motions

extension DualQuaternion {
  /// Creates the unit dual quaternion of a rigid transform.
  @inlinable public init(_ transform: RigidTransform<Scalar>) {
    let translation = Quaternion(vector: transform.translation, scalar: 0)
    self.init(real: transform.rotation, dual: translation * transform.rotation * 0.5)
  }

  /// Transforms a point by this unit dual quaternion.
  @inlinable public func act(_ point: Vector3<Scalar>) -> Vector3<Scalar> {
    RigidTransform(self).act(point)
  }
}

extension RigidTransform {
  /// Creates the rigid transform of a unit dual quaternion.
  @inlinable public init(_ q: DualQuaternion<Scalar>) {
    self.init(rotation: q.real, translation: (q.dual * q.real.conjugate).vector * 2)
  }
}

extension DualQuaternion: CustomStringConvertible {
  /// The real and the dual part.
  public var description: String { "\(real) + ε\(dual)" }
}

// The double cover of SE(3): every map is that of the rigid transform.

extension DualQuaternion: LieGroup {
  /// The inverse of a unit dual quaternion: its conjugate.
  @inlinable public func inverted() -> Self { conjugate }

  /// The exponential map: the screw motion of `twist`.
  @inlinable public init(exponentialCoordinates twist: Twist<Scalar>) {
    self.init(RigidTransform(exponentialCoordinates: twist))
  }

  /// The twist of the shortest screw, of angle 0...π; equal for both signs.
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
