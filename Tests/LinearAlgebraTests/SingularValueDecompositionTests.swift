import LinearAlgebra
import RotationMath
import TestSupport
import Testing

@Suite("Singular value decomposition")
struct SingularValueDecompositionTests {
  struct ReferenceCase: Decodable {
    var rows: [[Double]]
    var singularValues: [Double]
  }

  /// The largest element of |A - U S V^T|, with A's norm as the unit, and of |U^T U - I|, |V V^T - I|.
  private func errors(
    of svd: SingularValueDecomposition, from matrix: DenseMatrix
  ) -> (backward: Double, orthogonality: Double) {
    let (u, vt) = (svd.leftVectors, svd.rightVectorsTransposed)
    let largest = svd.singularValues.first ?? 0
    var (backward, orthogonality) = (0.0, 0.0)
    for i in 0..<matrix.rowCount {
      for j in 0..<matrix.columnCount {
        var sum = 0.0
        for (k, sigma) in svd.singularValues.enumerated() {
          sum += u[i, k] * (sigma / largest) * vt[k, j]
        }
        backward = max(backward, abs(matrix[i, j] / largest - sum))
      }
    }
    for i in 0..<u.columnCount {
      for j in 0..<u.columnCount {
        let dot = (0..<u.rowCount).reduce(0) { $0 + u[$1, i] * u[$1, j] }
        orthogonality = max(orthogonality, abs(dot - (i == j ? 1 : 0)))
      }
    }
    for i in 0..<vt.rowCount {
      for j in 0..<vt.rowCount {
        let dot = (0..<vt.columnCount).reduce(0) { $0 + vt[i, $1] * vt[j, $1] }
        orthogonality = max(orthogonality, abs(dot - (i == j ? 1 : 0)))
      }
    }
    return (backward, orthogonality)
  }

  @Test("50-digit singular values of every shape and scale, and factors that multiply back")
  func reference() throws {
    let cases = try JSONSuite<ReferenceCase>.reference("linear-algebra/singular_values.json")
    #expect(cases.count == 44)
    for row in cases {
      let matrix = DenseMatrix(rows: row.rows)
      let size = Double(matrix.rowCount + matrix.columnCount)
      for extent in [SingularValueDecomposition.Extent.thin, .full] {
        let svd = try singularValueDecomposition(of: matrix, extent: extent)
        let largest = try #require(row.singularValues.first)
        for (found, expected) in zip(svd.singularValues, row.singularValues) {
          #expect(abs(found - expected) <= 4 * size * .ulpOfOne * largest)
        }
        let (backward, orthogonality) = errors(of: svd, from: matrix)
        #expect(backward <= 8 * size * .ulpOfOne && orthogonality <= 8 * size * .ulpOfOne)
        let exactRank = row.singularValues.count { $0 > 1e-30 * largest }
        #expect(svd.rank() == exactRank)
        #expect(
          svd.leftVectors.columnCount
            == (extent == .full
              ? matrix.rowCount
              : min(
                matrix.rowCount, matrix.columnCount)))
      }
    }
  }

  @Test("a 3x3 matrix is decomposed as the general one is", arguments: 0..<16 as Range<UInt64>)
  func fixedSize(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let elements = (0..<9).map { _ in random.nextNormal() }
    let general = try singularValueDecomposition(
      of: DenseMatrix(rowCount: 3, columnCount: 3, elements: elements), extent: .full)
    let fixed = try singularValueDecomposition(
      of: Matrix3(
        columns: Vector3(elements[0], elements[1], elements[2]),
        Vector3(elements[3], elements[4], elements[5]),
        Vector3(elements[6], elements[7], elements[8])))
    #expect(fixed.singularValues.list == general.singularValues)
    #expect(fixed.leftVectors.list == general.leftVectors.elements)
    #expect(fixed.rightVectorsTransposed.list == general.rightVectorsTransposed.elements)
  }

  @Test("nothing to decompose, and nothing but zeros")
  func degenerate() throws {
    let empty = try singularValueDecomposition(
      of: DenseMatrix(rowCount: 3, columnCount: 0, elements: []), extent: .full)
    #expect(empty.singularValues.isEmpty && empty.conditionNumber == nil && empty.rank() == 0)
    #expect(empty.leftVectors == DenseMatrix(rows: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]))
    let zeros = try singularValueDecomposition(of: DenseMatrix(rows: [[0, 0], [0, 0]]))
    #expect(zeros.rank() == 0 && zeros.conditionNumber == .infinity)
  }

  @Test("NaN and infinity are refused, and named")
  func notFinite() {
    var matrix = DenseMatrix(rows: [[1, 2, 3], [4, 5, 6]])
    for wrong in [Double.nan, .infinity, -.infinity] {
      matrix[1, 2] = wrong
      #expect(throws: LinearAlgebraError.notFinite(row: 1, column: 2)) {
        try singularValueDecomposition(of: matrix)
      }
      #expect(throws: LinearAlgebraError.notFinite(row: 2, column: 0)) {
        try singularValueDecomposition(
          of: Matrix3(columns: Vector3(1, 2, wrong), .zero, .zero))
      }
    }
  }
}
