/// Davenport's symmetric 4×4 matrix *K* of a 3×3 matrix *A*.
///
/// For a unit quaternion *q* of the rotation *R*, *q*ᵀ*Kq* = tr(*R*ᵀ*A*): the dominant eigenvector
/// of *K* is the nearest rotation. *A* ↦ *K* maps 3×3 matrices one to one onto traceless symmetric
/// 4×4 matrices and doubles the Frobenius norm. An eigenvector with a small residual is therefore
/// the exact answer for a matrix near *A*, which the fast path uses to verify its result.
///
/// Source: P. B. Davenport, *A vector approach to the algebra of rotations with applications*,
/// NASA TN D-4696, 1968; the quartic as in F. L. Markley, D. Mortari, *Quaternion attitude
/// estimation using vector observations*, J. Astronautical Sciences 48, 2000,
/// doi:10.1007/BF03546284.
@frozen @usableFromInline package struct DavenportMatrix<Scalar: RealScalar> {
  /// The diagonal, in the order *x*, *y*, *z*, *w*.
  @usableFromInline let xx, yy, zz, ww: Scalar
  @usableFromInline let xy, xz, yz, xw, yw, zw: Scalar

  /// The matrix *K* of `a`, whose elements are near one.
  @inlinable package init(_ a: Matrix3<Scalar>) {
    let (p, q, r) = (a.c0.x, a.c1.y, a.c2.z)
    xx = p - q - r
    yy = q - p - r
    zz = r - p - q
    ww = p + q + r
    xy = a.c0.y + a.c1.x
    xz = a.c0.z + a.c2.x
    yz = a.c1.z + a.c2.y
    xw = a.c1.z - a.c2.y
    yw = a.c2.x - a.c0.z
    zw = a.c0.y - a.c1.x
  }

  /// All of *K*.
  package var matrix: Matrix4<Scalar> {
    Matrix4(
      columns: Vector4(xx, xy, xz, xw), Vector4(xy, yy, yz, yw), Vector4(xz, yz, zz, zw),
      Vector4(xw, yw, zw, ww))
  }

  /// The eigenvector of a simple eigenvalue λ, its squared residual, and the slope of the
  /// characteristic polynomial.
  ///
  /// The vector is a column of the adjugate of *K* - λ*I*, normalised; the slope is minus the trace
  /// of the adjugate.
  @inlinable @inline(__always) func cofactorVector(
    eigenvalue: Scalar
  ) -> (vector: Quaternion<Scalar>, residualSquared: Scalar, slope: Scalar) {
    let dx = xx - eigenvalue, dy = yy - eigenvalue, dz = zz - eigenvalue, dw = ww - eigenvalue
    // The 2×2 minors of the first two rows and of the last two.
    let s0 = dx * dy - xy * xy, s1 = dx * yz - xy * xz, s2 = dx * yw - xy * xw
    let s3 = xy * yz - dy * xz, s4 = xy * yw - dy * xw, s5 = xz * yw - yz * xw
    let t0 = xz * yw - xw * yz, t1 = xz * zw - xw * dz, t2 = xz * dw - xw * zw
    let t3 = yz * zw - yw * dz, t4 = yz * dw - yw * zw, t5 = dz * dw - zw * zw
    let cxx = dy * t5 - yz * t4 + yw * t3
    let cyy = dx * t5 - xz * t2 + xw * t1
    let czz = dw * s0 - yw * s2 + xw * s4
    let cww = dz * s0 - yz * s1 + xz * s3
    let cxy = -(xy * t5 - yz * t2 + yw * t1)
    let cxz = xy * t4 - dy * t2 + yw * t0
    let cxw = -(xy * t3 - dy * t1 + yz * t0)
    let cyz = -(dx * t4 - xy * t2 + xw * s5)
    let cyw = dx * t3 - xy * t1 + xz * s5
    let czw = -(zw * s0 - yw * s1 + xw * s3)
    // The adjugate is a multiple of q qᵀ; the column of its largest diagonal element is the most
    // accurate.
    let (mx, my, mz, mw) = (abs(cxx), abs(cyy), abs(czz), abs(cww))
    let column: Vector4<Scalar>
    if max(mx, my) >= max(mz, mw) {
      column = mx >= my ? Vector4(cxx, cxy, cxz, cxw) : Vector4(cxy, cyy, cyz, cyw)
    } else {
      column = mz >= mw ? Vector4(cxz, cyz, czz, czw) : Vector4(cxw, cyw, czw, cww)
    }
    let lengthSquared = column.lengthSquared
    // Square root and division are independent and run in parallel.
    let unit = column * (lengthSquared.squareRoot() * (1 / lengthSquared))
    let q = Quaternion(x: unit.x, y: unit.y, z: unit.z, w: unit.w)
    let slope = -((cxx + cyy) + (czz + cww))
    return (q, residualSquared(of: q, eigenvalue: eigenvalue), slope)
  }

  /// The squared residual ‖*Kq* - λ*q*‖² of an eigenvector *q* and an eigenvalue λ.
  @inlinable @inline(__always) package func residualSquared(
    of q: Quaternion<Scalar>, eigenvalue: Scalar
  ) -> Scalar {
    let x = (xx - eigenvalue) * q.x + xy * q.y + (xz * q.z + xw * q.w)
    let y = xy * q.x + (yy - eigenvalue) * q.y + (yz * q.z + yw * q.w)
    let z = xz * q.x + yz * q.y + ((zz - eigenvalue) * q.z + zw * q.w)
    let w = xw * q.x + yw * q.y + (zw * q.z + (ww - eigenvalue) * q.w)
    return (x * x + y * y) + (z * z + w * w)
  }
}

// MARK: - The unique nearest rotation without iterations

/// Whether products of six elements of a matrix with this ‖*A*‖² neither overflow nor underflow;
/// false for NaN.
@inlinable package func isNearOne<Scalar: RealScalar>(_ squaredNorm: Scalar) -> Bool {
  squaredNorm > .ulpOfOne && squaredNorm < 1 / .ulpOfOne
}

extension Matrix3 {
  /// The unique rotation nearest to a matrix whose elements are near one, found without iterations.
  ///
  /// NaN for other matrices, if other rotations are about as near, and if it needs iterations.
  @inlinable @inline(__always) package var directRotation: Quaternion<Scalar> {
    let size = squaredNorm
    guard isNearOne(size) else { return Quaternion(x: .nan, y: .nan, z: .nan, w: .nan) }
    return clearEigenvector(eigenvalue: nearDominantEigenvalue(size), squaredNorm: size)
  }

  /// ``directRotation`` by iterations for the eigenvalue.
  @inlinable @inline(never) package var iteratedRotation: Quaternion<Scalar> {
    let size = squaredNorm
    return clearEigenvector(eigenvalue: dominantEigenvalue(size), squaredNorm: size)
  }

  /// The unit eigenvector of a clearly simple dominant eigenvalue, NaN otherwise.
  ///
  /// A residual of √10 eps ‖*A*‖ is about six rounding errors. The slope of the characteristic
  /// polynomial at its largest root λ is 8*abc* with *a* = σ₂ + *s* σ₃ the gap, *b* = σ₁ + *s* σ₃
  /// and *c* = σ₁ + σ₂. As *bc* ≤ λ² ≤ 3‖*A*‖², a slope above 4500 eps ‖*A*‖³ implies a gap above
  /// 180 eps ‖*A*‖.
  @inlinable @inline(__always) func clearEigenvector(
    eigenvalue: Scalar, squaredNorm n: Scalar
  ) -> Quaternion<Scalar> {
    let found = DavenportMatrix(self).cofactorVector(eigenvalue: eigenvalue)
    let square = Scalar.ulpOfOne * Scalar.ulpOfOne
    let isClear = found.slope * found.slope > 2e7 * square * (n * n * n)
    guard found.residualSquared <= 10 * square * n, isClear else {
      return Quaternion(x: .nan, y: .nan, z: .nan, w: .nan)
    }
    return found.vector
  }

  /// The dominant eigenvalue of *K* for most matrices: a fitted guess and two steps of fourth
  /// order.
  ///
  /// With ``dominantEigenvalue(_:)`` alone the workload nearest-rotation-direct-200 takes 17 % more
  /// instructions. The caller checks the residual, so the guess affects speed only.
  ///
  /// Source of the step: A. S. Householder, *The numerical treatment of a single nonlinear
  /// equation*, McGraw-Hill, 1970.
  @inlinable @inline(__always) func nearDominantEigenvalue(_ n: Scalar) -> Scalar {
    let (r0, r1, r2) = (c1.cross(c2), c2.cross(c0), c0.cross(c1))
    let adjugate = r0.lengthSquared + r1.lengthSquared + r2.lengthSquared
    let inverse = 1 / n, norm = n.squareRoot()
    // The polynomial of A/‖A‖: x⁴ - 2x² - 8ux + 1 - 4t.
    let t = adjugate * (inverse * inverse), u = c0.dot(r0) * (inverse * inverse) * norm
    // Least squares over random matrices and means of rotations. The fit and its errors, after two
    // steps below 1e-12 of the gap for 99 % of the matrices:
    // Tests/ReferenceData/linear-algebra/fit_eigenvalue_guess.py.
    let constant: Scalar = 1.06378 + 5.95861 * u, square: Scalar = 89.3506 * u - 21.8395
    let linear: Scalar = 2.54192 - 19.8329 * u, inT: Scalar = 0.725398 * u - 4.81495
    let mixed = (linear + u * u * 47.066) + t * (inT + t * 2.3829)
    var x = (constant + (u * u) * square) + t * mixed
    let u4 = 4 * u, u8 = 8 * u, last = 1 - 4 * t
    for _ in 0..<2 {
      let square = x * x
      let value = (square - 2) * square + (last - u8 * x)
      // Half of the first derivative; 3x² - 1 is a quarter of the second.
      let slope = (square + square - 2) * x - u4
      let curved: Scalar = value * (3 * square - 1), steep = slope * slope
      let rest = steep - curved, bent = ((value + value) * x) * value
      x -= value * (steep + rest) / ((4 * slope) * rest + bent)
    }
    return x * norm
  }

  /// The largest root of the characteristic polynomial of *K* by Newton's method.
  ///
  /// The polynomial is λ⁴ - 2‖*A*‖²λ² - 8 det(*A*) λ + ‖*A*‖⁴ - 4‖adj *A*‖².
  @inlinable func dominantEigenvalue(_ n: Scalar) -> Scalar {
    let (r0, r1, r2) = (c1.cross(c2), c2.cross(c0), c0.cross(c1))
    let adjugate = r0.lengthSquared + r1.lengthSquared + r2.lengthSquared
    let linear = 8 * c0.dot(r0)
    let constant = n * n - 4 * adjugate
    // λ² = Σσ² + 2(σ₁σ₂ + sσ₂σ₃ + sσ₃σ₁), and the bracket is at most √3 ‖adj A‖. From above the
    // largest root, Newton's method decreases monotonically towards it.
    var root = (n + 2 * (3 * adjugate).squareRoot()).squareRoot()
    for _ in 0..<12 {
      let square = root * root
      let value = (square - 2 * n) * square - linear * root + constant
      let slope = 4 * (square - n) * root - linear
      guard slope > 0 else { break }
      let step = value / slope
      root -= max(step, 0)
      if step <= 4 * Scalar.ulpOfOne * root { break }
    }
    return root
  }
}
