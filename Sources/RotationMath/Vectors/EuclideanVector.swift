public import RealModule

/// A real vector space with a dot product: vectors, quaternions and twists.
///
/// Conforming types define the arithmetic; length, distance and linear interpolation are derived
/// from it.
public protocol EuclideanVector: Hashable, Sendable, AdditiveArithmetic {
  /// The type of one component.
  associatedtype Scalar: RealScalar

  /// Each component times `scalar`.
  static func * (vector: Self, scalar: Scalar) -> Self
  /// Each component divided by `scalar`.
  static func / (vector: Self, scalar: Scalar) -> Self
  /// The negated vector.
  static prefix func - (vector: Self) -> Self

  /// The dot product.
  func dot(_ other: Self) -> Scalar
  /// The largest absolute value of a component, NaN if any component is NaN.
  var maximumMagnitude: Scalar { get }
  /// Whether all components are finite.
  var isFinite: Bool { get }
}

extension EuclideanVector {
  /// Each component of `vector` times `scalar`.
  @inlinable public static func * (scalar: Scalar, vector: Self) -> Self { vector * scalar }
  /// Multiplies each component by `scalar`.
  @inlinable public static func *= (vector: inout Self, scalar: Scalar) {
    vector = vector * scalar
  }
  /// Divides each component by `scalar`.
  @inlinable public static func /= (vector: inout Self, scalar: Scalar) { vector = vector / scalar }

  /// The dot product of the vector with itself.
  ///
  /// It overflows if the length exceeds the square root of the greatest finite scalar; ``length``
  /// does not.
  @inlinable public var lengthSquared: Scalar { dot(self) }

  /// The Euclidean length, without intermediate overflow or underflow.
  ///
  /// If the sum of squares overflows or underflows, the vector is first scaled by a power of two.
  @inlinable public var length: Scalar {
    let squared = lengthSquared
    if squared > .leastNormalMagnitude / .ulpOfOne && squared < .infinity {
      return squared.squareRoot()
    }
    return lengthByRescaling
  }

  @inlinable @inline(never) var lengthByRescaling: Scalar {
    let scale = maximumMagnitude
    guard scale > 0, scale < .infinity else { return scale }
    let power = Scalar(sign: .plus, exponent: scale.exponent, significand: 1)
    let scaled = self / power
    return scaled.lengthSquared.squareRoot() * power
  }

  /// The unit vector in this direction, or `nil` if the vector is zero or not finite.
  @inlinable public func normalized() -> Self? {
    let squared = lengthSquared
    if squared > .leastNormalMagnitude / .ulpOfOne && squared < .infinity {
      return self / squared.squareRoot()
    }
    return normalizedByRescaling()
  }

  @inlinable @inline(never) func normalizedByRescaling() -> Self? {
    let scale = maximumMagnitude
    guard scale > 0, scale < .infinity else { return nil }
    let power = Scalar(sign: .plus, exponent: scale.exponent, significand: 1)
    let scaled = self / power
    return scaled / scaled.lengthSquared.squareRoot()
  }

  /// The distance to `other`.
  @inlinable public func distance(to other: Self) -> Scalar { (self - other).length }

  /// Linear interpolation to `other`: exactly `self` at 0 and `other` at 1.
  @inlinable public func lerp(to other: Self, _ t: Scalar) -> Self { self * (1 - t) + other * t }
}

// MARK: - Approximate equality

extension EuclideanVector {
  /// Whether two vectors are equal up to an absolute or a relative tolerance.
  ///
  /// Their distance is at most `absoluteTolerance` (default: 0), or at most `relativeTolerance`
  /// times the greater of the two lengths. The default of `relativeTolerance` is √eps, half the
  /// digits, without an absolute tolerance, and 0 with one.
  ///
  /// For quaternions it compares coefficients, so `q` and `-q` differ;
  /// ``Quaternion/isSameRotation(as:within:)`` compares rotations.
  @inlinable public func isApproximatelyEqual(
    to other: Self, absoluteTolerance: Scalar? = nil, relativeTolerance: Scalar? = nil
  ) -> Bool {
    isApproximatelyEqual(
      to: other, absoluteTolerance: absoluteTolerance ?? 0,
      relativeTolerance: relativeTolerance
        ?? (absoluteTolerance == nil ? Scalar.ulpOfOne.squareRoot() : 0),
      norm: { $0.length })
  }
}

// MARK: - Bounded steps

extension EuclideanVector {
  /// This vector, shortened to `length` if it is longer.
  ///
  /// NaN if the vector is not finite.
  @inlinable public func clamped(toLength length: Scalar) -> Self {
    guard self.length > length else { return self }
    return (normalized() ?? self * .nan) * length
  }

  /// The point that is at most `distance` from here on the straight line to `target`.
  @inlinable public func moved(towards target: Self, by distance: Scalar) -> Self {
    let step = target - self
    return step.length <= distance ? target : self + step.clamped(toLength: distance)
  }

  /// Whether the length is 1 to half the digits: |‖*v*‖² - 1| ≤ √eps.
  @inlinable public var isNormalized: Bool {
    abs(lengthSquared - 1) <= Scalar.ulpOfOne.squareRoot()
  }
}

extension Vector3 {
  /// Two unit vectors that form a right-handed orthonormal basis with this one's direction.
  ///
  /// The basis is (first, second, direction). `nil` if the vector is zero or not finite.
  @inlinable public func orthonormalPair() -> (first: Self, second: Self)? {
    guard let direction = normalized(), let first = direction.anyOrthogonal() else { return nil }
    return (first, direction.cross(first))
  }
}

// MARK: - Random directions

extension Vector2 {
  /// A unit vector with a uniformly distributed direction.
  @inlinable
  public static func randomDirection(using generator: inout some RandomNumberGenerator) -> Self {
    let angle = Scalar(Double.random(in: 0..<1, using: &generator)) * 2 * .pi
    return Self(.cos(angle), .sin(angle))
  }
}

extension Vector3 {
  /// A unit vector with a uniformly distributed direction.
  ///
  /// The *z* component is uniform in -1...1, by Archimedes' theorem on the sphere.
  @inlinable
  public static func randomDirection(using generator: inout some RandomNumberGenerator) -> Self {
    let z = Scalar(Double.random(in: -1...1, using: &generator))
    let around = Vector2<Scalar>.randomDirection(using: &generator)
    let radius = ((1 - z) * (1 + z)).squareRoot()
    return Self(around.x * radius, around.y * radius, z)
  }

  /// A unit vector with a uniformly distributed direction, from the system's generator.
  @inlinable public static func randomDirection() -> Self {
    var generator = SystemRandomNumberGenerator()
    return randomDirection(using: &generator)
  }
}

/// A linear map from a vector space to itself.
public protocol LinearMap: AdditiveArithmetic, Hashable, Sendable {
  /// The type of the vectors that it maps.
  associatedtype Vector: EuclideanVector

  /// The identity map.
  static var identity: Self { get }
  /// The image of `vector`.
  static func * (map: Self, vector: Vector) -> Vector
  /// The composition: `b` first, then `a`.
  static func * (a: Self, b: Self) -> Self
  /// The transpose. A covariance P transforms to `map * P * map.transpose`.
  var transpose: Self { get }
}
