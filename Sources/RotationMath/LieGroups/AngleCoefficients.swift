/// The coefficients of SO(3) and SE(3) Jacobians as functions of the angle θ.
///
/// Each is a difference that cancels at small angles. Small angles use the Taylor series; above the
/// switch-over angle, where both agree to the last digit, θ is a double-word number, because its
/// rounding error alone would cost several units in the last place.
@frozen
@usableFromInline struct AngleCoefficients<Scalar: RealScalar> {
  /// θ² of the exact components.
  @usableFromInline var square: DoubleWord<Scalar>
  /// θ; zero if θ² is below the rounding error of 1 in double-word precision.
  @usableFromInline var angle: DoubleWord<Scalar>
  /// Whether θ²/12 is below the rounding error of 1 in double-word precision.
  @usableFromInline var isTiny: Bool

  @inlinable init(_ v: Vector3<Scalar>) {
    let (x, y, z) = (DoubleWord(v.x), DoubleWord(v.y), DoubleWord(v.z))
    square = x * x + y * y + z * z
    isTiny = square.high < Scalar.ulpOfOne * Scalar.ulpOfOne
    angle = isTiny ? DoubleWord(0) : square.squareRoot()
  }

  /// Whether θ² overflows double-word arithmetic or is NaN.
  @inlinable var isHuge: Bool { !(square.high < .greatestFiniteMagnitude * .ulpOfOne) }

  /// (1 - cos θ)/θ².
  @inlinable var versine: DoubleWord<Scalar> {
    guard !isTiny else { return DoubleWord(0.5) }
    let sine = angle.scaled(by: 0.5).sine
    return (sine * sine / square).scaled(by: 2)
  }

  /// (θ - sin θ)/θ³.
  @inlinable var sineTail: DoubleWord<Scalar> {
    guard square.high > 1 else { return DoubleWord(Self.sineTail(square.high)) }
    return (DoubleWord(1) - angle.sine / angle) / square
  }

  /// (1 - (θ/2) cot(θ/2))/θ², the coefficient of the inverse Jacobian.
  ///
  /// The series is that of the numerator over 4 sin²(θ/2)/θ², which converges well beyond the
  /// angles at which 1 - (θ/2) cot(θ/2) cancels.
  @inlinable var cotangentTail: DoubleWord<Scalar> {
    guard square.high > 2.25 else {
      return DoubleWord(Self.cotangentTail(square.high)) / versine.scaled(by: 2)
    }
    let half = angle.scaled(by: 0.5)
    return (DoubleWord(1) - half * half.cosine / half.sine) / square
  }

  /// (2(1 - cos θ) - θ sin θ)/θ⁴.
  @inlinable var versineSlope: Scalar {
    guard square.high > 1 else { return Self.cotangentTail(square.high) }
    return ((versine.scaled(by: 2) - angle.sine / angle) / square).high
  }

  /// (2θ - 3 sin θ + θ cos θ)/(2θ⁵).
  @inlinable var mixedTail: Scalar {
    guard square.high > 1 else { return Self.mixedTail(square.high) }
    // 2θ - 3 sin θ + θ cos θ = 3(θ - sin θ) - θ(1 - cos θ).
    let three = DoubleWord<Scalar>(3)
    return ((three * sineTail - versine) / square).scaled(by: 0.5).high
  }
}

// MARK: - Series

// Taylor coefficients, made by Tests/ReferenceData/rotation-math/make_coefficients.py.

extension AngleCoefficients {
  /// (θ - sin θ)/θ³ for *m* = θ² up to 1.
  @inlinable static func sineTail(_ m: Scalar) -> Scalar {
    var sum: Scalar = 3.868170170630684e-23
    sum = (sum * m - 1.9572941063391263e-20) * m + 8.22063524662433e-18
    sum = (sum * m - 2.8114572543455206e-15) * m + 7.647163731819816e-13
    sum = (sum * m - 1.6059043836821613e-10) * m + 2.505210838544172e-08
    sum = (sum * m - 2.7557319223985893e-06) * m + 0.0001984126984126984
    return (sum * m - 0.008333333333333333) * m + 0.16666666666666666
  }

  /// (2(1 - cos θ) - θ sin θ)/θ⁴ for *m* = θ² up to 2.25.
  @inlinable static func cotangentTail(_ m: Scalar) -> Scalar {
    var sum: Scalar = -5.951031031739514e-26
    sum = (sum * m + 3.54582265641146e-23) * m - 1.7793582784901146e-20
    sum = (sum * m + 7.398571721961897e-18) * m - 2.499073114973796e-15
    sum = (sum * m + 6.691268265342339e-13) * m - 1.376489471727567e-10
    sum = (sum * m + 2.08767569878681e-08) * m - 2.204585537918871e-06
    sum = (sum * m + 0.00014880952380952382) * m - 0.005555555555555556
    return sum * m + 0.08333333333333333
  }

  /// (2θ - 3 sin θ + θ cos θ)/(2θ⁵) for *m* = θ² up to 1.
  @inlinable static func mixedTail(_ m: Scalar) -> Scalar {
    var sum: Scalar = 7.091645312822921e-25
    sum = (sum * m - 3.868170170630684e-22) * m + 1.7615646957052136e-19
    sum = (sum * m - 6.576508197299464e-17) * m + 1.9680200780418645e-14
    sum = (sum * m - 4.58829823909189e-12) * m + 8.029521918410807e-10
    sum = (sum * m - 1.0020843354176688e-07) * m + 8.267195767195768e-06
    return (sum * m - 0.0003968253968253968) * m + 0.008333333333333333
  }
}
