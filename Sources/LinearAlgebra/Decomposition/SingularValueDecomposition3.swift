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
    // The size that dgesdd asks for at n = 3, with all vectors wanted.
    let workspace = 128
    var a = matrix
    var u = Matrix3<Double>.zero
    var vt = Matrix3<Double>.zero
    var sigma = Vector3<Double>.zero
    let info = withUnsafeTemporaryAllocation(of: Double.self, capacity: workspace) { work in
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: 24) { integers in
        withScalars(&a) { a in
          withScalars(&u) { u in
            withScalars(&vt) { vt in
              withScalars(&sigma) { sigma in
                Int(
                  LAPACKE_dgesdd_work(
                    LAPACK_COL_MAJOR, CChar(UInt8(ascii: "A")), 3, 3, a, 3, sigma, u, 3, vt, 3,
                    work.baseAddress, Int32(workspace), integers.baseAddress))
              }
            }
          }
        }
      }
    }
    try LinearAlgebraError.check(info, of: "dgesdd")
    self.init(leftVectors: u, singularValues: sigma, rightVectorsTransposed: vt)
  }
}

/// The packed scalars of a vector or a matrix, for C.
private func withScalars<Value, Result>(
  _ value: inout Value, _ body: (UnsafeMutablePointer<Double>) -> Result
) -> Result {
  withUnsafeMutablePointer(to: &value) { pointer in
    body(UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: Double.self))
  }
}
