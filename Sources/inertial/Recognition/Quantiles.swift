/// How values are spread, by quantiles with linear interpolation between order statistics
/// (Hyndman and Fan, 1996, definition 7).
struct Quantiles: Encodable, Equatable {
  var minimum: Double
  var q05: Double
  var q25: Double
  var median: Double
  var q75: Double
  var q95: Double
  var maximum: Double

  /// The quantiles of finite `values`, or `nil` when there are none.
  init?(_ values: [Double]) {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    func quantile(_ fraction: Double) -> Double {
      let position = fraction * Double(sorted.count - 1)
      let lower = Int(position)
      let upper = min(lower + 1, sorted.count - 1)
      return sorted[lower] + (position - Double(lower)) * (sorted[upper] - sorted[lower])
    }
    minimum = quantile(0)
    q05 = quantile(0.05)
    q25 = quantile(0.25)
    median = quantile(0.5)
    q75 = quantile(0.75)
    q95 = quantile(0.95)
    maximum = quantile(1)
  }

  /// The values in order, for people.
  var text: String {
    [minimum, q05, q25, median, q75, q95, maximum].map { decimal($0, places: 3) }
      .joined(separator: "  ")
  }
}
