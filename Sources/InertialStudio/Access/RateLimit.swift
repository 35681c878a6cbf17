/// A limit of requests: a bucket that refills evenly.
struct RateLimit: Hashable, Sendable {
  /// Requests a second on average.
  var perSecond: Double
  /// The most requests at once.
  var burst: Double
  private var available: Double
  private var last: Double?

  /// - Parameters:
  ///   - perSecond: Requests a second on average (default: 500; a page sends about ten).
  ///   - burst: The most requests at once (default: 1,000).
  init(perSecond: Double = 500, burst: Double = 1000) {
    self.perSecond = perSecond
    self.burst = burst
    available = burst
  }

  /// Takes one request; `false` if the limit is exceeded.
  mutating func take(at seconds: Double) -> Bool {
    available = min(burst, available + max(0, seconds - (last ?? seconds)) * perSecond)
    last = seconds
    guard available >= 1 else { return false }
    available -= 1
    return true
  }
}
