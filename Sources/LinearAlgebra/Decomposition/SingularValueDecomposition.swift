internal import CLAPACKE

/// *A* = *U* Σ *V*ᵀ of an *m* × *n* matrix: the columns of *U* and *V* are orthonormal, the singular
/// values on the diagonal of Σ fall and are not negative.
public struct SingularValueDecomposition: Hashable, Sendable {
  /// How many singular vectors to work out.
  public enum Extent: Hashable, Sendable {
    /// As many as there are singular values: the smaller of *m* and *n*.
    case thin
    /// All *m* left and all *n* right ones.
    case full
  }

  /// *U*: *m* rows; a left singular vector a column.
  public let leftVectors: DenseMatrix
  /// The singular values, largest first.
  public let singularValues: [Double]
  /// *V*ᵀ: *n* columns; a right singular vector a row.
  public let rightVectorsTransposed: DenseMatrix

  /// How many singular values are above `tolerance`.
  ///
  /// - Parameter tolerance: In the unit of the matrix; `nil` for the largest singular value times
  ///   the larger of *m* and *n* times the unit in the last place of one, which is what rounding
  ///   alone can make of a zero.
  public func rank(tolerance: Double? = nil) -> Int {
    let size = max(leftVectors.rowCount, rightVectorsTransposed.columnCount)
    let limit = tolerance ?? (singularValues.first ?? 0) * Double(size) * .ulpOfOne
    return singularValues.count { $0 > limit }
  }

  /// The largest over the smallest singular value: infinite for a matrix without full rank, `nil`
  /// for one without elements.
  public var conditionNumber: Double? {
    guard let largest = singularValues.first, let smallest = singularValues.last else { return nil }
    return smallest > 0 ? largest / smallest : .infinity
  }
}

/// The singular value decomposition of an *m* × *n* matrix by LAPACK's `dgesdd`.
///
/// Source: M. Gu, S. C. Eisenstat, *A divide-and-conquer algorithm for the bidiagonal SVD*, SIAM J.
/// Matrix Analysis 16(1), 1995.
///
/// - Parameters:
///   - matrix: Any finite matrix, also an empty one.
///   - extent: How many singular vectors to work out.
/// - Throws: ``LinearAlgebraError/notFinite(row:column:)``, or what LAPACK reports.
/// - Complexity: O(*m* *n* min(*m*, *n*)); allocates the result and LAPACK's workspace.
public func singularValueDecomposition(
  of matrix: DenseMatrix, extent: SingularValueDecomposition.Extent = .thin
) throws(LinearAlgebraError) -> SingularValueDecomposition {
  let (m, n) = (matrix.rowCount, matrix.columnCount)
  guard let rows = Int32(exactly: m), let columns = Int32(exactly: n) else {
    throw .invalidArgument(routine: "dgesdd", position: Int32(exactly: m) == nil ? 2 : 3)
  }
  // LAPACK before 3.7 does not return from some NaN.
  if let index = matrix.elements.firstIndex(where: { !$0.isFinite }) {
    throw .notFinite(row: index % m, column: index / m)
  }
  let smaller = min(m, n)
  let (leftCount, rightCount) = extent == .thin ? (smaller, smaller) : (m, n)
  guard smaller > 0 else {
    return SingularValueDecomposition(
      leftVectors: .unit(rowCount: m, columnCount: leftCount), singularValues: [],
      rightVectorsTransposed: .unit(rowCount: rightCount, columnCount: n))
  }
  var a = matrix.elements
  var sigma = [Double](repeating: 0, count: smaller)
  var u = [Double](repeating: 0, count: m * leftCount)
  var vt = [Double](repeating: 0, count: rightCount * n)
  var integers = [Int32](repeating: 0, count: 8 * smaller)
  let job = CChar(UInt8(ascii: extent == .thin ? "S" : "A"))
  func decompose(_ work: UnsafeMutablePointer<Double>, _ length: Int32) -> Int {
    Int(
      LAPACKE_dgesdd_work(
        LAPACK_COL_MAJOR, job, rows, columns, &a, rows, &sigma, &u, rows, &vt,
        Int32(rightCount), work, length, &integers))
  }
  var length = 0.0
  try LinearAlgebraError.check(decompose(&length, -1), of: "dgesdd")
  // Its workspace grows as the square of the sizes, and may be too long where these are not.
  guard let workLength = Int32(exactly: length) else {
    throw .invalidArgument(routine: "dgesdd", position: 12)
  }
  var work = [Double](repeating: 0, count: Int(workLength))
  try LinearAlgebraError.check(decompose(&work, workLength), of: "dgesdd")
  return SingularValueDecomposition(
    leftVectors: DenseMatrix(rowCount: m, columnCount: leftCount, elements: u),
    singularValues: sigma,
    rightVectorsTransposed: DenseMatrix(rowCount: rightCount, columnCount: n, elements: vt))
}

extension DenseMatrix {
  /// Ones on the diagonal: what is orthonormal where there is nothing to decompose.
  fileprivate static func unit(rowCount: Int, columnCount: Int) -> Self {
    var matrix = DenseMatrix(
      rowCount: rowCount, columnCount: columnCount,
      elements: [Double](repeating: 0, count: rowCount * columnCount))
    for index in 0..<min(rowCount, columnCount) { matrix[index, index] = 1 }
    return matrix
  }
}
