import RotationMath
import TestSupport
import Testing

@Suite("Matrix inverses")
struct InverseTests {
  @Test("the inverse undoes the matrix, at any scale", arguments: 0..<32 as Range<UInt64>)
  func undoes(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func v3() -> Vector3<Double> {
      Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
    }
    let scale = Double(sign: .plus, exponent: Int(seed) * 60 - 950, significand: 1)
    let turn = Matrix3(Quaternion(rotationVector: v3()))
    let stretch = Matrix3(diagonal: Vector3(1, 2, 3))
    let a = (turn * stretch) * scale
    let undone = try #require(a.inverse) * a
    for i in 0..<3 {
      let error = maximumDifference(undone[column: i], Matrix3.identity[column: i])
      #expect(error <= 32 * .ulpOfOne)
    }
    let translation = v3()
    let b = Matrix4(
      columns: Vector4(turn.c0.x, turn.c0.y, turn.c0.z, 0),
      Vector4(turn.c1.x, turn.c1.y, turn.c1.z, 0), Vector4(turn.c2.x, turn.c2.y, turn.c2.z, 0),
      Vector4(translation.x, translation.y, translation.z, 1))
    let undone4 = try #require((b * scale).inverse) * (b * scale)
    for i in 0..<4 {
      let error = maximumDifference(undone4[column: i], Matrix4.identity[column: i])
      #expect(error <= 256 * .ulpOfOne)
    }
  }

  @Test("singular and not finite matrices have none")
  func none() {
    #expect(Matrix2<Double>(columns: Vector2(1, 2), Vector2(2, 4)).inverse == nil)
    #expect(Matrix3<Double>.zero.inverse == nil)
    #expect(Matrix4<Float>(diagonal: Vector4(1, 1, 0, 1)).inverse == nil)
    #expect(Matrix3<Double>(diagonal: Vector3(1, .nan, 1)).inverse == nil)
    #expect(Matrix3<Double>(diagonal: Vector3(1, .infinity, 1)).inverse == nil)
  }
}
