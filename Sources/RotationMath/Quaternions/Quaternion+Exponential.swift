public import RealModule

// MARK: - Rotation vectors

extension Quaternion {
  /// The rotation by `|rotationVector|` radians about its direction: the exponential map.
  ///
  /// Within 2 units in the last place of its largest coefficient.
  @inlinable public init(rotationVector v: Vector3<Scalar>) {
    // θ² of the components' leading digits, whose squares and sums are exact, and of the rest.
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
    guard square <= .pi * .pi else {
      self.init(longRotationVector: v)
      return
    }
    let (factor, low, cosine) = Self.halfAngle(
      square: square, lost: correction - (square - sum))
    self.init(vector: v * factor + v * low, scalar: cosine)
  }

  /// sin(θ/2)/θ, as a scalar and what rounding took from it, and cos(θ/2), for θ² = *m* + `lost` up
  /// to π²: by polynomials that interpolate them at Chebyshev's points, the first coefficients exact.
  @inlinable @inline(__always)
  static func halfAngle(square m: Scalar, lost: Scalar) -> (
    factor: Scalar, low: Scalar, cosine: Scalar
  ) {
    let m2 = m * m
    let m4 = m2 * m2
    let s1 = (-1.550099206348023e-06 + 5.382288909992814e-09 * m) as Scalar
    let s2 = (-1.2232474422359924e-11 + 1.9603243789387078e-14 * m) as Scalar
    let s3 = (-2.332754605246207e-17 + 2.083926916569371e-20 * m) as Scalar
    let c1 = (9.688120038637714e-08 - 2.691144391930038e-10 * m) as Scalar
    let c2 = (5.096846083652991e-13 - 6.998444977303391e-16 * m) as Scalar
    // The first coefficients last, to round once in their place.
    let sine =
      ((0.0002604166666666658 * m + s1 * m2) + (s2 + s3 * m2) * m4) - 0.020833333333333332
    let cosine =
      ((c1 * m2 - 2.1701388888882422e-05 * m) + (c2 + 7.089898419035732e-19 * m2) * m4)
      + 0.002604166666666666
    let part = m * sine
    let factor = 0.5 + part
    // By their derivatives by θ², that of the factor to a few digits, and -sin(θ/2)/4θ.
    let low = (part - (factor - 0.5)) + lost * (sine + 0.00024 * m)
    return (factor, low, ((1 - m / 8) + m2 * cosine) - lost * (factor / 4))
  }

  @inlinable @inline(never) init(longRotationVector v: Vector3<Scalar>) {
    guard v.maximumMagnitude < 1 / Scalar.ulpOfOne else {
      // Neighbouring vectors are a radian or more apart: any rotation about this axis will do.
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

  /// The rotation vector of a unit quaternion, of length 0 through π: the logarithm of the
  /// rotation, whichever of `q` and `-q` is given. Of half a turn both directions are the
  /// logarithm, and the sign of the quaternion tells which; ``canonical`` makes it one.
  ///
  /// Within 4 units in the last place of its largest component; 2, but for angles near π/2, where what
  /// rounding left of the quaternion's length counts.
  @inlinable public var rotationVector: Vector3<Scalar> {
    let sine = vector.length
    let cosine = abs(w)
    // atan2(sine, cosine) by whichever inverse is accurate there, and faster. Below the last
    // bit of 1 the quotient is 1.
    let halfAngle = sine < cosine ? Scalar.asin(sine) : Scalar.acos(cosine)
    let factor = sine * sine > .ulpOfOne ? 2 * halfAngle / sine : 2 + sine * sine / 3
    return vector * (w < 0 ? -factor : factor)
  }
}

extension Matrix3 {
  /// The matrix of the rotation by `|rotationVector|` radians about its direction, within 2 units
  /// in the last place of its largest element.
  ///
  /// Rodrigues' formula, *R* = *I* + sin θ [**n**]ₓ + (1 - cos θ) [**n**]ₓ², in doubled precision
  /// but for the sine and the cosine. Where the last digits do not matter, the matrix of
  /// `Quaternion(rotationVector:)` is quicker.
  @inlinable public init(rotationVector v: Vector3<Scalar>) {
    let largest = v.maximumMagnitude
    guard largest > Scalar.ulpOfOne, largest < 1 / Scalar.ulpOfOne else {
      // Nothing of second order is left, or nothing of the angle.
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
