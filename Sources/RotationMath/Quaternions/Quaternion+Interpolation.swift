public import RealModule

// MARK: - Interpolation

extension Quaternion {
  /// The rotation at `t` of the way from this unit quaternion to `other` at constant speed, along
  /// the shorter arc: spherical linear interpolation.
  ///
  /// Exact to rounding at every angle, without a linear branch. At 180° both arcs are as long, and
  /// the sign of `other` as given decides.
  ///
  /// - Parameters:
  ///   - other: A unit quaternion.
  ///   - t: 0 gives `self`, 1 gives `other` or `-other`; outside, the motion goes on.
  @inlinable public func slerp(to other: Self, _ t: Scalar) -> Self {
    let product = dot(other)
    let cosine = abs(product)
    // The part of the nearer of `other` and `-other` that is perpendicular to `self`.
    let perpendicular = (product < 0 ? -other : other) - self * cosine
    let sine = perpendicular.lengthSquared.squareRoot()
    // atan2(sine, cosine) by whichever inverse is accurate there, and faster.
    let angle = (sine < cosine ? Scalar.asin(sine) : Scalar.acos(cosine)) * t
    let factor = sine > 0 ? Scalar.sin(angle) / sine : t
    return self * Scalar.cos(angle) + perpendicular * factor
  }

  /// As ``slerp(to:_:)``, along the longer arc.
  ///
  /// Towards the same rotation, up to rounding, it is a full turn, whose axis nothing tells: the
  /// result is then `self` at every `t`.
  @inlinable public func slerpLonger(to other: Self, _ t: Scalar) -> Self {
    let product = dot(other)
    let far = product > 0 ? -other : other
    let difference = far + self * abs(product)
    // Once more: where the two nearly cancel, what is left need not be perpendicular yet. If then
    // most of it goes, it was rounding error (Kahan's "twice is enough").
    let perpendicular = difference - self * dot(difference)
    let sine = perpendicular.length
    if sine * 2 <= difference.length { return self }
    let angle = Scalar.atan2(y: sine, x: -abs(product)) * t
    return self * Scalar.cos(angle) + perpendicular * (Scalar.sin(angle) / sine)
  }

  /// The normalised linear interpolation along the shorter arc: the same path as
  /// ``slerp(to:_:)``, faster to compute, at a speed that is not constant.
  @inlinable public func nlerp(to other: Self, _ t: Scalar) -> Self {
    let q = lerp(to: dot(other) < 0 ? -other : other, t)
    return q / q.length
  }
}
