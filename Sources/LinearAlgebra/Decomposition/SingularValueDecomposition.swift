internal import CLAPACKE
public import RotationMath

/// The singular value decomposition *A* = *U* Σ *V*ᵀ of a 3×3 matrix.
///
/// *U* and *V* are orthogonal and may be reflections; see ``nearestRotation(to:engine:)`` for a
/// rotation.
public struct SingularValueDecomposition: Hashable, Sendable {
  /// *U*, one left singular vector per column.
  public let leftVectors: Matrix3<Double>
  /// The singular values, largest first, none negative.
  public let singularValues: Vector3<Double>
  /// *V*ᵀ, one right singular vector per row.
  public let rightVectorsTransposed: Matrix3<Double>

  /// Decomposes a matrix by LAPACK's `dgesdd`.
  ///
  /// Source: M. Gu, S. C. Eisenstat, *A divide-and-conquer algorithm for the bidiagonal SVD*, SIAM
  /// J. Matrix Analysis 16(1), 1995, doi:10.1137/S0895479892242232.
  ///
  /// - Parameter matrix: Any finite matrix.
  /// - Throws: ``LinearAlgebraError/notFinite(row:column:)``, or an error that LAPACK reports.
  /// - Complexity: O(1); allocates nothing.
  public init(of matrix: Matrix3<Double>) throws(LinearAlgebraError) {
    // LAPACK before 3.7 does not return from some NaN.
    try matrix.checkFinite()
    var (left, values, right) = (Matrix3<Double>.zero, Vector3<Double>.zero, Matrix3<Double>.zero)
    let info = withDecomposition(of: matrix) { u, sigma, vt, _ in
      func columns(_ m: UnsafeMutablePointer<Double>) -> Matrix3<Double> {
        Matrix3(
          columns: Vector3(m[0], m[1], m[2]), Vector3(m[3], m[4], m[5]), Vector3(m[6], m[7], m[8]))
      }
      left = columns(u)
      values = Vector3(sigma[0], sigma[1], sigma[2])
      right = columns(vt)
    }
    try LinearAlgebraError.check(info, of: "dgesdd")
    (leftVectors, singularValues, rightVectorsTransposed) = (left, values, right)
  }
}

extension Matrix3<Double> {
  /// Throws ``LinearAlgebraError/notFinite(row:column:)`` for the first element that is not finite.
  func checkFinite() throws(LinearAlgebraError) {
    for column in 0..<3 {
      for row in 0..<3 where !self[row, column].isFinite {
        throw .notFinite(row: row, column: column)
      }
    }
  }
}

/// Calls `body` with the decomposition of a finite matrix by `dgesdd`, all on the stack.
///
/// *U* and *V*ᵀ are column-major. `room` is dgesdd's workspace, free for use by `body`.
///
/// - Returns: LAPACK's `info`; `body` is called only if it is zero.
func withDecomposition(
  of matrix: Matrix3<Double>,
  _ body: (
    _ leftVectors: UnsafeMutablePointer<Double>, _ singularValues: UnsafeMutablePointer<Double>,
    _ rightVectorsTransposed: UnsafeMutablePointer<Double>, _ room: UnsafeMutablePointer<Double>
  ) -> Void
) -> Int {
  // The size that dgesdd asks for at n = 3 with all vectors. Swift takes at most one kilobyte per
  // allocation from the stack.
  let workspace = 128
  return withUnsafeTemporaryAllocation(of: Double.self, capacity: workspace) { work in
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 34) { room in
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: 24) { integers in
        guard let work = work.baseAddress, let a = room.baseAddress else { return 0 }
        let u = a + 10, vt = u + 10, sigma = vt + 10
        (a[0], a[1], a[2]) = (matrix.c0.x, matrix.c0.y, matrix.c0.z)
        (a[3], a[4], a[5]) = (matrix.c1.x, matrix.c1.y, matrix.c1.z)
        (a[6], a[7], a[8]) = (matrix.c2.x, matrix.c2.y, matrix.c2.z)
        let info = LAPACKE_dgesdd_work(
          LAPACK_COL_MAJOR, CChar(UInt8(ascii: "A")), 3, 3, a, 3, sigma, u, 3, vt, 3, work,
          Int32(workspace), integers.baseAddress)
        if info == 0 { body(u, sigma, vt, work) }
        return Int(info)
      }
    }
  }
}
