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
  /// Uses Jacobi rotations and only the upper triangle; the other elements can have any value.
  ///
  /// The error of each eigenvalue is a few eps times the largest one, independent of the gaps
  /// between them. Small eigenvalues of a nearly diagonal matrix have small relative errors (J.
  /// Demmel, K. Veselić, *Jacobi's method is more accurate than QR*, SIAM J. Matrix Anal. Appl. 13,
  /// 1992).
  ///
  /// - Complexity: O(1); at most 16 sweeps of three rotations, usually four.
  @inlinable public func symmetricEigen() -> SymmetricEigen3<Scalar>? {
    let diagonal = Vector3(c0.x, c1.y, c2.z), upper = Vector3(c1.x, c2.x, c2.y)
    guard diagonal.isFinite, upper.isFinite else { return nil }
    guard let scale = reciprocalScale(max(diagonal.maximumMagnitude, upper.maximumMagnitude))
    else {
      return SymmetricEigen3(values: .zero, vectors: .identity)
    }
    var values = diagonal * scale
    var (xy, xz, yz) = (upper.x * scale, upper.y * scale, upper.z * scale)
    var v = Self.identity
    for _ in 0..<16 where abs(xy) + abs(xz) + abs(yz) != 0 {
      Self.annihilate(&xy, &values.x, &values.y, &xz, &yz, &v.c0, &v.c1)
      Self.annihilate(&xz, &values.x, &values.z, &xy, &yz, &v.c0, &v.c2)
      Self.annihilate(&yz, &values.y, &values.z, &xy, &xz, &v.c1, &v.c2)
    }
    // Three exchanges sort three columns.
    if values.y > values.x { (values.x, values.y, v.c0, v.c1) = (values.y, values.x, v.c1, v.c0) }
    if values.z > values.y { (values.y, values.z, v.c1, v.c2) = (values.z, values.y, v.c2, v.c1) }
    if values.y > values.x { (values.x, values.y, v.c0, v.c1) = (values.y, values.x, v.c1, v.c0) }
    if v.determinant < 0 { v.c2 = -v.c2 }
    return SymmetricEigen3(values: values / scale, vectors: v)
  }

  /// Applies the Jacobi rotation that zeroes the element `pivot` in row *p* and column *q*.
  ///
  /// - Parameters:
  ///   - pivot: The element (*p*, *q*).
  ///   - app: The diagonal element of *p*.
  ///   - aqq: The diagonal element of *q*.
  ///   - arp: The element of *p* and the third index.
  ///   - arq: The element of *q* and the third index.
  ///   - vp: The column *p* of the eigenvectors.
  ///   - vq: The column *q* of the eigenvectors.
  @inlinable @inline(__always)
  static func annihilate(
    _ pivot: inout Scalar, _ app: inout Scalar, _ aqq: inout Scalar, _ arp: inout Scalar,
    _ arq: inout Scalar, _ vp: inout Vector3<Scalar>, _ vq: inout Vector3<Scalar>
  ) {
    // Always inlined: by index in memory the decomposition takes 1.4 times as long.
    defer { pivot = 0 }
    // The pivot is too small to change either diagonal element.
    if abs(pivot) <= Scalar.ulpOfOne / 4 * (abs(app) * abs(aqq)).squareRoot() || pivot == 0 {
      return
    }
    let theta = (aqq - app) / (2 * pivot)
    let magnitude = abs(theta)
    // The tangent of the smaller of the two angles, computed without overflow for a large theta.
    let root = magnitude < 1 / Scalar.ulpOfOne ? (1 + theta * theta).squareRoot() : magnitude
    let t = (theta < 0 ? -1 : 1) / (magnitude + root)
    let c = 1 / (1 + t * t).squareRoot()
    let s = t * c
    (app, aqq) = (app - t * pivot, aqq + t * pivot)
    (arp, arq) = (c * arp - s * arq, s * arp + c * arq)
    (vp, vq) = (vp * c - vq * s, vp * s + vq * c)
  }
}
