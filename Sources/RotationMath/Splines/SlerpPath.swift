/// A path through key frames that turns at a constant rate between each two, the shorter way.
///
/// Continuous; the rate jumps at the keys. ``SquadPath`` has a continuous rate, and
/// ``RotationSpline`` a continuous acceleration too.
public struct SlerpPath<Scalar: RealScalar>: Hashable, Sendable {
  @usableFromInline let keys: RotationKeys<Scalar>

  /// The path through `rotations` at `times`. Rotations are normalised, and their signs do not
  /// matter.
  ///
  /// - Throws: ``RotationPathError``, where times do not increase, there are fewer than two keys
  ///   or not as many of both, or anything is not finite.
  @inlinable
  public init(times: [Scalar], rotations: [Quaternion<Scalar>]) throws(RotationPathError) {
    keys = try RotationKeys(times: times, rotations: rotations)
  }

  /// The first and the last time.
  @inlinable public var timeRange: ClosedRange<Scalar> { keys.timeRange }

  /// The rotation at `time`, or `nil` outside ``timeRange``.
  ///
  /// - Complexity: O(log *n*) in the number of keys.
  @inlinable public func rotation(at time: Scalar) -> Quaternion<Scalar>? {
    guard let (segment, elapsed) = keys.locate(time) else { return nil }
    let fraction = elapsed / keys.duration(segment)
    return keys.rotations[segment] * Quaternion(rotationVector: keys.steps[segment] * fraction)
  }
}
