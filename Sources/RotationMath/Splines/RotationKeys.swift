/// Validated key frames: increasing finite times and unit quaternions.
///
/// The sign of each quaternion is chosen so that its dot product with the previous one is not
/// negative.
@usableFromInline
struct RotationKeys<Scalar: RealScalar>: Hashable, Sendable {
  @usableFromInline var times: [Scalar]
  @usableFromInline var rotations: [Quaternion<Scalar>]
  /// The rotation vector of each segment in the frame of its first key.
  @usableFromInline var steps: [Vector3<Scalar>]

  @inlinable init(times: [Scalar], rotations: [Quaternion<Scalar>]) throws(RotationPathError) {
    guard times.count == rotations.count else {
      throw .countMismatch(times: times.count, rotations: rotations.count)
    }
    guard times.count >= 2 else { throw .tooFewKeys(count: times.count) }
    self.times = times
    self.rotations = []
    steps = []
    for index in times.indices {
      guard times[index].isFinite else { throw .timeNotFinite(index: index) }
      if index > 0, times[index] <= times[index - 1] { throw .timesNotIncreasing(index: index) }
      guard var unit = rotations[index].normalized() else { throw .invalidRotation(index: index) }
      if let last = self.rotations.last {
        if unit.dot(last) < 0 { unit = -unit }
        steps.append((last.conjugate * unit).rotationVector)
      }
      self.rotations.append(unit)
    }
  }

  /// The first and the last time.
  @inlinable var timeRange: ClosedRange<Scalar> { times[0]...times[times.count - 1] }

  /// The duration of a segment.
  @inlinable func duration(_ segment: Int) -> Scalar { times[segment + 1] - times[segment] }

  /// The segment that contains `time`, and the time since its start.
  ///
  /// `nil` outside ``timeRange``.
  @inlinable func locate(_ time: Scalar) -> (segment: Int, elapsed: Scalar)? {
    guard timeRange.contains(time) else { return nil }
    var low = 0, high = times.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle } else { high = middle }
    }
    return (low, time - times[low])
  }
}
