public import RealModule

// MARK: - Algebra of all quaternions, unit or not

extension Quaternion {
  /// The multiplicative inverse, or `nil` if zero or not finite.
  @inlinable public var inverse: Self? {
    guard isFinite, let scale = reciprocalScale(maximumMagnitude) else { return nil }
    let scaled = self * scale
    // In two steps: the product of the factors can overflow.
    return scaled.conjugate * (1 / scaled.lengthSquared) * scale
  }

  /// The quaternion exponential.
  ///
  /// exp(*w*) (cos ‖**v**‖ + **v**/‖**v**‖ sin ‖**v**‖), for quaternions of any length.
  ///
  /// If the vector part is half a rotation vector and the scalar part zero, the result is the
  /// rotation; ``init(rotationVector:)`` computes it directly.
  @inlinable public static func exp(_ q: Self) -> Self {
    let turn = Self(rotationVector: q.vector * 2), growth = Scalar.exp(q.w)
    if growth.isNormal { return turn * growth }
    // exp(*w*) overflows or underflows: multiply in two steps, so that small coefficients stay
    // finite and nonzero.
    let half = min(Scalar.exp(q.w / 2), .greatestFiniteMagnitude)
    return turn * half * half
  }

  /// The principal logarithm.
  ///
  /// The scalar part is ln ‖*q*‖, the vector part the direction of that of *q* times an angle in
  /// 0...π.
  ///
  /// `nil` for zero, for quaternions that are not finite, and for negative real numbers, whose
  /// logarithm has no direction.
  ///
  /// The scalar part is accurate to a few units in the last place, also for lengths near 1.
  @inlinable public static func log(_ q: Self) -> Self? {
    let length = q.length
    guard length > 0, length < .infinity else { return nil }
    let growth =
      length > 0.5 && length < 2 ? Scalar.log(onePlus: q.excess) / 2 : Scalar.log(length)
    guard let direction = q.vector.normalized() else {
      return q.w > 0 ? Self(vector: .zero, scalar: growth) : nil
    }
    let angle = Scalar.atan2(y: q.vector.length, x: q.w)
    return Self(vector: direction * angle, scalar: growth)
  }

  /// ‖*q*‖² - 1 to full precision. The squares must not overflow or underflow.
  @inlinable var excess: Scalar {
    typealias Word = DoubleWord<Scalar>
    let squares =
      (Word.product(x, x) + Word.product(y, y)) + (Word.product(z, z) + Word.product(w, w))
    return (squares - Word(1)).value
  }
}
