/// A screw motion: a rotation about a line and a displacement along it.
///
/// By Chasles' theorem every rigid transform is one.
@frozen
public struct ScrewMotion<Scalar: RealScalar>: Hashable, Sendable, Codable {
  /// The direction of the line, a unit vector.
  public var axis: Vector3<Scalar>
  /// The moment of the line: the cross product of a point on it with ``axis``.
  public var moment: Vector3<Scalar>
  /// The rotation angle about the line, in radians.
  public var angle: Scalar
  /// The displacement along the line, in the unit of the translation.
  public var displacement: Scalar

  /// Creates a screw motion from its parameters.
  @inlinable public init(
    axis: Vector3<Scalar>, moment: Vector3<Scalar>, angle: Scalar, displacement: Scalar
  ) {
    self.axis = axis
    self.moment = moment
    self.angle = angle
    self.displacement = displacement
  }

  /// The point of the line that is nearest to the origin.
  @inlinable public var point: Vector3<Scalar> { axis.cross(moment) }

  /// The displacement per full turn, infinite for a pure translation.
  ///
  /// Some texts define the pitch per radian, which is smaller by a factor of 2π.
  @inlinable public var pitch: Scalar { 2 * .pi * displacement / angle }

  /// Creates the screw of `transform`, with an angle in 0...π.
  ///
  /// Returns `nil` for the identity, which has no axis, and for transforms that are not finite.
  ///
  /// A pure translation has angle and moment zero. For small angles the moment is as large as the
  /// translation over the angle; if that overflows, the transform is treated as a translation.
  @inlinable public init?(_ transform: RigidTransform<Scalar>) {
    let twist = transform.exponentialCoordinates
    guard twist.isFinite else { return nil }
    if let axis = twist.angular.normalized() {
      let angle = twist.angular.length
      let displacement = axis.dot(twist.linear)
      let moment = (twist.linear - axis * displacement) / angle
      if moment.isFinite {
        self.init(axis: axis, moment: moment, angle: angle, displacement: displacement)
        return
      }
    }
    guard let direction = twist.linear.normalized() else { return nil }
    self.init(axis: direction, moment: .zero, angle: 0, displacement: twist.linear.length)
  }
}

extension ScrewMotion: CustomStringConvertible {
  /// The axis, moment, angle and displacement.
  public var description: String {
    "axis \(axis), moment \(moment), angle \(angle), displacement \(displacement)"
  }
}

extension Twist {
  /// Creates the twist of a screw motion.
  @inlinable public init(_ screw: ScrewMotion<Scalar>) {
    self.init(
      angular: screw.axis * screw.angle,
      linear: screw.axis * screw.displacement + screw.moment * screw.angle)
  }
}

// MARK: - Interpolation

extension LieGroup where Tangent == Twist<Scalar> {
  /// Screw linear interpolation (ScLERP) to `other` along the shortest screw.
  ///
  /// Returns `self` for `t` = 0 and `other` for 1; values outside 0...1 extrapolate. The rate is
  /// constant. The result does not depend on the choice of frames, unlike interpolating rotation
  /// and translation separately.
  @inlinable public func sclerp(to other: Self, _ t: Scalar) -> Self {
    self * (inverted() * other).power(t)
  }
}

extension RigidTransform {
  /// Creates the rigid transform of a screw motion.
  @inlinable public init(_ screw: ScrewMotion<Scalar>) {
    self.init(exponentialCoordinates: Twist(screw))
  }
}
