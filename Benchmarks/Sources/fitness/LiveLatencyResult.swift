import Foundation

/// The latencies of live reading, in nanoseconds.
struct LiveLatencyResult: Encodable {
  /// Samples a second.
  var rate: Double
  var samples: Int
  var letters = 0
  /// From the write of a sample to its motion.
  var attitude = SoakResult.Latencies()
  /// From the write of the sample that ends the touch to the letter.
  var letter = SoakResult.Latencies()

  init(rate: Double, samples: Int) {
    self.rate = rate
    self.samples = samples
  }

  var text: String {
    func row(_ name: String, _ latencies: SoakResult.Latencies) -> String {
      name.padding(toLength: 34, withPad: " ", startingAt: 0)
        + [latencies.p50, latencies.p99, latencies.maximum].map {
          String(format: "%10.3f", Double($0) / 1e6)
        }.joined()
    }
    return """
      \(samples) samples at \(rate) Hz in real time, \(letters) letters
      \("latency in ms".padding(toLength: 34, withPad: " ", startingAt: 0))       p50       p99   maximum
      \(row("sample to attitude", attitude))
      \(row("release to letter", letter))
      """
  }
}
