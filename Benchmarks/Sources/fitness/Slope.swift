import CInstruments
import Foundation

/// The growth of a call's time with the size of its input.
struct Slope {
  var name: String
  /// The expected exponent.
  var expected: Double
  var sizes: [Int]
  /// The job for a size.
  var job: (_ size: Int) -> () -> Void

  static let header = """
    | call | sizes | ns at the smallest | ns at the largest | exponent | promised |
    |---|---|---:|---:|---:|---:|
    """

  /// A row of the table: the exponent by least squares over the logarithms of the larger half of
  /// the sizes, where the constant part of a call no longer counts.
  func measured() -> String {
    let times = sizes.map { size in Self.nanoseconds(job(size)) }
    let points = zip(sizes, times).suffix((sizes.count + 1) / 2).map {
      (log(Double($0)), log($1))
    }
    let count = Double(points.count)
    let (mx, my) = (points.map(\.0).reduce(0, +) / count, points.map(\.1).reduce(0, +) / count)
    let exponent =
      points.map { ($0.0 - mx) * ($0.1 - my) }.reduce(0, +)
      / points.map { ($0.0 - mx) * ($0.0 - mx) }.reduce(0, +)
    return """
      | \(name) | \(sizes[0]) … \(sizes[sizes.count - 1]) \
      | \(String(format: "%.0f", times[0])) | \(String(format: "%.0f", times[times.count - 1])) \
      | \(String(format: "%.2f", exponent)) | \(String(format: "%.0f", expected)) |
      """
  }

  /// The median of runs of at least a millisecond each.
  private static func nanoseconds(_ body: () -> Void) -> Double {
    func run(_ repetitions: Int) -> Double {
      let start = instruments_nanoseconds()
      for _ in 0..<repetitions { body() }
      return Double(instruments_nanoseconds() - start) / Double(repetitions)
    }
    let repetitions = max(1, Int(1e6 / max(run(1), 1)))
    return (0..<9).map { _ in run(repetitions) }.sorted()[4]
  }
}
