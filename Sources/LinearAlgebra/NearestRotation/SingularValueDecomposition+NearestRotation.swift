package import RotationMath

extension SingularValueDecomposition {
  /// Decomposes a finite matrix by its nearest rotation.
  package init(byNearestRotation matrix: Matrix3<Double>) {
    guard let (scaled, factors) = try? scaledNearOne(matrix) else {
      self.init(
        leftVectors: .identity, singularValues: .zero, rightVectorsTransposed: .identity)
      return
    }
    let rotation = Matrix3(
      nearUnit: DavenportMatrix.dominantEigenvector(
        of: scaled, normSquared: scaled.squaredFrobeniusNorm))
    let product = rotation.transpose * scaled
    // A finite matrix has eigenvalues.
    let eigen = (product * 0.5 + product.transpose * 0.5).symmetricEigen()
    var (values, right) = (eigen?.values ?? .zero, eigen?.vectors ?? .identity)
    // Of the two smaller eigenvalues the last can be negative; rounding can change their order.
    if abs(values.z) > abs(values.y) {
      (values.y, values.z) = (values.z, values.y)
      (right.c1, right.c2) = (right.c2, right.c1)
    }
    var left = rotation * right
    if values.y < 0 { left.c1 = -left.c1 }
    if values.z < 0 { left.c2 = -left.c2 }
    let magnitudes = Vector3(values.x, abs(values.y), abs(values.z))
    self.init(
      leftVectors: left, singularValues: (magnitudes * factors.first) * factors.second,
      rightVectorsTransposed: right.transpose)
  }
}
