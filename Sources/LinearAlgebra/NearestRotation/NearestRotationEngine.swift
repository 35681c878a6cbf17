public import RotationMath

/// The algorithm that finds the rotation nearest to a matrix.
///
/// `.lapack` exists with the package's trait `LAPACK`, which is on by default.
public enum NearestRotationEngine: String, Hashable, Sendable, Codable, CaseIterable {
  /// `.direct`; with the trait `LAPACK`, `.lapack` for the few matrices that need iterations.
  case automatic
  /// The dominant eigenvector of Davenport's matrix: a fourth-order step for the eigenvalue,
  /// cofactors for the vector, a check of the residual, and Jacobi rotations where it is too large.
  case direct
  #if LAPACK
    /// LAPACK's singular value decomposition, `dgesdd`: the reference. Some 20 times as slow.
    case lapack
  #endif

  /// Whether the fast path of `.direct` is tried first.
  @usableFromInline var startsDirectly: Bool {
    #if LAPACK
      self != .lapack
    #else
      true
    #endif
  }

  /// The engines that validation compares.
  package static var compared: [Self] {
    #if LAPACK
      [.lapack, .direct]
    #else
      [.direct]
    #endif
  }
}

/// Finds the rotation *R* that minimises ‖*R* - *A*‖ in the Frobenius norm; never a reflection.
///
/// The rotation nearest to a sum of rotation matrices is their chordal mean. Where several
/// rotations are equally near, the result is one of them and ``NearestRotation/isUnique`` is false.
///
/// Source: F. L. Markley, *Attitude determination using vector observations and the singular value
/// decomposition*, J. Astronautical Sciences 36(3), 1988.
///
/// - Parameters:
///   - matrix: Any finite 3×3 matrix, of any rank, scale and sign of the determinant.
///   - engine: The algorithm; the results differ by rounding only. Default: `.automatic`.
/// - Throws: ``LinearAlgebraError/notFinite(row:column:)``.
/// - Complexity: O(1); allocates nothing.
@inlinable public func nearestRotation(
  to matrix: Matrix3<Double>, engine: NearestRotationEngine = .automatic
) throws(LinearAlgebraError) -> NearestRotation {
  if engine.startsDirectly {
    let quaternion = directRotation(matrix.c0, matrix.c1, matrix.c2)
    if !quaternion.w.isNaN {
      return NearestRotation(
        rotation: quaternion, isUnique: true, source: matrix, scaledSingularValues: nil)
    }
  }
  return try carefulNearestRotation(to: matrix, engine: engine)
}

/// The unique rotation nearest to a matrix whose elements are near one.
///
/// NaN for other matrices, if the result is not unique, and if it needs iterations. Columns and
/// quaternion are passed in registers; a `Matrix3` would be passed in memory (workload
/// nearest-rotation-direct-200).
@usableFromInline func directRotation(
  _ c0: Vector3<Double>, _ c1: Vector3<Double>, _ c2: Vector3<Double>
) -> Quaternion<Double> {
  Matrix3(columns: c0, c1, c2).directRotation
}

/// The nearest rotation of any matrix.
@usableFromInline func carefulNearestRotation(
  to matrix: Matrix3<Double>, engine: NearestRotationEngine
) throws(LinearAlgebraError) -> NearestRotation {
  var scaled = matrix
  if !isNearOne(matrix.squaredNorm) {
    guard let (near, _) = try scaledNearOne(matrix) else {
      return NearestRotation(
        rotation: .identity, isUnique: false, source: matrix, scaledSingularValues: .zero)
    }
    scaled = near
  }
  func result(_ found: Quaternion<Double>, isUnique: Bool) -> NearestRotation {
    NearestRotation(
      rotation: found, isUnique: isUnique, source: matrix, scaledSingularValues: nil)
  }
  if engine.startsDirectly {
    let found = scaled.iteratedRotation
    if !found.w.isNaN { return result(found, isUnique: true) }
  }
  #if LAPACK
    if engine != .direct {
      let (quaternion, values) = try decompositionRotation(of: scaled)
      return NearestRotation(
        rotation: quaternion, isUnique: isGapClear(values), source: matrix,
        scaledSingularValues: values)
    }
  #endif
  let found = Quaternion(scaled)
  return result(found, isUnique: isGapClear(scaled.singularValues(nearest: found)))
}

/// The matrix times a power of two that brings the sum of its magnitudes near one, and the two
/// factors that undo it; `nil` for the zero matrix.
func scaledNearOne(
  _ matrix: Matrix3<Double>
) throws(LinearAlgebraError) -> (Matrix3<Double>, (first: Double, second: Double))? {
  // The sum of magnitudes; unlike their maximum it is NaN if an element is.
  let sums =
    Vector3(abs(matrix.c0.x), abs(matrix.c0.y), abs(matrix.c0.z))
    + Vector3(abs(matrix.c1.x), abs(matrix.c1.y), abs(matrix.c1.z))
    + Vector3(abs(matrix.c2.x), abs(matrix.c2.y), abs(matrix.c2.z))
  let largest = sums.x + sums.y + sums.z
  if largest > 0x1p-1000 && largest < 0x1p1000 {
    let down = Double(sign: .plus, exponent: -largest.exponent, significand: 1)
    return (matrix * down, (1 / down, 1))
  }
  try matrix.checkFinite()
  guard largest > 0 else { return nil }
  // In two steps: one power of two would not be a normal number.
  let (first, second) = largest < 1 ? (0x1p600, 0x1p474) : (0x1p-600, 0x1p-423)
  return ((matrix * first) * second, (1 / second, 1 / first))
}
