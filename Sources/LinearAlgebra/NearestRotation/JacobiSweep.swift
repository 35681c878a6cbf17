import RotationMath

/// Cyclic Jacobi rotations of a symmetric 4×4 matrix whose elements are near one.
///
/// Usually five sweeps of six rotations; at most 16. Allocates nothing.
struct JacobiSweep {
  /// The elements (0,0), (1,1), (2,2), (3,3).
  private var elements: (Double, Double, Double, Double)
  /// The elements (0,1), (0,2), (0,3), (1,2), (1,3), (2,3).
  private var upper: (Double, Double, Double, Double, Double, Double)
  /// The eigenvectors as columns, in the order of ``diagonal``.
  private(set) var vectors = Matrix4<Double>.identity

  init(_ m: Matrix4<Double>) {
    elements = (m.c0.x, m.c1.y, m.c2.z, m.c3.w)
    upper = (m.c1.x, m.c2.x, m.c3.x, m.c2.y, m.c3.y, m.c3.z)
  }

  /// The eigenvalues, after ``run()``.
  var diagonal: Vector4<Double> { Vector4(elements.0, elements.1, elements.2, elements.3) }

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
      annihilate(
        &elements.0, &elements.1, &upper.0, &upper.1, &upper.3, &upper.2, &upper.4,
        &vectors.c0, &vectors.c1)
      annihilate(
        &elements.2, &elements.3, &upper.5, &upper.1, &upper.2, &upper.3, &upper.4,
        &vectors.c2, &vectors.c3)
      annihilate(
        &elements.0, &elements.2, &upper.1, &upper.0, &upper.3, &upper.2, &upper.5,
        &vectors.c0, &vectors.c2)
      annihilate(
        &elements.1, &elements.3, &upper.4, &upper.0, &upper.2, &upper.3, &upper.5,
        &vectors.c1, &vectors.c3)
      annihilate(
        &elements.0, &elements.3, &upper.2, &upper.0, &upper.4, &upper.1, &upper.5,
        &vectors.c0, &vectors.c3)
      annihilate(
        &elements.1, &elements.2, &upper.3, &upper.0, &upper.1, &upper.4, &upper.5,
        &vectors.c1, &vectors.c2)
    }
  }

  private var offSquares: Double {
    let u = upper
    return u.0 * u.0 + u.1 * u.1 + u.2 * u.2 + u.3 * u.3 + u.4 * u.4 + u.5 * u.5
  }
}

/// The Jacobi rotation of the rows and columns *p* and *q* that makes their common element zero.
///
/// `rp`, `rq` and `sp`, `sq` are their elements in the two other rows, `vp` and `vq` the vectors.
private func annihilate(
  _ pp: inout Double, _ qq: inout Double, _ pq: inout Double,
  _ rp: inout Double, _ rq: inout Double, _ sp: inout Double, _ sq: inout Double,
  _ vp: inout Vector4<Double>, _ vq: inout Vector4<Double>
) {
  // The square of a smaller element would underflow; beside elements near one it is negligible.
  guard abs(pq) > 1e-150 else {
    pq = 0
    return
  }
  let difference = qq - pp
  let root = (difference * difference + 4 * pq * pq).squareRoot()
  // The tangent of the smaller of the two angles.
  let t = 2 * pq / (difference >= 0 ? difference + root : difference - root)
  let c = 1 / (1 + t * t).squareRoot(), s = t * c
  pp -= t * pq
  qq += t * pq
  pq = 0
  (rp, rq) = (c * rp - s * rq, s * rp + c * rq)
  (sp, sq) = (c * sp - s * sq, s * sp + c * sq)
  (vp, vq) = (vp * c - vq * s, vp * s + vq * c)
}
