/// The eigenvalues and eigenvectors of a symmetric 3×3 matrix.
@frozen
public struct SymmetricEigen3<Scalar: RealScalar>: Hashable, Sendable {
  /// The eigenvalues, largest first.
  public let values: Vector3<Scalar>
  /// The unit eigenvectors as columns, in the order of the values; a rotation matrix.
  public let vectors: Matrix3<Scalar>

  @inlinable init(values: Vector3<Scalar>, vectors: Matrix3<Scalar>) {
    self.values = values
    self.vectors = vectors
  }
}

extension Matrix3 {
  /// The eigen-decomposition of a symmetric matrix, or `nil` if it is not finite.
  ///
  /// Uses Jacobi rotations and only the upper triangle.
  ///
  /// The error of each eigenvalue is a few eps times the largest one, independent of the gaps
  /// between them. Small eigenvalues of a nearly diagonal matrix have small relative errors (J.
  /// Demmel, K. Veselić, *Jacobi's method is more accurate than QR*, SIAM J. Matrix Anal. Appl. 13,
  /// 1992).
  ///
  /// - Complexity: O(1); at most 16 sweeps of three rotations, usually four.
  @inlinable public func symmetricEigen() -> SymmetricEigen3<Scalar>? {
    let largest = max(c0.maximumMagnitude, c1.maximumMagnitude, c2.maximumMagnitude)
    guard isFinite else { return nil }
    guard let scale = reciprocalScale(largest) else {
      return SymmetricEigen3(values: .zero, vectors: .identity)
    }
    var a = self * scale
    (a[1, 0], a[2, 0], a[2, 1]) = (a[0, 1], a[0, 2], a[1, 2])
    var v = Self.identity
    for _ in 0..<16 {
      let off = abs(a[0, 1]) + abs(a[0, 2]) + abs(a[1, 2])
      if off == 0 { break }
      a.annihilate(0, 1, collecting: &v)
      a.annihilate(0, 2, collecting: &v)
      a.annihilate(1, 2, collecting: &v)
    }
    var values = Vector3(a.c0.x, a.c1.y, a.c2.z)
    // Three exchanges sort three columns.
    if values.y > values.x { (values.x, values.y, v.c0, v.c1) = (values.y, values.x, v.c1, v.c0) }
    if values.z > values.y { (values.y, values.z, v.c1, v.c2) = (values.z, values.y, v.c2, v.c1) }
    if values.y > values.x { (values.x, values.y, v.c0, v.c1) = (values.y, values.x, v.c1, v.c0) }
    if v.determinant < 0 { v.c2 = -v.c2 }
    return SymmetricEigen3(values: values / scale, vectors: v)
  }

  /// Applies the Jacobi rotation that zeroes the element (`p`, `q`), to `v` as well.
  @inlinable
  mutating func annihilate(_ p: Int, _ q: Int, collecting v: inout Self) {
    let pivot = self[p, q]
    let (app, aqq) = (self[p, p], self[q, q])
    // The pivot is too small to change either diagonal element.
    if abs(pivot) <= Scalar.ulpOfOne / 4 * (abs(app) * abs(aqq)).squareRoot() || pivot == 0 {
      self[p, q] = 0
      self[q, p] = 0
      return
    }
    let theta = (aqq - app) / (2 * pivot)
    let magnitude = abs(theta)
    // The tangent of the smaller of the two angles, computed without overflow for a large theta.
    let root = Vector2(1, theta).length
    let t = (theta < 0 ? -1 : 1) / (magnitude + root)
    let c = 1 / (1 + t * t).squareRoot()
    let s = t * c
    let r = 3 - p - q
    let (arp, arq) = (self[r, p], self[r, q])
    self[p, p] = app - t * pivot
    self[q, q] = aqq + t * pivot
    self[p, q] = 0
    self[q, p] = 0
    self[r, p] = c * arp - s * arq
    self[p, r] = self[r, p]
    self[r, q] = s * arp + c * arq
    self[q, r] = self[r, q]
    let (vp, vq) = (v[column: p], v[column: q])
    v[column: p] = vp * c - vq * s
    v[column: q] = vp * s + vq * c
  }
}
