import Testing

@testable import GestureRecognition

@Suite("RejectionResult")
struct RejectionResultTests {
  private func result(known: [Double], unknown: [Double]) -> RejectionResult {
    RejectionResult(known: known, unknown: unknown, knownAccepted: 0, unknownAccepted: 0)
  }

  @Test("the area is the share of pairs in the right order, ties counted half")
  func area() {
    // Of nine pairs six are right and two are ties.
    let mixed = result(known: [3, 2, 1], unknown: [2, 1, 0])
    #expect(abs((mixed.areaUnderCurve ?? 0) - 7.0 / 9) <= .ulpOfOne)
    #expect(result(known: [2, 3], unknown: [0, 1]).areaUnderCurve == 1)
    #expect(result(known: [1, 1], unknown: [1]).areaUnderCurve == 0.5)
    #expect(result(known: [], unknown: [1]).areaUnderCurve == nil)
  }

  @Test("the threshold that believes so many of the known is chosen among them")
  func atAcceptance() {
    let known = (0...100).map { Double($0) }
    // All but 5 of the 101 known are 5 or more, and one of these four is.
    let some = result(known: known, unknown: [-1, 4.5, 5.1, 4.9])
    #expect(some.unknownAcceptance(atKnownAcceptance: 0.95) == 0.25)
  }
}
