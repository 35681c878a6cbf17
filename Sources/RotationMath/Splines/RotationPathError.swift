/// What can be wrong with the key frames of a path of rotations.
public enum RotationPathError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Fewer than two key frames.
  case tooFewKeys(count: Int)
  /// Not one time for each rotation.
  case countMismatch(times: Int, rotations: Int)
  /// A time that is not later than the one before it.
  case timesNotIncreasing(index: Int)
  /// A time that is infinite or NaN.
  case timeNotFinite(index: Int)
  /// A rotation that is zero, infinite or NaN.
  case noRotation(index: Int)

  /// What is wrong, where, and what would be right.
  public var description: String {
    switch self {
    case .tooFewKeys(let count): "\(count) key frames; a path needs at least 2"
    case .countMismatch(let times, let rotations):
      "\(times) times for \(rotations) rotations; there must be as many of both"
    case .timesNotIncreasing(let index):
      "the time at index \(index) is not later than the one before it; times must increase"
    case .timeNotFinite(let index):
      "the time at index \(index) is infinite or NaN; times must be finite"
    case .noRotation(let index):
      "the quaternion at index \(index) is zero or not finite; it must have a direction"
    }
  }
}
