public import RotationMath

/// The rotation nearest to a matrix, and how well it is determined.
public struct NearestRotation: Hashable, Sendable {
  /// The rotation as a unit quaternion.
  public let quaternion: Quaternion<Double>
  /// Whether no other rotation is as near, to double precision.
  public let isUnique: Bool
  /// The given matrix.
  @usableFromInline package let source: Matrix3<Double>
  /// σ₁, σ₂ and *s* σ₃ of the source scaled near one, as found by LAPACK; `nil` for `.direct`.
  @usableFromInline let decomposed: Vector3<Double>?

  @inlinable init(
    quaternion: Quaternion<Double>, isUnique: Bool, source: Matrix3<Double>,
    scaledSingularValues: Vector3<Double>?
  ) {
    self.quaternion = quaternion
    self.isUnique = isUnique
    self.source = source
    decomposed = scaledSingularValues
  }

  /// The rotation as a matrix: orthonormal, determinant +1.
  @inlinable @inline(__always)  // For the benchmark "nearest rotation, direct, random".
  public var matrix: Matrix3<Double> { Matrix3(nearUnit: quaternion) }

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
    return (decomposed ?? scaled.singularValues(nearest: quaternion), factors)
  }

  /// The source scaled near one, and the two factors that undo it; `nil` for zero.
  var scaledSource: (Matrix3<Double>, (first: Double, second: Double))? {
    isNearOne(source.squaredFrobeniusNorm) ? (source, (1, 1)) : try? scaledNearOne(source)
  }

  /// Whether the source has a negative determinant, so that its least significant axis is inverted.
  ///
  /// Either value is possible for a matrix that is singular to rounding.
  package var isReflectionUndone: Bool { scaledSingularValues.0.z < 0 }

  /// The gap σ₂ + *s* σ₃, in the unit of the source; zero where other rotations are as near.
  ///
  /// An error *E* of the source rotates the result by about ‖*E*‖ / gap, in radians.
  ///
  /// - Complexity: O(1). After `.direct` it is computed here, mostly in under half of the time of
  ///   the solution; ``isUnique`` comes with the solution.
  @inlinable public var gap: Double {
    guard decomposed == nil else { return carefulGap }
    let gap = directGap(quaternion, source.c0, source.c1, source.c2)
    return gap.isNaN ? carefulGap : max(gap, 0)
  }

  /// ``gap`` by way of all singular values.
  @usableFromInline var carefulGap: Double {
    let (signed, factors) = scaledSingularValues
    return (max(signed.y + signed.z, 0) * factors.first) * factors.second
  }

  /// Other rotations that are as near, orthogonal as quaternions; empty if ``isUnique``.
  ///
  /// All rotations as near are the combinations of these quaternions and ``quaternion``.
  public var alternatives: [Quaternion<Double>] {
    isUnique ? [] : alternatives(within: nil)
  }

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
      to: quaternion, within: difference.map { ($0 / factors.first) / factors.second })
  }
}

/// Whether the gap of singular values exceeds their rounding errors.
func isGapClear(_ signed: Vector3<Double>) -> Bool {
  signed.y + signed.z > 16 * signed.x * .ulpOfOne
}
