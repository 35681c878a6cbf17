#if LAPACK
  internal import CLAPACKE
  internal import RotationMath

  /// Calls `body` with the decomposition of a finite matrix by `dgesdd`, all on the stack.
  ///
  /// *U* and *V*ᵀ are column-major.
  ///
  /// - Returns: LAPACK's `info`; `body` is called only if it is zero.
  func withDecomposition(
    of matrix: Matrix3<Double>,
    _ body: (
      _ leftVectors: UnsafeMutablePointer<Double>, _ singularValues: UnsafeMutablePointer<Double>,
      _ rightVectorsTransposed: UnsafeMutablePointer<Double>
    ) -> Void
  ) -> Int {
    // The size that dgesdd asks for at n = 3 with all vectors. Swift takes at most one kilobyte per
    // allocation from the stack.
    let workspace = 128
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: workspace) { work in
      withUnsafeTemporaryAllocation(of: Double.self, capacity: 34) { room in
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 24) { integers in
          guard let work = work.baseAddress, let a = room.baseAddress else { return 0 }
          let u = a + 10, vt = u + 10, sigma = vt + 10
          (a[0], a[1], a[2]) = (matrix.c0.x, matrix.c0.y, matrix.c0.z)
          (a[3], a[4], a[5]) = (matrix.c1.x, matrix.c1.y, matrix.c1.z)
          (a[6], a[7], a[8]) = (matrix.c2.x, matrix.c2.y, matrix.c2.z)
          let info = LAPACKE_dgesdd_work(
            LAPACK_COL_MAJOR, CChar(UInt8(ascii: "A")), 3, 3, a, 3, sigma, u, 3, vt, 3, work,
            Int32(workspace), integers.baseAddress)
          if info == 0 { body(u, sigma, vt) }
          return Int(info)
        }
      }
    }
  }

  /// The nearest rotation by *A* = *U* Σ *V*ᵀ, and σ₁, σ₂, *s* σ₃.
  ///
  /// The rotation is *U* diag(1, 1, *s*) *V*ᵀ with *s* = det *U* det *V*. The elements of `matrix`
  /// are near one.
  func decompositionRotation(
    of matrix: Matrix3<Double>
  ) throws(LinearAlgebraError) -> (Quaternion<Double>, Vector3<Double>) {
    var quaternion = Quaternion<Double>.identity
    var values = Vector3<Double>.zero
    var isAccurate = false
    let info = withDecomposition(of: matrix) { u, sigma, vt in
      // The right singular vectors are the rows of Vᵀ.
      let (u0, v0) = (Vector3(u[0], u[1], u[2]), Vector3(vt[0], vt[3], vt[6]))
      let (u1, v1) = (Vector3(u[3], u[4], u[5]), Vector3(vt[1], vt[4], vt[7]))
      // The vector that completes two singular vectors to a rotation is ± the third.
      let (u2, v2) = (u0.cross(u1), v0.cross(v1))
      let sign = u2.dot(Vector3(u[6], u[7], u[8])) * v2.dot(Vector3(vt[2], vt[5], vt[8]))
      values = Vector3(sigma[0], sigma[1], sign < 0 ? -sigma[2] : sigma[2])
      let column = Quaternion(
        longColumnOf: Matrix3(
          columns: (u0 * v0.x + u1 * v1.x) + u2 * v2.x, (u0 * v0.y + u1 * v1.y) + u2 * v2.y,
          (u0 * v0.z + u1 * v1.z) + u2 * v2.z))
      // Normalising removes the rounding errors of the product.
      let lengthSquared = column.lengthSquared
      quaternion = column * (lengthSquared.squareRoot() * (1 / lengthSquared))
      // The backward error of dgesdd's vectors is mostly below 50 half units in the last place; the
      // worst of twelve million hard cases was 73.
      let residual = DavenportMatrix(matrix).residualSquared(
        of: column, eigenvalue: values.x + (values.y + values.z))
      isAccurate = residual <= 8e-29 * matrix.squaredNorm * lengthSquared
    }
    try LinearAlgebraError.check(info, of: "dgesdd")
    return (isAccurate ? quaternion : Quaternion(matrix), values)
  }
#endif
