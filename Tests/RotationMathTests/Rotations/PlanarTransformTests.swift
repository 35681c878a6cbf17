import RotationMath
import TestSupport
import Testing

@Suite("Rotations and transforms of the plane")
struct PlanarTransformTests {
  typealias Rotation = PlanarRotation<Double>

  @Test("transforms act as their matrices and as transforms of space about z", arguments: 0..<16)
  func action(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let tangent = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
    let point = Vector2(random.nextNormal(), random.nextNormal())
    let transform = PlanarTransform(exponentialCoordinates: tangent)
    let image = transform * point
    let homogeneous = Matrix3(transform) * Vector3(point, 1)
    #expect(maximumDifference(image, homogeneous.xy) <= 8 * .ulpOfOne)
    let inSpace = RigidTransform(
      exponentialCoordinates: Twist(
        angular: Vector3(0, 0, tangent.x), linear: Vector3(tangent.y, tangent.z, 0)))
    #expect(maximumDifference(image, inSpace.act(Vector3(point, 0)).xy) <= 16 * .ulpOfOne)
    let matrix = Matrix2(transform.rotation)
    #expect(matrix * point == transform.rotation * point)
    #expect(Rotation(matrix * 3)?.angle.isApproximatelyEqual(to: transform.rotation.angle) == true)
  }

  @Test("slerp takes the shorter arc; the mean is that of the circle")
  func mean() throws {
    let angles = [3.0, -3.1, 3.1]
    let rotations = angles.map { Rotation(angle: $0) }
    let middle = rotations[0].slerp(to: rotations[1], 0.5)
    #expect(abs(middle.angle - (3 + (2 * Double.pi - 6.1) / 2)) <= 4 * .ulpOfOne)
    let mean = try #require(Rotation.mean(of: rotations, weights: [1, 0, 1]))
    #expect(abs(mean.angle - 3.05) <= 4 * .ulpOfOne)
    #expect(try #require(Rotation.mean(of: rotations)).angle > 3)
    #expect(Rotation.mean(of: []) == nil)
    #expect(Rotation.mean(of: [Rotation(angle: 1), Rotation(angle: 1 + .pi)]) == nil)
    #expect(Rotation.mean(of: (0..<3).map { Rotation(angle: 2 * .pi * Double($0) / 3) }) == nil)
    #expect(Rotation.mean(of: [Rotation(cosine: .nan, sine: 0)]) == nil)
  }

  @Test("weights of a mean are zero or more, of any magnitude; lengths do not weigh")
  func weights() throws {
    let rotations = [Rotation(angle: 0.5), Rotation(angle: 1)]
    for weights in [[1, -3], [1, .nan], [.infinity, 1], [0, 0]] {
      #expect(Rotation.mean(of: rotations, weights: weights) == nil)
    }
    for scale in [1e308, 1, 0x1p-1063] {
      let mean = try #require(Rotation.mean(of: rotations, weights: [scale, scale]))
      #expect(abs(mean.angle - 0.75) <= 4 * .ulpOfOne)
    }
    let long = Rotation(cosine: rotations[0].cosine * 1e200, sine: rotations[0].sine * 1e200)
    let mean = try #require(Rotation.mean(of: [long, rotations[1]]))
    #expect(abs(mean.angle - 0.75) <= 4 * .ulpOfOne)
    #expect(Rotation.mean(of: [long, Rotation(cosine: 0, sine: 0)]) == nil)
  }

  @Test("the nearest rotation of a matrix; none of a reflection")
  func nearest() throws {
    let turn = Matrix2<Double>(angle: 2)
    let sheared = turn * Matrix2(columns: Vector2(3, 0), Vector2(0, 0.1))
    #expect(abs(try #require(Rotation(sheared)).angle - 2) <= 4 * .ulpOfOne)
    #expect(Rotation(Matrix2(diagonal: Vector2(1.0, -1))) == nil)
    #expect(Rotation(Matrix2<Double>.zero) == nil)
    #expect(Rotation(Matrix2(diagonal: Vector2(1, .nan))) == nil)
    #expect(Rotation(cosine: 3e200, sine: 4e200).normalized()?.sine == 0.8)
    #expect(Rotation(cosine: 0, sine: 0).normalized() == nil)
  }
}
