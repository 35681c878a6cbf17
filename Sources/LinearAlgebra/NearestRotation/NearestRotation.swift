public import RotationMath

/// How to find the rotation nearest to a matrix.
public enum NearestRotationEngine: String, Hashable, Sendable, CaseIterable {
  /// LAPACK's singular value decomposition, `dgesdd`: the reference.
  case lapack
  /// The largest eigenvalue of Davenport's matrix by Newton's method and its eigenvector by
  /// cofactors, both checked; by Jacobi's rotations where the check fails. Many times faster.
  case direct
}

/// The rotation nearest to a matrix, and how far it is determined.
public struct NearestRotation: Hashable, Sendable {
  /// The rotation as a unit quaternion.
  public let quaternion: Quaternion<Double>
  /// The matrix that was given.
  public let source: Matrix3<Double>
  /// What LAPACK found, if it was asked: σ₁, σ₂ and *s* σ₃ of the source, brought near one where it
  /// is far from that.
  @usableFromInline let decomposed: Vector3<Double>?

  @inlinable init(
    quaternion: Quaternion<Double>, source: Matrix3<Double>, scaledSingularValues: Vector3<Double>?
  ) {
    self.quaternion = quaternion
    self.source = source
    decomposed = scaledSingularValues
  }

  /// The rotation as a matrix: orthonormal, determinant +1.
  @inlinable @inline(__always)
  public var matrix: Matrix3<Double> { Matrix3(nearUnit: quaternion) }

  /// The singular values of the source, largest first; infinite where one is greater than the
  /// greatest finite number.
  ///
  /// - Complexity: O(1); the direct engine works them out here, as the eigenvalues of the
  ///   symmetric *R*ᵀ*A*.
  public var singularValues: Vector3<Double> {
    let signed = signedSingularValues
    // Rounding errors may have changed the order, or the sign, of the two smaller ones.
    let (y, z) = (abs(signed.y), abs(signed.z))
    return Vector3(signed.x, max(y, z), min(y, z))
  }

  /// σ₁, σ₂ and *s* σ₃ with *s* the sign of the determinant: the eigenvalues of *R*ᵀ*A*.
  var signedSingularValues: Vector3<Double> {
    let (signed, factors) = scaledSingularValues
    return (signed * factors.first) * factors.second
  }

  /// The same of the source brought near one, where nothing over- or underflows, and the two
  /// factors that lead back.
  private var scaledSingularValues: (Vector3<Double>, factors: (first: Double, second: Double)) {
    let (scaled, factors): (Matrix3<Double>, (Double, Double))
    if isNearOne(source.squaredFrobeniusNorm) {
      (scaled, factors) = (source, (1, 1))
    } else {
      // Zero has no scale; a source that is not finite has no result.
      guard let brought = try? scaledNearOne(source) else { return (.zero, (1, 1)) }
      (scaled, factors) = brought
    }
    if let decomposed { return (decomposed, factors) }
    let product = matrix.transpose * scaled
    let symmetric = product * 0.5 + product.transpose * 0.5
    return (symmetric.symmetricEigen()?.values ?? .zero, factors)
  }

  /// Whether the source had a negative determinant, so that the least significant axis was turned
  /// round to come back to a rotation. Of a matrix that is singular to rounding it may be either.
  public var isReflectionUndone: Bool { scaledSingularValues.0.z < 0 }

  /// How well the rotation is determined, in the unit of the source: σ₂ + *s* σ₃. Where it is
  /// zero, other rotations are as near.
  ///
  /// An error *E* of the source turns the rotation by about ‖*E*‖ over this, in radians.
  public var gap: Double {
    let (signed, factors) = scaledSingularValues
    return (max(signed.y + signed.z, 0) * factors.first) * factors.second
  }

  /// Whether no other rotation is as near, as far as double precision can tell.
  public var isUnique: Bool {
    let signed = scaledSingularValues.0
    return signed.y + signed.z > 16 * signed.x * .ulpOfOne
  }
}

extension NearestRotation: CustomStringConvertible {
  /// The rotation, and whether it is unique.
  public var description: String { "\(quaternion)\(isUnique ? "" : ", not unique")" }
}

/// The rotation *R* that minimises ‖*R* - *A*‖ in the Frobenius norm; never a reflection. Applied
/// to a sum of rotation matrices it is their chordal average.
///
/// Where the rotation is not unique, it is one of the nearest, and the result says so.
///
/// Source: F. L. Markley, *Attitude determination using vector observations and the singular value
/// decomposition*, J. Astronautical Sciences 36(3), 1988.
///
/// - Parameters:
///   - matrix: Any finite 3×3 matrix, of any rank, scale and sign of the determinant.
///   - engine: How to find it. Both keep the same contract.
/// - Throws: ``LinearAlgebraError/notFinite(row:column:)``.
/// - Complexity: O(1); allocates nothing.
@inlinable
public func nearestRotation(
  to matrix: Matrix3<Double>, engine: NearestRotationEngine = .lapack
) throws(LinearAlgebraError) -> NearestRotation {
  switch engine {
  case .direct:
    let quaternion = directRotation(matrix.c0, matrix.c1, matrix.c2)
    if !quaternion.w.isNaN {
      return NearestRotation(quaternion: quaternion, source: matrix, scaledSingularValues: nil)
    }
  case .lapack:
    let (quaternion, values) = lapackRotation(matrix.c0, matrix.c1, matrix.c2)
    if !quaternion.w.isNaN {
      return NearestRotation(quaternion: quaternion, source: matrix, scaledSingularValues: values)
    }
  }
  return try scaledNearestRotation(to: matrix, engine: engine)
}

/// The rotation nearest to the matrix of these columns if its elements are near enough to one;
/// by columns since these are passed, and the result is returned, in registers.
@usableFromInline
func directRotation(
  _ c0: Vector3<Double>, _ c1: Vector3<Double>, _ c2: Vector3<Double>
) -> Quaternion<Double> {
  let matrix = Matrix3(columns: c0, c1, c2)
  let normSquared = matrix.squaredFrobeniusNorm
  guard isNearOne(normSquared) else {
    return Quaternion(x: .nan, y: .nan, z: .nan, w: .nan)
  }
  return DavenportMatrix.dominantEigenvector(of: matrix, normSquared: normSquared)
}

/// The rotation nearest to the matrix of these columns by LAPACK, and σ₁, σ₂, *s* σ₃, if its
/// elements are near enough to one and LAPACK succeeds.
@usableFromInline
func lapackRotation(
  _ c0: Vector3<Double>, _ c1: Vector3<Double>, _ c2: Vector3<Double>
) -> (Quaternion<Double>, Vector3<Double>) {
  let matrix = Matrix3(columns: c0, c1, c2)
  let normSquared = matrix.squaredFrobeniusNorm
  let none = Double.nan
  guard isNearOne(normSquared),
    let found = try? decompositionRotation(of: matrix, normSquared: normSquared)
  else { return (Quaternion(x: none, y: none, z: none, w: none), .zero) }
  return found
}

/// Whether products of six elements of a matrix with this ‖*A*‖² neither over- nor underflow; not so
/// for NaN.
@inline(__always)
private func isNearOne(_ normSquared: Double) -> Bool { normSquared > 1e-30 && normSquared < 1e30 }

/// The nearest rotation of a matrix that the engine by itself has none for: brought near one, or
/// with the reason thrown.
@usableFromInline
func scaledNearestRotation(
  to matrix: Matrix3<Double>, engine: NearestRotationEngine
) throws(LinearAlgebraError) -> NearestRotation {
  guard let (scaled, _) = try scaledNearOne(matrix) else {
    return NearestRotation(quaternion: .identity, source: matrix, scaledSingularValues: .zero)
  }
  switch engine {
  case .direct:
    let quaternion = DavenportMatrix.dominantEigenvector(
      of: scaled, normSquared: scaled.squaredFrobeniusNorm)
    return NearestRotation(quaternion: quaternion, source: matrix, scaledSingularValues: nil)
  case .lapack:
    let (quaternion, values) = try decompositionRotation(
      of: scaled, normSquared: scaled.squaredFrobeniusNorm)
    return NearestRotation(quaternion: quaternion, source: matrix, scaledSingularValues: values)
  }
}

/// The matrix times a power of two that brings the sum of its elements' magnitudes near one, and
/// the two factors that lead back; `nil` for the matrix of zeros.
private func scaledNearOne(
  _ matrix: Matrix3<Double>
) throws(LinearAlgebraError) -> (Matrix3<Double>, (first: Double, second: Double))? {
  // Sums instead of maxima: four operations in a row instead of eight, and NaN goes through.
  let sums =
    Vector3(abs(matrix.c0.x), abs(matrix.c0.y), abs(matrix.c0.z))
    + Vector3(abs(matrix.c1.x), abs(matrix.c1.y), abs(matrix.c1.z))
    + Vector3(abs(matrix.c2.x), abs(matrix.c2.y), abs(matrix.c2.z))
  let largest = sums.x + sums.y + sums.z
  if largest > 0x1p-1000 && largest < 0x1p1000 {
    // 2 to minus the exponent of `largest`: the sum of both biased exponents is 2046.
    let down = Double(bitPattern: (2046 - (largest.bitPattern >> 52)) << 52)
    return (matrix * down, (1 / down, 1))
  }
  for column in 0..<3 {
    for row in 0..<3 where !matrix[row, column].isFinite {
      throw .notFinite(row: row, column: column)
    }
  }
  guard largest > 0 else { return nil }
  // In two steps, where one power of two is not a normal number.
  let (first, second) = largest < 1 ? (0x1p600, 0x1p474) : (0x1p-600, 0x1p-423)
  return ((matrix * first) * second, (1 / second, 1 / first))
}

extension Matrix3<Double> {
  /// ‖*A*‖²; over- and underflows where squares of the elements do.
  var squaredFrobeniusNorm: Double {
    (c0.lengthSquared + c1.lengthSquared) + c2.lengthSquared
  }
}
