extension Quaternion {
  /// Spherical quadrangle interpolation: from `start` at `t` = 0 to `end` at 1, drawn towards two
  /// inner controls, as a Bézier curve is.
  ///
  /// Source: K. Shoemake, *Quaternion calculus and fast animation*, SIGGRAPH course 10, 1987.
  @inlinable public static func squad(
    from start: Self, to end: Self, controls: (Self, Self), _ t: Scalar
  ) -> Self {
    let outer = start.rightPlus(end.rightMinus(start) * t)
    let inner = controls.0.rightPlus(controls.1.rightMinus(controls.0) * t)
    return outer.rightPlus(inner.rightMinus(outer) * (2 * t * (1 - t)))
  }
}

/// A path through key frames with a continuous rate of rotation, local: a key moves only the two
/// segments on either side of it.
///
/// Each key's rate is the mean of its two segments', the shorter segment counting more, and each
/// segment a ``Quaternion/squad(from:to:controls:_:)`` whose controls give these rates at its
/// ends, also where segments differ in length. With equal segments they are Shoemake's.
public struct SquadPath<Scalar: RealScalar>: Hashable, Sendable {
  @usableFromInline let keys: RotationKeys<Scalar>
  /// The rate at each key, in its own frame, in radians a unit of time.
  @usableFromInline let rates: [Vector3<Scalar>]

  /// The path through `rotations` at `times`. Rotations are normalised, and their signs do not
  /// matter.
  ///
  /// - Throws: ``RotationPathError``, where times do not increase, there are fewer than two keys
  ///   or not as many of both, or anything is not finite.
  @inlinable
  public init(times: [Scalar], rotations: [Quaternion<Scalar>]) throws(RotationPathError) {
    let keys = try RotationKeys(times: times, rotations: rotations)
    let segments = keys.steps.indices
    let means = segments.map { keys.steps[$0] / keys.duration($0) }
    rates = times.indices.map { key in
      guard key > 0 else { return means[0] }
      guard key < means.count else { return means[key - 1] }
      let (before, after) = (keys.duration(key - 1), keys.duration(key))
      return (means[key - 1] * after + means[key] * before) / (before + after)
    }
    self.keys = keys
  }

  /// The first and the last time.
  @inlinable public var timeRange: ClosedRange<Scalar> { keys.timeRange }

  /// The rotation at `time`, or `nil` outside ``timeRange``.
  ///
  /// - Complexity: O(log *n*) in the number of keys.
  @inlinable public func rotation(at time: Scalar) -> Quaternion<Scalar>? {
    guard let (segment, elapsed) = keys.locate(time) else { return nil }
    let duration = keys.duration(segment)
    let (start, end) = (keys.rotations[segment], keys.rotations[segment + 1])
    // At its ends a squad turns at the outer step plus or minus twice the way to the control.
    let step = keys.steps[segment]
    let first = start.rightPlus((rates[segment] * duration - step) * 0.5)
    let second = end.rightPlus((step - rates[segment + 1] * duration) * 0.5)
    return .squad(from: start, to: end, controls: (first, second), elapsed / duration)
  }
}
