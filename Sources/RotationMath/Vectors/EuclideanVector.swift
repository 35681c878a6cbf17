/// What vectors, quaternions and twists share: a real vector space with a dot product.
///
/// Conformers supply arithmetic; everything metric (length, distance, interpolation) follows here,
/// once.
public protocol EuclideanVector: Hashable, Sendable, AdditiveArithmetic {
  /// The type of one component.
  associatedtype Scalar: RealScalar

  /// Each component times `scalar`.
  static func * (vector: Self, scalar: Scalar) -> Self
  /// Each component divided by `scalar`.
  static func / (vector: Self, scalar: Scalar) -> Self
  /// The vector of the opposite direction.
  static prefix func - (vector: Self) -> Self

  /// The sum of the products of equal components.
  func dot(_ other: Self) -> Scalar
  /// The largest absolute value of a component; NaN if any component is NaN.
  var maximumMagnitude: Scalar { get }
  /// Whether no component is infinite or NaN.
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

  /// The dot product with itself. Overflows beyond the square root of the greatest finite
  /// scalar; ``length`` does not.
  @inlinable public var lengthSquared: Scalar { dot(self) }

  /// The Euclidean length, right wherever it is representable.
  ///
  /// When the sum of squares would over- or underflow, the vector is rescaled by its largest
  /// component first.
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

  /// The vector of length one in this direction, or `nil` when there is none: zero or not finite.
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

  /// The point that divides the segment to `other`: `self` at 0, `other` at 1, exact at both ends.
  @inlinable public func lerp(to other: Self, _ t: Scalar) -> Self {
    self * (1 - t) + other * t
  }
}
