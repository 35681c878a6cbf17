// Inverses by the adjugate.
//
// Minors are differences of products. If all of them cancel, as with two small singular values, the
// determinant loses twice the digits that the condition number implies. A test of the columns and
// the determinant or the adjugate, without divisions, shows that this is not so and that no product
// overflows or underflows. It passes for nearly all matrices. The others are scaled and tested
// again, and the rest of them is inverted by elimination.

extension Matrix2 {
  /// The inverse, or `nil` if the matrix is singular or not finite, or its inverse overflows.
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
    let inverse = adjugate.divided(by: determinant, scale: scale)
    return inverse.isFinite ? inverse : nil
  }
}

extension Matrix3 {
  /// The inverse, or `nil` if the matrix is singular or not finite, or its inverse overflows.
  ///
  /// The error relative to the largest element is a few eps times the condition number.
  @inlinable @inline(__always)
  public var inverse: Self? {
    // Always inlined: a call doubles the time (benchmark "inverse of a 3 x 3 matrix").
    let r0 = c1.cross(c2), r1 = c2.cross(c0), r2 = c0.cross(c1)
    let determinant = c0.dot(r0)
    let norm = squaredNorm
    let factor = 1 / determinant
    // With singular values σ, σ₂σ₃ ≥ 2⁻¹⁰σ₁² and σ₂ ≥ σ₃ imply σ₂ ≥ σ₁/32: minors of that size.
    // The differences are NaN where the products overflow.
    let tiny = Scalar.leastNormalMagnitude / .ulpOfOne
    if !(determinant * determinant * 0x1p20 - norm * norm * norm > tiny) {
      // A hundredth of random matrices, nearly all of which this test passes.
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
  @inlinable @inline(__always)
  public var uncheckedInverse: Self {
    let r0 = c1.cross(c2), r1 = c2.cross(c0), r2 = c0.cross(c1)
    let factor = 1 / c0.dot(r0)
    return Self(rows: r0 * factor, r1 * factor, r2 * factor)
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

  @inlinable var squaredNorm: Scalar { c0.lengthSquared + c1.lengthSquared + c2.lengthSquared }
}

extension Matrix4 {
  /// The inverse, or `nil` if the matrix is singular or not finite, or its inverse overflows.
  ///
  /// The error relative to the largest element is a few eps times the condition number.
  @inlinable @inline(__always)
  public var inverse: Self? {
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
  @inlinable @inline(__always)
  public var uncheckedInverse: Self {
    LaplaceMinors(self).inverse
  }

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
