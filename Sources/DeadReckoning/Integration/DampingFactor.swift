internal import RealModule

/// exp(-rate · step) for nearly constant steps.
///
/// Evaluates a Taylor polynomial of the fourth degree about the step of the last exponential. For
/// steps within 1e-3 of it, in units of 1/rate, the remainder of 1e-15/120 is below rounding.
@usableFromInline
struct DampingFactor: Hashable, Sendable {
  private let rate: Double
  /// The step about which the polynomial is expanded.
  @usableFromInline private(set) var center = -Double.infinity
  /// The largest distance from `center` at which the polynomial holds.
  @usableFromInline private(set) var reach = 0.0
  @usableFromInline private(set) var c0 = 0.0, c1 = 0.0, c2 = 0.0, c3 = 0.0, c4 = 0.0

  init(rate: Double) { self.rate = rate }

  /// The factor of a positive step, in seconds.
  @inlinable @inline(__always)
  mutating func factor(for step: Double) -> Double {
    let d = center - step
    guard abs(d) < reach else {
      expand(about: step)
      return c0
    }
    // Two independent halves, so that they are evaluated in parallel.
    let square = d * d
    return (c0 + c1 * d) + square * ((c2 + c3 * d) + square * c4)
  }

  @usableFromInline
  mutating func expand(about step: Double) {
    center = step
    reach = rate > 0 ? min(step / 2, 1e-3 / rate) : step / 2
    c0 = Double.exp(-rate * step)
    c1 = c0 * rate
    c2 = c1 * rate / 2
    c3 = c2 * rate / 3
    c4 = c3 * rate / 4
  }
}
