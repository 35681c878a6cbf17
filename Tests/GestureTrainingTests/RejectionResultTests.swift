import Testing

@testable import GestureRecognition
@testable import GestureTraining

@Suite("RejectionResult")
struct RejectionResultTests {
  private func result(inside: [Double], outside: [Double]) -> RejectionResult {
    RejectionResult(
      inVocabulary: inside, outOfVocabulary: outside, trueAcceptances: 0, falseAcceptances: 0)
  }

  @Test("the area is the share of pairs in the right order, ties counted half")
  func area() {
    // Of nine pairs six are in the right order and two are ties.
    let mixed = result(inside: [3, 2, 1], outside: [2, 1, 0])
    #expect(abs((mixed.areaUnderCurve ?? 0) - 7.0 / 9) <= .ulpOfOne)
    #expect(result(inside: [2, 3], outside: [0, 1]).areaUnderCurve == 1)
    #expect(result(inside: [1, 1], outside: [1]).areaUnderCurve == 0.5)
    #expect(result(inside: [], outside: [1]).areaUnderCurve == nil)
  }

  @Test("the threshold of a true-acceptance rate is a quantile of the similarities")
  func atAcceptance() {
    let inside = (0...100).map { Double($0) }
    // All but 5 of the 101 are 5 or more, and one of these four is.
    let some = result(inside: inside, outside: [-1, 4.5, 5.1, 4.9])
    #expect(some.falseAcceptanceRate(atTrueAcceptanceRate: 0.95) == 0.25)
  }
}
