internal import CLAPACKE
public import RotationMath

/// The rotation nearest to a matrix, and how far it is determined.
public struct NearestRotation: Hashable, Sendable {
  /// The rotation: orthonormal, determinant +1.
  public let matrix: Matrix3<Double>
  /// The singular values of the matrix, largest first.
  public let singularValues: Vector3<Double>
  /// Whether the matrix had a negative determinant, so that the least significant axis was
  /// turned round to come back to a rotation.
  public let isReflectionUndone: Bool

  /// The same rotation as a unit quaternion.
  public var quaternion: Quaternion<Double> { Quaternion(matrix) }

  /// How well the rotation is determined, in the unit of the matrix: σ₂ + *s* σ₃ with *s* the
  /// sign of the determinant. Where it is zero, other rotations are as near.
  public var gap: Double {
    singularValues.y + (isReflectionUndone ? -singularValues.z : singularValues.z)
  }

  /// Whether no other rotation is as near, as far as double precision can tell.
  public var isUnique: Bool { gap > 16 * singularValues.x * .ulpOfOne }
}

/// The rotation *R* that minimises ‖*R* - *A*‖ in the Frobenius norm, by LAPACK's `dgesdd`.
///
/// With *A* = *U* Σ *V*ᵀ it is *U* diag(1, 1, det *U* det *V*) *V*ᵀ: never a reflection. Applied to
/// a sum of rotation matrices it is their chordal average.
///
/// Source: F. L. Markley, *Attitude determination using vector observations and the singular value
/// decomposition*, J. Astronautical Sciences 36(3), 1988.
///
/// - Parameter matrix: Any finite 3×3 matrix, of any rank, scale and sign of the determinant.
/// - Throws: ``LinearAlgebraError/notFinite(row:column:)``.
/// - Complexity: O(1), some 2.3 µs; allocates nothing.
public func nearestRotation(
  to matrix: Matrix3<Double>
) throws(LinearAlgebraError) -> NearestRotation {
  for column in 0..<3 {
    for row in 0..<3 where !matrix[row, column].isFinite {
      throw .notFinite(row: row, column: column)
    }
  }
  // A power of two brings the largest element near one, so that nothing over- or underflows.
  let largest = max(
    matrix.c0.maximumMagnitude, matrix.c1.maximumMagnitude, matrix.c2.maximumMagnitude)
  guard largest > 0 else {
    return NearestRotation(matrix: .identity, singularValues: .zero, isReflectionUndone: false)
  }
  let exponent = max(largest.exponent, -1022)
  let down = Double(sign: .plus, exponent: -exponent, significand: 1)
  var a = matrix * down
  if largest.exponent < -1022 {
    // A subnormal matrix needs a second step.
    a = a * Double(sign: .plus, exponent: 52, significand: 1)
  }
  var u = Matrix3<Double>.zero
  var vt = Matrix3<Double>.zero
  var sigma = Vector3<Double>.zero
  let info = decompose(&a, u: &u, singularValues: &sigma, vt: &vt)
  guard info == 0 else { throw .notConverged(routine: "dgesdd", info: info) }

  let reflects = u.determinant * vt.determinant < 0
  if reflects { u.c2 = -u.c2 }
  // The quaternion, renormalised, takes the last rounding errors out of U Vᵀ.
  let rotation = Matrix3(Quaternion(u * vt))
  let scale =
    largest.exponent < -1022 ? sigma * Double(sign: .plus, exponent: -52, significand: 1) : sigma
  return NearestRotation(
    matrix: rotation, singularValues: scale * (1 / down), isReflectionUndone: reflects)
}

/// `dgesdd` on column-major 3×3 matrices, its workspace on the stack. Overwrites `a`.
private func decompose(
  _ a: inout Matrix3<Double>, u: inout Matrix3<Double>, singularValues: inout Vector3<Double>,
  vt: inout Matrix3<Double>
) -> Int {
  // The size that dgesdd asks for at n = 3, with all vectors wanted.
  let workspace = 128
  return withUnsafeTemporaryAllocation(of: Double.self, capacity: workspace) { work in
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 24) { integers in
      withScalars(&a) { a in
        withScalars(&u) { u in
          withScalars(&vt) { vt in
            withScalars(&singularValues) { sigma in
              Int(
                LAPACKE_dgesdd_work(
                  LAPACK_COL_MAJOR, CChar(UInt8(ascii: "A")), 3, 3, a, 3, sigma, u, 3, vt, 3,
                  work.baseAddress, Int32(workspace), integers.baseAddress))
            }
          }
        }
      }
    }
  }
}

/// The packed scalars of a vector or a matrix, for C.
private func withScalars<Value, Result>(
  _ value: inout Value, _ body: (UnsafeMutablePointer<Double>) -> Result
) -> Result {
  withUnsafeMutablePointer(to: &value) { pointer in
    body(UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: Double.self))
  }
}
