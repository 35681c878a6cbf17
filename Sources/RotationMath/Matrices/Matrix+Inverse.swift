// Inverses by the adjugate. A power of two first scales the largest element to near 1, so that
// products of elements do not overflow or underflow. If the factor exceeds 1 it is applied last,
// because scale / determinant could overflow.
//
// Minors are differences of products. If all of them cancel, as with two small singular values, the
// determinant loses twice the digits that the condition number implies. Elimination is used then,
// and if products underflow.

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
  @inlinable public var inverse: Self? {
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
    return scale > 1 ? adjugate * (1 / determinant) * scale : adjugate * (scale / determinant)
  }

  @inlinable var squaredNorm: Scalar { c0.lengthSquared + c1.lengthSquared + c2.lengthSquared }
}

extension Matrix4 {
  /// The inverse, or `nil` if the matrix is singular or not finite.
  ///
  /// The error relative to the largest element is a few eps times the condition number.
  ///
  /// Let *a*, *b*, *c*, *d* be the upper three elements of the columns and *x*, *y*, *z*, *w* the
  /// last row. All cofactors are sums of cross products (E. Lengyel, *Foundations of Game Engine
  /// Development*, volume 1, section 1.7.5).
  @inlinable public var inverse: Self? {
    let largest = max(
      max(c0.maximumMagnitude, c1.maximumMagnitude),
      max(c2.maximumMagnitude, c3.maximumMagnitude))
    guard isFinite, let scale = reciprocalScale(largest) else { return nil }
    let m = self * scale
    let a = Vector3(m.c0.x, m.c0.y, m.c0.z), b = Vector3(m.c1.x, m.c1.y, m.c1.z)
    let c = Vector3(m.c2.x, m.c2.y, m.c2.z), d = Vector3(m.c3.x, m.c3.y, m.c3.z)
    let (x, y, z, w) = (m.c0.w, m.c1.w, m.c2.w, m.c3.w)
    let s = a.cross(b), t = c.cross(d)
    let u = a * y - b * x, v = c * w - d * z
    let r0 = b.cross(v) + t * y, r1 = v.cross(a) - t * x
    let r2 = d.cross(u) + s * w, r3 = u.cross(c) - s * z
    let adjugate = Self(
      rows: Vector4(r0.x, r0.y, r0.z, -b.dot(t)), Vector4(r1.x, r1.y, r1.z, a.dot(t)),
      Vector4(r2.x, r2.y, r2.z, -d.dot(s)), Vector4(r3.x, r3.y, r3.z, c.dot(s)))
    let squares = (
      m.c0.lengthSquared, m.c1.lengthSquared, m.c2.lengthSquared, m.c3.lengthSquared
    )
    let (first, last) = (squares.0 * squares.1, squares.2 * squares.3)
    let products = max(
      max(first * squares.2, first * squares.3), max(last * squares.0, last * squares.1))
    let determinant = s.dot(v) + t.dot(u)
    let isClear = products > .leastNormalMagnitude / .ulpOfOne
    // Exactly singular, as a matrix of small integers can be.
    if isClear && determinant == 0 { return nil }
    guard isClear, adjugate.squaredNorm >= products / 1024 else {
      return m.inverseByElimination.map { $0 * scale }
    }
    return scale > 1 ? adjugate * (1 / determinant) * scale : adjugate * (scale / determinant)
  }

  @inlinable var squaredNorm: Scalar {
    c0.lengthSquared + c1.lengthSquared + c2.lengthSquared + c3.lengthSquared
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
