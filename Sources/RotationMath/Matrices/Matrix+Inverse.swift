// Inverses by the adjugate.
//
// Minors are differences of products. If all of them cancel, as with two small singular values, the
// determinant loses twice the digits that the condition number implies. A test of the columns and
// the determinant or the adjugate, without divisions, shows that this is not so and that no product
// overflows or underflows. It passes for nearly all matrices. The others are scaled and tested
// again, and the rest of them is inverted by elimination.

extension Matrix2 {
  /// The inverse, as specified in ``SquareMatrix/inverse``.
  @inlinable public var inverse: Self? {
    guard isFinite, let scale = reciprocalScale(max(c0.maximumMagnitude, c1.maximumMagnitude))
    else {
      return nil
    }
    let m = self * scale
    let determinant = m.determinant
    guard determinant != 0 else { return nil }
    let adjugate = Self(columns: Vector2(m.c1.y, -m.c0.y), Vector2(-m.c1.x, m.c0.x))
    let inverse = adjugate.divided(by: determinant, scale: scale)
    return inverse.isFinite ? inverse : nil
  }
}

extension Matrix3 {
  /// The inverse, as specified in ``SquareMatrix/inverse``.
  @inlinable @inline(__always) public var inverse: Self? {
    // Always inlined: a call doubles the time (benchmark "inverse of a 3 x 3 matrix").
    let r0 = c1.cross(c2), r1 = c2.cross(c0), r2 = c0.cross(c1)
    let determinant = c0.dot(r0)
    let squares = (c0.lengthSquared * c1.lengthSquared) * c2.lengthSquared
    let factor = 1 / determinant
    let tiny = Scalar.leastNormalMagnitude / .ulpOfOne
    // Where the determinant is at least 2⁻⁷ of the product of the columns' lengths, so is each row
    // of minors of the product of its two. Rounding errors are 2⁷ eps of a row at most: 5 eps times
    // the condition number of the normalised columns, whose squared singular values add up to 3.
    // This test takes 0.89 of the time of one by the norm (benchmark "inverse of a 3 x 3 matrix").
    if !(determinant * determinant * 0x1p14 > squares && squares > tiny) {
      // A hundredth of random matrices, nearly all of which this test passes. With singular values
      // σ, minors of σ₁²/64 bound their errors by that of the condition number.
      let norm = squaredNorm
      let minors = r0.lengthSquared + r1.lengthSquared + r2.lengthSquared
      if !(minors * 4096 - norm * norm > tiny && abs(determinant) > tiny * max(1, norm)) {
        let rows = Self.carefulInverse(c0, c1, c2)
        return rows.0.x.isNaN ? nil : Self(rows: rows.0, rows.1, rows.2)
      }
    }
    // Not by way of one variable, which would lie in memory on this path too.
    return Self(rows: r0 * factor, r1 * factor, r2 * factor)
  }

  /// The inverse without checks, as other libraries compute it.
  ///
  /// Elements are infinite or NaN for a singular matrix and where products of three elements
  /// overflow; the error can exceed the condition number times eps. See ``inverse``.
  @inlinable @inline(__always) public var uncheckedInverse: Self {
    let r0 = c1.cross(c2), r1 = c2.cross(c0), r2 = c0.cross(c1)
    let factor = 1 / c0.dot(r0)
    return Self(rows: r0 * factor, r1 * factor, r2 * factor)
  }

  /// The inverse of a matrix of any scale and condition.
  ///
  /// Takes columns, which are passed in registers. For a matrix, the caller would keep a copy in
  /// memory and wait for it, even where it does not call this function.
  @inlinable @inline(never) static func carefulInverse(
    _ c0: Vector3<Scalar>, _ c1: Vector3<Scalar>, _ c2: Vector3<Scalar>
  ) -> (Vector3<Scalar>, Vector3<Scalar>, Vector3<Scalar>) {
    let none = Vector3<Scalar>(repeating: .nan)
    guard let inverse = Self(columns: c0, c1, c2).carefulInverse else { return (none, none, none) }
    return (inverse[row: 0], inverse[row: 1], inverse[row: 2])
  }

  @inlinable var carefulInverse: Self? {
    let largest = max(c0.maximumMagnitude, c1.maximumMagnitude, c2.maximumMagnitude)
    guard isFinite, let scale = reciprocalScale(largest) else { return nil }
    let m = self * scale
    let adjugate = Self(rows: m.c1.cross(m.c2), m.c2.cross(m.c0), m.c0.cross(m.c1))
    let squares = (m.c0.lengthSquared, m.c1.lengthSquared, m.c2.lengthSquared)
    let products = max(squares.0 * squares.1, squares.1 * squares.2, squares.2 * squares.0)
    let determinant = m.determinant
    let tiny = Scalar.leastNormalMagnitude / .ulpOfOne
    let isClear = products > tiny
    // Exactly singular, as a matrix of small integers can be.
    if isClear && determinant == 0 { return nil }
    let inverse: Self? =
      isClear && abs(determinant) > tiny && adjugate.squaredNorm >= products / 1024
      ? adjugate.divided(by: determinant, scale: scale)
      : m.inverseByElimination.map { $0 * scale }
    // An inverse beyond the range of `Scalar` has infinite elements, and NaN.
    return inverse.flatMap { $0.isFinite ? $0 : nil }
  }

  @inlinable package var squaredNorm: Scalar {
    c0.lengthSquared + c1.lengthSquared + c2.lengthSquared
  }
}

extension Matrix4 {
  /// The inverse, as specified in ``SquareMatrix/inverse``.
  @inlinable @inline(__always) public var inverse: Self? {
    let minors = LaplaceMinors(self)
    var inverse: Self
    if minors.isClear {
      // Divided here: before the test the compiler takes the lanes apart.
      inverse = minors.inverse
    } else {
      inverse = Self.carefulInverse(c0, c1, c2, c3)
      if inverse.c0.x.isNaN { return nil }
    }
    // From one variable: from two, the optional result would lie in memory.
    return inverse
  }

  /// The inverse without checks, as other libraries compute it.
  ///
  /// Elements are infinite or NaN for a singular matrix and where products of four elements
  /// overflow; the error can exceed the condition number times eps. See ``inverse``.
  @inlinable @inline(__always) public var uncheckedInverse: Self { LaplaceMinors(self).inverse }

  /// The inverse of a matrix of any scale and condition, NaN if there is none.
  @inlinable @inline(never) static func carefulInverse(
    _ c0: Vector4<Scalar>, _ c1: Vector4<Scalar>, _ c2: Vector4<Scalar>, _ c3: Vector4<Scalar>
  ) -> Self {
    let none = Vector4<Scalar>(repeating: .nan)
    return Self(columns: c0, c1, c2, c3).carefulInverse ?? Self(columns: none, none, none, none)
  }

  @inlinable var carefulInverse: Self? {
    let largest = max(
      max(c0.maximumMagnitude, c1.maximumMagnitude),
      max(c2.maximumMagnitude, c3.maximumMagnitude))
    guard isFinite, let scale = reciprocalScale(largest) else { return nil }
    let m = self * scale
    let minors = LaplaceMinors(m)
    let determinant = minors.determinant, products = minors.squaredProduct
    let adjugate = minors.adjugate
    let tiny = Scalar.leastNormalMagnitude / .ulpOfOne
    let isClear = products > tiny
    // Exactly singular, as a matrix of small integers can be.
    if isClear && determinant == 0 { return nil }
    let minorSquares =
      (adjugate.c0.lengthSquared + adjugate.c1.lengthSquared)
      + (adjugate.c2.lengthSquared + adjugate.c3.lengthSquared)
    let inverse: Self? =
      isClear && abs(determinant) > tiny && minorSquares >= products / 1024
      ? adjugate.divided(by: determinant, scale: scale)
      : m.inverseByElimination.map { $0 * scale }
    // An inverse beyond the range of `Scalar` has infinite elements, and NaN.
    return inverse.flatMap { $0.isFinite ? $0 : nil }
  }
}

extension SquareMatrix {
  /// The inverse of a matrix from this adjugate, which was computed after multiplication by
  /// `scale`.
  ///
  /// If the scale exceeds 1 it is applied last, because scale / determinant could overflow.
  @inlinable func divided(by determinant: Vector.Scalar, scale: Vector.Scalar) -> Self {
    scale > 1 ? self * (1 / determinant) * scale : self * (scale / determinant)
  }
}

/// The power of two that scales `magnitude` to near 1.
///
/// `nil` for zero, infinity and NaN.
@inlinable func reciprocalScale<Scalar: RealScalar>(_ magnitude: Scalar) -> Scalar? {
  guard magnitude > 0, magnitude < .infinity else { return nil }
  // The reciprocal of the greatest power of two is subnormal but exact; the reciprocal of a
  // subnormal number can be infinite.
  let exponent = max(magnitude.exponent, 1 - Scalar.greatestFiniteMagnitude.exponent)
  return Scalar(sign: .plus, exponent: -exponent, significand: 1)
}

/// The adjugate of a 4×4 matrix and its determinant, by Laplace's expansion.
///
/// With the 2×2 minors of columns 0 and 1 and of columns 2 and 3, and one determinant for each
/// lane: nothing is copied across the lanes after the minors. With a scalar determinant the inverse
/// takes 1.2 times as long in `Float`, by 2×2 blocks 1.35 times (benchmark "unchecked inverse of a
/// 4 x 4 matrix").
@usableFromInline @frozen struct LaplaceMinors<Scalar: RealScalar> {
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
  /// Each row of the adjugate is then at least 2⁻⁹ of the product of the other columns' lengths,
  /// and rounding errors are about 2⁹ eps relative to each row of the inverse at most. That is 26
  /// eps times the condition number of the normalised columns at most: their squared singular
  /// values add up to 4, and the product of their singular values is at least 2⁻⁹.
  @inlinable @inline(__always) var isClear: Bool {
    let first = squares.x * squares.y, last = squares.z * squares.w
    let tiny = Scalar.leastNormalMagnitude / .ulpOfOne
    // The difference is NaN if both overflow.
    return determinant * determinant * 0x1p18 - first * last > tiny && min(first, last) > tiny
  }

  /// The greatest product of the squared lengths of three columns.
  @inlinable var squaredProduct: Scalar {
    let first = squares.x * squares.y, last = squares.z * squares.w
    return max(
      first * max(squares.z, squares.w), last * max(squares.x, squares.y))
  }
}

extension SquareMatrix {
  /// The inverse by Gauss-Jordan elimination, or `nil` if a pivot is zero.
  ///
  /// Uses partial pivoting. The largest element must be near 1.
  ///
  /// Source: N. J. Higham, *Accuracy and Stability of Numerical Algorithms*, 2nd edition, 2002,
  /// section 14.4.
  @inlinable @inline(never) var inverseByElimination: Self? {
    // Columns of the transpose, which lie together in memory.
    var (left, right) = (transpose, Self.identity)
    let count = Vector.scalarCount
    for step in 0..<count {
      var best = step
      for row in step..<count where abs(left[step, row]) > abs(left[step, best]) { best = row }
      let pivot = left[step, best]
      guard pivot != 0 else { return nil }
      let (pivotRow, image) = (left[column: best] / pivot, right[column: best] / pivot)
      (left[column: best], right[column: best]) = (left[column: step], right[column: step])
      (left[column: step], right[column: step]) = (pivotRow, image)
      for row in 0..<count where row != step {
        let factor = left[step, row]
        left[column: row] -= pivotRow * factor
        right[column: row] -= image * factor
      }
    }
    return right.transpose
  }
}
