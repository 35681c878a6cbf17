public import RealModule

/// Three axes to turn about in order, the second perpendicular to the other two: what Euler angles
/// become when the axes need not be coordinate axes.
///
/// Source: P. B. Davenport, *Rotations about nonorthogonal axes*, AIAA Journal 11(6), 1973,
/// doi:10.2514/3.6842.
@frozen
public struct DavenportAxes<Scalar: RealScalar>: Hashable, Sendable {
  /// The axis of the first turn, of length one.
  public let first: Vector3<Scalar>
  /// The axis of the second turn, of length one, perpendicular to the other two.
  public let second: Vector3<Scalar>
  /// The axis of the third turn, of length one.
  public let third: Vector3<Scalar>
  /// Whether the axes turn along with the body.
  public let isIntrinsic: Bool

  /// These axes, normalised, or `nil` when one has no direction or the second is not perpendicular
  /// to the other two: where not every rotation can be reached.
  ///
  /// - Parameters:
  ///   - first: The axis of the first turn.
  ///   - second: The axis of the second turn.
  ///   - third: The axis of the third turn.
  ///   - isIntrinsic: Whether the axes turn along with the body.
  ///   - tolerance: The greatest cosine between axes that counts as perpendicular.
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

/// Three angles in radians about the axes of ``DavenportAxes``.
@frozen
public struct DavenportAngles<Scalar: RealScalar>: Hashable, Sendable {
  /// The angle about the first axis, -π through π when it comes from a rotation.
  public var first: Scalar
  /// The angle about the second axis. From a rotation it is in an interval of length π that begins
  /// at minus the angle λ from the first axis to the third, 0 ≤ λ ≤ π; or the same with its sign
  /// turned round, where the third axis lies clockwise from the first.
  public var second: Scalar
  /// The angle about the third axis, -π through π when it comes from a rotation.
  public var third: Scalar
  /// Whether the outer angles can be told apart; `.none` for angles that were given.
  public let lock: GimbalLock

  /// These angles.
  @inlinable
  public init(_ first: Scalar, _ second: Scalar, _ third: Scalar, lock: GimbalLock = .none) {
    self.first = first
    self.second = second
    self.third = third
    self.lock = lock
  }
}

extension DavenportAngles: CustomStringConvertible {
  /// The angles in order, in radians, and the lock if there is one.
  public var description: String { "(\(first), \(second), \(third))\(lock.suffix)" }
}

extension Quaternion {
  /// The rotation by `angles` about `axes`.
  @inlinable public init(_ angles: DavenportAngles<Scalar>, about axes: DavenportAxes<Scalar>) {
    func turn(_ angle: Scalar, _ axis: Vector3<Scalar>) -> Self {
      Self(vector: axis * Scalar.sin(angle / 2), scalar: Scalar.cos(angle / 2))
    }
    let p = turn(angles.first, axes.first)
    let q = turn(angles.second, axes.second)
    let r = turn(angles.third, axes.third)
    self = axes.isIntrinsic ? p * q * r : r * q * p
  }

  /// The angles of this unit quaternion about `axes`, by half sums and half differences: no
  /// threshold near gimbal lock. See ``EulerAngles/init(_:sequence:)``.
  @inlinable
  public func davenportAngles(_ axes: DavenportAxes<Scalar>) -> DavenportAngles<Scalar> {
    let (start, end) =
      axes.isIntrinsic ? (axes.third, axes.first) : (axes.first, axes.third)
    var middle = axes.second
    var across = start.cross(middle)
    // λ: how far the end axis is turned from the start axis about the middle one.
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
      axes.isIntrinsic ? inner : outer, lock: halves.lock)
  }
}
