public import RealModule

/// Three angles in radians about the axes of ``DavenportAxes``.
@frozen public struct DavenportAngles<Scalar: RealScalar>: Hashable, Sendable, Codable {
  /// The angle about the first axis, in -π...π if converted from a rotation.
  public var first: Scalar
  /// The angle about the second axis.
  ///
  /// If converted from a rotation it is in -λ...(π - λ), where λ, from 0 through π, is the angle
  /// about the second axis from the axis of the outer rotation, the first if intrinsic and the
  /// third if extrinsic, to that of the inner one; in (λ - π)...λ if that angle is clockwise.
  public var second: Scalar
  /// The angle about the third axis, in -π...π if converted from a rotation.
  public var third: Scalar

  /// These angles.
  @inlinable public init(_ first: Scalar, _ second: Scalar, _ third: Scalar) {
    self.first = first
    self.second = second
    self.third = third
  }
}

extension DavenportAngles {
  /// The sine of half the angular distance of these angles about `axes` to gimbal lock, to two eps.
  ///
  /// Each outer angle of a converted rotation is accurate to about the rounding error divided by
  /// this value. The rotation that the three angles describe is accurate at any distance.
  @inlinable public func distanceFromLock(about axes: DavenportAxes<Scalar>) -> Scalar {
    sineOfHalfDistanceFromHalfTurns(second + axes.outerAngle)
  }

  /// Gimbal lock of these angles about `axes`, where ``distanceFromLock(about:)`` is at most 2 eps.
  ///
  /// Rotations are converted to the exact lock within 4 eps. With general axes the limits can be
  /// larger by the rounding error of the axes.
  @inlinable public func lock(about axes: DavenportAxes<Scalar>) -> GimbalLock {
    let angle = second + axes.outerAngle
    guard sineOfHalfDistanceFromHalfTurns(angle) <= GimbalLock.limit() else { return .none }
    return Scalar.cos(angle) > 0 ? .aligned : .opposed
  }
}

extension DavenportAngles: CustomStringConvertible {
  /// The angles in order, in radians.
  public var description: String { "(\(first), \(second), \(third))" }
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
  /// In gimbal lock the third angle is zero.
  @inlinable public func davenportAngles(_ axes: DavenportAxes<Scalar>) -> DavenportAngles<Scalar> {
    assertUnit()
    let start = axes.isIntrinsic ? axes.third : axes.first
    var middle = axes.second
    var across = start.cross(middle)
    var lambda = axes.outerAngle
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
      axes.isIntrinsic ? inner : outer)
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

  /// λ: the angle from the axis of the outer rotation to that of the inner one about the second.
  @inlinable var outerAngle: Scalar {
    let (start, end) = isIntrinsic ? (third, first) : (first, third)
    return Scalar.atan2(y: end.dot(start.cross(second)), x: end.dot(start))
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

/// The sine of half the distance of `angle` to the nearest multiple of π, in 0...√½.
///
/// The nearest number to π counts as π.
@inlinable func sineOfHalfDistanceFromHalfTurns<Scalar: RealScalar>(_ angle: Scalar) -> Scalar {
  let magnitude = abs(angle)
  let half = magnitude < .pi / 2 ? magnitude / 2 : (magnitude - .pi) / 2
  return min(abs(Scalar.sin(half)), abs(Scalar.cos(half)))
}

/// Whether the first and the third of three angles can be distinguished.
@frozen public enum GimbalLock: String, Hashable, Sendable, Codable {
  /// No gimbal lock: all three angles are determined.
  case none
  /// The third axis coincides with the first.
  ///
  /// Only the sum of the outer angles is determined; conversions set the third to zero.
  case aligned
  /// The third axis is opposite to the first.
  ///
  /// Only the difference of the outer angles is determined; conversions set the third to zero.
  case opposed

  /// The largest distance from lock of angles in lock: above their rounding error in a conversion
  /// to the exact lock, below the distance of any other converted rotation.
  @inlinable static func limit<Scalar: RealScalar>() -> Scalar { 2 * Scalar.ulpOfOne }

  /// The text appended to the description of angles.
  var suffix: String { self == .none ? "" : " in gimbal lock (\(self))" }
}
