internal import RealModule

/// exp(-rate · step) for steps that hardly differ, without an exponential for each.
///
/// Keeps the Taylor polynomial about one step; for another within 1e-3 of it, in units of 1/rate, its
/// remainder, 1e-15/120, is below rounding. Nothing accumulates.
@usableFromInline
struct DampingFactor: Hashable, Sendable {
  private let rate: Double
  /// The longest step that is near any.
  private let longest: Double
  /// The step that others are near; at first none.
  @usableFromInline private(set) var step = -Double.infinity
  /// Twice the bits of how far from ``step`` a step is near it.
  @usableFromInline private(set) var tolerance: UInt64 = 0
  /// The coefficients of the polynomial in how much less than ``step`` a step is: the zeroth and the
  /// second, the first and the third, and the fourth.
  @usableFromInline private(set) var even = SIMD2<Double>.zero
  @usableFromInline private(set) var odd = SIMD2<Double>.zero
  @usableFromInline private(set) var fourth = 0.0

  /// The factors of `rate`, for steps up to `longest`, if they are near one that was asked for.
  init(rate: Double, longest: Double) {
    self.rate = rate
    self.longest = longest
  }

  /// The factor of a step near the last one asked for; `nil` of any other.
  @inlinable @inline(__always)
  func factor(near step: Double) -> Double? {
    let d = self.step - step
    // Bits without the sign are in the order of magnitude, and those of a NaN above all: a comparison
    // that leaves the floating-point units to the rest.
    guard d.bitPattern << 1 <= tolerance else { return nil }
    let pairs = even + odd * d
    let square = d * d
    return pairs.x + square * (pairs.y + square * fourth)
  }

  /// The factor of a positive step up to the longest, and what the factors of the next ones are told
  /// from.
  mutating func factor(for step: Double) -> Double {
    if let factor = factor(near: step) { return factor }
    self.step = step
    var distance = min(step / 2, longest - step)
    if rate > 0 { distance = min(distance, 1e-3 / rate) }
    tolerance = distance.bitPattern << 1
    let factor = Double.exp(-rate * step)
    even = SIMD2(1, rate * rate / 2) * factor
    odd = even * SIMD2(rate, rate / 3)
    fourth = odd.y * rate / 4
    return factor
  }
}
