public import RotationMath

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
  public var rotation: Quaternion<Double> { nearest.quaternion }

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
  fileprivate var symmetricPart: Self { self * 0.5 + transpose * 0.5 }
}
