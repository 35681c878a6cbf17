import LinearAlgebra
import RotationMath
import RotationValidation
import TestSupport
import Testing

@Suite("Singular value decomposition")
struct SingularValueDecompositionTests {
  @Test("singular values match 50 digits at every scale, and the factors multiply back")
  func reference() throws {
    for row in RotationReference.builtInNearestRotations {
      guard case .nearestRotation(let matrix) = row.reference.problem else { continue }
      let found = try SingularValueDecomposition(of: matrix)
      let (u, vt) = (found.leftVectors, found.rightVectorsTransposed)
      let largest = row.singularValues.x
      let tolerance = max(64 * 0x1p-53 * largest, 0x1p-1073)
      #expect(difference(found.singularValues.list, row.singularValues.list) <= tolerance)
      #expect(u.orthonormalityError <= 32 * .ulpOfOne && vt.orthonormalityError <= 32 * .ulpOfOne)
      // Relative to the largest singular value, unless its reciprocal overflows.
      guard largest > 0x1p-1000 else { continue }
      let product = u * Matrix3(diagonal: found.singularValues / largest) * vt
      #expect(difference(product.list, matrix.list.map { $0 / largest }) <= 64 * .ulpOfOne)
    }
  }

  @Test("the decomposition by the nearest rotation is as accurate")
  func withoutLAPACK() throws {
    for row in RotationReference.builtInNearestRotations {
      guard case .nearestRotation(let matrix) = row.reference.problem else { continue }
      let found = SingularValueDecomposition(byNearestRotation: matrix)
      let (u, vt) = (found.leftVectors, found.rightVectorsTransposed)
      let (values, largest) = (found.singularValues, row.singularValues.x)
      let tolerance = max(64 * 0x1p-53 * largest, 0x1p-1073)
      #expect(difference(values.list, row.singularValues.list) <= tolerance)
      #expect(values.x >= values.y && values.y >= values.z && values.z >= 0)
      #expect(u.orthonormalityError <= 32 * .ulpOfOne && vt.orthonormalityError <= 32 * .ulpOfOne)
      guard largest > 0x1p-1000 else { continue }
      let product = u * Matrix3(diagonal: values / largest) * vt
      #expect(difference(product.list, matrix.list.map { $0 / largest }) <= 64 * .ulpOfOne)
    }
  }

  @Test("the singular values of near-reflections are in order, the largest first")
  func nearReflections() {
    var random = SplitMix64(seed: 3)
    var (unordered, worst) = (0, 0.0)
    for index in 0..<20_000 {
      // Reflections: their values are equal, so rounding decides the order.
      let sign = index.isMultiple(of: 2) ? -1.0 : 1
      let noise = Double.exp(Double.random(in: -40 ... -30, using: &random))
      func turn() -> Matrix3<Double> { Matrix3(Quaternion<Double>.random(using: &random)) }
      let matrix = turn() * Matrix3(diagonal: Vector3(sign, sign, -1)) * turn() + turn() * noise
      let found = SingularValueDecomposition(byNearestRotation: matrix)
      let (values, u) = (found.singularValues, found.leftVectors)
      if !(values.x >= values.y && values.y >= values.z && values.z >= 0) { unordered += 1 }
      let product = u * Matrix3(diagonal: values) * found.rightVectorsTransposed
      worst = max(worst, difference(product.list, matrix.list), u.orthonormalityError)
    }
    #expect(unordered == 0)
    #expect(worst <= 64 * .ulpOfOne)
  }

  @Test("the zero matrix has singular values of zero")
  func zero() throws {
    let found = try SingularValueDecomposition(of: .zero)
    #expect(found.singularValues == .zero)
    #expect(found.leftVectors.orthonormalityError == 0)
  }

  @Test("NaN and infinity are rejected with their place")
  func notFinite() {
    for value in [Double.nan, .infinity, -.infinity] {
      #expect(throws: LinearAlgebraError.notFinite(row: 2, column: 0)) {
        try SingularValueDecomposition(of: Matrix3(columns: Vector3(1, 2, value), .zero, .zero))
      }
    }
  }
}
