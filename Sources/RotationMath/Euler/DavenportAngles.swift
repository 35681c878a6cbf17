public import RealModule

/// Three angles in radians about the axes of ``DavenportAxes``.
@frozen public struct DavenportAngles<Scalar: RealScalar>: Hashable, Sendable {
  /// The angle about the first axis, in -π...π if converted from a rotation.
  public var first: Scalar
  /// The angle about the second axis.
  ///
  /// If converted from a rotation it is in -λ...(π - λ), where λ, from 0 through π, is the angle
  /// from the first axis to the third about the second; in (λ - π)...λ if that angle is clockwise.
  public var second: Scalar
  /// The angle about the third axis, in -π...π if converted from a rotation.
  public var third: Scalar
  /// Gimbal lock of the converted rotation; `.none` for angles created directly.
  ///
  /// Reported where ``distanceFromLock`` is at most 4 eps, the rounding error of a rotation. With
  /// general axes it can be larger by the rounding error of the axes.
  public let lock: GimbalLock
  /// The sine of half the angular distance of the converted rotation to gimbal lock; `nil` for
  /// angles created directly.
  ///
  /// Each outer angle is accurate to about the rounding error divided by this value. The rotation
  /// that the three angles describe is accurate at any distance.
  public let distanceFromLock: Scalar?

  /// These angles.
  @inlinable public init(
    _ first: Scalar, _ second: Scalar, _ third: Scalar, lock: GimbalLock = .none,
    distanceFromLock: Scalar? = nil
  ) {
    self.first = first
    self.second = second
    self.third = third
    self.lock = lock
    self.distanceFromLock = distanceFromLock
  }
}

extension DavenportAngles: CustomStringConvertible {
  /// The angles in order, in radians, and any gimbal lock.
  public var description: String { "(\(first), \(second), \(third))\(lock.suffix)" }
}

extension Quaternion {
  /// Creates the rotation by `angles` about `axes`.
  @inlinable public init(_ angles: DavenportAngles<Scalar>, about axes: DavenportAxes<Scalar>) {
    func turn(_ angle: Scalar, _ axis: Vector3<Scalar>) -> Self {
      Self(vector: axis * Scalar.sin(angle / 2), scalar: Scalar.cos(angle / 2))
    }
    let p = turn(angles.first, axes.first)
    let q = turn(angles.second, axes.second)
    let r = turn(angles.third, axes.third)
    self = axes.isIntrinsic ? p * q * r : r * q * p
  }

  /// The Davenport angles of this unit quaternion about `axes`.
  ///
  /// Uses the method of ``EulerAngles/init(_:sequence:)``, which has no threshold near gimbal lock.
  @inlinable public func davenportAngles(_ axes: DavenportAxes<Scalar>) -> DavenportAngles<Scalar> {
    assertUnit()
    let (start, end) =
      axes.isIntrinsic ? (axes.third, axes.first) : (axes.first, axes.third)
    var middle = axes.second
    var across = start.cross(middle)
    // λ: the angle from the start axis to the end axis about the middle one.
    var lambda = Scalar.atan2(y: end.dot(across), x: end.dot(start))
    let isClockwise = lambda < 0
    if isClockwise {
      middle = -middle
      across = -across
      lambda = -lambda
    }
    let turned =
      Self(vector: middle * Scalar.sin(lambda / 2), scalar: Scalar.cos(lambda / 2)) * self
    let vector = turned.vector
    let halves = HalfAngles(
      a: turned.w, b: vector.dot(start), c: vector.dot(middle), d: vector.dot(across))
    var (inner, outer) = halves.outerAngles
    let second = halves.secondAngle - lambda
    if halves.lock != .none && axes.isIntrinsic {
      (inner, outer) = (0, halves.lock == .aligned ? inner : -inner)
    }
    return DavenportAngles(
      axes.isIntrinsic ? outer : inner, isClockwise ? -second : second,
      axes.isIntrinsic ? inner : outer, lock: halves.lock,
      distanceFromLock: halves.distanceFromLock)
  }
}

/// Three rotation axes for Davenport angles, which generalise Euler angles.
///
/// The second axis is perpendicular to the first and the third.
///
/// Source: P. B. Davenport, *Rotations about nonorthogonal axes*, AIAA Journal 11(6), 1973,
/// doi:10.2514/3.6842.
@frozen public struct DavenportAxes<Scalar: RealScalar>: Hashable, Sendable {
  /// The axis of the first rotation, a unit vector.
  public let first: Vector3<Scalar>
  /// The axis of the second rotation, a unit vector perpendicular to the other two.
  public let second: Vector3<Scalar>
  /// The axis of the third rotation, a unit vector.
  public let third: Vector3<Scalar>
  /// Whether the rotations are intrinsic: about the axes of the rotated body.
  public let isIntrinsic: Bool

  /// Creates axes, normalising each.
  ///
  /// Returns `nil` if an axis is zero or not finite, or if the second is not perpendicular to the
  /// other two: then some rotations have no angles.
  ///
  /// - Parameters:
  ///   - first: The axis of the first rotation.
  ///   - second: The axis of the second rotation.
  ///   - third: The axis of the third rotation.
  ///   - isIntrinsic: Whether the rotations are intrinsic: about the axes of the rotated body.
  ///   - tolerance: The largest |cosine| between axes accepted as perpendicular (default: √eps).
  @inlinable public init?(
    _ first: Vector3<Scalar>, _ second: Vector3<Scalar>, _ third: Vector3<Scalar>,
    isIntrinsic: Bool, tolerance: Scalar = .ulpOfOne.squareRoot()
  ) {
    guard let first = first.normalized(), let second = second.normalized(),
      let third = third.normalized(), abs(first.dot(second)) <= tolerance,
      abs(second.dot(third)) <= tolerance
    else { return nil }
    self.first = first
    self.second = second
    self.third = third
    self.isIntrinsic = isIntrinsic
  }
}

/// The complex numbers *a* + *bi* and *c* + *di* that encode three angles.
@frozen @usableFromInline struct HalfAngles<Scalar: RealScalar> {
  @usableFromInline let a, b, c, d: Scalar
  @usableFromInline let cosine, sine: Scalar

  @inlinable init(a: Scalar, b: Scalar, c: Scalar, d: Scalar) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
    cosine = Vector2(a, b).length
    sine = Vector2(c, d).length
  }

  /// The second angle of a symmetric sequence, in 0...π; 0 or π in gimbal lock.
  @inlinable var secondAngle: Scalar {
    switch lock {
    case .aligned: 0
    case .opposed: .pi
    case .none: 2 * Scalar.atan2(y: sine, x: cosine)
    }
  }

  /// Gimbal lock to the rounding error of a product of three rotations.
  ///
  /// There the outer angles are noise, and their sum or difference is not.
  @inlinable var lock: GimbalLock {
    let limit = 4 * Scalar.ulpOfOne
    return sine <= limit * cosine ? .aligned : cosine <= limit * sine ? .opposed : .none
  }

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

/// Whether the first and the third of three angles can be distinguished.
@frozen public enum GimbalLock: String, Hashable, Sendable, Codable {
  /// No gimbal lock: all three angles are determined.
  case none
  /// The third axis coincides with the first.
  ///
  /// Only the sum of the outer angles is determined; the third is set to zero.
  case aligned
  /// The third axis is opposite to the first.
  ///
  /// Only the difference of the outer angles is determined; the third is set to zero.
  case opposed

  /// The lock with the direction of one outer axis reversed.
  @inlinable var mirrored: Self {
    switch self {
    case .none: .none
    case .aligned: .opposed
    case .opposed: .aligned
    }
  }

  /// The text appended to the description of angles.
  var suffix: String { self == .none ? "" : " in gimbal lock (\(self))" }
}
