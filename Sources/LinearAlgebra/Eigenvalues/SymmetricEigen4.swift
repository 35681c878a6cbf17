public import RotationMath

/// The eigenvalues and eigenvectors of a symmetric 4×4 matrix.
public struct SymmetricEigen4: Hashable, Sendable {
  /// The eigenvalues, largest first.
  public let values: Vector4<Double>
  /// The eigenvectors as columns, of length one, in the order of the values.
  public let vectors: Matrix4<Double>

  /// The eigen-decomposition of a symmetric matrix by Jacobi's rotations; only the upper triangle
  /// is read. Errors of the eigenvalues are a few roundings of the largest one.
  ///
  /// - Throws: ``LinearAlgebraError/notFinite(row:column:)``.
  /// - Complexity: O(1); at most 16 sweeps of six rotations, usually five. Allocates nothing.
  public init(of matrix: Matrix4<Double>) throws(LinearAlgebraError) {
    for column in 0..<4 {
      for row in 0...column where !matrix[row, column].isFinite {
        throw .notFinite(row: row, column: column)
      }
    }
    // A power of two brings the largest element near one, so that squares do not overflow.
    var largest = 0.0
    for column in 0..<4 {
      for row in 0...column { largest = max(largest, abs(matrix[row, column])) }
    }
    let exponent = largest > 0 ? max(largest.exponent, -1000) : 0
    var sweep = JacobiSweep(matrix * Double(sign: .plus, exponent: -exponent, significand: 1))
    sweep.run()
    let scale = Double(sign: .plus, exponent: exponent, significand: 1)
    self.init(sweep, scale: scale)
  }

  init(_ sweep: JacobiSweep, scale: Double) {
    var values = sweep.diagonal
    var vectors = sweep.vectors
    // Four numbers: the selection sort is the short one.
    for i in 0..<3 {
      var best = i
      for j in i + 1..<4 where values[j] > values[best] { best = j }
      (values[i], values[best]) = (values[best], values[i])
      (vectors[column: i], vectors[column: best]) = (vectors[column: best], vectors[column: i])
    }
    self.values = values * scale
    self.vectors = vectors
  }
}

/// Cyclic Jacobi rotations of a symmetric 4×4 matrix whose elements are near one.
struct JacobiSweep {
  private(set) var diagonal: Vector4<Double>
  /// The elements (0,1), (0,2), (0,3), (1,2), (1,3), (2,3).
  private var upper: (Double, Double, Double, Double, Double, Double)
  private(set) var vectors = Matrix4<Double>.identity

  init(_ m: Matrix4<Double>) {
    diagonal = Vector4(m.c0.x, m.c1.y, m.c2.z, m.c3.w)
    upper = (m.c1.x, m.c2.x, m.c3.x, m.c2.y, m.c3.y, m.c3.z)
  }

  mutating func run() {
    let squares = diagonal.lengthSquared + 2 * offSquares
    for _ in 0..<16 where offSquares > squares * 1e-34 {
      // Pairs that share no index first: neither needs a result of the other.
      annihilate(
        &diagonal.x, &diagonal.y, &upper.0, &upper.1, &upper.3, &upper.2, &upper.4,
        &vectors.c0, &vectors.c1)
      annihilate(
        &diagonal.z, &diagonal.w, &upper.5, &upper.1, &upper.2, &upper.3, &upper.4,
        &vectors.c2, &vectors.c3)
      annihilate(
        &diagonal.x, &diagonal.z, &upper.1, &upper.0, &upper.3, &upper.2, &upper.5,
        &vectors.c0, &vectors.c2)
      annihilate(
        &diagonal.y, &diagonal.w, &upper.4, &upper.0, &upper.2, &upper.3, &upper.5,
        &vectors.c1, &vectors.c3)
      annihilate(
        &diagonal.x, &diagonal.w, &upper.2, &upper.0, &upper.4, &upper.1, &upper.5,
        &vectors.c0, &vectors.c3)
      annihilate(
        &diagonal.y, &diagonal.z, &upper.3, &upper.0, &upper.1, &upper.4, &upper.5,
        &vectors.c1, &vectors.c2)
    }
  }

  private var offSquares: Double {
    let u = upper
    return u.0 * u.0 + u.1 * u.1 + u.2 * u.2 + u.3 * u.3 + u.4 * u.4 + u.5 * u.5
  }
}

/// Jacobi's rotation of the rows and columns *p* and *q* that makes their common element zero:
/// `rp`, `rq` and `sp`, `sq` are their elements in the two other rows, `vp` and `vq` the vectors.
@inline(__always)
private func annihilate(
  _ pp: inout Double, _ qq: inout Double, _ pq: inout Double,
  _ rp: inout Double, _ rq: inout Double, _ sp: inout Double, _ sq: inout Double,
  _ vp: inout Vector4<Double>, _ vq: inout Vector4<Double>
) {
  // The square of a smaller one would underflow; beside elements near one it is nothing.
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
