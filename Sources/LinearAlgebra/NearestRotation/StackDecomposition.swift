#if LAPACK
  internal import CLAPACKE
  internal import RotationMath

  /// Calls `body` with the decomposition of a finite matrix by `dgesdd`, all on the stack.
  ///
  /// *U* and *V*ᵀ are column-major. `room` is dgesdd's workspace, free for use by `body`.
  ///
  /// - Returns: LAPACK's `info`; `body` is called only if it is zero.
  func withDecomposition(
    of matrix: Matrix3<Double>,
    _ body: (
      _ leftVectors: UnsafeMutablePointer<Double>, _ singularValues: UnsafeMutablePointer<Double>,
      _ rightVectorsTransposed: UnsafeMutablePointer<Double>, _ room: UnsafeMutablePointer<Double>
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
          if info == 0 { body(u, sigma, vt, work) }
          return Int(info)
        }
      }
    }
  }

  /// The nearest rotation by *A* = *U* Σ *V*ᵀ, and σ₁, σ₂, *s* σ₃.
  ///
  /// The rotation is *U* diag(1, 1, *s*) *V*ᵀ with *s* = det *U* det *V*. The elements of `matrix`
  /// are near one; `normSquared` is ‖*A*‖².
  func decompositionRotation(
    of matrix: Matrix3<Double>, normSquared: Double
  ) throws(LinearAlgebraError) -> (Quaternion<Double>, Vector3<Double>) {
    var quaternion = Quaternion<Double>.identity
    var values = Vector3<Double>.zero
    var isAccurate = false
    let info = withDecomposition(of: matrix) { u, sigma, vt, room in
      // The right singular vectors are the rows of Vᵀ.
      let (u0, v0) = (Vector3(u[0], u[1], u[2]), Vector3(vt[0], vt[3], vt[6]))
      let (u1, v1) = (Vector3(u[3], u[4], u[5]), Vector3(vt[1], vt[4], vt[7]))
      // The vector that completes two singular vectors to a rotation is ± the third.
      let (u2, v2) = (u0.cross(u1), v0.cross(v1))
      let sign = u2.dot(Vector3(u[6], u[7], u[8])) * v2.dot(Vector3(vt[2], vt[5], vt[8]))
      values = Vector3(sigma[0], sigma[1], sign < 0 ? -sigma[2] : sigma[2])
      let column = quaternionColumn(
        of: Matrix3(
          columns: (u0 * v0.x + u1 * v1.x) + u2 * v2.x, (u0 * v0.y + u1 * v1.y) + u2 * v2.y,
          (u0 * v0.z + u1 * v1.z) + u2 * v2.z), room: room)
      // Normalising removes the rounding errors of the product.
      let lengthSquared = column.lengthSquared
      quaternion = column * (lengthSquared.squareRoot() * (1 / lengthSquared))
      // The backward error of dgesdd's vectors is mostly below 50 half units in the last place; the
      // worst of twelve million hard cases was 73.
      let residual = DavenportMatrix(matrix).residualSquared(
        of: column, eigenvalue: values.x + (values.y + values.z))
      isAccurate = residual <= 8e-29 * normSquared * lengthSquared
    }
    try LinearAlgebraError.check(info, of: "dgesdd")
    if !isAccurate {
      quaternion = DavenportMatrix.dominantEigenvector(of: matrix, normSquared: normSquared)
    }
    return (quaternion, values)
  }

  /// The longest column of 4*q* *q*ᵀ, from which `Quaternion(m)` takes its result.
  ///
  /// The column is selected in memory: a branch would be mispredicted (benchmark "nearest rotation,
  /// lapack, random").
  private func quaternionColumn(
    of m: Matrix3<Double>, room: UnsafeMutablePointer<Double>
  ) -> Quaternion<Double> {
    let (a, b, c) = (m.c0.x, m.c1.y, m.c2.z)
    let xw = m.c1.z - m.c2.y, yw = m.c2.x - m.c0.z, zw = m.c0.y - m.c1.x
    let xy = m.c0.y + m.c1.x, xz = m.c2.x + m.c0.z, yz = m.c1.z + m.c2.y
    let xx = (1 + a) - (b + c), yy = (1 + b) - (a + c)
    let zz = (1 + c) - (a + b), ww = (1 + a) + (b + c)
    (room[0], room[1], room[2], room[3]) = (xx, xy, xz, xw)
    (room[4], room[5], room[6], room[7]) = (xy, yy, yz, yw)
    (room[8], room[9], room[10], room[11]) = (xz, yz, zz, zw)
    (room[12], room[13], room[14], room[15]) = (xw, yw, zw, ww)
    // Positive numbers are ordered as their bits; the last two bits hold the index.
    func ranked(_ value: Double, _ index: Int64) -> Int64 {
      Int64(bitPattern: value.bitPattern) & ~3 | index
    }
    let best = max(max(ranked(xx, 0), ranked(yy, 1)), max(ranked(zz, 2), ranked(ww, 3)))
    let column = room + 4 * Int(best & 3)
    return Quaternion(x: column[0], y: column[1], z: column[2], w: column[3])
  }
#endif
