import RotationMath
import TestSupport
import Testing

@Suite("Matrix inverses")
struct InverseTests {
  @Test(
    "the product with the inverse is the identity at any scale", arguments: 0..<32 as Range<UInt64>)
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

  @Test(
    "unchecked inverses are the checked ones, or not finite", arguments: 0..<16 as Range<UInt64>)
  func unchecked(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func v3() -> Vector3<Double> {
      Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
    }
    func v4() -> Vector4<Double> {
      Vector4(random.nextNormal(), random.nextNormal(), random.nextNormal(), random.nextNormal())
    }
    let a = Matrix3(columns: v3(), v3(), v3()), b = Matrix4(columns: v4(), v4(), v4(), v4())
    let (a1, b1) = (try #require(a.inverse), try #require(b.inverse))
    // The bound holds for well-conditioned matrices: the condition number is below 1000 here.
    let (sizeA, sizeB) = (a1.c0.length + a1.c1.length, b1.c0.length + b1.c1.length)
    for i in 0..<3 {
      let error = maximumDifference(a.uncheckedInverse[column: i], a1[column: i])
      #expect(error <= 4096 * .ulpOfOne * max(sizeA, 1))
    }
    for i in 0..<4 {
      let error = maximumDifference(b.uncheckedInverse[column: i], b1[column: i])
      #expect(error <= 4096 * .ulpOfOne * max(sizeB, 1))
      // Column i of the product with the inverse by Laplace's expansion is that of the identity.
      let product = b * b.uncheckedInverse[column: i]
      #expect(maximumDifference(product, Matrix4.identity[column: i]) <= 1e-10 * max(sizeB, 1))
    }
    #expect(!Matrix3<Double>(diagonal: Vector3(1, 1, 0)).uncheckedInverse.isFinite)
    #expect(!Matrix4<Float>(diagonal: Vector4(1, 1, 0, 1)).uncheckedInverse.isFinite)
  }

  @Test(
    "inverses in Float are those in Double to a few eps times the condition",
    arguments: 0..<64 as Range<UInt64>)
  func conditions(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func v4() -> Vector4<Double> {
      Vector4(random.nextNormal(), random.nextNormal(), random.nextNormal(), random.nextNormal())
    }
    let scale = Double(sign: .plus, exponent: Int(seed % 16) * 2 - 16, significand: 1)
    let small = Double(sign: .plus, exponent: -Int(seed % 11), significand: 1)
    for diagonal in [
      Vector4(1, 1, 1, small), Vector4(1, small, small, 1), Vector4(small, small, 1, small),
      Vector4(1, small, 2 * small, small * small),
    ] {
      let a = Matrix4(columns: v4(), v4(), v4(), v4()) * Matrix4(diagonal: diagonal) * scale
      let b = Matrix4<Float>(a * Matrix4(columns: v4(), v4(), v4(), v4()))
      let exact = try #require(Matrix4<Double>(b).inverse)
      let condition = exact.frobeniusNorm * Matrix4<Double>(b).frobeniusNorm
      guard condition < 1e6 else { continue }
      let error = Matrix4<Double>(try #require(b.inverse)) - exact
      let bound = 8 * Double(Float.ulpOfOne) * condition * exact.frobeniusNorm
      #expect(error.frobeniusNorm <= bound, "\(b)")

      func v3(_ v: Vector4<Float>) -> Vector3<Float> { Vector3(v.x, v.y, v.z) }
      let c = Matrix3(columns: v3(b.c0), v3(b.c1), v3(b.c2))
      let exact3 = try #require(Matrix3<Double>(c).inverse)
      let condition3 = exact3.frobeniusNorm * Matrix3<Double>(c).frobeniusNorm
      guard condition3 < 1e6 else { continue }
      let error3 = Matrix3<Double>(try #require(c.inverse)) - exact3
      let bound3 = 8 * Double(Float.ulpOfOne) * condition3 * exact3.frobeniusNorm
      #expect(error3.frobeniusNorm <= bound3, "\(c)")
    }
  }

  @Test(
    "columns of any scale, of a regular matrix and of one with two small singular values",
    arguments: [
      [0, 0, 0, 0], [-330, -330, 230, 230], [-330, 230, -330, 230], [400, -500, 0, 90],
      [250, 250, 250, 250], [-260, -260, -260, -260], [0, 0, 0, 30],
    ])
  func scales(exponents: [Int]) throws {
    var random = SplitMix64(seed: 12)
    func v4() -> Vector4<Double> {
      Vector4(random.nextNormal(), random.nextNormal(), random.nextNormal(), random.nextNormal())
    }
    func scale(_ sign: Int) -> Matrix4<Double> {
      let values = exponents.map { Double(sign: .plus, exponent: sign * $0, significand: 1) }
      return Matrix4(diagonal: Vector4(values[0], values[1], values[2], values[3]))
    }
    for small in [1, 0x1p-20] {
      let a =
        Matrix4(columns: v4(), v4(), v4(), v4()) * Matrix4(diagonal: Vector4(1, 1, small, small))
        * Matrix4(columns: v4(), v4(), v4(), v4())
      let plain = try #require(a.inverse)
      let scaled = scale(1) * (try #require((a * scale(1)).inverse))
      let difference = (scaled - plain).frobeniusNorm / plain.frobeniusNorm
      #expect(difference <= 64 * .ulpOfOne * a.frobeniusNorm * plain.frobeniusNorm)
      let product = a * plain
      for column in 0..<4 {
        #expect(
          maximumDifference(product[column: column], Matrix4.identity[column: column])
            <= 64 * .ulpOfOne * a.frobeniusNorm * plain.frobeniusNorm)
      }
    }
  }

  @Test("inverses whose determinant is hardly more than zero keep their digits")
  func tinyDeterminants() throws {
    let a = try #require(Matrix3<Float>(diagonal: Vector3(1e-8, 1e-8, 1e-24)).inverse)
    #expect(abs(a.c2.z * 1e-24 - 1) <= 4 * .ulpOfOne && abs(a.c0.x * 1e-8 - 1) <= 4 * .ulpOfOne)
    let b = try #require(Matrix4<Float>(diagonal: Vector4(1e-5, 1e-5, 1e-5, 1e-24)).inverse)
    #expect(abs(b.c3.w * 1e-24 - 1) <= 4 * .ulpOfOne && abs(b.c0.x * 1e-5 - 1) <= 4 * .ulpOfOne)
  }

  @Test("an inverse beyond the range of the numbers is nil")
  func overflow() throws {
    #expect(Matrix2<Double>(diagonal: Vector2(1, 0x1p-1030)).inverse == nil)
    #expect(Matrix3<Double>(diagonal: Vector3(1, 1, 0x1p-1030)).inverse == nil)
    #expect(Matrix3<Double>(diagonal: Vector3(1e10, 1e10, 0x1p-1034)).inverse == nil)
    #expect(Matrix3<Float>(diagonal: Vector3(1, 1, 0x1p-135)).inverse == nil)
    #expect(Matrix4<Double>(diagonal: Vector4(1, 1, 1, 0x1p-1030)).inverse == nil)
    // The determinant is subnormal, the inverse is not.
    let a = try #require(Matrix3<Double>(diagonal: Vector3(1, 1e-140, 1e-180)).inverse)
    #expect(abs(a.c1.y * 1e-140 - 1) <= 1e-15 && abs(a.c2.z * 1e-180 - 1) <= 1e-15)
  }

  @Test("the normal matrix is the transposed inverse, and transforms normals")
  func normals() throws {
    let a = Matrix3(rows: Vector3(2.0, 1, 0), Vector3(-1, 3, 1), Vector3(0, 2, 4))
    let normal = try #require(a.normalMatrix)
    #expect(normal == a.inverse?.transpose)
    #expect((normal.transpose * a).isApproximatelyEqual(to: .identity, relativeTolerance: 1e-15))
    // A normal of a plane stays perpendicular to its directions.
    let (u, v) = (Vector3(1.0, 2, -1), Vector3(0.5, -1, 3))
    let image = normal * u.cross(v)
    #expect(abs(image.dot(a * u)) <= 1e-14 && abs(image.dot(a * v)) <= 1e-14)
    #expect(Matrix3<Double>.zero.normalMatrix == nil)
  }

  @Test("eigenvalues do not depend on the lower triangle")
  func upperTriangle() throws {
    let whole = Matrix3(rows: Vector3(2.0, 1, 3), Vector3(1, -1, 4), Vector3(3, 4, 5))
    let expected = try #require(whole.symmetricEigen())
    for other in [0, .nan, .infinity, 1e300] {
      let upper = Matrix3(
        rows: Vector3(2.0, 1, 3), Vector3(other, -1, 4), Vector3(other, other, 5))
      #expect(upper.symmetricEigen() == expected)
    }
    #expect(Matrix3(diagonal: Vector3(1, .nan, 2)).symmetricEigen() == nil)
  }

  @Test("singular and non-finite matrices have no inverse")
  func none() {
    #expect(Matrix2<Double>(columns: Vector2(1, 2), Vector2(2, 4)).inverse == nil)
    #expect(Matrix3<Double>.zero.inverse == nil)
    // Exactly singular, although elimination would leave rounding errors.
    let rankOne = Matrix3<Double>(
      rows: Vector3(3, 5, 7), Vector3(6, 10, 14), Vector3(9, 15, 21))
    #expect(rankOne.inverse == nil && (rankOne * 1e-300).inverse == nil)
    #expect(
      Matrix3<Float>(rows: Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9)).inverse == nil)
    #expect(Matrix3<Double>(diagonal: Vector3(1, 1e-200, 0)).inverse == nil)
    #expect(Matrix4<Float>(diagonal: Vector4(1, 1, 0, 1)).inverse == nil)
    #expect(Matrix3<Double>(diagonal: Vector3(1, .nan, 1)).inverse == nil)
    #expect(Matrix3<Double>(diagonal: Vector3(1, .infinity, 1)).inverse == nil)
  }

  @Test("solutions have the residual of elimination", arguments: [1e2, 1e4, 1e8])
  func residuals(condition: Double) throws {
    var random = SplitMix64(seed: 5)
    func rotation() -> Matrix3<Double> { Matrix3(Quaternion.random(using: &random)) }
    for _ in 0..<200 {
      let values = Vector3(1, 1 / condition.squareRoot(), 1 / condition)
      let a = rotation() * Matrix3(diagonal: values) * rotation()
      let b = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
      let x = try #require(a.solve(b))
      #expect((a * x - b).length <= 4 * .ulpOfOne * x.length)
    }
  }

  @Test("a matrix is divided, not multiplied by the rounded reciprocal")
  func division() {
    #expect(Matrix3<Double>(diagonal: Vector3(repeating: 49)) / 49 == .identity)
    let tiny = Double.leastNormalMagnitude / 8
    #expect(Matrix2<Double>(diagonal: Vector2(repeating: tiny)) / tiny == .identity)
  }

  @Test("SquareMatrix operations agree for all sizes")
  func shared() throws {
    func check<Matrix: SquareMatrix>(_ a: Matrix, _ b: Matrix.Vector) throws
    where Matrix.Vector.Scalar == Double {
      let x = try #require(a.solve(b))
      #expect((a * x).isApproximatelyEqual(to: b, relativeTolerance: 1e-14))
      var half = a
      half /= 2
      half *= 0.5
      #expect(half == a / 4 && 4 * half == a)
      var square = a
      square *= a
      #expect(square == a * a && a.conditionEstimate < 100)
      let other = a + .identity * (a.frobeniusNorm * 1e-10)
      #expect(a.isApproximatelyEqual(to: other) && !a.isApproximatelyEqual(to: a * 1.001))
      #expect(!a.isApproximatelyEqual(to: other, absoluteTolerance: 1e-11))
      #expect(a.isApproximatelyEqual(to: other, absoluteTolerance: 1e-9 * a.frobeniusNorm))
      #expect(a[row: 0][1] == a[0, 1])
    }
    try check(Matrix2(rows: Vector2(2.0, 1), Vector2(-1, 3)), Vector2(1, 2))
    try check(Matrix3(rows: Vector3(2.0, 1, 0), Vector3(-1, 3, 1), Vector3(0, 2, 4)), [1, 2, 3])
    try check(
      Matrix4(
        rows: Vector4(2.0, 1, 0, 1), Vector4(-1, 3, 1, 0), Vector4(0, 2, 4, 1), Vector4(1, 0, 0, 5)),
      [1, 2, 3, 4])
  }
}
