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
    let turn = Self(rotationVector: q.vector * 2), growth = Scalar.exp(q.w)
    if growth.isNormal { return turn * growth }
    // In two steps, so that coefficients that are small, or zero, stay what they are.
    let half = min(Scalar.exp(q.w / 2), .greatestFiniteMagnitude)
    return turn * half * half
  }

  /// The principal logarithm: ln ‖*q*‖ and the vector part's direction times an angle from 0
  /// through π; `nil` for zero, for what is not finite, and for negative real numbers, whose
  /// logarithm has no direction.
  ///
  /// Also of a length near one the scalar part is right to a few units in its last place.
  @inlinable public static func log(_ q: Self) -> Self? {
    let length = q.length
    guard length > 0, length < .infinity else { return nil }
    let growth =
      length > 0.5 && length < 2 ? Scalar.log(onePlus: q.excess) / 2 : Scalar.log(length)
    let sine = q.vector.length
    guard sine > 0 else { return q.w > 0 ? Self(vector: .zero, scalar: growth) : nil }
    let angle = Scalar.atan2(y: sine, x: q.w)
    return Self(vector: q.vector * (angle / sine), scalar: growth)
  }

  /// ‖*q*‖² - 1, with all its digits; clear of over- and underflow.
  @inlinable var excess: Scalar {
    typealias Word = DoubleWord<Scalar>
    let squares =
      (Word.product(x, x) + Word.product(y, y)) + (Word.product(z, z) + Word.product(w, w))
    return (squares - Word(1)).value
  }

  /// The rotation `exponent` times as far about the same axis, for a unit quaternion: along the
  /// shorter way, whichever of `q` and `-q` this is.
  @inlinable public func power(_ exponent: Scalar) -> Self {
    Self(rotationVector: rotationVector * exponent)
  }
}
