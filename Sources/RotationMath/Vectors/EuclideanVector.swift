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
  @inlinable public static func /= (vector: inout Self, scalar: Scalar) {
    vector = vector / scalar
  }

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
  @inlinable public func lerp(to other: Self, _ t: Scalar) -> Self {
    self * (1 - t) + other * t
  }
}
