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

  /// The largest errors of exponential and logarithm over their tolerances.
  func errors<Scalar: RealScalar>(
    _ row: Case, _ type: Scalar.Type
  ) throws -> (linear: Double, translation: Double, logarithm: Double) {
    let wide = Twist(angular: Vector3(row.angular), linear: Vector3(row.linear))
    let twist = Twist<Scalar>(wide), unit = Double(Scalar.ulpOfOne)
    let found = SimilarityTransform(
      exponentialCoordinates: twist, logarithmOfScale: Scalar(row.growth))
    let rows = row.matrix.map { Vector4($0) }
    let expected = Matrix4(rows: rows[0], rows[1], rows[2], Vector4(0, 0, 0, 1))
    let translation = expected.translation
    let linear = (Matrix3<Double>(Matrix4(found).linear) - expected.linear).frobeniusNorm
    let logarithm = try #require(found.logarithm)
    let growth = abs(Double(logarithm.logarithmOfScale) - row.growth)
    // The scale is rounded: its logarithm has an absolute error.
    #expect(growth <= 2 * unit * max(1, abs(row.growth)), "\(row)")
    return (
      linear / expected.linear.frobeniusNorm / unit,
      Vector3<Double>(found.translation).distance(to: translation) / translation.length / unit,
      (Twist<Double>(logarithm.twist) - wide).maximumMagnitude / wide.length / unit
    )
  }

  @Test("at every scale the exponential matches 50-digit values, and the logarithm inverts it")
  func exponential() throws {
    for row in try JSONSuite<Case>.reference("rotation-math/similarity_reference.json") {
      for errors in [try errors(row, Double.self), try errors(row, Float.self)] {
        #expect(errors.linear <= 4 && errors.translation <= 4, "\(errors) \(row)")
        #expect(errors.logarithm <= 4, "\(errors) \(row)")
      }
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
