public import RealModule

/// The complex numbers *a* + *bi* and *c* + *di* that encode three angles.
@frozen @usableFromInline
struct HalfAngles<Scalar: RealScalar> {
  @usableFromInline let a, b, c, d: Scalar
  @usableFromInline let cosine, sine: Scalar

  @inlinable init(a: Scalar, b: Scalar, c: Scalar, d: Scalar) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
    cosine = Vector2(a, b).length
    sine = Vector2(c, d).length
  }

  /// The second angle of a symmetric sequence, in 0...π.
  @inlinable var secondAngle: Scalar { 2 * Scalar.atan2(y: sine, x: cosine) }

  @inlinable var lock: GimbalLock { sine == 0 ? .aligned : cosine == 0 ? .opposed : .none }

  @inlinable var distanceFromLock: Scalar {
    min(sine, cosine) / Vector2(sine, cosine).length
  }

  /// The first and the third angle in -π...π; the third is zero in gimbal lock.
  @inlinable var outerAngles: (Scalar, Scalar) {
    switch lock {
    case .aligned:
      return (wrapped(2 * Scalar.atan2(y: b, x: a)), 0)
    case .opposed:
      return (wrapped(-2 * Scalar.atan2(y: d, x: c)), 0)
    case .none:
      let halfSum = Scalar.atan2(y: b, x: a)
      let halfDifference = Scalar.atan2(y: d, x: c)
      return (wrapped(halfSum - halfDifference), wrapped(halfSum + halfDifference))
    }
  }

  /// Wraps an angle between -2π and 2π to -π...π. sin(π) is the rounding error of π.
  @inlinable func wrapped(_ angle: Scalar) -> Scalar {
    if angle > .pi { return (angle - 2 * .pi) - 2 * Scalar.sin(.pi) }
    if angle < -.pi { return (angle + 2 * .pi) + 2 * Scalar.sin(.pi) }
    return angle
  }
}
