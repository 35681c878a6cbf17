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
  return (Quaternion(svd.leftVectors * svd.rightVectorsTransposed), svd.singularValues)
}
