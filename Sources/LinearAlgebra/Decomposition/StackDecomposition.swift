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
#endif
