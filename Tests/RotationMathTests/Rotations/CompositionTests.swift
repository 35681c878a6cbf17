import RotationMath
import TestSupport
import Testing

@Suite("Compositions at unit length")
struct CompositionTests {
  @Test("50 rounds of r * q * r stay at unit length; plain products do not")
  func feedback() {
    let q = Quaternion(rotationVector: Vector3(0.3, -0.2, 0.5))
    var random = SplitMix64(seed: 5)
    var largest = 0.0
    for _ in 0..<100 {
      var kept = Quaternion<Double>.random(using: &random), plain = kept
      for _ in 0..<50 {
        kept = kept.composed(with: q).composed(with: kept)
        plain = plain * q * plain
        #expect(abs(kept.length - 1) <= 2 * .ulpOfOne)
      }
      largest = max(largest, abs(plain.length - 1))
    }
    // The reason for the function: errors of the length double each round.
    #expect(largest > 1e-3)
  }

  @Test("a million products keep unit length and the rotation", arguments: [1 as UInt64, 2, 3])
  func chain(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let step = Quaternion<Double>.random(using: &random)
    var total = Quaternion<Double>.identity
    for _ in 0..<1_000_000 { total = total.composed(with: step) }
    #expect(abs(total.length - 1) <= 2 * .ulpOfOne)
    // The power of the rounded step. A unit in the last place of its angle, which can exceed 2 rad,
    // is two eps a product.
    let expected = step.power(1_000_000)
    #expect(total.angularDistance(to: expected) <= 2e6 * .ulpOfOne)
  }

  @Test("one step removes an error of the length to second order")
  func order() {
    let q = Quaternion(rotationVector: Vector3(0.3, -0.2, 0.5))
    for error in [1e-2, -1e-2, 1e-4, -1e-6] {
      let length = (q * (1 + error)).renormalized.length
      #expect(abs(length - 1) <= 1.6 * error * error + 4 * .ulpOfOne)
    }
  }
}
