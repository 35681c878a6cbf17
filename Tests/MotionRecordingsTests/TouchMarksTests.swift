import RotationMath
import Testing

@testable import MotionRecordings

@Suite("TouchMarks")
struct TouchMarksTests {
  @Test("a moment is marked where any span holds it", arguments: 0..<4 as Range<UInt64>)
  func law(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let spans = (0..<20).map { _ in
      let start = Double.random(in: 0..<10, using: &random)
      return start...(start + Double.random(in: 0..<2, using: &random))
    }
    var times = (0..<200).map { _ in Double.random(in: -1..<12, using: &random) }
    times += spans.flatMap { [$0.lowerBound, $0.upperBound] }
    // Recordings are in order of time; nobody promises it of others.
    if seed % 2 == 0 { times.sort() }
    var marks = TouchMarks(spans)
    for time in times {
      let isMarked = marks.contains(time)
      #expect(isMarked == spans.contains { $0.contains(time) }, "\(time)")
    }
    var none = TouchMarks([])
    let isMarked = none.contains(0)
    #expect(!isMarked)
  }
}
