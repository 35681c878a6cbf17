internal import CLAPACKE
public import RotationMath

/// *A* = *U* Σ *V*ᵀ of a 3×3 matrix. *U* and *V* are orthogonal and may be reflections; see
/// ``nearestRotation(to:engine:)`` for a rotation.
public struct SingularValueDecomposition3: Hashable, Sendable {
  /// *U*: a left singular vector a column.
  public var leftVectors: Matrix3<Double>
  /// The singular values, largest first, none negative.
  public var singularValues: Vector3<Double>
  /// *V*ᵀ: a right singular vector a row.
  public var rightVectorsTransposed: Matrix3<Double>
}

/// The singular value decomposition of a 3×3 matrix by LAPACK's `dgesdd`, its workspace on the
/// stack.
///
/// - Parameter matrix: Any finite matrix.
/// - Throws: ``LinearAlgebraError/notFinite(row:column:)``, or what LAPACK reports.
/// - Complexity: O(1); allocates nothing.
public func singularValueDecomposition(
  of matrix: Matrix3<Double>
) throws(LinearAlgebraError) -> SingularValueDecomposition3 {
  for column in 0..<3 {
    for row in 0..<3 where !matrix[row, column].isFinite {
      throw .notFinite(row: row, column: column)
    }
  }
  return try SingularValueDecomposition3(finite: matrix)
}

extension SingularValueDecomposition3 {
  /// The decomposition of a matrix without infinite elements.
  init(finite matrix: Matrix3<Double>) throws(LinearAlgebraError) {
    var decomposition = Self(
      leftVectors: .zero, singularValues: .zero, rightVectorsTransposed: .zero)
    let info = withDecomposition(of: matrix) { u, sigma, vt, _ in
      func columns(_ m: UnsafeMutablePointer<Double>) -> Matrix3<Double> {
        Matrix3(
          columns: Vector3(m[0], m[1], m[2]), Vector3(m[3], m[4], m[5]), Vector3(m[6], m[7], m[8]))
      }
      decomposition = Self(
        leftVectors: columns(u), singularValues: Vector3(sigma[0], sigma[1], sigma[2]),
        rightVectorsTransposed: columns(vt))
    }
    try LinearAlgebraError.check(info, of: "dgesdd")
    self = decomposition
  }
}

/// Calls `body` with what `dgesdd` makes of a matrix without infinite elements, *U*, the singular
/// values and *V*ᵀ, all column-major, and with its workspace, of which `body` may make use.
///
/// - Returns: LAPACK's `info`; unless that is zero, `body` is not called.
@inline(__always)
func withDecomposition(
  of matrix: Matrix3<Double>,
  _ body: (
    _ leftVectors: UnsafeMutablePointer<Double>, _ singularValues: UnsafeMutablePointer<Double>,
    _ rightVectorsTransposed: UnsafeMutablePointer<Double>, _ room: UnsafeMutablePointer<Double>
  ) -> Void
) -> Int {
  // The size that dgesdd asks for at n = 3, with all vectors wanted; more than a kilobyte at once
  // would not come from the stack.
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
