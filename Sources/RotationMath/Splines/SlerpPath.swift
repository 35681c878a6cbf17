/// A piecewise slerp path, along the shorter arc between key frames.
///
/// The angular rate is constant between keys and discontinuous at them. ``SquadPath`` has a
/// continuous rate, ``RotationSpline`` also a continuous acceleration.
public struct SlerpPath<Scalar: RealScalar>: Hashable, Sendable {
  @usableFromInline let keys: RotationKeys<Scalar>

  /// Creates a path through `rotations` at `times`.
  ///
  /// Rotations are normalised; their signs are ignored.
  ///
  /// - Throws: ``RotationPathError`` if there are fewer than two keys, the counts differ, times do
  ///   not increase, or a value is not finite.
  @inlinable
  public init(times: [Scalar], rotations: [Quaternion<Scalar>]) throws(RotationPathError) {
    keys = try RotationKeys(times: times, rotations: rotations)
  }

  /// The first and the last time.
  @inlinable public var timeRange: ClosedRange<Scalar> { keys.timeRange }

  /// The rotation at `time`, or `nil` outside ``timeRange``.
  ///
  /// - Complexity: O(log *n*) for *n* keys.
  @inlinable public func rotation(at time: Scalar) -> Quaternion<Scalar>? {
    guard let (segment, elapsed) = keys.locate(time) else { return nil }
    let fraction = elapsed / keys.duration(segment)
    return keys.rotations[segment] * Quaternion(rotationVector: keys.steps[segment] * fraction)
  }
}
