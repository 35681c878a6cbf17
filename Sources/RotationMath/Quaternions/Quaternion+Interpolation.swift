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
    let product = dot(other)
    let cosine = abs(product)
    // The component of `other` or `-other`, whichever is nearer, perpendicular to `self`.
    let perpendicular = (product < 0 ? -other : other) - self * cosine
    let sine = perpendicular.lengthSquared.squareRoot()
    // atan2(sine, cosine), by the arcsine or the arccosine, whichever is accurate: both are faster.
    let angle = (sine < cosine ? Scalar.asin(sine) : Scalar.acos(cosine)) * t
    let factor = sine > 0 ? Scalar.sin(angle) / sine : t
    return self * Scalar.cos(angle) + perpendicular * factor
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
