import RotationMath

/// The nearest rotation by *A* = *U* Σ *V*ᵀ: *U* diag(1, 1, *s*) *V*ᵀ with *s* = det *U* det *V*, and
/// σ₁, σ₂, *s* σ₃. The elements of `matrix` are near one.
func decompositionRotation(
  of matrix: Matrix3<Double>
) throws(LinearAlgebraError) -> (Quaternion<Double>, Vector3<Double>) {
  var svd = try SingularValueDecomposition3(finite: matrix)
  if svd.leftVectors.determinant * svd.rightVectorsTransposed.determinant < 0 {
    svd.leftVectors.c2 = -svd.leftVectors.c2
    svd.singularValues.z = -svd.singularValues.z
  }
  // The unit quaternion takes the last rounding errors out of the product.
  let quaternion = Quaternion(svd.leftVectors * svd.rightVectorsTransposed)
  // The vectors of dgesdd meet the matrix to within 64 roundings, but for a few with a tiny σ₂ to
  // within some 70.
  let normSquared = matrix.squaredFrobeniusNorm
  let residual = DavenportMatrix(matrix).residualSquared(of: quaternion)
  guard residual <= 8e-29 * normSquared else {
    return (
      DavenportMatrix.dominantEigenvector(of: matrix, normSquared: normSquared), svd.singularValues
    )
  }
  return (quaternion, svd.singularValues)
}
