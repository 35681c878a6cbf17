import MotionFusion
import RotationMath
import Testing

@testable import SensorDiagnostics

@Suite("Median of a stream")
struct StreamingMedianTests {
  @Test("the median of sorted numbers, within a bin", arguments: 0..<40 as Range<UInt64>)
  func median(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let count = Int(random.next() % 5000) + 1
    let numbers = (0..<count).map { (index: Int) -> Double in
      switch seed % 4 {
      case 0: return abs(random.nextNormal())
      case 1: return Double(random.next() % 7) / 3
      // A drift, and a jump.
      case 2: return Double(index) + abs(random.nextNormal())
      default: return abs(random.nextNormal()) + (index < 1000 ? 100 : 0)
      }
    }
    let expected = try #require(numbers.median)
    for (bits, width) in [(12, 1.0 / 4096), (5, 1.0 / 32)] {
      var median = StreamingMedian(bits: bits)
      for number in numbers { median.add(number) }
      let value = try #require(median.value)
      // Equal numbers share a bin, and two in one are its ends.
      let isExact = seed % 4 == 1
      #expect(abs(value - expected) <= (isExact ? 0 : width * expected))
      #expect(median.count == count)
    }
  }

  @Test("numbers of any size; NaN and negative ones are left out")
  func extremes() {
    var median = StreamingMedian()
    #expect(median.value == nil)
    for number in [1e300, .infinity, 0, .leastNonzeroMagnitude, 3, .nan, -1] { median.add(number) }
    #expect(median.count == 5)
    #expect(median.value == 3)
    for number in [0, 1e-300, 0, 1e-300] { median.add(number) }
    #expect(median.value ?? 1 <= 1e-300)
  }
}
