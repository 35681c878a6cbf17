/// A histogram of latencies: to the nanosecond below 65 µs, to a sixteenth above. Of fixed
/// size, so that counting allocates nothing.
struct LatencyHistogram {
  private static let fine = 1 << 16
  private static let coarsePerOctave = 16
  private var counts = [UInt64](repeating: 0, count: fine + 48 * coarsePerOctave)
  private(set) var count = 0
  private(set) var maximum: UInt64 = 0

  mutating func add(_ nanoseconds: UInt64) {
    counts[Self.bucket(nanoseconds)] += 1
    count += 1
    maximum = max(maximum, nanoseconds)
  }

  /// The quantile of this share, in nanoseconds.
  func quantile(_ share: Double) -> UInt64 {
    let rank = UInt64((Double(count) * share).rounded(.up))
    var seen: UInt64 = 0
    for (bucket, number) in counts.enumerated() {
      seen += number
      if seen >= rank, number > 0 { return min(Self.upperBound(bucket), maximum) }
    }
    return maximum
  }

  private static func bucket(_ nanoseconds: UInt64) -> Int {
    guard nanoseconds >= fine else { return Int(nanoseconds) }
    let octave = 63 - nanoseconds.leadingZeroBitCount
    let sixteenth = Int(nanoseconds >> UInt64(octave - 4)) & 15
    return fine + (octave - 16) * coarsePerOctave + sixteenth
  }

  private static func upperBound(_ bucket: Int) -> UInt64 {
    guard bucket >= fine else { return UInt64(bucket) }
    let (octave, sixteenth) = (bucket - fine).quotientAndRemainder(dividingBy: coarsePerOctave)
    return (UInt64(17 + sixteenth) << UInt64(octave + 12)) - 1
  }
}
