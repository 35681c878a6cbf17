public import RealModule

/// Three angles in radians about the axes of ``DavenportAxes``.
@frozen
public struct DavenportAngles<Scalar: RealScalar>: Hashable, Sendable {
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
  /// The test is exact: with general axes, rounding errors of the axes and the rotation hide a lock.
  /// ``distanceFromLock`` is small near it.
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
  @inlinable
  public func davenportAngles(_ axes: DavenportAxes<Scalar>) -> DavenportAngles<Scalar> {
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
