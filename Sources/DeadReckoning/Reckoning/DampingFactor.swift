internal import RealModule

/// exp(-rate · step) for steps that hardly differ, without an exponential for each.
///
/// Keeps the factor of one step; that of another within 1e-3 of it, in units of 1/rate, follows by
/// a Taylor polynomial whose remainder, 1e-15/120, is below rounding. Nothing accumulates.
@usableFromInline
struct DampingFactor: Hashable, Sendable {
  @usableFromInline let rate: Double
  /// The longest step that is near any.
  private let longest: Double
  @usableFromInline private(set) var step = 0.0
  /// How far from ``step`` a step is near it; steps that are not positive or too long never are.
  @usableFromInline private(set) var tolerance = -1.0
  @usableFromInline private(set) var factor = 1.0

  /// The factors of `rate`, for steps up to `longest`, if they are near one that was asked for.
  init(rate: Double, longest: Double) {
    self.rate = rate
    self.longest = longest
  }

  /// The factor of a step near the last one asked for; `nil` of any other.
  @inlinable @inline(__always)
  func factor(near step: Double) -> Double? {
    let difference = self.step - step
    guard abs(difference) <= tolerance else { return nil }
    let d = difference * rate
    let square = d * d
    // Of two halves that do not wait for each other.
    return factor * ((1 + d) + square * ((0.5 + d * (1.0 / 6)) + square * (1.0 / 24)))
  }

  /// The factor of any step, and what the factors of the next ones are told from.
  mutating func factor(for step: Double) -> Double {
    if let factor = factor(near: step) { return factor }
    self.step = step
    tolerance = min(step / 2, longest - step)
    if rate > 0 { tolerance = min(tolerance, 1e-3 / rate) }
    factor = Double.exp(-rate * step)
    return factor
  }
}
