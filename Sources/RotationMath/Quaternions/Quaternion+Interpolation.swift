public import RealModule

// MARK: - Interpolation

extension Quaternion {
  /// Spherical linear interpolation (slerp) to `other` along the shorter arc.
  ///
  /// The angular speed is constant. Accurate to rounding at every angle, without a linear branch.
  /// At 180° both arcs have the same length, and the sign of `other` selects one.
  ///
  /// - Parameters:
  ///   - other: A unit quaternion.
  ///   - t: The fraction: 0 returns `self`, 1 returns `other` or `-other`; values outside 0...1
  ///     extrapolate.
  @inlinable public func slerp(to other: Self, _ t: Scalar) -> Self {
    if abs(t) <= 1 { return slerpWithin(other, t) }
    let (perpendicular, squaredSine, ratio) = arc(to: other)
    let sine = squaredSine.squareRoot(), angle = sine * ratio * t
    let factor = sine > 0 ? Scalar.sin(angle) / sine : t
    return self * Scalar.cos(angle) + perpendicular * factor
  }

  /// ``slerp(to:_:)`` for `t` in -1...1, without branches.
  @inlinable @inline(__always)
  func slerpWithin(_ other: Self, _ t: Scalar) -> Self {
    let (perpendicular, squaredSine, ratio) = arc(to: other)
    let share = ratio * t
    // The half-angle functions of twice the angle.
    let half = Self.halfAngle(square: 4 * (share * share) * squaredSine, lost: 0)
    return self * half.cosine + perpendicular * (2 * share * (half.factor + half.low))
  }

  /// The component of `other` or `-other`, whichever is nearer, perpendicular to `self`; its
  /// squared length sin² φ, and φ/sin φ.
  @inlinable @inline(__always)
  func arc(to other: Self) -> (perpendicular: Self, squaredSine: Scalar, ratio: Scalar) {
    let product = dot(other)
    let cosine = abs(product), sign = Scalar(signOf: product, magnitudeOf: 1)
    let perpendicular = other * sign - self * cosine
    let squaredSine = perpendicular.lengthSquared
    let reciprocal = 1 / (1 + cosine)
    let excess = Self.arcExcess(squaredTangent: squaredSine * (reciprocal * reciprocal))
    return (perpendicular, squaredSine, 2 * (1 + excess) * reciprocal)
  }

  /// Spherical linear interpolation along the longer arc.
  ///
  /// If the two rotations are equal up to rounding, the longer arc is a full turn about an
  /// undetermined axis: the result is `self` for every `t`.
  @inlinable public func slerpLonger(to other: Self, _ t: Scalar) -> Self {
    let product = dot(other)
    let far = product > 0 ? -other : other
    let difference = far + self * abs(product)
    // Orthogonalise twice: if the two nearly cancel, the difference need not be perpendicular yet.
    // If the second pass removes most of it, it was rounding error (Kahan's "twice is enough").
    let perpendicular = difference - self * dot(difference)
    let sine = perpendicular.length
    if sine * 2 <= difference.length { return self }
    let angle = Scalar.atan2(y: sine, x: -abs(product)) * t
    return self * Scalar.cos(angle) + perpendicular * (Scalar.sin(angle) / sine)
  }

  /// Normalised linear interpolation (nlerp) along the shorter arc.
  ///
  /// The path is that of ``slerp(to:_:)``; it is faster to compute, and the speed is not constant.
  @inlinable public func nlerp(to other: Self, _ t: Scalar) -> Self {
    let q = lerp(to: dot(other) < 0 ? -other : other, t)
    return q / q.length
  }
}

/// Spherical linear interpolation along the shorter arc: ``Quaternion/slerp(to:_:)``.
@inlinable public func slerp<Scalar>(
  _ a: Quaternion<Scalar>, _ b: Quaternion<Scalar>, _ t: Scalar
) -> Quaternion<Scalar> {
  a.slerp(to: b, t)
}
