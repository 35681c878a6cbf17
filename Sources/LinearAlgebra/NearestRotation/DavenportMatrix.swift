internal import RotationMath

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
struct DavenportMatrix {
  /// The diagonal, in the order *x*, *y*, *z*, *w*.
  private let xx, yy, zz, ww: Double
  private let xy, xz, yz, xw, yw, zw: Double

  /// The matrix *K* of `a`, whose elements are near one.
  init(_ a: Matrix3<Double>) {
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

  /// The unit dominant eigenvector of the matrix *K* of `a`; `normSquared` is ‖*A*‖².
  static func dominantEigenvector(
    of a: Matrix3<Double>, normSquared: Double
  ) -> Quaternion<Double> {
    carefulEigenvector(of: a, normSquared: normSquared) ?? DavenportMatrix(a).jacobiEigenvector
  }

  /// The unit eigenvector of a clearly simple dominant eigenvalue, found without iterations.
  ///
  /// NaN otherwise. The slope of the characteristic polynomial at its largest root λ is 8*abc* with
  /// *a* = σ₂ + *s* σ₃ the gap, *b* = σ₁ + *s* σ₃ and *c* = σ₁ + σ₂. As *bc* ≤ λ² ≤ 3‖*A*‖², a
  /// slope above 10⁻¹² ‖*A*‖³ implies a gap above 4·10⁻¹⁴ ‖*A*‖.
  static func fastDominantEigenvector(
    of a: Matrix3<Double>, normSquared: Double
  ) -> Quaternion<Double> {
    let eigenvalue = nearDominantEigenvalue(a, normSquared: normSquared)
    let candidate = DavenportMatrix(a).cofactorVector(eigenvalue: eigenvalue)
    let isClear =
      candidate.slope * candidate.slope > 1e-24 * (normSquared * normSquared * normSquared)
    guard candidate.residualSquared <= tolerance * normSquared, isClear else {
      return Quaternion(x: .nan, y: .nan, z: .nan, w: .nan)
    }
    return candidate.vector
  }

  /// (7e-16)²: a residual of 7e-16 ‖*A*‖ is about six rounding errors. NaN exceeds it too.
  private static let tolerance = 5e-31

  /// The dominant eigenvector by iterations for the eigenvalue.
  ///
  /// `nil` if the eigenvalue is nearly double, so that the vector has a large residual.
  static func carefulEigenvector(
    of a: Matrix3<Double>, normSquared: Double
  ) -> Quaternion<Double>? {
    let matrix = DavenportMatrix(a)
    let eigenvalue = dominantEigenvalue(a, normSquared: normSquared)
    let candidate = matrix.cofactorVector(eigenvalue: eigenvalue)
    return candidate.residualSquared <= tolerance * normSquared ? candidate.vector : nil
  }

  /// The dominant eigenvalue of most matrices: a fitted guess and two steps of fourth order.
  ///
  /// With ``dominantEigenvalue(_:normSquared:)`` alone the workload nearest-rotation-direct-200
  /// takes 17 % more instructions. The caller checks the residual, so the guess affects speed only.
  ///
  /// Source of the step: A. S. Householder, *The numerical treatment of a single nonlinear
  /// equation*, McGraw-Hill, 1970.
  private static func nearDominantEigenvalue(
    _ a: Matrix3<Double>, normSquared n: Double
  ) -> Double {
    let (r0, r1, r2) = (a.c1.cross(a.c2), a.c2.cross(a.c0), a.c0.cross(a.c1))
    let adjugate = r0.lengthSquared + r1.lengthSquared + r2.lengthSquared
    let inverse = 1 / n, norm = n.squareRoot()
    // The polynomial of A/‖A‖: x⁴ - 2x² - 8ux + 1 - 4t.
    let t = adjugate * (inverse * inverse), u = a.c0.dot(r0) * (inverse * inverse) * norm
    // Least squares over random matrices and means of rotations. The fit and its errors, after two
    // steps below 1e-12 of the gap for 99 % of the matrices:
    // Tests/ReferenceData/linear-algebra/fit_eigenvalue_guess.py.
    var x =
      ((1.06378 + 5.95861 * u) + (u * u) * (89.3506 * u - 21.8395))
      + t
      * (((2.54192 - 19.8329 * u) + (u * u) * 47.066) + t * ((0.725398 * u - 4.81495) + t * 2.3829))
    let u4 = 4 * u, u8 = 8 * u, last = 1 - 4 * t
    for _ in 0..<2 {
      let square = x * x
      let value = (square - 2) * square + (last - u8 * x)
      // Half of the first derivative; 3x² - 1 is a quarter of the second.
      let slope = (square + square - 2) * x - u4
      let curved = value * (3 * square - 1), steep = slope * slope
      x -=
        value * (steep + (steep - curved))
        / ((4 * slope) * (steep - curved) + ((value + value) * x) * value)
    }
    return x * norm
  }

  /// The largest root of the characteristic polynomial of *K* by Newton's method.
  ///
  /// The polynomial is λ⁴ - 2‖*A*‖²λ² - 8 det(*A*) λ + ‖*A*‖⁴ - 4‖adj *A*‖².
  private static func dominantEigenvalue(
    _ a: Matrix3<Double>, normSquared n: Double
  ) -> Double {
    let (r0, r1, r2) = (a.c1.cross(a.c2), a.c2.cross(a.c0), a.c0.cross(a.c1))
    let adjugate = r0.lengthSquared + r1.lengthSquared + r2.lengthSquared
    let linear = 8 * a.c0.dot(r0)
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
      if step <= 1e-15 * root { break }
    }
    return root
  }

  /// The eigenvector of a simple eigenvalue λ, its squared residual, and the slope of the
  /// characteristic polynomial.
  ///
  /// The vector is a column of the adjugate of *K* - λ*I*, normalised; the slope is minus the trace
  /// of the adjugate.
  private func cofactorVector(
    eigenvalue: Double
  ) -> (vector: Quaternion<Double>, residualSquared: Double, slope: Double) {
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
    let column: Vector4<Double>
    if max(mx, my) >= max(mz, mw) {
      column = mx >= my ? Vector4(cxx, cxy, cxz, cxw) : Vector4(cxy, cyy, cyz, cyw)
    } else {
      column = mz >= mw ? Vector4(cxz, cyz, czz, czw) : Vector4(cxw, cyw, czw, cww)
    }
    let lengthSquared = column.lengthSquared
    // Square root and division are independent and run in parallel.
    let q = column * (lengthSquared.squareRoot() * (1 / lengthSquared))
    let r0 = dx * q.x + xy * q.y + xz * q.z + xw * q.w
    let r1 = xy * q.x + dy * q.y + yz * q.z + yw * q.w
    let r2 = xz * q.x + yz * q.y + dz * q.z + zw * q.w
    let r3 = xw * q.x + yw * q.y + zw * q.z + dw * q.w
    // The length of a column of rounding errors may underflow.
    let residual = lengthSquared > 1e-200 ? r0 * r0 + r1 * r1 + r2 * r2 + r3 * r3 : .infinity
    let slope = -((cxx + cyy) + (czz + cww))
    return (Quaternion(x: q.x, y: q.y, z: q.z, w: q.w), residual, slope)
  }

  /// The squared residual ‖*Kq* - λ*q*‖² of an eigenvector *q* and an eigenvalue λ.
  func residualSquared(of q: Quaternion<Double>, eigenvalue: Double) -> Double {
    let x = (xx - eigenvalue) * q.x + xy * q.y + (xz * q.z + xw * q.w)
    let y = xy * q.x + (yy - eigenvalue) * q.y + (yz * q.z + yw * q.w)
    let z = xz * q.x + yz * q.y + ((zz - eigenvalue) * q.z + zw * q.w)
    let w = xw * q.x + yw * q.y + (zw * q.z + (ww - eigenvalue) * q.w)
    return (x * x + y * y) + (z * z + w * w)
  }

  /// The dominant eigenvector by Jacobi rotations: accurate for any matrix, and slower.
  var jacobiEigenvector: Quaternion<Double> {
    let v = jacobiSweep.dominantEigenvector
    return Quaternion(x: v.x, y: v.y, z: v.z, w: v.w) * (1 / v.lengthSquared.squareRoot())
  }

  /// An orthonormal basis, without `vector`, of the eigenvectors whose eigenvalues differ from the
  /// largest by at most `difference`; by 256 eps of the largest if `nil`.
  func equalVectors(
    to vector: Quaternion<Double>, within difference: Double?
  ) -> [Quaternion<Double>] {
    let sweep = jacobiSweep
    let values = (0..<4).map { sweep.diagonal[$0] }
    let largest = values.max() ?? 0
    let least = largest - (difference ?? 256 * .ulpOfOne * largest)
    var basis = [vector]
    for index in 0..<4 where values[index] >= least {
      let v = sweep.vectors[column: index]
      var rest = Quaternion(x: v.x, y: v.y, z: v.z, w: v.w)
      for q in basis { rest = rest - q * rest.dot(q) }
      if rest.lengthSquared > 0.1 { basis.append(rest * (1 / rest.lengthSquared.squareRoot())) }
    }
    return Array(basis.dropFirst())
  }

  private var jacobiSweep: JacobiSweep {
    var sweep = JacobiSweep(
      Matrix4(
        columns: Vector4(xx, xy, xz, xw), Vector4(xy, yy, yz, yw), Vector4(xz, yz, zz, zw),
        Vector4(xw, yw, zw, ww)))
    sweep.run()
    return sweep
  }
}

/// Cyclic Jacobi rotations of a symmetric 4×4 matrix whose elements are near one.
///
/// Usually five sweeps of six rotations; at most 16. Allocates nothing.
struct JacobiSweep {
  private var matrix: Matrix4<Double>
  /// The eigenvectors as columns, in the order of ``diagonal``.
  private(set) var vectors = Matrix4<Double>.identity

  init(_ matrix: Matrix4<Double>) { self.matrix = matrix }

  /// The eigenvalues, after ``run()``.
  var diagonal: Vector4<Double> { matrix.diagonal }

  /// The unit eigenvector of the largest eigenvalue.
  var dominantEigenvector: Vector4<Double> {
    let diagonal = self.diagonal
    var best = 0
    for index in 1..<4 where diagonal[index] > diagonal[best] { best = index }
    return vectors[column: best]
  }

  mutating func run() {
    let squares = diagonal.lengthSquared + 2 * offSquares
    for _ in 0..<16 where offSquares > squares * 1e-34 {
      annihilate(0, 1)
      annihilate(2, 3)
      annihilate(0, 2)
      annihilate(1, 3)
      annihilate(0, 3)
      annihilate(1, 2)
    }
  }

  private var offSquares: Double {
    let (a, b, c) = (matrix.c1, matrix.c2, matrix.c3)
    return a.x * a.x + b.x * b.x + c.x * c.x + b.y * b.y + c.y * c.y + c.z * c.z
  }

  /// The Jacobi rotation of the rows and columns *p* and *q* that makes their common element zero.
  private mutating func annihilate(_ p: Int, _ q: Int) {
    let (pp, qq, pq) = (matrix[p, p], matrix[q, q], matrix[p, q])
    // The square of a smaller element would underflow; beside elements near one it is negligible.
    guard abs(pq) > 1e-150 else {
      (matrix[p, q], matrix[q, p]) = (0, 0)
      return
    }
    let difference = qq - pp
    let root = (difference * difference + 4 * pq * pq).squareRoot()
    // The tangent of the smaller of the two angles.
    let t = 2 * pq / (difference >= 0 ? difference + root : difference - root)
    let c = 1 / (1 + t * t).squareRoot(), s = t * c
    func rotate(_ m: inout Matrix4<Double>) {
      let (u, v) = (m[column: p], m[column: q])
      (m[column: p], m[column: q]) = (u * c - v * s, u * s + v * c)
    }
    rotate(&matrix)
    (matrix[p, p], matrix[q, q]) = (pp - t * pq, qq + t * pq)
    (matrix[p, q], matrix[q, p]) = (0, 0)
    (matrix[row: p], matrix[row: q]) = (matrix[column: p], matrix[column: q])
    rotate(&vectors)
  }
}
