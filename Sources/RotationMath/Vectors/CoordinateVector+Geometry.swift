public import RealModule

// MARK: - Projection

extension CoordinateVector {
  /// The part of this vector along `other`, or `nil` when that has no direction.
  @inlinable public func projected(onto other: Self) -> Self? {
    guard let direction = other.normalized() else { return nil }
    return direction * dot(direction)
  }

  /// The part of this vector perpendicular to `other`, or `nil` when that has no direction.
  @inlinable public func rejected(from other: Self) -> Self? {
    guard let along = projected(onto: other) else { return nil }
    return self - along
  }

  /// The mirror image in the plane through the origin with this normal, or `nil` when the normal
  /// has no direction.
  @inlinable public func reflected(inPlaneWithNormal normal: Self) -> Self? {
    guard let along = projected(onto: normal) else { return nil }
    return self - (along + along)
  }

  /// The angle to `other` in radians, 0 through π, or `nil` when either has no direction.
  ///
  /// Accurate at 0 and π, where the arccosine of the dot product is not
  /// (W. Kahan, *How futile are mindless assessments of roundoff*, 2006, section 12).
  @inlinable public func angle(to other: Self) -> Scalar? {
    guard let u = normalized(), let v = other.normalized() else { return nil }
    return 2 * Scalar.atan2(y: (u - v).length, x: (u + v).length)
  }
}

extension Vector2 {
  /// This vector turned by a quarter turn from *x* to *y*.
  @inlinable public var orthogonal: Self { Self(-y, x) }

  /// The *z* component of the cross product: the signed area they span.
  @inlinable public func cross(_ other: Self) -> Scalar { x * other.y - y * other.x }

  /// The angle from this vector to `other` in radians, -π through π, positive from *x* to *y*, or
  /// `nil` when either has no direction.
  @inlinable public func signedAngle(to other: Self) -> Scalar? {
    angle(to: other).map { cross(other) < 0 ? -$0 : $0 }
  }
}

extension Vector3 {
  /// Some unit vector perpendicular to this one, or `nil` when this one has no direction.
  ///
  /// The cross product with the coordinate axis that is furthest from it: never shorter than
  /// √(2/3) of this vector.
  @inlinable public func anyOrthogonal() -> Self? {
    guard let u = normalized() else { return nil }
    let (a, b, c) = (abs(u.x), abs(u.y), abs(u.z))
    let axis: Self = a <= b && a <= c ? .unitX : b <= c ? .unitY : .unitZ
    return u.cross(axis).normalized()
  }

  /// The matrix *a* *b*ᵀ: its columns are this vector times the components of `other`.
  @inlinable public func outerProduct(_ other: Self) -> Matrix3<Scalar> {
    Matrix3(columns: self * other.x, self * other.y, self * other.z)
  }
}
