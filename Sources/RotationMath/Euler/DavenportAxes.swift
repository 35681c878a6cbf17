/// Three rotation axes for Davenport angles, which generalise Euler angles.
///
/// The second axis is perpendicular to the first and the third.
///
/// Source: P. B. Davenport, *Rotations about nonorthogonal axes*, AIAA Journal 11(6), 1973,
/// doi:10.2514/3.6842.
@frozen
public struct DavenportAxes<Scalar: RealScalar>: Hashable, Sendable {
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
