// Inverses by the adjugate.
//
// Minors are differences of products. If all of them cancel, as with two small singular values, the
// determinant loses twice the digits that the condition number implies. A test of the norm and the
// determinant or the adjugate, without divisions and branches, shows that this is not so and that
// no product overflows or underflows. It passes for nearly all matrices. The others are scaled and
// tested column by column, and the rest of them is inverted by elimination.

extension Matrix2 {
  /// The inverse, or `nil` if the matrix is singular or not finite.
  ///
  /// The error relative to the largest element is a few eps times the condition number.
  @inlinable public var inverse: Self? {
    guard isFinite, let scale = reciprocalScale(max(c0.maximumMagnitude, c1.maximumMagnitude))
    else {
      return nil
    }
    let m = self * scale
    let determinant = m.determinant
    guard determinant != 0 else { return nil }
    let adjugate = Self(columns: Vector2(m.c1.y, -m.c0.y), Vector2(-m.c1.x, m.c0.x))
    return scale > 1 ? adjugate * (1 / determinant) * scale : adjugate * (scale / determinant)
  }
}

extension Matrix3 {
  /// The inverse, or `nil` if the matrix is singular or not finite.
  ///
  /// The error relative to the largest element is a few eps times the condition number.
  @inlinable @inline(__always)
  public var inverse: Self? {
    // Always inlined: a call doubles the time (benchmark "inverse of a 3 x 3 matrix").
    let r0 = c1.cross(c2), r1 = c2.cross(c0), r2 = c0.cross(c1)
    let determinant = c0.dot(r0)
    let norm = squaredNorm, cube = norm * norm * norm
    let factor = 1 / determinant
    var rows = (r0 * factor, r1 * factor, r2 * factor)
    // With singular values σ, σ₂σ₃ ≥ 2⁻¹⁰σ₁² and σ₂ ≥ σ₃ imply σ₂ ≥ σ₁/32: minors of that size.
    let isClear = cube > .leastNormalMagnitude / .ulpOfOne && cube < .infinity
    if !(isClear && determinant * determinant * 0x1p20 >= cube) {
      rows = Self.carefulInverse(c0, c1, c2)
      if rows.0.x.isNaN { return nil }
    }
    return Self(rows: rows.0, rows.1, rows.2)
  }

  /// The inverse of a matrix of any scale and condition.
  ///
  /// Takes columns, which are passed in registers: for a matrix the caller would keep a copy in
  /// memory, and wait for it at each call, also where this function is not called.
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
    let isClear = products > .leastNormalMagnitude / .ulpOfOne
    // Exactly singular, as a matrix of small integers can be.
    if isClear && determinant == 0 { return nil }
    guard isClear, adjugate.squaredNorm >= products / 1024 else {
      return m.inverseByElimination.map { $0 * scale }
    }
    return adjugate.divided(by: determinant, scale: scale)
  }

  @inlinable var squaredNorm: Scalar { c0.lengthSquared + c1.lengthSquared + c2.lengthSquared }
}

extension Matrix4 {
  /// The inverse, or `nil` if the matrix is singular or not finite.
  ///
  /// The error relative to the largest element is a few eps times the condition number.
  @inlinable @inline(__always)
  public var inverse: Self? {
    let (adjugate, determinant) = cofactors
    let norm = squaredNorm, cube = norm * norm * norm
    let factor = 1 / determinant
    var columns = (
      adjugate.c0 * factor, adjugate.c1 * factor, adjugate.c2 * factor, adjugate.c3 * factor
    )
    // A product of three columns is at most (‖*A*‖²/3)^(3/2): minors of 1/32 of that size.
    let isClear = cube > .leastNormalMagnitude / .ulpOfOne && cube < .infinity && determinant != 0
    if !(isClear && adjugate.squaredNorm * (27 * 1024) >= cube) {
      columns = Self.carefulInverse(c0, c1, c2, c3)
      if columns.0.x.isNaN { return nil }
    }
    return Self(columns: columns.0, columns.1, columns.2, columns.3)
  }

  /// The columns of the inverse of a matrix of any scale and condition, NaN if there is none.
  @inlinable @inline(never) static func carefulInverse(
    _ c0: Vector4<Scalar>, _ c1: Vector4<Scalar>, _ c2: Vector4<Scalar>, _ c3: Vector4<Scalar>
  ) -> (Vector4<Scalar>, Vector4<Scalar>, Vector4<Scalar>, Vector4<Scalar>) {
    let none = Vector4<Scalar>(repeating: .nan)
    guard let inverse = Self(columns: c0, c1, c2, c3).carefulInverse else {
      return (none, none, none, none)
    }
    return (inverse.c0, inverse.c1, inverse.c2, inverse.c3)
  }

  @inlinable var carefulInverse: Self? {
    let largest = max(
      max(c0.maximumMagnitude, c1.maximumMagnitude),
      max(c2.maximumMagnitude, c3.maximumMagnitude))
    guard isFinite, let scale = reciprocalScale(largest) else { return nil }
    let m = self * scale
    let (adjugate, determinant) = m.cofactors
    let squares = (
      m.c0.lengthSquared, m.c1.lengthSquared, m.c2.lengthSquared, m.c3.lengthSquared
    )
    let (first, last) = (squares.0 * squares.1, squares.2 * squares.3)
    let products = max(
      max(first * squares.2, first * squares.3), max(last * squares.0, last * squares.1))
    let isClear = products > .leastNormalMagnitude / .ulpOfOne
    // Exactly singular, as a matrix of small integers can be.
    if isClear && determinant == 0 { return nil }
    guard isClear, adjugate.squaredNorm >= products / 1024 else {
      return m.inverseByElimination.map { $0 * scale }
    }
    return adjugate.divided(by: determinant, scale: scale)
  }

  /// The adjugate and the determinant, by Laplace's expansion in the minors of two columns.
  @inlinable @inline(__always) var cofactors: (adjugate: Self, determinant: Scalar) {
    let (a, b, c, d) = (c0, c1, c2, c3)
    let s0 = a.x * b.y - b.x * a.y, s1 = a.x * b.z - b.x * a.z, s2 = a.x * b.w - b.x * a.w
    let s3 = a.y * b.z - b.y * a.z, s4 = a.y * b.w - b.y * a.w, s5 = a.z * b.w - b.z * a.w
    let t0 = c.x * d.y - d.x * c.y, t1 = c.x * d.z - d.x * c.z, t2 = c.x * d.w - d.x * c.w
    let t3 = c.y * d.z - d.y * c.z, t4 = c.y * d.w - d.y * c.w, t5 = c.z * d.w - d.z * c.w
    let adjugate = Self(
      columns: Vector4(
        b.y * t5 - b.z * t4 + b.w * t3, a.z * t4 - a.y * t5 - a.w * t3,
        d.y * s5 - d.z * s4 + d.w * s3, c.z * s4 - c.y * s5 - c.w * s3),
      Vector4(
        b.z * t2 - b.x * t5 - b.w * t1, a.x * t5 - a.z * t2 + a.w * t1,
        d.z * s2 - d.x * s5 - d.w * s1, c.x * s5 - c.z * s2 + c.w * s1),
      Vector4(
        b.x * t4 - b.y * t2 + b.w * t0, a.y * t2 - a.x * t4 - a.w * t0,
        d.x * s4 - d.y * s2 + d.w * s0, c.y * s2 - c.x * s4 - c.w * s0),
      Vector4(
        b.y * t1 - b.x * t3 - b.z * t0, a.x * t3 - a.y * t1 + a.z * t0,
        d.y * s1 - d.x * s3 - d.z * s0, c.x * s3 - c.y * s1 + c.z * s0))
    let determinant = (s0 * t5 - s1 * t4 + s2 * t3) + (s3 * t2 - s4 * t1 + s5 * t0)
    return (adjugate, determinant)
  }

  @inlinable var squaredNorm: Scalar {
    (c0.lengthSquared + c1.lengthSquared) + (c2.lengthSquared + c3.lengthSquared)
  }
}

extension SquareMatrix {
  /// This adjugate of a matrix times `scale`, divided by its determinant, and the scale undone.
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
