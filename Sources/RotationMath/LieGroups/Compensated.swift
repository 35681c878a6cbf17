/// The unevaluated sum of two scalars, about twice as precise as one of them.
///
/// `high` is the sum rounded to nearest and `low` what rounding lost. For results that must be
/// right to the last digit although their terms cancel.
///
/// Source: T. J. Dekker, *A floating-point technique for extending the available precision*,
/// 1971, doi:10.1007/BF01397083.
@frozen
@usableFromInline
struct Compensated<Scalar: RealScalar> {
  @usableFromInline var high: Scalar
  @usableFromInline var low: Scalar

  @inlinable init(_ value: Scalar) {
    high = value
    low = 0
  }

  /// The sum of `high` and a much smaller `low`, made canonical.
  @inlinable init(high: Scalar, low: Scalar) {
    self.high = high + low
    self.low = low - (self.high - high)
  }

  /// Multiplies by a power of two, exactly.
  @inlinable func scaled(by power: Scalar) -> Self {
    Self(high: high * power, low: low * power)
  }

  /// The square root of a positive value, by one Newton step from that of `high`.
  @inlinable func squareRoot() -> Self {
    let root = high.squareRoot()
    let rest = high.addingProduct(-root, root) + low
    return Self(high: root, low: rest / (2 * root))
  }

  @inlinable static func + (a: Self, b: Self) -> Self {
    let sum = a.high + b.high
    let shift = sum - a.high
    let lost = (a.high - (sum - shift)) + (b.high - shift)
    return Self(high: sum, low: lost + (a.low + b.low))
  }

  @inlinable static func - (a: Self, b: Self) -> Self { a + -b }

  @inlinable static prefix func - (a: Self) -> Self {
    var negated = a
    negated.high = -a.high
    negated.low = -a.low
    return negated
  }

  @inlinable static func * (a: Self, b: Self) -> Self {
    let product = a.high * b.high
    let lost = (-product).addingProduct(a.high, b.high)
    return Self(high: product, low: lost + (a.high * b.low + a.low * b.high))
  }

  @inlinable static func / (a: Self, b: Self) -> Self {
    let quotient = a.high / b.high
    let rest = a.high.addingProduct(-quotient, b.high) + (a.low - quotient * b.low)
    return Self(high: quotient, low: rest / b.high)
  }
}
