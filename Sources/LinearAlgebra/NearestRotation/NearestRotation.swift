public import RotationMath

/// The rotation nearest to a matrix, and how well it is determined.
public struct NearestRotation: Hashable, Sendable {
  /// The rotation as a unit quaternion, `canonical`.
  public let rotation: Quaternion<Double>
  /// Whether no other rotation is as near, to double precision.
  public let isUnique: Bool
  /// The given matrix.
  @usableFromInline package let source: Matrix3<Double>
  /// σ₁, σ₂ and *s* σ₃ of the source scaled near one, as found by LAPACK; `nil` for `.direct`.
  @usableFromInline let decomposed: Vector3<Double>?

  @inlinable init(
    rotation: Quaternion<Double>, isUnique: Bool, source: Matrix3<Double>,
    scaledSingularValues: Vector3<Double>?
  ) {
    self.rotation = rotation.canonical
    self.isUnique = isUnique
    self.source = source
    decomposed = scaledSingularValues
  }

  /// The rotation as a matrix: orthonormal, determinant +1.
  @inlinable @inline(__always)  // For the benchmark "nearest rotation, direct, random".
  public var matrix: Matrix3<Double> { Matrix3(nearUnit: rotation) }

  /// The singular values of the source, largest first; infinite beyond the largest finite number.
  ///
  /// - Complexity: O(1). After `.direct` they are computed here, as the eigenvalues of *R*ᵀ*A*.
  public var singularValues: Vector3<Double> {
    let signed = signedSingularValues
    // Rounding errors may change the order, or the sign, of the two smaller ones.
    let (y, z) = (abs(signed.y), abs(signed.z))
    return Vector3(signed.x, max(y, z), min(y, z))
  }

  /// σ₁, σ₂ and *s* σ₃ with *s* the sign of the determinant: the eigenvalues of *R*ᵀ*A*.
  var signedSingularValues: Vector3<Double> {
    let (signed, factors) = scaledSingularValues
    return (signed * factors.first) * factors.second
  }

  /// ``signedSingularValues`` of the source scaled near one, and the two factors that undo it.
  private var scaledSingularValues: (Vector3<Double>, factors: (first: Double, second: Double)) {
    // Zero has no scale; a source that is not finite has no result.
    guard let (scaled, factors) = scaledSource else { return (.zero, (1, 1)) }
    return (decomposed ?? scaled.singularValues(nearest: rotation), factors)
  }

  /// The source scaled near one, and the two factors that undo it; `nil` for zero.
  var scaledSource: (Matrix3<Double>, (first: Double, second: Double))? {
    isNearOne(source.squaredNorm) ? (source, (1, 1)) : try? scaledNearOne(source)
  }

  /// Whether the source has a negative determinant, so that its least significant axis is inverted.
  ///
  /// Either value is possible for a matrix that is singular to rounding.
  package var isReflectionUndone: Bool { scaledSingularValues.0.z < 0 }

  /// The gap σ₂ + *s* σ₃, in the unit of the source; zero if other rotations are as near.
  ///
  /// An error *E* of the source rotates the result by at most √2 ‖*E*‖ / gap to first order, in
  /// radians, with the Frobenius norm.
  ///
  /// - Complexity: O(1). After `.direct` it is computed here, mostly in under half of the time of
  ///   the solution; ``isUnique`` comes with the solution.
  @inlinable public var gap: Double {
    guard decomposed == nil else { return carefulGap }
    let gap = directGap(rotation, source.c0, source.c1, source.c2)
    return gap.isNaN ? carefulGap : max(gap, 0)
  }

  /// ``gap`` by way of all singular values.
  @usableFromInline var carefulGap: Double {
    let (signed, factors) = scaledSingularValues
    return (max(signed.y + signed.z, 0) * factors.first) * factors.second
  }

  /// Other rotations that are as near, orthogonal as quaternions; empty if ``isUnique``.
  ///
  /// All rotations as near are the combinations of these quaternions and ``rotation``.
  public var alternatives: [Quaternion<Double>] { isUnique ? [] : alternatives(within: nil) }

  /// The rotations whose eigenvalues of Davenport's matrix differ from the largest by at most
  /// `difference`, in the unit of the source; by 256 eps of the largest if `nil`.
  ///
  /// Eigenvalues differ by twice the gap, and have errors of a few eps of the largest.
  func alternatives(within difference: Double?) -> [Quaternion<Double>] {
    guard let (scaled, factors) = scaledSource else {
      // All rotations are equally near to zero.
      return [.unitX, .unitY, .unitZ].map { Quaternion(vector: $0, scalar: 0) }
    }
    return DavenportMatrix(scaled).equalVectors(
      to: rotation, within: difference.map { ($0 / factors.first) / factors.second }
    ).map { $0.canonical }
  }
}

/// Whether the gap of singular values exceeds their rounding errors.
func isGapClear(_ signed: Vector3<Double>) -> Bool {
  signed.y + signed.z > 16 * signed.x * .ulpOfOne
}

extension NearestRotation {
  /// The backward error, in units of 2⁻⁵³ ‖*A*‖.
  ///
  /// It is the smallest change of the source *A* that makes the rotation the exact answer. It needs
  /// no reference: for the exact answer *R*ᵀ*A* is symmetric, and no two of its eigenvalues have a
  /// negative sum.
  package var backwardError: Double {
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
    let eigenvalues = product.symmetricPart.symmetricEigen()?.values
    let negative = eigenvalues.map { max(0, -($0.y + $0.z)) } ?? .infinity
    return Vector2(skew.frobeniusNorm, negative).length / (source.frobeniusNorm * 0x1p-53)
  }

  /// The orthonormality error of the matrix, in units of eps = 2⁻⁵².
  ///
  /// It is the largest element of |*R*ᵀ*R* - *I*|, or |det *R* - 1| if that is larger.
  package var orthonormalityError: Double {
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

extension Matrix3<Double> {
  /// σ₁, σ₂ and *s* σ₃ of a matrix near one, given its nearest rotation *R*: of *R*ᵀ*A*.
  func singularValues(nearest rotation: Quaternion<Double>) -> Vector3<Double> {
    let product = Matrix3(nearUnit: rotation).transpose * self
    // A finite matrix has eigenvalues.
    return product.symmetricPart.symmetricEigen()?.values ?? .zero
  }
}

/// σ₂ + *s* σ₃ of a matrix with the columns `c0`, `c1`, `c2`, given its nearest rotation *R*.
///
/// The trace of *R*ᵀ*A* minus its largest eigenvalue. With the traceless part *B*, *p*² = ‖*B*‖²/6
/// and *r* = det(*B*)/2, the largest eigenvalue of *B* is 2*p* cos(φ/3), with cos²(φ/2) = (1 +
/// *r*/*p*³)/2 (O. K. Smith, *Eigenvalues of a symmetric 3 × 3 matrix*, Comm. ACM 4(4), 1961,
/// doi:10.1145/355578.366316). NaN if that cancels, as with σ₁ near σ₂, or if the elements are not
/// near one. The arguments are passed in registers (benchmark "nearest rotation, direct, random,
/// and gap").
@usableFromInline func directGap(
  _ rotation: Quaternion<Double>, _ c0: Vector3<Double>, _ c1: Vector3<Double>,
  _ c2: Vector3<Double>
) -> Double {
  let turn = Matrix3(rotation)
  let (xx, yy, zz) = (turn.c0.dot(c0), turn.c1.dot(c1), turn.c2.dot(c2))
  let (xy, xz, yz) = (turn.c0.dot(c1), turn.c0.dot(c2), turn.c1.dot(c2))
  let mean = (xx + yy + zz) * (1 / 3.0)
  let (x, y, z) = (xx - mean, yy - mean, zz - mean)
  let (a, b, c) = (yz * yz, xz * xz, xy * xy)
  let squares = (x * x + y * y) + (z * z + 2 * ((a + b) + c))
  let r = 0.5 * ((x * (y * z - a) + xy * (yz * xz - xy * z)) + xz * (xy * yz - y * xz))
  guard isNearOne(squares + mean * mean) else { return .nan }
  let p2 = squares * (1 / 6.0), p = p2.squareRoot()
  let squaredCosine = 0.5 + 0.5 * r / (p2 * p)
  guard squaredCosine > 0.02 else { return .nan }
  let h = squaredCosine.squareRoot(), h2 = h * h
  // cos(φ/6) is the root of 4*t*³ - 3*t* = *h*: interpolated to 7e-7, then a step of third order.
  let t =
    ((0.866026 + 0.166619 * h) + (0.0218996 * h - 0.047525) * h2)
    + (0.0019473 * h - 0.00896645) * (h2 * h2)
  let t2 = t * t
  let value = (4 * t2 - 3) * t - h, slope = 12 * t2 - 3
  let root = t - value * slope / (slope * slope - value * (12 * t))
  return 2 * (mean - p * (2 * (root * root) - 1))
}
