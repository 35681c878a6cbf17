public import RotationMath

/// The rotation nearest to a matrix, and how well it is determined.
public struct NearestRotation: Hashable, Sendable {
  /// The rotation as a unit quaternion.
  public let quaternion: Quaternion<Double>
  /// The given matrix.
  @usableFromInline package let source: Matrix3<Double>
  /// σ₁, σ₂ and *s* σ₃ of the source scaled near one, as found by LAPACK; `nil` for `.direct`.
  @usableFromInline let decomposed: Vector3<Double>?

  @inlinable init(
    quaternion: Quaternion<Double>, source: Matrix3<Double>, scaledSingularValues: Vector3<Double>?
  ) {
    self.quaternion = quaternion
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
    let (scaled, factors): (Matrix3<Double>, (Double, Double))
    if isNearOne(source.squaredFrobeniusNorm) {
      (scaled, factors) = (source, (1, 1))
    } else {
      // Zero has no scale; a source that is not finite has no result.
      guard let normalized = try? scaledNearOne(source) else { return (.zero, (1, 1)) }
      (scaled, factors) = normalized
    }
    if let decomposed { return (decomposed, factors) }
    let product = matrix.transpose * scaled
    let symmetric = product * 0.5 + product.transpose * 0.5
    return (symmetric.symmetricEigen()?.values ?? .zero, factors)
  }

  /// Whether the source has a negative determinant, so that its least significant axis is inverted.
  ///
  /// Either value is possible for a matrix that is singular to rounding.
  package var isReflectionUndone: Bool { scaledSingularValues.0.z < 0 }

  /// The gap σ₂ + *s* σ₃, in the unit of the source; zero where other rotations are as near.
  ///
  /// An error *E* of the source rotates the result by about ‖*E*‖ / gap, in radians.
  public var gap: Double {
    let (signed, factors) = scaledSingularValues
    return (max(signed.y + signed.z, 0) * factors.first) * factors.second
  }

  /// Whether no other rotation is as near, to double precision.
  public var isUnique: Bool {
    let signed = scaledSingularValues.0
    return signed.y + signed.z > 16 * signed.x * .ulpOfOne
  }
}
