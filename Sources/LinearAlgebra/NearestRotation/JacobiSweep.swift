internal import RotationMath

extension DavenportMatrix<Double> {
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
    var sweep = JacobiSweep(matrix)
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
