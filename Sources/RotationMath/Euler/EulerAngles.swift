public import RealModule

/// Three Euler angles in radians, in the order of their sequence.
@frozen
public struct EulerAngles<Scalar: RealScalar>: Hashable, Sendable, Codable {
  /// The angle about the first axis, in -π...π if converted from a rotation.
  public var first: Scalar
  /// The angle about the second axis.
  ///
  /// If converted from a rotation it is in 0...π in a symmetric sequence, and in -π/2...π/2
  /// otherwise.
  public var second: Scalar
  /// The angle about the third axis, in -π...π if converted from a rotation.
  public var third: Scalar
  /// The axes and their order.
  public let sequence: EulerSequence
  /// Gimbal lock of the converted rotation; `.none` for angles created directly.
  ///
  /// The test is exact; ``distanceFromLock`` is small near gimbal lock.
  public let lock: GimbalLock
  /// The sine of half the angular distance to gimbal lock.
  ///
  /// Each outer angle is accurate to about the rounding error divided by this value. The rotation
  /// that the three angles describe is accurate at any distance.
  public let distanceFromLock: Scalar

  /// Creates angles in the order of the sequence.
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

  /// Converts a rotation to Euler angles, without a threshold near gimbal lock.
  ///
  /// In the basis of the first axis, the second, and their cross product, a unit quaternion has
  /// four coefficients *a*, *b*, *c*, *d* with *a* + *bi* = cos(θ₂/2) exp(*i*(θ₁+θ₃)/2) and *c* +
  /// *di* = sin(θ₂/2) exp(*i*(θ₃-θ₁)/2), up to a fixed rotation if the sequence is not symmetric.
  ///
  /// Source: E. Bernardes, S. Viollet, *Quaternion to Euler angles conversion: a direct, general
  /// and computationally efficient method*, PLoS ONE 17(11), 2022,
  /// doi:10.1371/journal.pone.0276302.
  ///
  /// - Parameters:
  ///   - q: A unit quaternion; its sign does not matter.
  ///   - sequence: The axes and their order.
  @inlinable public init(_ q: Quaternion<Scalar>, sequence: EulerSequence) {
    // Extrinsic angles equal those of the reversed intrinsic sequence in reverse order.
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
      // cos(π/2) is the rounding error of π/2.
      second =
        halves.sine == halves.cosine ? 0 : (second - .pi / 2) - Scalar.cos(.pi / 2)
      if !isEven { outer = -outer }
    }
    if halves.lock != .none && sequence.isIntrinsic {
      // The angle set to zero in gimbal lock is the third in the caller's order.
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
  /// The sequence, the angles in radians, and any gimbal lock.
  public var description: String {
    "\(sequence) (\(first), \(second), \(third))\(lock.suffix)"
  }
}
