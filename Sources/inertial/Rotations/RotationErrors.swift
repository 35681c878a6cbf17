internal import LinearAlgebra
internal import RotationMath

/// How good a nearest rotation is by itself, without a reference.
struct RotationErrors {
  /// By how much the matrix would have to change for the rotation to be the exact answer, in units
  /// of 2⁻⁵³ ‖*A*‖.
  let backward: Double
  /// The largest element of |*R*ᵀ*R* - *I*|, or |det *R* - 1| where that is larger, in units of eps.
  let orthonormality: Double

  init(of found: NearestRotation) {
    let (matrix, source) = (found.matrix, found.source.broughtNearOne)
    let eps = Double.ulpOfOne
    orthonormality = max(matrix.orthonormalityError, abs(matrix.determinant - 1)) / eps
    let norm = source.frobeniusNorm
    guard norm > 0 else {
      backward = 0
      return
    }
    // Of the exact answer RᵀA is symmetric, and no two of its eigenvalues have a negative sum. Twice
    // the digits, so that this measures the answer and not its own rounding.
    var product = Matrix3<Double>.zero
    for row in 0..<3 {
      for column in 0..<3 {
        product[row, column] = compensatedDot(matrix[column: row], source[column: column])
      }
    }
    let skew = (product - product.transpose) * 0.5
    let eigenvalues = ((product + product.transpose) * 0.5).symmetricEigen()?.values
    let negative = eigenvalues.map { max(0, -($0.y + $0.z)) } ?? .infinity
    backward = Vector2(skew.frobeniusNorm, negative).length / (norm * 0x1p-53)
  }
}

/// The dot product with twice the digits: T. Ogita, S. M. Rump, S. Oishi, *Accurate sum and dot
/// product*, SIAM J. Sci. Comput. 26(6), 2005, doi:10.1137/030601818, algorithm 5.3.
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

extension Matrix3<Double> {
  /// The matrix times a power of two that brings its largest element near one.
  fileprivate var broughtNearOne: Self {
    let largest = max(c0.maximumMagnitude, c1.maximumMagnitude, c2.maximumMagnitude)
    guard largest > 0 else { return self }
    // In two steps, since 2¹⁰⁷⁴ is no number.
    let exponent = Int(-largest.exponent)
    let half = exponent / 2
    return self * Double(sign: .plus, exponent: half, significand: 1)
      * Double(sign: .plus, exponent: exponent - half, significand: 1)
  }
}
