public import RealModule

// MARK: - Algebra of all quaternions, unit or not

extension Quaternion {
  /// The quaternion whose product with this one is 1, or `nil` for zero and what is not finite.
  @inlinable public var inverse: Self? {
    guard isFinite, let scale = reciprocalScale(maximumMagnitude) else { return nil }
    let scaled = self * scale
    return scaled.conjugate * (scale / scaled.lengthSquared)
  }

  /// exp(*q*) = exp(*w*) (cos ‖**v**‖ + **v**/‖**v**‖ sin ‖**v**‖), for any quaternion.
  ///
  /// For half a rotation vector as vector part it is the rotation; ``init(rotationVector:)`` says
  /// that directly.
  @inlinable public static func exp(_ q: Self) -> Self {
    Self(rotationVector: q.vector * 2) * Scalar.exp(q.w)
  }

  /// The principal logarithm: ln ‖*q*‖ and the vector part's direction times an angle from 0
  /// through π; `nil` for zero, for what is not finite, and for negative real numbers, whose
  /// logarithm has no direction.
  @inlinable public static func log(_ q: Self) -> Self? {
    let length = q.length
    guard length > 0, length < .infinity else { return nil }
    let sine = q.vector.length
    guard sine > 0 else {
      return q.w > 0 ? Self(vector: .zero, scalar: Scalar.log(length)) : nil
    }
    let angle = Scalar.atan2(y: sine, x: q.w)
    return Self(vector: q.vector * (angle / sine), scalar: Scalar.log(length))
  }

  /// The rotation `exponent` times as far about the same axis, for a unit quaternion: along the
  /// shorter way, whichever of `q` and `-q` this is.
  @inlinable public func power(_ exponent: Scalar) -> Self {
    Self(rotationVector: rotationVector * exponent)
  }
}
