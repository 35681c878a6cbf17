/// The algorithm that finds the rotation nearest to a matrix.
public enum NearestRotationEngine: String, Hashable, Sendable, Codable, CaseIterable {
  /// LAPACK's singular value decomposition, `dgesdd`: the reference.
  case lapack
  /// The dominant eigenvector of Davenport's matrix: Newton's method for the eigenvalue, cofactors
  /// for the vector, Jacobi rotations where the residual is too large. Some 20 times as fast.
  case direct
}
