import RotationMath
import TestSupport
import Testing

@Suite("Random directions and rotations")
struct RandomRotationTests {
  @Test("directions are unit vectors with the moments of the uniform sphere")
  func directions() {
    var random = SplitMix64(seed: 11)
    let count = 40_000
    var sum = Vector3<Double>.zero
    var squares = Matrix3<Double>.zero
    for _ in 0..<count {
      let v = Vector3<Double>.randomDirection(using: &random)
      #expect(v.isNormalized)
      sum += v
      squares = squares + v.outerProduct(v)
    }
    // Standard errors: 1/√(3n) of a mean, 2/√(45n) of a second moment; five of them.
    #expect(sum.maximumMagnitude / Double(count) <= 5 / Double(3 * count).squareRoot())
    let third = Matrix3<Double>.identity * (1.0 / 3)
    let deviation = squares * (1 / Double(count)) - third
    #expect(deviation.frobeniusNorm <= 5 * 3 * 2 / Double(45 * count).squareRoot())
    #expect(Vector2<Float>.randomDirection(using: &random).isNormalized)
    #expect(Vector3<Float>.randomDirection().isNormalized)
  }

  @Test("rotations near one are uniform in the ball", arguments: [0.01, 0.5, 2, .pi, 10])
  func ball(limit: Double) {
    var random = SplitMix64(seed: 12)
    let center = Quaternion<Double>.random(using: &random)
    let largest = min(limit, .pi)
    let count = 20_000
    var sum = 0.0
    for _ in 0..<count {
      let q = Quaternion.random(near: center, within: limit, using: &random)
      let angle = q.angularDistance(to: center)
      #expect(angle <= largest + 1e-14)
      sum += angle
    }
    // The mean angle under the density 1 - cos θ on 0...L:
    // (L²/2 - L sin L - cos L + 1) / (L - sin L), and its limit 3L/4 for small L.
    let l = largest
    let mean =
      l < 0.1 ? 0.75 * l : (l * l / 2 - l * .sin(l) - .cos(l) + 1) / (l - .sin(l))
    // The standard deviation is at most 0.22 L.
    #expect(abs(sum / Double(count) - mean) <= 5 * 0.22 * l / Double(count).squareRoot())
  }

  @Test("normal rotations have the given standard deviation")
  func normal() {
    var random = SplitMix64(seed: 13)
    let center = Quaternion<Double>.random(using: &random)
    let count = 20_000
    var sum = 0.0
    for _ in 0..<count {
      let q = Quaternion.random(near: center, standardDeviation: 0.05, using: &random)
      sum += (center.conjugate * q).rotationVector.lengthSquared / 3
    }
    let deviation = (sum / Double(count)).squareRoot()
    #expect(abs(deviation / 0.05 - 1) <= 5 / Double(6 * count).squareRoot())
  }
}
