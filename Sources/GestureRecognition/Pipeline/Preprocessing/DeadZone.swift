/// Makes small values zero, and pulls larger ones in by as much, so that nothing jumps.
///
/// With limit *l*: 0 for |*x*| ≤ *l*, and otherwise *x* − *l* or *x* + *l*, towards zero. It is
/// odd, never grows a value, and changes no two values' order; a limit of 0 changes nothing.
package struct DeadZone: Hashable, Sendable {
  /// The largest value that becomes zero.
  package let limit: Double

  /// A dead zone of this limit.
  ///
  /// - Precondition: `limit` is finite and not negative.
  package init(limit: Double) {
    precondition(limit >= 0 && limit.isFinite, "a dead zone of \(limit)")
    self.limit = limit
  }

  /// What is left of `input`; NaN stays NaN.
  package func apply(_ input: Double) -> Double {
    if input > limit { return input - limit }
    if input < -limit { return input + limit }
    return input.isNaN ? input : 0
  }
}
