extension Quaternion {
  /// Spherical quadrangle interpolation (squad) from `start` to `end`.
  ///
  /// Returns `start` for `t` = 0 and `end` for 1. The two inner control rotations shape the curve
  /// like those of a Bézier curve.
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

/// A squad path: continuous angular rate, with local control.
///
/// Moving a key changes only the two segments on either side of it.
///
/// The rate at a key is the mean of the rates of its two segments, weighted by the duration of the
/// other segment. Each segment is a ``Quaternion/squad(from:to:controls:_:)`` whose controls
/// produce these rates at its ends. For segments of equal duration the controls are Shoemake's.
public struct SquadPath<Scalar: RealScalar>: Hashable, Sendable {
  @usableFromInline let keys: RotationKeys<Scalar>
  /// The angular rate at each key in the key's frame, in radians per unit of time.
  @usableFromInline let rates: [Vector3<Scalar>]

  /// Creates a path through `rotations` at `times`.
  ///
  /// Rotations are normalised; their signs are ignored.
  ///
  /// - Throws: ``RotationPathError`` if there are fewer than two keys, the counts differ, times do
  ///   not increase, or a value is not finite.
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
  /// - Complexity: O(log *n*) for *n* keys.
  @inlinable public func rotation(at time: Scalar) -> Quaternion<Scalar>? {
    guard let (segment, elapsed) = keys.locate(time) else { return nil }
    let duration = keys.duration(segment)
    let (start, end) = (keys.rotations[segment], keys.rotations[segment + 1])
    // At its ends the rate of a squad is the outer step plus or minus twice the step to the
    // control.
    let step = keys.steps[segment]
    let first = start.rightPlus((rates[segment] * duration - step) * 0.5)
    let second = end.rightPlus((step - rates[segment + 1] * duration) * 0.5)
    return .squad(from: start, to: end, controls: (first, second), elapsed / duration)
  }
}
