public import RealModule

// MARK: - Projection

extension CoordinateVector {
  /// The component of this vector along `other`.
  ///
  /// `nil` if `other` is zero or not finite.
  @inlinable public func projected(onto other: Self) -> Self? {
    guard let direction = other.normalized() else { return nil }
    return direction * dot(direction)
  }

  /// The component of this vector perpendicular to `other`.
  ///
  /// `nil` if `other` is zero or not finite.
  @inlinable public func rejected(from other: Self) -> Self? {
    guard let along = projected(onto: other) else { return nil }
    return self - along
  }

  /// The reflection in the plane through the origin with this normal.
  ///
  /// `nil` if the normal is zero or not finite.
  @inlinable public func reflected(inPlaneWithNormal normal: Self) -> Self? {
    guard let along = projected(onto: normal) else { return nil }
    return self - (along + along)
  }

  /// The angle to `other` in radians, in 0...π.
  ///
  /// `nil` if either is zero or not finite.
  ///
  /// Accurate at 0 and π, where the arccosine of the dot product is not
  /// (W. Kahan, *How futile are mindless assessments of roundoff*, 2006, section 12).
  @inlinable public func angle(to other: Self) -> Scalar? {
    guard let u = normalized(), let v = other.normalized() else { return nil }
    return 2 * Scalar.atan2(y: (u - v).length, x: (u + v).length)
  }
}

extension Vector2 {
  /// This vector rotated by π/2, from *x* to *y*.
  @inlinable public var orthogonal: Self { Self(-y, x) }

  /// The *z* component of the cross product: the signed area of the parallelogram.
  @inlinable public func cross(_ other: Self) -> Scalar { x * other.y - y * other.x }

  /// The signed angle to `other` in radians, in -π...π, positive from *x* to *y*.
  ///
  /// `nil` if either is zero or not finite.
  @inlinable public func signedAngle(to other: Self) -> Scalar? {
    angle(to: other).map { cross(other) < 0 ? -$0 : $0 }
  }
}

extension Vector3 {
  /// A unit vector perpendicular to this one.
  ///
  /// `nil` if this one is zero or not finite.
  ///
  /// The direction of the cross product with the coordinate axis of the smallest component. Its
  /// length is at least √(2/3) of this vector's.
  @inlinable public func anyOrthogonal() -> Self? {
    guard let u = normalized() else { return nil }
    let (a, b, c) = (abs(u.x), abs(u.y), abs(u.z))
    let axis: Self = a <= b && a <= c ? .unitX : b <= c ? .unitY : .unitZ
    return u.cross(axis).normalized()
  }

  /// The length in double-word precision. The squares must not overflow or underflow.
  @inlinable var preciseLength: DoubleWord<Scalar> {
    let squares =
      DoubleWord.product(x, x) + DoubleWord.product(y, y) + DoubleWord.product(z, z)
    return squares.squareRoot()
  }
}
