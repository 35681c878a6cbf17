import RotationMath
import TestSupport
import Testing

@Suite("Similarities")
struct SimilarityTransformTests {
  struct Case: Decodable {
    var angular: [Double]
    var linear: [Double]
    var growth: Double
    var matrix: [[Double]]
  }

  @Test("the exponential matches 50-digit values, and the logarithm inverts it")
  func exponential() throws {
    for row in try JSONSuite<Case>.reference("rotation-math/similarity_reference.json") {
      let twist = Twist(angular: Vector3(row.angular), linear: Vector3(row.linear))
      let found = SimilarityTransform(
        exponentialCoordinates: twist, logarithmOfScale: row.growth)
      let rows = row.matrix.map { Vector4($0) }
      let expected = Matrix4(rows: rows[0], rows[1], rows[2], Vector4(0, 0, 0, 1))
      let error = (Matrix4(found) - expected).frobeniusNorm
      #expect(error <= 32 * .ulpOfOne * expected.frobeniusNorm, "\(row)")
      let logarithm = try #require(found.logarithm)
      #expect(abs(logarithm.logarithmOfScale - row.growth) <= 16 * .ulpOfOne)
      let difference = (logarithm.twist - twist).maximumMagnitude
      #expect(difference <= 1e-13 * max(1, abs(row.growth)) * twist.length, "\(row)")
    }
  }

  @Test("products, inverses and matrices agree", arguments: 0..<32 as Range<UInt64>)
  func algebra(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func transform() -> SimilarityTransform<Double> {
      SimilarityTransform(
        rotation: .random(using: &random), translation: .randomDirection(using: &random) * 3,
        scale: Double.random(in: -2...2, using: &random))
    }
    let (a, b) = (transform(), transform())
    let point = Vector3<Double>.randomDirection(using: &random)
    #expect(maximumDifference((a * b) * point, a * (b * point)) <= 1e-14)
    #expect(maximumDifference(a.inverted() * (a * point), point) <= 1e-13 / abs(a.scale))
    #expect(maximumDifference(Matrix4(a).transformPoint(point), a * point) <= 1e-14)
    let rigid = RigidTransform<Double>(rotation: a.rotation, translation: a.translation)
    #expect(SimilarityTransform(rigid) * point == rigid * point)
  }

  @Test("a reflection and a transform without scale have no logarithm")
  func noLogarithm() {
    #expect(SimilarityTransform<Double>(scale: -1).logarithm == nil)
    #expect(SimilarityTransform<Double>(scale: 0).logarithm == nil)
    #expect(
      SimilarityTransform<Double>(
        exponentialCoordinates: .zero, logarithmOfScale: .nan
      ).scale.isNaN)
  }
}
