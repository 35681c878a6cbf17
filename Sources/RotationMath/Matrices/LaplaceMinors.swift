/// The adjugate of a 4×4 matrix and its determinant, by Laplace's expansion.
///
/// With the 2×2 minors of columns 0 and 1 and of columns 2 and 3. Lanes hold the same element of
/// columns 1, 0, 3 and 2. By 2×2 blocks instead the inverse takes 1.2 times as long in `Double`
/// (benchmark "unchecked inverse of a 4 x 4 matrix").
@usableFromInline @frozen
struct LaplaceMinors<Scalar: RealScalar> {
  @usableFromInline typealias Lanes = SIMD4<Scalar>
  /// The columns of the adjugate, apart from the signs +, -, +, - of their elements.
  @usableFromInline let c0, c1, c2, c3: Lanes
  @usableFromInline let determinant: Scalar
  /// The greatest product of the squared lengths of three columns.
  @usableFromInline let squaredProduct: Scalar

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
    determinant = (s0 * t5 + s5 * t0) + (s2 * t3 + s3 * t2) - (s1 * t4 + s4 * t1)
    let squares = (x * x + y * y) + (z * z + w * w)
    let first = squares.x * squares.y, last = squares.z * squares.w
    squaredProduct = max(
      first * max(squares.z, squares.w), last * max(squares.x, squares.y))
  }

  /// The adjugate times `factor`.
  @inlinable @inline(__always) func adjugate(times factor: Scalar) -> Matrix4<Scalar> {
    let signs = Lanes(factor, -factor, factor, -factor)
    return Matrix4(
      columns: Vector4(c0 * signs), Vector4(c1 * signs), Vector4(c2 * signs), Vector4(c3 * signs))
  }

  /// Whether not all minors cancel, and no product overflows or underflows.
  ///
  /// A minor is at most the product of the lengths of three columns: two columns of the adjugate
  /// that reach 1/32 of it are enough.
  @inlinable @inline(__always) var isClear: Bool {
    let squares = c2 * c2 + c3 * c3
    let sum = (squares.x + squares.z) + (squares.y + squares.w)
    let tiny = Scalar.leastNormalMagnitude / .ulpOfOne
    // The difference is NaN where both overflow.
    return sum * 1024 - squaredProduct > tiny && abs(determinant) > tiny
  }
}
