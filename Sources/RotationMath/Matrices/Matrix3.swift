/// A 3×3 matrix in column-major order; vectors are columns: `M * v`.
@frozen public struct Matrix3<Scalar: RealScalar>: Hashable, Sendable, Codable {
  /// Column 0.
  public var c0: Vector3<Scalar>
  /// Column 1.
  public var c1: Vector3<Scalar>
  /// Column 2.
  public var c2: Vector3<Scalar>

  /// Creates a matrix from its columns.
  @inlinable public init(columns c0: Vector3<Scalar>, _ c1: Vector3<Scalar>, _ c2: Vector3<Scalar>)
  {
    self.c0 = c0
    self.c1 = c1
    self.c2 = c2
  }

  /// Creates a matrix from its rows.
  @inlinable public init(rows r0: Vector3<Scalar>, _ r1: Vector3<Scalar>, _ r2: Vector3<Scalar>) {
    self.init(
      columns: Vector3(r0.x, r1.x, r2.x),
      Vector3(r0.y, r1.y, r2.y),
      Vector3(r0.z, r1.z, r2.z))
  }

  /// Creates a diagonal matrix.
  @inlinable public init(diagonal: Vector3<Scalar>) {
    self.init(
      columns: Vector3(diagonal.x, 0, 0),
      Vector3(0, diagonal.y, 0),
      Vector3(0, 0, diagonal.z))
  }

  /// Converts a matrix from another precision, rounding to nearest.
  @inlinable public init<Other: RealScalar>(_ other: Matrix3<Other>) {
    self.init(columns: Vector3(other.c0), Vector3(other.c1), Vector3(other.c2))
  }

  /// The identity.
  @inlinable public static var identity: Self { Self(diagonal: Vector3(repeating: 1)) }
  /// The zero matrix.
  @inlinable public static var zero: Self { Self(columns: .zero, .zero, .zero) }
}

// MARK: - Components

extension Matrix3 {
  /// The transpose.
  @inlinable public var transpose: Self { Self(rows: c0, c1, c2) }
}

// MARK: - Algebra

extension Matrix3: SquareMatrix {
  /// The type of the vectors that it maps.
  public typealias Vector = Vector3<Scalar>

  /// The sum, element by element.
  @inlinable public static func + (a: Self, b: Self) -> Self {
    Self(columns: a.c0 + b.c0, a.c1 + b.c1, a.c2 + b.c2)
  }
  /// The difference, element by element.
  @inlinable public static func - (a: Self, b: Self) -> Self {
    Self(columns: a.c0 - b.c0, a.c1 - b.c1, a.c2 - b.c2)
  }
  /// Each element times `scalar`.
  @inlinable public static func * (matrix: Self, scalar: Scalar) -> Self {
    Self(columns: matrix.c0 * scalar, matrix.c1 * scalar, matrix.c2 * scalar)
  }
  /// The product of matrix and vector.
  @inlinable public static func * (matrix: Self, vector: Vector3<Scalar>) -> Vector3<Scalar> {
    Vector3(
      sumOfProducts(matrix.c0.x, vector.x, matrix.c1.x, vector.y, matrix.c2.x, vector.z),
      sumOfProducts(matrix.c0.y, vector.x, matrix.c1.y, vector.y, matrix.c2.y, vector.z),
      sumOfProducts(matrix.c0.z, vector.x, matrix.c1.z, vector.y, matrix.c2.z, vector.z))
  }
  /// The matrix product; as a transform it applies `b` first.
  @inlinable @inline(__always) public static func * (a: Self, b: Self) -> Self {
    // Always inlined: a call costs 13 % (benchmark "matrix product").
    Self(columns: a * b.c0, a * b.c1, a * b.c2)
  }
}

extension Matrix3 {
  /// The determinant: the signed volume of the image of the unit cube.
  @inlinable public var determinant: Scalar { c0.dot(c1.cross(c2)) }

  /// Whether all elements are finite.
  @inlinable public var isFinite: Bool { c0.isFinite && c1.isFinite && c2.isFinite }
}

extension Vector3 {
  /// The outer product *a* *b*ᵀ.
  @inlinable public func outerProduct(_ other: Self) -> Matrix3<Scalar> {
    Matrix3(columns: self * other.x, self * other.y, self * other.z)
  }
}

/// The eigenvalues and eigenvectors of a symmetric 3×3 matrix.
@frozen public struct SymmetricEigen3<Scalar: RealScalar>: Hashable, Sendable {
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
  /// Uses only the upper triangle; the other elements can have any value. A closed form yields the
  /// result if it is as accurate as Jacobi rotations, otherwise they do.
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
    if let found = Self.eigenBasis(diagonal: values, xy, xz, yz) {
      (values, v) = (found.values, found.vectors)
      (xy, xz, yz) = (0, 0, 0)
    }
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

  /// The eigenvalues and eigenvectors in closed form, in any order; `nil` unless they are as
  /// accurate as by Jacobi rotations.
  ///
  /// The eigenvalue farthest from the others is a root of the cubic, its vector a cross product of
  /// rows, and one Jacobi rotation yields the other two. The remaining elements beside the diagonal
  /// are removed to first order; if they exceed 512 eps the result is `nil`. So it is for matrices
  /// that are nearly diagonal or a multiple of the identity, and for eigenvalues below 1/64 of the
  /// largest, which Jacobi rotations find more accurately.
  ///
  /// Source: D. Eberly, *A robust eigensolver for 3×3 symmetric matrices*, 2014.
  @inlinable static func eigenBasis(
    diagonal: Vector3<Scalar>, _ xy: Scalar, _ xz: Scalar, _ yz: Scalar
  ) -> (values: Vector3<Scalar>, vectors: Self)? {
    let mean = diagonal.sum() / 3
    let (a, b, c) = (diagonal.x - mean, diagonal.y - mean, diagonal.z - mean)
    let off = xy * xy + xz * xz + yz * yz
    let squares = (a * a + b * b + c * c) + 2 * off
    guard off > max(squares / 64, .ulpOfOne) else { return nil }
    let deviation = (squares / 6).squareRoot()
    let determinant =
      a * (b * c - yz * yz) - xy * (xy * c - yz * xz) + xz * (xy * yz - b * xz)
    let ratio = determinant / (2 * deviation * deviation * deviation)
    // cos(acos(r)/3) by Newton's method; the guess is within 1e-3.
    let r = min(abs(ratio), 1)
    let slope: Scalar = 1 / 6 - r * 0.0326921
    var cosine = Scalar(3).squareRoot() / 2 + r * slope
    for _ in 0..<3 {
      let square = cosine * cosine
      cosine -= ((4 * square - 3) * cosine - r) / (12 * square - 3)
    }
    let root = (ratio < 0 ? -2 : 2) * deviation * cosine
    let (r0, r1, r2) = (
      Vector3(a - root, xy, xz), Vector3(xy, b - root, yz), Vector3(xz, yz, c - root)
    )
    var v = r0.cross(r1)
    let (s, q) = (r0.cross(r2), r1.cross(r2))
    if s.lengthSquared > v.lengthSquared { v = s }
    if q.lengthSquared > v.lengthSquared { v = q }
    v = v * (1 / v.lengthSquared.squareRoot())
    // T. Duff et al., *Building an orthonormal basis, revisited*, JCGT 6(1), 2017.
    let sign: Scalar = v.z < 0 ? -1 : 1
    let f = -1 / (sign + v.z), g = v.x * v.y * f
    let u = Vector3(1 + sign * v.x * v.x * f, sign * g, -sign * v.x)
    let w = Vector3(g, sign + v.y * v.y * f, -v.y)
    let whole = Self(
      columns: Vector3(diagonal.x, xy, xz), Vector3(xy, diagonal.y, yz),
      Vector3(xz, yz, diagonal.z))
    let imageOfW = whole * w, image = whole * v
    let uw = u.dot(imageOfW), uu = u.dot(whole * u), ww = w.dot(imageOfW)
    let (t, cosineOfTurn, sine) = uw == 0 ? (0, 1, 0) : jacobiRotation((ww - uu) / (2 * uw))
    let values = Vector3(v.dot(image), uu - t * uw, ww + t * uw)
    let first = u * cosineOfTurn - w * sine, second = u * sine + w * cosineOfTurn
    let k1 = first.dot(image) / (values.x - values.y)
    let k2 = second.dot(image) / (values.x - values.z)
    let limit = 512 * Scalar.ulpOfOne
    let least = min(abs(values.x), abs(values.y), abs(values.z))
    guard k1 * k1 + k2 * k2 < limit * limit, least > values.maximumMagnitude / 64 else {
      return nil
    }
    return (
      values, Self(columns: v + first * k1 + second * k2, first - v * k1, second - v * k2)
    )
  }

  /// Applies the Jacobi rotation that zeroes the element `pivot` in row *p* and column *q*.
  ///
  /// `app` and `aqq` are the diagonal elements, `arp` and `arq` those of the third index, `vp` and
  /// `vq` the columns of the eigenvectors.
  @inlinable @inline(__always) static func annihilate(
    _ pivot: inout Scalar, _ app: inout Scalar, _ aqq: inout Scalar, _ arp: inout Scalar,
    _ arq: inout Scalar, _ vp: inout Vector3<Scalar>, _ vq: inout Vector3<Scalar>
  ) {
    // Always inlined: by index in memory the decomposition takes 1.4 times as long.
    defer { pivot = 0 }
    // The pivot is too small to change either diagonal element.
    let scale: Scalar = (abs(app) * abs(aqq)).squareRoot()
    if abs(pivot) <= Scalar.ulpOfOne / 4 * scale || pivot == 0 { return }
    let (t, c, s) = jacobiRotation((aqq - app) / (2 * pivot))
    (app, aqq) = (app - t * pivot, aqq + t * pivot)
    (arp, arq) = (c * arp - s * arq, s * arp + c * arq)
    (vp, vq) = (vp * c - vq * s, vp * s + vq * c)
  }
}

/// The tangent, cosine and sine of the smaller of the two angles whose double has the cotangent
/// `theta`, computed without overflow for a large `theta`.
@inlinable @inline(__always) func jacobiRotation<Scalar: RealScalar>(
  _ theta: Scalar
) -> (tangent: Scalar, cosine: Scalar, sine: Scalar) {
  let magnitude = abs(theta)
  let root = magnitude < 1 / Scalar.ulpOfOne ? (1 + theta * theta).squareRoot() : magnitude
  let t = (theta < 0 ? -1 : 1) / (magnitude + root)
  let c = 1 / (1 + t * t).squareRoot()
  return (t, c, t * c)
}
