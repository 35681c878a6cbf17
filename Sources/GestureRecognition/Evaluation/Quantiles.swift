/// Order statistics of a list of numbers.
package struct Quantiles: Hashable, Sendable {
  /// The numbers in increasing order.
  package let sorted: [Double]

  /// The order statistics of `values`; `nil` for no values, and for NaN.
  package init?(_ values: [Double]) {
    guard !values.isEmpty, !values.contains(where: \.isNaN) else { return nil }
    sorted = values.sorted()
  }

  /// The quantile at `share`, clamped to 0...1, with linear interpolation (definition 7 of
  /// R. J. Hyndman and Y. Fan, *Sample quantiles in statistical packages*, 1996).
  package func value(at share: Double) -> Double {
    let place = max(0, min(1, share)) * Double(sorted.count - 1)
    let below = Int(place)
    guard below + 1 < sorted.count else { return sorted[sorted.count - 1] }
    let fraction = place - Double(below)
    return fraction == 0
      ? sorted[below] : sorted[below] * (1 - fraction) + sorted[below + 1] * fraction
  }
}
