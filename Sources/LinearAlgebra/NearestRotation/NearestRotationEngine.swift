/// The algorithm that finds the rotation nearest to a matrix.
public enum NearestRotationEngine: String, Hashable, Sendable, Codable, CaseIterable {
  /// `.direct`; `.lapack`, if available, for the few matrices that need iterations.
  case automatic
  /// The dominant eigenvector of Davenport's matrix: a fourth-order step for the eigenvalue, cofactors
  /// for the vector, a check of the residual, and Jacobi rotations where it is too large.
  case direct
  /// LAPACK's singular value decomposition, `dgesdd`: the reference. Some 20 times as slow.
  case lapack
}
