import LinearAlgebra
import RotationMath
import TestSupport
import Testing

@Suite("nearestRotation, laws")
struct NearestRotationLawTests {
  static func randomMatrix(_ random: inout SplitMix64) -> Matrix3<Double> {
    func column(_ random: inout SplitMix64) -> Vector3<Double> {
      Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
    }
    return Matrix3(columns: column(&random), column(&random), column(&random))
  }

  @Test("the result is a rotation, and R Aᵀ is symmetric", arguments: 0..<64 as Range<UInt64>)
  func isPolarFactor(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let a = Self.randomMatrix(&random)
    let nearest = try nearestRotation(to: a)
    let r = nearest.matrix
    #expect(maximumDifference(r.c0, (r * r.transpose * r).c0) <= 8 * .ulpOfOne)
    #expect(abs(r.determinant - 1) <= 8 * .ulpOfOne)
    let s = r.transpose * a
    #expect(maximumDifference(s.c0, s.transpose.c0) <= 64 * .ulpOfOne)
    #expect(nearest.isReflectionUndone == (a.determinant < 0))
  }

  @Test(
    "scale changes nothing but the singular values",
    arguments: [-1074, -1000, -500, 500, 1000, 1022])
  func scale(exponent: Int) throws {
    let turn = Matrix3(Quaternion(rotationVector: Vector3(0.5, -1, 2)))
    // A signed permutation survives any scale exactly.
    let axes = Matrix3<Double>(rows: Vector3(0, 0, 1), Vector3(1, 0, 0), Vector3(0, 1, 0))
    let power = Double(sign: .plus, exponent: exponent, significand: 1)
    let nearest = try nearestRotation(to: axes * power)
    #expect(maximumDifference(nearest.matrix.c0, axes.c0) <= 4 * .ulpOfOne)
    #expect(nearest.singularValues == Vector3(repeating: power))
    if exponent > -1000 {
      let turned = try nearestRotation(to: turn * power)
      #expect(maximumDifference(turned.matrix.c1, turn.c1) <= 8 * .ulpOfOne)
    }
  }

  @Test("what is not unique says so, and is a rotation all the same")
  func notUnique() throws {
    for a in [
      Matrix3<Double>.zero, Matrix3(diagonal: Vector3(1, 0, 0)), -Matrix3<Double>.identity,
      Matrix3(diagonal: Vector3(1, 1, -1)),
    ] {
      let nearest = try nearestRotation(to: a)
      #expect(!nearest.isUnique)
      #expect(abs(nearest.matrix.determinant - 1) <= 8 * .ulpOfOne)
    }
    #expect(try nearestRotation(to: Matrix3(diagonal: Vector3(1, 1, 0))).isUnique)
  }

  @Test("an element that is no number is named")
  func notFinite() {
    var a = Matrix3<Double>.identity
    a[2, 1] = .nan
    #expect(throws: LinearAlgebraError.notFinite(row: 2, column: 1)) {
      try nearestRotation(to: a)
    }
  }
}
