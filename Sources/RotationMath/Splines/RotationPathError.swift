/// An error in the key frames of a rotation path.
public enum RotationPathError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Fewer than two key frames.
  case tooFewKeys(count: Int)
  /// The numbers of times and rotations differ.
  case countMismatch(times: Int, rotations: Int)
  /// A time that is not later than the previous one.
  case timesNotIncreasing(index: Int)
  /// A time that is infinite or NaN.
  case timeNotFinite(index: Int)
  /// A quaternion that is zero, infinite or NaN.
  case invalidRotation(index: Int)

  /// What is wrong, at which index, and what is expected.
  public var description: String {
    switch self {
    case .tooFewKeys(let count): "expected at least 2 key frames, got \(count)"
    case .countMismatch(let times, let rotations):
      "expected as many times as rotations, got \(times) times and \(rotations) rotations"
    case .timesNotIncreasing(let index):
      "expected increasing times, got one at index \(index) not later than the previous"
    case .timeNotFinite(let index):
      "expected finite times, got an infinite or NaN time at index \(index)"
    case .invalidRotation(let index):
      "expected a nonzero finite quaternion at index \(index)"
    }
  }
}
