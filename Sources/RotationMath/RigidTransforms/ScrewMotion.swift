/// A rigid motion as Chasles has it: a turn about a line and a slide along it.
@frozen
public struct ScrewMotion<Scalar: RealScalar>: Hashable, Sendable, Codable {
  /// The direction of the line, a unit vector.
  public var axis: Vector3<Scalar>
  /// The moment of the line: the cross product of any of its points with ``axis``.
  public var moment: Vector3<Scalar>
  /// The turn about the line, in radians.
  public var angle: Scalar
  /// The slide along the line.
  public var slide: Scalar

  /// The motion of these parameters.
  @inlinable public init(
    axis: Vector3<Scalar>, moment: Vector3<Scalar>, angle: Scalar, slide: Scalar
  ) {
    self.axis = axis
    self.moment = moment
    self.angle = angle
    self.slide = slide
  }

  /// The point of the line nearest to the origin.
  @inlinable public var point: Vector3<Scalar> { axis.cross(moment) }

  /// The slide in one whole turn, 2π times the pitch a radian that some texts use; infinite for a pure translation.
  @inlinable public var pitch: Scalar { 2 * .pi * slide / angle }

  /// The screw of `transform`, of angle 0 through π, or `nil` when no line is distinguished: the
  /// identity, or a motion that is not finite.
  ///
  /// A pure translation has angle and moment zero. As the angle of a rotation goes to zero its
  /// line may be arbitrarily far away, and the moment is as large as the translation over the
  /// angle; where that is more than a scalar holds, the motion counts as a translation.
  @inlinable public init?(_ transform: RigidTransform<Scalar>) {
    let twist = transform.exponentialCoordinates
    guard twist.isFinite else { return nil }
    if let axis = twist.angular.normalized() {
      let angle = twist.angular.length
      let slide = axis.dot(twist.linear)
      let moment = (twist.linear - axis * slide) / angle
      if moment.isFinite {
        self.init(axis: axis, moment: moment, angle: angle, slide: slide)
        return
      }
    }
    guard let direction = twist.linear.normalized() else { return nil }
    self.init(axis: direction, moment: .zero, angle: 0, slide: twist.linear.length)
  }
}

extension ScrewMotion: CustomStringConvertible {
  /// The line, the turn and the slide.
  public var description: String {
    "axis \(axis), moment \(moment), angle \(angle), slide \(slide)"
  }
}

extension Twist {
  /// The twist of a screw: its angle times the axis, and the slide with the moment's part.
  @inlinable public init(_ screw: ScrewMotion<Scalar>) {
    self.init(
      angular: screw.axis * screw.angle,
      linear: screw.axis * screw.slide + screw.moment * screw.angle)
  }
}

extension RigidTransform {
  /// The motion of a screw.
  @inlinable public init(_ screw: ScrewMotion<Scalar>) {
    self.init(exponentialCoordinates: Twist(screw))
  }
}
