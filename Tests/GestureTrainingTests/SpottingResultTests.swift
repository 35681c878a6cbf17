import Testing

@testable import GestureRecognition
@testable import GestureTraining

@Suite("Results of spotting")
struct SpottingResultTests {
  private let stream = LabeledStream(
    name: "s", motions: [], gestures: [("A", 0...1), ("B", 2...3), ("C", 4...5)])

  private func result(_ found: [(String, ClosedRange<Double>)]) -> SpottingResult {
    var result = SpottingResult()
    result.add(found.map { (label: $0.0, times: $0.1) }, in: stream)
    return result
  }

  @Test("right, wrong and missed gestures add up to all")
  func counts() {
    let some = result([("A", 0.1...0.9), ("X", 2...3)])
    #expect(some.right == 1 && some.wrong == 1 && some.missed == 1 && some.invented == 0)
    #expect(some.rightShare == 1.0 / 3 && some.inventedShare == 0)
  }

  @Test("a gesture between others, or found twice, is invented")
  func invented() {
    #expect(result([("A", 1.2...1.8)]).invented == 1)
    #expect(result([("A", 0...0.6), ("A", 0.4...1)]).invented == 1)
    #expect(result([("B", 0.6...2.2)]).invented == 1)
    #expect(result([("B", 2.4...3.4)]).right == 1)
    var none = SpottingResult()
    none.add([("A", 0...1)], in: LabeledStream(name: "empty", motions: []))
    #expect(none.invented == 1 && none.rightShare == nil && none.inventedPerMinute == nil)
    none.add(result([("A", 0...1)]))
    #expect(none.total == 3 && none.right == 1 && none.invented == 1)
  }

  @Test("what is invented in a gesture that is too long is counted apart too")
  func inventedInLong() {
    let long = LabeledStream(name: "l", motions: [], gestures: [("L", 0...11), ("I", 20...25)])
    var result = SpottingResult()
    result.add(
      [("L", 0...2), ("L", 3...5), ("L", 6...8), ("I", 20...22), ("I", 23...25), ("V", 10.5...14)],
      in: long)
    #expect(result.right == 2 && result.invented == 4 && result.inventedInLong == 2)
    result.add(result)
    #expect(result.invented == 8 && result.inventedInLong == 4)
  }
}
