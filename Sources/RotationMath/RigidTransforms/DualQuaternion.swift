/// A dual quaternion *r* + ε *d*, ε² = 0.
///
/// As a rigid motion it is a unit: *r* is the rotation and *d* = ½ *t* *r* holds the translation
/// *t*. Both signs are the same motion. Blends and interpolates motions by linear algebra
/// (L. Kavan, S. Collins, J. Žára, C. O'Sullivan, *Geometric skinning with approximate dual
/// quaternion blending*, 2008, doi:10.1145/1409625.1409627).
@frozen
public struct DualQuaternion<Scalar: RealScalar>: Hashable, Sendable, Codable {
  /// The part without ε: of a unit, the rotation.
  public var real: Quaternion<Scalar>
  /// The part with ε: of a unit, half the translation times the rotation.
  public var dual: Quaternion<Scalar>

  /// The dual quaternion of these parts, as they are.
  @inlinable public init(real: Quaternion<Scalar>, dual: Quaternion<Scalar>) {
    self.real = real
    self.dual = dual
  }

  /// The same dual quaternion in another precision, rounded to nearest.
  @inlinable public init<Other: RealScalar>(_ other: DualQuaternion<Other>) {
    self.init(real: Quaternion(other.real), dual: Quaternion(other.dual))
  }

  /// The motion that moves nothing.
  @inlinable public static var identity: Self { Self(real: .identity, dual: .zero) }

  /// The quaternion conjugate of both parts: the inverse of a unit.
  @inlinable public var conjugate: Self { Self(real: real.conjugate, dual: dual.conjugate) }

  /// The nearest unit in Kavan's sense, or `nil` where the real part has no direction (zero or
  /// not finite) or the dual part is not finite.
  ///
  /// Divides by the dual norm: the real part by its length, and the dual part by the same after
  /// what is parallel to the real part is taken off.
  @inlinable public func normalized() -> Self? {
    guard let unit = real.normalized(), dual.isFinite else { return nil }
    let scaled = dual / real.length
    return Self(real: unit, dual: scaled - unit * unit.dot(scaled))
  }

  /// Whether no coefficient is infinite or NaN.
  @inlinable public var isFinite: Bool { real.isFinite && dual.isFinite }
}

// MARK: - Algebra

extension DualQuaternion: AdditiveArithmetic {
  /// The dual quaternion of zeros. Not a motion.
  @inlinable public static var zero: Self { Self(real: .zero, dual: .zero) }
  /// The sum, coefficient by coefficient.
  @inlinable public static func + (p: Self, q: Self) -> Self {
    Self(real: p.real + q.real, dual: p.dual + q.dual)
  }
  /// The difference, coefficient by coefficient.
  @inlinable public static func - (p: Self, q: Self) -> Self {
    Self(real: p.real - q.real, dual: p.dual - q.dual)
  }
  /// All coefficients negated: the same motion.
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
  /// The product. As motions: by `q` first, then by `p`.
  @inlinable public static func * (p: Self, q: Self) -> Self {
    Self(real: p.real * q.real, dual: p.real * q.dual + p.dual * q.real)
  }
}

// MARK: - Rigid motions

extension DualQuaternion {
  /// The unit dual quaternion of a rigid motion.
  @inlinable public init(_ transform: RigidTransform<Scalar>) {
    let translation = Quaternion(vector: transform.translation, scalar: 0)
    self.init(real: transform.rotation, dual: translation * transform.rotation * 0.5)
  }

  /// The image of a point under this unit dual quaternion: turned, then moved.
  @inlinable public func act(_ point: Vector3<Scalar>) -> Vector3<Scalar> {
    RigidTransform(self).act(point)
  }

  /// Screw linear interpolation: the motion at fraction `t` of the way to `other` along the
  /// shortest screw, whichever of its two signs `other` has.
  @inlinable public func sclerp(to other: Self, _ t: Scalar) -> Self {
    self * (conjugate * other).power(t)
  }

  /// The motion repeated `exponent` times, along its screw.
  @inlinable public func power(_ exponent: Scalar) -> Self {
    Self(exponentialCoordinates: exponentialCoordinates * exponent)
  }
}

extension RigidTransform {
  /// The motion of a unit dual quaternion.
  @inlinable public init(_ q: DualQuaternion<Scalar>) {
    self.init(rotation: q.real, translation: (q.dual * q.real.conjugate).vector * 2)
  }
}

extension DualQuaternion: CustomStringConvertible {
  /// The real and the dual part.
  public var description: String { "\(real) + ε\(dual)" }
}
