/// An error of a rotation average.
public enum RotationAverageError: Error, Hashable, Sendable {
  /// There is no rotation, or none with a positive weight.
  case empty
  /// The numbers of rotations and weights differ.
  case countMismatch(rotations: Int, weights: Int)
  /// The quaternion at this index is not finite, or its length is zero or out of range.
  case invalidRotation(index: Int)
  /// The weight at this index is negative or not finite.
  case invalidWeight(index: Int)
}

extension RotationAverageError: CustomStringConvertible {
  /// The problem, its place and the expected input.
  public var description: String {
    switch self {
    case .empty:
      "no rotation has a positive weight; an average needs at least one"
    case .countMismatch(let rotations, let weights):
      "expected one weight per rotation, got \(weights) weights for \(rotations) rotations"
    case .invalidRotation(let index):
      "rotation \(index) is not a quaternion of finite, positive length"
    case .invalidWeight(let index):
      "weight \(index) is negative or not finite; expected zero or more"
    }
  }
}
