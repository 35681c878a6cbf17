public import RealModule

/// Three angles in radians, in the order of their sequence.
@frozen
public struct EulerAngles<Scalar: RealScalar>: Hashable, Sendable, Codable {
  /// The angle about the first axis, -π through π when it comes from a rotation.
  public var first: Scalar
  /// The angle about the second axis: 0 through π in a symmetric sequence, -π/2 through π/2 in the
  /// others, when it comes from a rotation.
  public var second: Scalar
  /// The angle about the third axis, -π through π when it comes from a rotation.
  public var third: Scalar
  /// The axes and their order.
  public let sequence: EulerSequence
  /// Whether the outer angles can be told apart; `.none` for angles that were given.
  public let lock: GimbalLock
  /// How far the second angle is from gimbal lock: the sine of half the distance in radians.
  ///
  /// The outer angles by themselves are accurate to about the rounding error over this; the
  /// rotation that the three describe together is accurate at any distance.
  public let distanceFromLock: Scalar

  /// These angles, in the order of the sequence.
  @inlinable
  public init(_ first: Scalar, _ second: Scalar, _ third: Scalar, sequence: EulerSequence) {
    self.first = first
    self.second = second
    self.third = third
    self.sequence = sequence
    lock = .none
    let (sine, cosine) =
      sequence.isSymmetric
      ? (Scalar.sin(second / 2), Scalar.cos(second / 2))
      : (Scalar.sin(second / 2 + .pi / 4), Scalar.cos(second / 2 + .pi / 4))
    distanceFromLock = min(abs(sine), abs(cosine))
  }

  /// The angles of a rotation, by half sums and half differences: no threshold near gimbal lock.
  ///
  /// In the basis of the first axis, the second, and their cross product, a unit quaternion has
  /// four coefficients *a*, *b*, *c*, *d* with *a* + *bi* = cos(θ₂/2) exp(*i*(θ₁+θ₃)/2) and
  /// *c* + *di* = sin(θ₂/2) exp(*i*(θ₃-θ₁)/2), up to a fixed turn where the sequence is not
  /// symmetric.
  ///
  /// Source: E. Bernardes, S. Viollet, *Quaternion to Euler angles conversion: a direct, general
  /// and computationally efficient method*, PLoS ONE 17(11), 2022,
  /// doi:10.1371/journal.pone.0276302.
  ///
  /// - Parameters:
  ///   - q: A unit quaternion; its sign does not matter.
  ///   - sequence: The axes and their order.
  @inlinable public init(_ q: Quaternion<Scalar>, sequence: EulerSequence) {
    // Extrinsic angles are those of the reversed sequence, in reverse.
    let (i, j) =
      sequence.isIntrinsic
      ? (sequence.third.rawValue, sequence.second.rawValue)
      : (sequence.first.rawValue, sequence.second.rawValue)
    let k = 3 - i - j
    let isEven = (j - i + 3) % 3 == 1
    let vector = q.vector
    let (qi, qj) = (vector[i], vector[j])
    let qk = isEven ? vector[k] : -vector[k]
    let halves: HalfAngles<Scalar>
    if sequence.isSymmetric {
      halves = HalfAngles(a: q.w, b: qi, c: qj, d: qk)
    } else {
      halves = HalfAngles(a: q.w - qj, b: qi + qk, c: qj + q.w, d: qk - qi)
    }
    var (inner, outer) = halves.outerAngles
    var second = halves.secondAngle
    if !sequence.isSymmetric {
      // cos(π/2) is what rounding took from π/2.
      second =
        halves.sine == halves.cosine ? 0 : (second - .pi / 2) - Scalar.cos(.pi / 2)
      if !isEven { outer = -outer }
    }
    if halves.lock != .none && sequence.isIntrinsic {
      // The angle that lock leaves free is the third as the caller counts.
      let free = sequence.isSymmetric || isEven ? inner : -inner
      (inner, outer) = (0, halves.lock == .aligned ? free : -free)
    }
    self.first = sequence.isIntrinsic ? outer : inner
    self.second = second
    self.third = sequence.isIntrinsic ? inner : outer
    self.sequence = sequence
    lock = halves.lock
    distanceFromLock = halves.distanceFromLock
  }
}

extension EulerAngles: CustomStringConvertible {
  /// The sequence, the angles in its order in radians, and the lock if there is one.
  public var description: String {
    "\(sequence) (\(first), \(second), \(third))\(lock.suffix)"
  }
}

/// The two complex numbers that hold three angles: *a* + *bi* and *c* + *di*.
@frozen @usableFromInline
struct HalfAngles<Scalar: RealScalar> {
  @usableFromInline let a, b, c, d: Scalar
  @usableFromInline let cosine, sine: Scalar

  @inlinable init(a: Scalar, b: Scalar, c: Scalar, d: Scalar) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
    cosine = Vector2(a, b).length
    sine = Vector2(c, d).length
  }

  /// 0 through π.
  @inlinable var secondAngle: Scalar { 2 * Scalar.atan2(y: sine, x: cosine) }

  @inlinable var lock: GimbalLock { sine == 0 ? .aligned : cosine == 0 ? .opposed : .none }

  @inlinable var distanceFromLock: Scalar {
    min(sine, cosine) / Vector2(sine, cosine).length
  }

  /// The first and the third angle, -π through π, the third zero in lock.
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

  /// `angle`, between -2π and 2π, brought to -π through π; sin π is what rounding took from π.
  @inlinable func wrapped(_ angle: Scalar) -> Scalar {
    if angle > .pi { return (angle - 2 * .pi) - 2 * Scalar.sin(.pi) }
    if angle < -.pi { return (angle + 2 * .pi) + 2 * Scalar.sin(.pi) }
    return angle
  }
}
