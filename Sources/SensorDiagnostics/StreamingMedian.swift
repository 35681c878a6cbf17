/// The median of a stream of numbers of 0 or more, in one pass and bounded memory.
///
/// Numbers are counted in bins, each with its least and its largest number. Within the bin of the
/// median, it is interpolated: it is exact if the bin has up to two different numbers, and
/// otherwise off by less than the bin's width. Numbers below 1e-12 share a bin, as do those above
/// 1e12.
package struct StreamingMedian: Sendable {
  private struct Bin: Sendable {
    var count = 0
    var least = Double.infinity
    var largest = 0.0

    @inline(__always)
    mutating func add(_ number: Double) {
      count += 1
      if number < least { least = number }
      if number > largest { largest = number }
    }
  }

  private static let octaveCount = 80
  /// The bins of each octave from 2⁻⁴⁰ on; empty for one without numbers.
  private var octaves = [[Bin]](repeating: [], count: octaveCount)
  private let bits: Int
  /// The number of numbers.
  package private(set) var count = 0

  /// A median without numbers.
  ///
  /// - Parameter bits: The binary logarithm of the number of bins in an octave; by default, a bin
  ///   is at most 0.02 % wide.
  package init(bits: Int = 12) { self.bits = bits }

  /// Adds a number, unless it is negative or NaN.
  package mutating func add(_ number: Double) {
    guard number >= 0 else { return }
    count += 1
    // The leading bits are in the order of the numbers.
    let leading = Int(number.magnitude.bitPattern >> UInt64(Double.significandBitCount - bits))
    let first = (1023 - Self.octaveCount / 2) << bits
    let key = min(max(leading - first, 0), Self.octaveCount << bits - 1)
    let (octave, place) = (key >> bits, key & (1 << bits - 1))
    if octaves[octave].isEmpty { octaves[octave] = Array(repeating: Bin(), count: 1 << bits) }
    octaves[octave][place].add(number)
  }

  /// The median, for an even count the mean of the two middle values; `nil` without numbers.
  package var value: Double? {
    guard let high = number(at: count / 2) else { return nil }
    return count % 2 == 1 ? high : number(at: count / 2 - 1).map { ($0 + high) / 2 }
  }

  private func number(at rank: Int) -> Double? {
    var rank = rank
    for octave in octaves {
      for bin in octave {
        guard rank >= bin.count else {
          guard rank > 0, bin.least < bin.largest else { return bin.least }
          return bin.least + (bin.largest - bin.least) * Double(rank) / Double(bin.count - 1)
        }
        rank -= bin.count
      }
    }
    return nil
  }
}
