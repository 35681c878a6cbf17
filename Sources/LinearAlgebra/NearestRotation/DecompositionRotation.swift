internal import CLAPACKE
import RotationMath

/// The nearest rotation by *A* = *U* Σ *V*ᵀ: *U* diag(1, 1, *s*) *V*ᵀ with *s* = det *U* det *V*, and
/// σ₁, σ₂, *s* σ₃. The elements of `matrix` are near one.
func decompositionRotation(
  of matrix: Matrix3<Double>
) throws(LinearAlgebraError) -> (Quaternion<Double>, Vector3<Double>) {
  var a = matrix
  var u = Matrix3<Double>.zero
  var vt = Matrix3<Double>.zero
  var sigma = Vector3<Double>.zero
  let info = decompose(&a, u: &u, singularValues: &sigma, vt: &vt)
  guard info == 0 else { throw .notConverged(routine: "dgesdd", info: info) }
  if u.determinant * vt.determinant < 0 {
    u.c2 = -u.c2
    sigma.z = -sigma.z
  }
  // The unit quaternion takes the last rounding errors out of the product.
  return (Quaternion(u * vt), sigma)
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
