public import GLKMath
internal import LinearAlgebra

/// The rotation nearest to a matrix of GLKit, computed in doubles: the lab's `nearestRotation`.
///
/// A sum of rotation matrices yields their chordal mean.
///
/// - Throws: `LinearAlgebraError` for a matrix that is not finite.
public func nearestRotation(_ matrix: GLKMatrix3) throws -> GLKMatrix3 {
  let nearest = try nearestRotation(to: Matrix3<Double>(matrix))
  return GLKMatrix3MakeWithQuaternion(GLKQuaternionFromCMQuaternion(nearest.quaternion))
}

extension Matrix3 where Scalar == Double {
  /// A matrix of GLKit in doubles.
  public init(_ matrix: GLKMatrix3) {
    self.init(
      columns: Vector3(Double(matrix.m00), Double(matrix.m01), Double(matrix.m02)),
      Vector3(Double(matrix.m10), Double(matrix.m11), Double(matrix.m12)),
      Vector3(Double(matrix.m20), Double(matrix.m21), Double(matrix.m22)))
  }
}
