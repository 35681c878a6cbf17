public import RealModule

/// Three Euler angles in radians, in the order of their sequence.
@frozen public struct EulerAngles<Scalar: RealScalar>: Hashable, Sendable, Codable {
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

  /// Creates angles in the order of the sequence.
  @inlinable
  public init(_ first: Scalar, _ second: Scalar, _ third: Scalar, sequence: EulerSequence) {
    self.first = first
    self.second = second
    self.third = third
    self.sequence = sequence
  }

  /// Converts a rotation to Euler angles, without a threshold near gimbal lock.
  ///
  /// Within 4 eps of gimbal lock, the rounding error of a rotation, the second angle is exactly
  /// that of the lock, and the third is zero.
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
    q.assertUnit()
    // Extrinsic angles equal those of the reversed intrinsic sequence in reverse order.
    let (i, j) =
      sequence.isIntrinsic
      ? (sequence.third.rawValue, sequence.second.rawValue)
      : (sequence.first.rawValue, sequence.second.rawValue)
    let k = 3 - i - j
    let isEven = sequence.isEven
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
  }
}

extension EulerAngles {
  /// The second angle from gimbal lock: 0 where the outer axes are aligned or opposed.
  @inlinable var angleFromLock: Scalar { sequence.isSymmetric ? second : abs(second) - .pi / 2 }

  /// The sine of half the angular distance of these angles to gimbal lock, to an eps.
  ///
  /// Each outer angle of a converted rotation is accurate to about the rounding error divided by
  /// this value. The rotation that the three angles describe is accurate at any distance.
  @inlinable public var distanceFromLock: Scalar { sineOfHalfDistanceFromHalfTurns(angleFromLock) }

  /// Gimbal lock of these angles, where ``distanceFromLock`` is at most 2 eps.
  ///
  /// Rotations are converted to the exact lock within 4 eps.
  @inlinable public var lock: GimbalLock {
    guard distanceFromLock <= GimbalLock.limit() else { return .none }
    if sequence.isSymmetric { return Scalar.cos(second) > 0 ? .aligned : .opposed }
    // In the basis of an odd sequence one axis is mirrored.
    return (Scalar.sin(second) < 0) == sequence.isEven ? .aligned : .opposed
  }

  /// The angles of the same rotation that are nearest to `previous`, without jumps by π or 2π.
  ///
  /// Each rotation has two triples of angles and their multiples of 2π; the angles leave the ranges
  /// of converted rotations where that continues `previous`. In gimbal lock the change is shared
  /// between the outer angles, so that both stay near.
  ///
  /// - Precondition: `previous` has the same sequence.
  @inlinable public func nearest(to previous: Self) -> Self {
    precondition(
      sequence == previous.sequence,
      "expected angles in the sequence \(sequence), got \(previous.sequence)")
    func near(_ angle: Scalar, _ other: Scalar) -> Scalar {
      let turn: Scalar = 2 * .pi
      return angle + turn * ((other - angle) / turn).rounded()
    }
    func near(_ first: Scalar, _ second: Scalar, _ third: Scalar) -> Self {
      var angles = self
      angles.first = near(first, previous.first)
      angles.second = near(second, previous.second)
      angles.third = near(third, previous.third)
      guard lock != .none else { return angles }
      // The determined sum or difference, which is the first angle while the third is zero.
      let sign: Scalar = lock == .aligned ? 1 : -1
      let rest = near(first + sign * third, previous.first + sign * previous.third)
      let change = (rest - (previous.first + sign * previous.third)) / 2
      angles.first = previous.first + change
      angles.third = previous.third + sign * change
      return angles
    }
    func distance(_ angles: Self) -> Scalar {
      Vector3(
        angles.first - previous.first, angles.second - previous.second,
        angles.third - previous.third
      ).lengthSquared
    }
    let one = near(first, second, third)
    let other = near(first + .pi, sequence.isSymmetric ? -second : .pi - second, third + .pi)
    return distance(other) < distance(one) ? other : one
  }
}

extension EulerAngles: CustomStringConvertible {
  /// The sequence, the angles in radians, and any gimbal lock.
  public var description: String { "\(sequence) (\(first), \(second), \(third))\(lock.suffix)" }
}

/// The axes of Euler angles, their order, and whether the rotations are intrinsic.
///
/// There are 24 sequences: twelve triples of axes, each intrinsic (about the axes of the rotated
/// body) or extrinsic (about the fixed axes). The intrinsic sequence *ijk* equals the extrinsic
/// sequence *kji* with its angles in reverse order.
@frozen public struct EulerSequence: Hashable, Sendable {
  /// The axis of the first rotation.
  public let first: CoordinateAxis
  /// The axis of the second rotation, different from the first and the third.
  public let second: CoordinateAxis
  /// The axis of the third rotation.
  public let third: CoordinateAxis
  /// Whether the rotations are intrinsic: about the axes of the rotated body.
  public let isIntrinsic: Bool

  /// Creates a sequence, or returns `nil` if two consecutive axes are equal.
  @inlinable public init?(
    _ first: CoordinateAxis, _ second: CoordinateAxis, _ third: CoordinateAxis, isIntrinsic: Bool
  ) {
    guard first != second, second != third else { return nil }
    self.init(unchecked: first, second, third, isIntrinsic: isIntrinsic)
  }

  @usableFromInline init(
    unchecked first: CoordinateAxis, _ second: CoordinateAxis, _ third: CoordinateAxis,
    isIntrinsic: Bool
  ) {
    self.first = first
    self.second = second
    self.third = third
    self.isIntrinsic = isIntrinsic
  }

  /// Whether the first and the third axis are equal.
  ///
  /// Symmetric sequences, such as *zxz*, are proper Euler angles: the second angle is in 0...π. The
  /// others, such as *zyx*, are Tait-Bryan angles: the second angle is in -π/2...π/2.
  @inlinable public var isSymmetric: Bool { first == third }

  /// Whether the axis of the inner rotation precedes the second axis in the cyclic order *xyz*.
  @inlinable var isEven: Bool {
    let inner = isIntrinsic ? third : first
    return (second.rawValue - inner.rawValue + 3) % 3 == 1
  }

  /// The sequence for the reversed angles: intrinsic *zyx* for extrinsic *xyz*.
  @inlinable public var reversed: Self {
    Self(unchecked: third, second, first, isIntrinsic: !isIntrinsic)
  }
}

extension EulerSequence: CaseIterable, LosslessStringConvertible {
  /// All 24 sequences, extrinsic first.
  public static let allCases: [Self] = [false, true].flatMap { isIntrinsic in
    CoordinateAxis.allCases.flatMap { first in
      CoordinateAxis.allCases.flatMap { second in
        CoordinateAxis.allCases.compactMap { Self(first, second, $0, isIntrinsic: isIntrinsic) }
      }
    }
  }

  /// Parses SciPy's notation: `ZYX` for intrinsic axes, `xyz` for extrinsic ones.
  public init?(_ description: String) {
    guard let sequence = Self.allCases.first(where: { $0.description == description }) else {
      return nil
    }
    self = sequence
  }

  /// Three letters in SciPy's notation: upper case for intrinsic axes.
  public var description: String {
    let letters = [first, second, third].map { Array("xyz")[$0.rawValue] }
    return String(isIntrinsic ? letters.map { Character($0.uppercased()) } : letters)
  }
}

#if !hasFeature(Embedded)
  extension EulerSequence: Codable {
    /// Decodes three letters, such as `ZYX`.
    ///
    /// - Throws: `DecodingError` if they are not the description of a sequence.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let letters = try container.decode(String.self)
      guard let sequence = Self(letters) else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription:
            "expected three letters of xyz or of XYZ, consecutive ones different, got “\(letters)”")
      }
      self = sequence
    }

    /// Encodes the three letters of the description.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(description)
    }
  }
#endif

extension EulerSequence {
  /// Intrinsic *zyx*: yaw, pitch and roll as in aerospace, in SciPy's notation `ZYX`.
  ///
  /// Not Core Motion's, whose pitch is about *x* and roll about *y*: ``coreMotion``.
  public static let yawPitchRoll = Self(unchecked: .z, .y, .x, isIntrinsic: true)
  /// Intrinsic *zxy*: yaw, pitch and roll of Core Motion's `CMAttitude`.
  ///
  /// *R* = *R*z(yaw) *R*x(pitch) *R*y(roll), device to reference. The angles equal Core Motion's
  /// pitch = asin(2(*wx* + *yz*)), roll = atan2(2(*wy* - *xz*), 1 - 2(*x*² + *y*²)) and yaw =
  /// atan2(2(*wz* - *xy*), 1 - 2(*x*² + *z*²)), without the loss of half the digits near a pitch of
  /// ±90°.
  public static let coreMotion = Self(unchecked: .z, .x, .y, isIntrinsic: true)
  /// Intrinsic *zxz*: the classical Euler angles.
  public static let properEuler = Self(unchecked: .z, .x, .z, isIntrinsic: true)
}

// MARK: - Euler angles

extension Quaternion {
  /// Creates the rotation that Euler angles describe.
  @inlinable public init(_ angles: EulerAngles<Scalar>) {
    let sequence = angles.sequence
    let p = Self(angle: angles.first, axis: sequence.first)
    let q = Self(angle: angles.second, axis: sequence.second)
    let r = Self(angle: angles.third, axis: sequence.third)
    self = sequence.isIntrinsic ? p * q * r : r * q * p
  }

  /// Creates the rotation by `angle` radians about a coordinate axis.
  @inlinable public init(angle: Scalar, axis: CoordinateAxis) {
    let (sine, cosine) = (Scalar.sin(angle / 2), Scalar.cos(angle / 2))
    switch axis {
    case .x: self.init(x: sine, y: 0, z: 0, w: cosine)
    case .y: self.init(x: 0, y: sine, z: 0, w: cosine)
    case .z: self.init(x: 0, y: 0, z: sine, w: cosine)
    }
  }

  /// Creates the rotation by one, two or more turns about the axes of the rotated body.
  ///
  /// `Quaternion(intrinsic: (.z, yaw), (.x, pitch))` is SciPy's `from_euler("ZX", ...)`.
  @inlinable public init(intrinsic turns: (axis: CoordinateAxis, angle: Scalar)...) {
    self = turns.reduce(.identity) { $0 * Self(angle: $1.angle, axis: $1.axis) }
  }

  /// Creates the rotation by one, two or more turns about the fixed axes, the first one first.
  ///
  /// `Quaternion(extrinsic: (.z, yaw), (.x, pitch))` is SciPy's `from_euler("zx", ...)`.
  @inlinable public init(extrinsic turns: (axis: CoordinateAxis, angle: Scalar)...) {
    self = turns.reduce(.identity) { Self(angle: $1.angle, axis: $1.axis) * $0 }
  }

  /// The Euler angles of this unit quaternion in `sequence`.
  @inlinable public func eulerAngles(_ sequence: EulerSequence) -> EulerAngles<Scalar> {
    EulerAngles(self, sequence: sequence)
  }
}
