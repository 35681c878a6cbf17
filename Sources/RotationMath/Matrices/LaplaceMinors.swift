/// The adjugate of a 4×4 matrix and its determinant, by Laplace's expansion.
///
/// With the 2×2 minors of columns 0 and 1 and of columns 2 and 3, and one determinant for each
/// lane: nothing is copied across the lanes after the minors. With a scalar determinant the inverse
/// takes 1.2 times as long in `Float`, by 2×2 blocks 1.35 times (benchmark "unchecked inverse of a
/// 4 x 4 matrix").
@usableFromInline @frozen
struct LaplaceMinors<Scalar: RealScalar> {
  @usableFromInline typealias Lanes = SIMD4<Scalar>
  /// The columns of the adjugate, apart from the signs +, -, +, - of their elements.
  @usableFromInline let c0, c1, c2, c3: Lanes
  /// The determinant by expansion along each column, with these signs.
  @usableFromInline let determinants: Lanes
  /// The squared lengths of the columns.
  @usableFromInline let squares: Lanes

  @inlinable @inline(__always) init(_ m: Matrix4<Scalar>) {
    let (a, b, c, d) = (m.c0.lanes, m.c1.lanes, m.c2.lanes, m.c3.lanes)
    let s0 = a.x * b.y - a.y * b.x, s1 = a.x * b.z - a.z * b.x, s2 = a.x * b.w - a.w * b.x
    let s3 = a.y * b.z - a.z * b.y, s4 = a.y * b.w - a.w * b.y, s5 = a.z * b.w - a.w * b.z
    let t0 = c.x * d.y - c.y * d.x, t1 = c.x * d.z - c.z * d.x, t2 = c.x * d.w - c.w * d.x
    let t3 = c.y * d.z - c.z * d.y, t4 = c.y * d.w - c.w * d.y, t5 = c.z * d.w - c.w * d.z
    let x = Lanes(b.x, a.x, d.x, c.x), y = Lanes(b.y, a.y, d.y, c.y)
    let z = Lanes(b.z, a.z, d.z, c.z), w = Lanes(b.w, a.w, d.w, c.w)
    let m0 = Lanes(t0, t0, s0, s0), m1 = Lanes(t1, t1, s1, s1), m2 = Lanes(t2, t2, s2, s2)
    let m3 = Lanes(t3, t3, s3, s3), m4 = Lanes(t4, t4, s4, s4), m5 = Lanes(t5, t5, s5, s5)
    c0 = (y * m5 - z * m4) + w * m3
    c1 = (z * m2 - x * m5) - w * m1
    c2 = (x * m4 - y * m2) + w * m0
    c3 = (y * m1 - x * m3) - z * m0
    let r0 = Lanes(a.x, b.x, c.x, d.x), r1 = Lanes(a.y, b.y, c.y, d.y)
    let r2 = Lanes(a.z, b.z, c.z, d.z), r3 = Lanes(a.w, b.w, c.w, d.w)
    determinants = (r0 * c0 + r1 * c1) + (r2 * c2 + r3 * c3)
    squares = (r0 * r0 + r1 * r1) + (r2 * r2 + r3 * r3)
  }

  @inlinable @inline(__always) var determinant: Scalar { determinants.x }

  @inlinable @inline(__always) var adjugate: Matrix4<Scalar> { columns(times: Lanes(1, -1, 1, -1)) }

  @inlinable @inline(__always) var inverse: Matrix4<Scalar> { columns(times: 1 / determinants) }

  @inlinable @inline(__always) func columns(times factors: Lanes) -> Matrix4<Scalar> {
    Matrix4(
      columns: Vector4(c0 * factors), Vector4(c1 * factors), Vector4(c2 * factors),
      Vector4(c3 * factors))
  }

  /// Whether the determinant is at least 2⁻⁹ of the product of the columns' lengths, and no product
  /// overflows or underflows.
  ///
  /// Each row of the adjugate then is at least 2⁻⁹ of the product of the other columns' lengths,
  /// and rounding errors are about 2⁹ eps relative to each row of the inverse at most. That is 26
  /// eps times the condition number of the normalised columns at most: their squared singular
  /// values add up to 4, and the product of their singular values is at least 2⁻⁹.
  @inlinable @inline(__always) var isClear: Bool {
    let first = squares.x * squares.y, last = squares.z * squares.w
    let tiny = Scalar.leastNormalMagnitude / .ulpOfOne
    // The difference is NaN where both overflow.
    return determinant * determinant * 0x1p18 - first * last > tiny && min(first, last) > tiny
  }

  /// The greatest product of the squared lengths of three columns.
  @inlinable var squaredProduct: Scalar {
    let first = squares.x * squares.y, last = squares.z * squares.w
    return max(
      first * max(squares.z, squares.w), last * max(squares.x, squares.y))
  }
}
