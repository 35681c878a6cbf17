internal import RealModule

/// exp(-rate · step) for steps that hardly differ, without an exponential for each.
///
/// Keeps the factor of one step; that of another within 1e-3 of it, in units of 1/rate, follows by
/// a Taylor polynomial whose remainder, 1e-15/120, is below rounding. Nothing accumulates.
struct DampingFactor: Hashable, Sendable {
  let rate: Double
  private var step = 0.0
  private var factor = 1.0

  init(rate: Double) { self.rate = rate }

  @inline(__always)
  mutating func factor(for step: Double) -> Double {
    let d = (self.step - step) * rate
    guard abs(d) <= 1e-3 else {
      self.step = step
      factor = Double.exp(-rate * step)
      return factor
    }
    return factor * (1 + d * (1 + d * (0.5 + d * (1.0 / 6 + d * (1.0 / 24)))))
  }
}
