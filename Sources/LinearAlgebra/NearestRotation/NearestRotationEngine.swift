/// The algorithm that finds the rotation nearest to a matrix.
///
/// `.lapack` exists with the package's trait `LAPACK`, which is on by default.
public enum NearestRotationEngine: String, Hashable, Sendable, Codable, CaseIterable {
  /// `.direct`; with the trait `LAPACK`, `.lapack` for the few matrices that need iterations.
  case automatic
  /// The dominant eigenvector of Davenport's matrix: a fourth-order step for the eigenvalue,
  /// cofactors for the vector, a check of the residual, and Jacobi rotations where it is too large.
  case direct
  #if LAPACK
    /// LAPACK's singular value decomposition, `dgesdd`: the reference. Some 20 times as slow.
    case lapack
  #endif

  /// Whether the fast path of `.direct` is tried first.
  @usableFromInline var startsDirectly: Bool {
    #if LAPACK
      self != .lapack
    #else
      true
    #endif
  }

  /// The engines that validation compares.
  package static var compared: [Self] {
    #if LAPACK
      [.lapack, .direct]
    #else
      [.direct]
    #endif
  }
}
