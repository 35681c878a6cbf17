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
