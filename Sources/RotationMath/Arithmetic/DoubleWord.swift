public import RealModule

/// An unevaluated sum of two scalars, *high* + *low*, with twice the digits of one: for the few
/// places where rounding errors of intermediate steps would show in the result.
///
/// Products are split as T. J. Dekker does (*A floating-point technique for extending the
/// available precision*, Numerische Mathematik 18, 1971, doi:10.1007/BF01397083): a fused
/// multiply-add would be shorter, but is a library call on processors without one.
///
/// Magnitudes must stay clear of overflow and underflow by a few powers of ten.
@frozen @usableFromInline
struct DoubleWord<Scalar: RealScalar> {
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

  /// `a` as the sum of two numbers of half its digits.
  @inlinable static func halves(_ a: Scalar) -> (Scalar, Scalar) {
    // 2 to half the digits, rounded up, plus one.
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

  /// This times a power of two, exactly.
  @inlinable func scaled(by power: Scalar) -> Self {
    Self(high: high * power, low: low * power)
  }

  @inlinable static func * (a: Self, b: Self) -> Self {
    let p = product(a.high, b.high)
    return Self(high: p.high, low: p.low + (a.high * b.low + a.low * b.high)).renormalized
  }

  @inlinable static func / (a: Self, b: Self) -> Self {
    let quotient = a.high / b.high
    let remainder = a - b * Self(quotient)
    return Self(high: quotient, low: remainder.high / b.high).renormalized
  }

  /// The square root; zero of zero.
  @inlinable func squareRoot() -> Self {
    let root = high.squareRoot()
    guard root > 0 else { return Self(0) }
    let remainder = self - Self.product(root, root)
    return Self(high: root, low: remainder.high / (2 * root)).renormalized
  }

  /// The same value with the low word below the last digit of the high one.
  @inlinable var renormalized: Self {
    let sum = high + low
    return Self(high: sum, low: low - (sum - high))
  }

  /// The sine, with all digits of the angle; those of the result are of one scalar.
  @inlinable var sine: Self {
    // The low word of a large angle need not be small.
    Self.sum(Scalar.sin(high) * Scalar.cos(low), Scalar.cos(high) * Scalar.sin(low))
  }

  /// The cosine, with all digits of the angle; those of the result are of one scalar.
  @inlinable var cosine: Self {
    Self.sum(Scalar.cos(high) * Scalar.cos(low), -Scalar.sin(high) * Scalar.sin(low))
  }

  /// The nearest scalar.
  @inlinable var value: Scalar { high + low }
}

extension Vector3 {
  /// The length with twice the digits; clear of over- and underflow.
  @inlinable var preciseLength: DoubleWord<Scalar> {
    let squares =
      DoubleWord.product(x, x) + DoubleWord.product(y, y) + DoubleWord.product(z, z)
    return squares.squareRoot()
  }
}
