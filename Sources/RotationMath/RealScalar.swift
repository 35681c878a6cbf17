public import RealModule

/// The scalar types of this module: `Float` and `Double`.
///
/// Every type is generic over its scalar, with the same code for both. Members are `@inlinable` so
/// that other modules can specialise them.
public protocol RealScalar: Real, BinaryFloatingPoint, SIMDScalar, Codable, Sendable
where RawSignificand: FixedWidthInteger, SIMD4Storage: Sendable {}

extension Float: RealScalar {}
extension Double: RealScalar {}

#if hasFeature(Embedded)
  /// A stand-in for the standard library's protocol, which Embedded Swift does not have.
  ///
  /// Without requirements, so that types conform by the same declarations as elsewhere.
  public protocol Codable {}

  extension Float: Codable {}
  extension Double: Codable {}
#endif

extension RealScalar {
  /// An angle in degrees, converted to radians: `.degrees(90)` is π/2.
  @inlinable public static func degrees(_ angle: Self) -> Self { angle / 180 * .pi }

  /// This angle in radians, converted to degrees.
  @inlinable public var inDegrees: Self { self / .pi * 180 }
}

// Sums of products that the compiler may reorder and contract to fused multiply-adds, as C and C++
// compilers do by default. Results differ by rounding between processors, so nothing that relies on
// exact cancellation may use these functions.

/// *ab* + *cd*.
@inlinable func sumOfProducts<Scalar: RealScalar>(
  _ a: Scalar, _ b: Scalar, _ c: Scalar, _ d: Scalar
) -> Scalar {
  Relaxed.multiplyAdd(c, d, Relaxed.product(a, b))
}

/// *ab* + *cd* + *ef*.
@inlinable func sumOfProducts<Scalar: RealScalar>(
  _ a: Scalar, _ b: Scalar, _ c: Scalar, _ d: Scalar, _ e: Scalar, _ f: Scalar
) -> Scalar {
  Relaxed.multiplyAdd(e, f, sumOfProducts(a, b, c, d))
}

/// A double-word number: the unevaluated sum *high* + *low*.
///
/// It has twice the precision of one scalar.
///
/// Used where rounding errors of intermediate steps would exceed the rounding of the result.
///
/// Products use Dekker's splitting (T. J. Dekker, *A floating-point technique for extending the
/// available precision*, Numerische Mathematik 18, 1971, doi:10.1007/BF01397083). A fused
/// multiply-add would be shorter, but is a library call on processors without the instruction.
///
/// Valid for magnitudes a few powers of ten away from overflow and underflow.
@frozen @usableFromInline struct DoubleWord<Scalar: RealScalar> {
  @usableFromInline var high: Scalar
  @usableFromInline var low: Scalar

  @inlinable init(high: Scalar, low: Scalar) {
    self.high = high
    self.low = low
  }

  @inlinable init(_ value: Scalar) { self.init(high: value, low: 0) }

  /// The exact sum.
  @inlinable static func sum(_ a: Scalar, _ b: Scalar) -> Self {
    let sum = a + b
    let part = sum - a
    return Self(high: sum, low: (a - (sum - part)) + (b - part))
  }

  /// The exact product.
  @inlinable static func product(_ a: Scalar, _ b: Scalar) -> Self {
    let product = a * b
    let (ah, al) = halves(a), (bh, bl) = halves(b)
    return Self(high: product, low: ((ah * bh - product) + ah * bl + al * bh) + al * bl)
  }

  /// Splits `a` into two numbers with half its digits each.
  @inlinable static func halves(_ a: Scalar) -> (Scalar, Scalar) {
    // 2 to the power of half the number of digits, rounded up, plus 1.
    let factor =
      Scalar(
        sign: .plus, exponent: Scalar.Exponent((Scalar.significandBitCount + 2) / 2), significand: 1
      ) + 1
    let scaled = factor * a
    let high = scaled - (scaled - a)
    return (high, a - high)
  }

  @inlinable static func + (a: Self, b: Self) -> Self {
    let s = sum(a.high, b.high)
    return Self(high: s.high, low: s.low + (a.low + b.low)).renormalized
  }

  @inlinable static func - (a: Self, b: Self) -> Self { a + -b }

  @inlinable static prefix func - (a: Self) -> Self { Self(high: -a.high, low: -a.low) }

  /// The product with a power of two, which is exact.
  @inlinable func scaled(by power: Scalar) -> Self { Self(high: high * power, low: low * power) }

  @inlinable static func * (a: Self, b: Self) -> Self {
    let p = product(a.high, b.high)
    return Self(high: p.high, low: p.low + (a.high * b.low + a.low * b.high)).renormalized
  }

  @inlinable static func / (a: Self, b: Self) -> Self {
    let quotient = a.high / b.high
    let remainder = a - b * Self(quotient)
    return Self(high: quotient, low: remainder.high / b.high).renormalized
  }

  /// The square root, zero for zero.
  @inlinable func squareRoot() -> Self {
    let root = high.squareRoot()
    guard root > 0 else { return Self(0) }
    let remainder = self - Self.product(root, root)
    return Self(high: root, low: remainder.high / (2 * root)).renormalized
  }

  /// An equal value with |low| at most half a unit in the last place of `high`.
  @inlinable var renormalized: Self {
    let sum = high + low
    return Self(high: sum, low: low - (sum - high))
  }

  /// The sine of the full angle, to the precision of one scalar.
  @inlinable var sine: Self {
    // The low word of a large angle can exceed 1 rad.
    Self.sum(Scalar.sin(high) * Scalar.cos(low), Scalar.cos(high) * Scalar.sin(low))
  }

  /// The cosine of the full angle, to the precision of one scalar.
  @inlinable var cosine: Self {
    Self.sum(Scalar.cos(high) * Scalar.cos(low), -Scalar.sin(high) * Scalar.sin(low))
  }

  /// The nearest scalar.
  @inlinable var value: Scalar { high + low }
}

extension Collection<Double> {
  /// The median, or `nil` if empty.
  ///
  /// For an even count the mean of the two middle values.
  ///
  /// - Complexity: O(*n* log *n*).
  package var median: Double? {
    guard !isEmpty else { return nil }
    let values = sorted()
    let middle = values.count / 2
    return values.count % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2
  }

  /// The upper median, or `nil` if empty.
  ///
  /// For an even count the larger of the two middle values.
  ///
  /// - Complexity: O(*n* log *n*).
  package var upperMedian: Double? { isEmpty ? nil : sorted()[count / 2] }
}
