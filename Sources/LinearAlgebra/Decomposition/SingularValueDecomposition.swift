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
  /// Without the trait `LAPACK`, *A* = *R* *S* with the nearest rotation *R* and the eigenvectors
  /// of the symmetric *S*. The results differ by rounding, and by the signs of pairs of vectors.
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
    #if LAPACK
      try self.init(byLAPACK: matrix)
    #else
      self.init(byNearestRotation: matrix)
    #endif
  }

  init(
    leftVectors: Matrix3<Double>, singularValues: Vector3<Double>,
    rightVectorsTransposed: Matrix3<Double>
  ) {
    self.leftVectors = leftVectors
    self.singularValues = singularValues
    self.rightVectorsTransposed = rightVectorsTransposed
  }

  #if LAPACK
    private init(byLAPACK matrix: Matrix3<Double>) throws(LinearAlgebraError) {
      var (left, values, right) = (Matrix3<Double>.zero, Vector3<Double>.zero, Matrix3<Double>.zero)
      let info = withDecomposition(of: matrix) { u, sigma, vt, _ in
        func columns(_ m: UnsafeMutablePointer<Double>) -> Matrix3<Double> {
          Matrix3(
            columns: Vector3(m[0], m[1], m[2]), Vector3(m[3], m[4], m[5]), Vector3(m[6], m[7], m[8])
          )
        }
        left = columns(u)
        values = Vector3(sigma[0], sigma[1], sigma[2])
        right = columns(vt)
      }
      try LinearAlgebraError.check(info, of: "dgesdd")
      (leftVectors, singularValues, rightVectorsTransposed) = (left, values, right)
    }
  #endif
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
