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
}

extension SingularValueDecomposition {
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

  #if LAPACK
    private init(byLAPACK matrix: Matrix3<Double>) throws(LinearAlgebraError) {
      var (left, values, right) = (Matrix3<Double>.zero, Vector3<Double>.zero, Matrix3<Double>.zero)
      let info = withDecomposition(of: matrix) { u, sigma, vt in
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
      self.init(leftVectors: left, singularValues: values, rightVectorsTransposed: right)
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

extension SingularValueDecomposition {
  /// Decomposes a finite matrix by its nearest rotation.
  package init(byNearestRotation matrix: Matrix3<Double>) {
    guard let (scaled, factors) = try? scaledNearOne(matrix) else {
      self.init(
        leftVectors: .identity, singularValues: .zero, rightVectorsTransposed: .identity)
      return
    }
    let rotation = Matrix3(nearUnit: Quaternion(scaled))
    let product = rotation.transpose * scaled
    // A finite matrix has eigenvalues.
    let eigen = product.symmetricPart.symmetricEigen()
    var (values, right) = (eigen?.values ?? .zero, eigen?.vectors ?? .identity)
    // Eigenvalues can be negative: the last one, and by rounding others that should be zero.
    // Rounding also changes the order of equal magnitudes, as those of a reflection.
    func sort(_ i: Int, _ j: Int) {
      guard abs(values[j]) > abs(values[i]) else { return }
      (values[i], values[j]) = (values[j], values[i])
      (right[column: i], right[column: j]) = (right[column: j], right[column: i])
    }
    sort(1, 2)
    sort(0, 1)
    sort(1, 2)
    let signs = Vector3(values.x < 0 ? -1 : 1, values.y < 0 ? -1 : 1, values.z < 0 ? -1 : 1)
    let magnitudes = values.componentwiseProduct(signs)
    self.init(
      leftVectors: rotation * right * Matrix3(diagonal: signs),
      singularValues: (magnitudes * factors.first) * factors.second,
      rightVectorsTransposed: right.transpose)
  }
}

/// The polar decomposition *A* = *R* *S* of a 3×3 matrix: a rotation and a symmetric stretch.
///
/// *R* is the rotation nearest to *A*, never a reflection. If the determinant of *A* is negative,
/// *S* has one negative eigenvalue, of the least magnitude.
///
/// Source: N. J. Higham, *Computing the polar decomposition, with applications*, SIAM J. Sci. Stat.
/// Comput. 7(4), 1986, doi:10.1137/0907079; the rotation by ``nearestRotation(to:engine:)``.
public struct PolarDecomposition: Hashable, Sendable {
  /// The rotation *R*, and how well it is determined.
  public let nearest: NearestRotation
  /// The symmetric *S* of *A* = *R* *S*: the stretch before the rotation.
  public let rightStretch: Matrix3<Double>
  /// The symmetric *L* of *A* = *L* *R*: the stretch after the rotation.
  public let leftStretch: Matrix3<Double>

  /// The rotation *R*.
  public var rotation: Quaternion<Double> { nearest.rotation }

  /// Decomposes a matrix.
  ///
  /// - Parameter matrix: Any finite matrix, also singular or with a negative determinant.
  /// - Throws: ``LinearAlgebraError/notFinite(row:column:)``.
  /// - Complexity: O(1); allocates nothing.
  public init(of matrix: Matrix3<Double>) throws(LinearAlgebraError) {
    nearest = try nearestRotation(to: matrix)
    let rotation = nearest.matrix
    rightStretch = (rotation.transpose * matrix).symmetricPart
    leftStretch = (matrix * rotation.transpose).symmetricPart
  }
}

extension Matrix3<Double> {
  /// (*A* + *A*ᵀ)/2.
  var symmetricPart: Self { self * 0.5 + transpose * 0.5 }
}

/// An error of a decomposition or of a nearest rotation.
public enum LinearAlgebraError: Error, Hashable, Sendable {
  /// The element in this row and column, both from zero, is infinite or NaN.
  case notFinite(row: Int, column: Int)
  /// The LAPACK routine did not converge and returned `info`.
  case notConverged(routine: String, info: Int)
  /// The LAPACK routine rejected the argument at this position, counted from one.
  case invalidArgument(routine: String, position: Int)
  /// The LAPACK routine could not allocate its workspace.
  case outOfMemory(routine: String)

  /// Throws the error that LAPACK's `info` stands for; zero is success.
  static func check(_ info: Int, of routine: String) throws(LinearAlgebraError) {
    switch info {
    case 0: return
    // LAPACK_WORK_MEMORY_ERROR and LAPACK_TRANSPOSE_MEMORY_ERROR.
    case -1010, -1011: throw .outOfMemory(routine: routine)
    case ..<0: throw .invalidArgument(routine: routine, position: -info)
    default: throw .notConverged(routine: routine, info: info)
    }
  }
}

extension LinearAlgebraError: CustomStringConvertible {
  /// The problem, its place and the expected input.
  public var description: String {
    switch self {
    case .notFinite(let row, let column):
      "the element in row \(row), column \(column) is not finite; expected finite numbers"
    case .notConverged(let routine, let info): "\(routine) did not converge (info \(info))"
    case .invalidArgument(let routine, let position):
      "\(routine) rejected its argument \(position)"
    case .outOfMemory(let routine): "\(routine) could not allocate its workspace"
    }
  }
}
