/// A continuous dead zone (soft threshold).
///
/// With limit *l*: 0 for |*x*| ≤ *l*, *x* − *l* above and *x* + *l* below. The function is odd,
/// monotonic, and never increases |*x*|; with a limit of 0 it is the identity.
package struct DeadZone: Hashable, Sendable {
  /// The largest magnitude that maps to zero.
  package let limit: Double

  /// Creates a dead zone.
  ///
  /// - Precondition: `limit` is finite and not negative.
  package init(limit: Double) {
    precondition(limit >= 0 && limit.isFinite, "expected a finite limit of 0 or more, got \(limit)")
    self.limit = limit
  }

  /// Applies the dead zone to `input`; NaN stays NaN.
  package func apply(_ input: Double) -> Double {
    if input > limit { return input - limit }
    if input < -limit { return input + limit }
    return input.isNaN ? input : 0
  }
}
