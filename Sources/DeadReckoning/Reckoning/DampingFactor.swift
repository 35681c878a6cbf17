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
  private let isQuick: Bool
  /// The step that others are near; at first none.
  @usableFromInline private(set) var step = -Double.infinity
  /// The bits, without the sign, from which on a step is too far from ``step`` to be near it, and the
  /// same for ``quickFactor(near:)``.
  private var limit: UInt64 = 0
  @usableFromInline private(set) var quickLimit: UInt64 = 0
  /// The coefficients of the polynomial in how much less than ``step`` a step is.
  @usableFromInline private(set) var c0 = 0.0, c1 = 0.0, c2 = 0.0, c3 = 0.0, c4 = 0.0

  /// The factors of `rate`, for steps up to `longest`, if they are near one that was asked for.
  ///
  /// - Parameter isQuick: Whether ``quickFactor(near:)`` gives any.
  init(rate: Double, longest: Double, isQuick: Bool) {
    self.rate = rate
    self.longest = longest
    self.isQuick = isQuick
  }

  /// The factor of a step near the last one asked for; `nil` of any other.
  @inlinable @inline(__always)
  func quickFactor(near step: Double) -> Double? {
    let d = self.step - step
    // Bits without the sign are in the order of magnitude, and those of a NaN above all: a comparison
    // that leaves the floating-point units to the rest.
    return d.bitPattern << 1 < quickLimit ? factor(less: d) : nil
  }

  /// The factor of a step by `d` less than ``step``.
  @inlinable @inline(__always)
  func factor(less d: Double) -> Double {
    // Of parts that do not wait for each other.
    let square = d * d
    return (c0 + c1 * d) + square * ((c2 + c3 * d) + square * c4)
  }

  /// The factor of a positive step up to the longest, and what the factors of the next ones are told
  /// from.
  mutating func factor(for step: Double) -> Double {
    let d = self.step - step
    if d.bitPattern << 1 < limit { return factor(less: d) }
    self.step = step
    var distance = min(step / 2, longest - step)
    if rate > 0 { distance = min(distance, 1e-3 / rate) }
    limit = distance.bitPattern << 1 | 1
    if isQuick { quickLimit = limit }
    c0 = Double.exp(-rate * step)
    c1 = c0 * rate
    c2 = c1 * rate / 2
    c3 = c2 * rate / 3
    c4 = c3 * rate / 4
    return c0
  }
}
