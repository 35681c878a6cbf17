import CInstruments
import Foundation

/// The result of a soak test.
struct SoakResult: Encodable {
  /// In nanoseconds.
  struct Latencies: Encodable {
    var p50: UInt64 = 0
    var p99: UInt64 = 0
    var p999: UInt64 = 0
    var maximum: UInt64 = 0

    init() {}

    init(_ histogram: LatencyHistogram) {
      p50 = histogram.quantile(0.5)
      p99 = histogram.quantile(0.99)
      p999 = histogram.quantile(0.999)
      maximum = histogram.maximum
    }

    func row(_ name: String) -> String {
      let shares = [p50, p99, p999, maximum].map { String(format: "%12d", $0) }
      let period = [p50, p99, p999, maximum].map {
        String(format: "%11.4f%%", Double($0) / 10_000_000 * 100)
      }
      return """
        \(name.padding(toLength: 34, withPad: " ", startingAt: 0))\(shares.joined())
        \("  of a period of 10 ms".padding(toLength: 34, withPad: " ", startingAt: 0))\(period.joined())
        """
    }
  }

  var isRealTime = false
  var samples = 0
  var seconds = 0.0
  /// The number of movements, and of recognised letters.
  var movements = 0
  var letters = 0
  /// Latencies of samples within a movement or a stationary phase.
  var sample = Latencies()
  /// Latencies of samples that end a movement, with its correction and recognition.
  var movement = Latencies()
  /// The allocations before the counted samples, of all kinds.
  var allocationsInFirstPass: UInt64 = 0
  var allocations: UInt64 = 0
  var allocationsAtMovements: UInt64 = 0
  var areAllocationsCounted = instruments_count_allocations()
  var residentBytesEarly: UInt64 = 0
  var residentBytesAtEnd: UInt64 = 0
  var isFinite = false

  /// One megabyte, for the allocator's caches; a leak of one byte a sample would be eight.
  private static let allowedGrowth = 1 << 20

  /// No allocation per sample, flat memory, a finite end.
  var isFit: Bool {
    allocations == 0 && isFinite
      && residentBytesAtEnd <= residentBytesEarly + UInt64(Self.allowedGrowth)
  }

  var text: String {
    let hours = Double(samples) / 360_000
    let mebibyte = 1_048_576.0
    let counted =
      areAllocationsCounted
      ? """
      allocations: \(allocations) in \(samples - movements) samples, \(allocationsAtMovements) at \
      the end of \(movements) movements (and \(allocationsInFirstPass) in a first pass)
      """ : "allocations are not counted on this system"
    return """
      \(samples) samples, \(String(format: "%.2f", hours)) h at 100 Hz, in \
      \(String(format: "%.1f", seconds)) s\(isRealTime ? ", in real time" : ""); \
      \(movements) movements ended, \(letters) read as letters

      \("latency in ns".padding(toLength: 34, withPad: " ", startingAt: 0))\
               p50         p99       p99.9     maximum
      \(sample.row("raw sample to position"))
      \(movement.row("the same, with correction and recognition"))

      \(counted)
      resident: \(String(format: "%.1f", Double(residentBytesEarly) / mebibyte)) MiB after a tenth, \
      \(String(format: "%.1f", Double(residentBytesAtEnd) / mebibyte)) MiB at the end
      \(isFit ? "fit: no allocation per sample, flat memory" : "NOT FIT")
      """
  }
}
