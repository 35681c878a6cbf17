public import RealModule

// MARK: - Rotation vectors

extension Quaternion {
  /// Creates the rotation by the length of a vector, in radians, about its direction.
  ///
  /// This is the exponential map, accurate to 2 units in the last place of the largest coefficient.
  @inlinable public init(rotationVector v: Vector3<Scalar>) {
    let (square, lost) = Self.squaredAngle(v)
    guard square <= .pi * .pi else {
      self.init(longRotationVector: v)
      return
    }
    self.init(rotationVector: v, square: square, lost: lost)
  }

  /// ``init(rotationVector:)`` without branches, for ‖*v*‖² up to ``shortSquare``.
  @inlinable @inline(__always) init(shortRotationVector v: Vector3<Scalar>) {
    let (square, lost) = Self.squaredAngle(v)
    self.init(rotationVector: v, square: square, lost: lost)
  }

  /// π² less some rounding errors.
  @inlinable static var shortSquare: Scalar { 9.8696 }

  /// θ², and the rounding error of it.
  @inlinable @inline(__always)
  static func squaredAngle(_ v: Vector3<Scalar>) -> (square: Scalar, lost: Scalar) {
    // In two parts: of the components' leading digits, whose squares and sums are exact, and the
    // rest.
    typealias Lanes = SIMD4<Scalar>
    let lanes = Lanes(v.x, v.y, v.z, 0)
    let digits = (Scalar.significandBitCount - 3) / 2
    let rounder = Lanes(
      repeating: Scalar(
        sign: .plus, exponent: Scalar.Exponent(Scalar.significandBitCount - digits),
        significand: 1.5))
    let high = (lanes + rounder) - rounder
    let squares = high * high, rest = (lanes - high) * (lanes + high)
    let sum = (squares.x + squares.y) + squares.z
    let correction = (rest.x + rest.y) + rest.z
    let square = sum + correction
    return (square, correction - (square - sum))
  }

  @inlinable @inline(__always)
  init(rotationVector v: Vector3<Scalar>, square: Scalar, lost: Scalar) {
    let (factor, low, cosine) = Self.halfAngle(square: square, lost: lost)
    self.init(vector: v * factor + v * low, scalar: cosine)
  }

  /// sin(θ/2)/θ, as `factor` + `low`, and cos(θ/2), for θ² = *m* + `lost` up to π².
  ///
  /// Polynomials that interpolate at Chebyshev nodes.
  /// `Tests/ReferenceData/rotation-math/make_coefficients.py` makes the coefficients.
  @inlinable @inline(__always) static func halfAngle(square m: Scalar, lost: Scalar) -> (
    factor: Scalar, low: Scalar, cosine: Scalar
  ) {
    // Always inlined: a call costs 14 % of the exponential (workload exp-log-200).
    let m2 = m * m
    let m4 = m2 * m2
    let s1 = (-1.550099206348023e-06 + 5.382288909992814e-09 * m) as Scalar
    let s2 = (-1.2232474422359924e-11 + 1.9603243789387078e-14 * m) as Scalar
    let s3 = (-2.332754605246207e-17 + 2.083926916569371e-20 * m) as Scalar
    let c1 = (9.688120038637714e-08 - 2.691144391930038e-10 * m) as Scalar
    let c2 = (5.096846083652991e-13 - 6.998444977303391e-16 * m) as Scalar
    // The first coefficients are added last, so that the sum rounds once.
    let sineStart: Scalar = 0.0002604166666666658 * m + s1 * m2
    let sine: Scalar = (sineStart + (s2 + s3 * m2) * m4) - 0.020833333333333332
    let cosineStart: Scalar = c1 * m2 - 2.1701388888882422e-05 * m
    let c4: Scalar = c2 + 7.089898419035732e-19 * m2
    let cosine: Scalar = (cosineStart + c4 * m4) + 0.002604166666666666
    let part = m * sine
    let factor = 0.5 + part
    // First-order corrections for `lost`. The derivatives by θ² are `sine` + 0.00024 *m*, to a few
    // digits, and -sin(θ/2)/4θ.
    let rate: Scalar = sine + 0.00024 * m
    let low: Scalar = (part - (factor - 0.5)) + lost * rate
    let whole: Scalar = (1 - m / 8) + m2 * cosine
    return (factor, low, whole - lost * (factor / 4))
  }

  @inlinable @inline(never) init(longRotationVector v: Vector3<Scalar>) {
    guard v.maximumMagnitude < 1 / Scalar.ulpOfOne else {
      // Adjacent floating-point vectors are 1 rad or more apart: the angle is arbitrary, the axis
      // is not.
      guard let axis = v.normalized() else {
        self.init(x: .nan, y: .nan, z: .nan, w: .nan)
        return
      }
      let half = min(v.length, .greatestFiniteMagnitude) / 2
      self.init(vector: axis * Scalar.sin(half), scalar: Scalar.cos(half))
      return
    }
    let length = v.preciseLength
    let half = length.scaled(by: 0.5)
    self.init(vector: v * (half.sine.value / length.high), scalar: half.cosine.value)
  }

  /// The rotation vector of a unit quaternion: the logarithm of the rotation.
  ///
  /// Its length is in 0...π.
  ///
  /// `q` and `-q` have equal vectors, except for a rotation by exactly π: both directions are
  /// logarithms, and the sign selects one. ``canonical`` makes the choice unique.
  ///
  /// Accurate to 4 units in the last place of the largest component.
  @inlinable @inline(__always) public var rotationVector: Vector3<Scalar> {
    // Always inlined, and without branches, for vector instructions in batches.
    assertUnit()
    let cosine = abs(w), sum = 1 + cosine, reciprocal = 1 / sum
    let excess = Self.arcExcess(squaredTangent: vector.lengthSquared * (reciprocal * reciprocal))
    // The rounding error of 1 + cos(θ/2) is removed to first order.
    let lost = (cosine - (sum - 1)) * reciprocal
    let factor = 4 * ((1 + (excess - (1 + excess) * lost)) / sum)
    return vector * (w < 0 ? -factor : factor)
  }

  /// atan(τ)/τ - 1 for *u* = τ² of 0...1. With τ = sin φ/(1 + cos φ) = tan(φ/2), the angle φ is
  /// 2 atan(τ).
  ///
  /// A polynomial that interpolates at Chebyshev nodes.
  /// `Tests/ReferenceData/rotation-math/make_coefficients.py` makes the coefficients.
  @inlinable @inline(__always) static func arcExcess(squaredTangent u: Scalar) -> Scalar {
    let u2 = u * u, u4 = u2 * u2, u8 = u4 * u4
    let a0 = (0.19999999999999554 - 0.14285714285648404 * u) as Scalar
    let a1 = (0.11111111107234752 - 0.09090908969556057 * u) as Scalar
    let a2 = (0.07692305354655005 - 0.06666636435501296 * u) as Scalar
    let a3 = (0.058820749540984 - 0.052612657220493186 * u) as Scalar
    let a4 = (0.04752086711971695 - 0.043081194430402356 * u) as Scalar
    let a5 = (0.03872639648475531 - 0.033750120279774226 * u) as Scalar
    let a6 = (0.027567923376248537 - 0.020238683303066225 * u) as Scalar
    let a7 = (0.01275615016990033 - 0.006575666928280585 * u) as Scalar
    let a8 = (0.002622969273568936 - 0.0007518441483333771 * u) as Scalar
    let a9 = (0.00013687179949422912 - 1.1832435372262045e-05 * u) as Scalar
    let b0 = a0 + a1 * u2, b1 = a2 + a3 * u2, b2 = a4 + a5 * u2, b3 = a6 + a7 * u2
    let rest = (b0 + b1 * u4) + ((b2 + b3 * u4) + (a8 + a9 * u2) * u8) * u8
    return u * (rest * u - 0.3333333333333333)
  }
}

extension Matrix3 {
  /// Creates the rotation matrix of a rotation vector.
  ///
  /// Accurate to 2 units in the last place of the largest element.
  ///
  /// Rodrigues' formula, *R* = *I* + sin θ [**n**]ₓ + (1 - cos θ) [**n**]ₓ², in double-word
  /// arithmetic except for the sine and the cosine. `Matrix3(Quaternion(rotationVector:))` is
  /// faster and less accurate.
  @inlinable public init(rotationVector v: Vector3<Scalar>) {
    let largest = v.maximumMagnitude
    guard largest > Scalar.ulpOfOne, largest < 1 / Scalar.ulpOfOne else {
      // Second-order terms vanish, or the angle is arbitrary.
      self.init(Quaternion(rotationVector: v))
      return
    }
    typealias Word = DoubleWord<Scalar>
    let angle = v.preciseLength
    let sine = angle.sine, cosine = angle.cosine
    // 1 - cos θ = 2 sin²(θ/2) where cos θ is near 1.
    let halfSine = angle.scaled(by: 0.5).sine
    let versine =
      cosine.high > 0.5 ? (halfSine * halfSine).scaled(by: 2) : Word(1) - cosine
    let (x, y, z) = (Word(v.x) / angle, Word(v.y) / angle, Word(v.z) / angle)
    let (sx, sy, sz) = (sine * x, sine * y, sine * z)
    let (xy, yz, zx) = (versine * x * y, versine * y * z, versine * z * x)
    let one = Word(1)
    self.init(
      columns: Vector3(
        (one - versine * (y * y + z * z)).value, (xy + sz).value, (zx - sy).value),
      Vector3((xy - sz).value, (one - versine * (z * z + x * x)).value, (yz + sx).value),
      Vector3((zx + sy).value, (yz - sx).value, (one - versine * (x * x + y * y)).value))
  }
}

// MARK: - Interpolation

extension Quaternion {
  /// Spherical linear interpolation (slerp) to `other` along the shorter arc.
  ///
  /// The angular speed is constant. Accurate to rounding at every angle, without a linear branch.
  /// At 180° both arcs have the same length, and the sign of `other` selects one.
  ///
  /// - Parameters:
  ///   - other: A unit quaternion.
  ///   - t: The fraction: 0 returns `self`, 1 returns `other` or `-other` to rounding; values
  ///     outside 0...1 extrapolate.
  @inlinable public func slerp(to other: Self, _ t: Scalar) -> Self {
    if abs(t) <= 1 { return slerpWithin(other, t) }
    let (perpendicular, squaredSine, ratio) = arc(to: other)
    let sine = squaredSine.squareRoot(), angle = sine * ratio * t
    let factor = sine > 0 ? Scalar.sin(angle) / sine : t
    return self * Scalar.cos(angle) + perpendicular * factor
  }

  /// ``slerp(to:_:)`` for `t` in -1...1, without branches.
  @inlinable @inline(__always) func slerpWithin(_ other: Self, _ t: Scalar) -> Self {
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
    assertUnit()
    other.assertUnit()
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
    assertUnit()
    other.assertUnit()
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

  /// The sum of two quaternions of any length with the weights of slerp at `angle`, in 0...π.
  ///
  /// `self` at 0 and `other` at 1. For unit quaternions with this angle between them it is their
  /// slerp.
  @inlinable package func weighted(with other: Self, angle: Scalar, _ t: Scalar) -> Self {
    let sine = Scalar.sin(angle)
    guard sine > 0 else { return lerp(to: other, t) }
    return self * (Scalar.sin((1 - t) * angle) / sine) + other * (Scalar.sin(t * angle) / sine)
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
