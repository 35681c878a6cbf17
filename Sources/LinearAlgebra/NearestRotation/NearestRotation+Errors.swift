internal import RotationMath

extension NearestRotation {
  /// The backward error, in units of 2⁻⁵³ ‖*A*‖.
  ///
  /// It is the smallest change of the source *A* that makes the rotation the exact answer. It needs
  /// no reference: for the exact answer *R*ᵀ*A* is symmetric, and no two of its eigenvalues have a
  /// negative sum.
  public var backwardError: Double {
    guard let (source, _) = scaledSource else { return 0 }
    // Twice the digits, to measure the rotation and not the rounding of this product.
    var product = Matrix3<Double>.zero
    let matrix = matrix
    for row in 0..<3 {
      for column in 0..<3 {
        product[row, column] = compensatedDot(matrix[column: row], source[column: column])
      }
    }
    let skew = (product - product.transpose) * 0.5
    let eigenvalues = ((product + product.transpose) * 0.5).symmetricEigen()?.values
    let negative = eigenvalues.map { max(0, -($0.y + $0.z)) } ?? .infinity
    return Vector2(skew.frobeniusNorm, negative).length / (source.frobeniusNorm * 0x1p-53)
  }

  /// The orthonormality error of the matrix, in units of eps = 2⁻⁵².
  ///
  /// It is the largest element of |*R*ᵀ*R* - *I*|, or |det *R* - 1| if that is larger.
  var orthonormalityError: Double {
    let matrix = matrix
    return max(matrix.orthonormalityError, abs(matrix.determinant - 1)) / .ulpOfOne
  }
}

/// The dot product with twice the digits.
///
/// Source: T. Ogita, S. M. Rump, S. Oishi, *Accurate sum and dot product*, SIAM J. Sci. Comput.
/// 26(6), 2005, doi:10.1137/030601818, algorithm 5.3.
private func compensatedDot(_ a: Vector3<Double>, _ b: Vector3<Double>) -> Double {
  var (sum, rest) = (0.0, 0.0)
  for index in 0..<3 {
    let product = a[index] * b[index]
    rest += (-product).addingProduct(a[index], b[index])
    let next = sum + product
    let part = next - sum
    rest += (sum - (next - part)) + (product - part)
    sum = next
  }
  return sum + rest
}
