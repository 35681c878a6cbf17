public import RotationMath

/// An average of rotations, and what is known of it.
public struct RotationAverage: Hashable, Sendable {
  /// The average, of length one.
  public let rotation: Quaternion<Double>
  /// The root of the weighted mean of the squared angles to it, in radians, measured by chords: the
  /// angle whose chord is the root mean square chord.
  public let spread: Double
  /// The covariance of the rotation vectors from the average to the data, in rad², in the frame
  /// that the rotations start from; to second order in the angles.
  public let covariance: Matrix3<Double>
  /// How many equally weighted rotations the weights are worth: (Σ*w*)² / Σ*w*².
  public let effectiveCount: Double
  /// How well the average is determined, 0 through 2: σ₂ + *s* σ₃ of the weighted mean matrix. Zero
  /// where several averages are as good, such as for three rotations 120° apart about an axis.
  public let gap: Double

  /// Whether no other rotation is as good an average, as far as double precision can tell.
  public var isUnique: Bool { gap > 64 * .ulpOfOne }
}

/// What keeps rotations from having an average.
public enum RotationAverageError: Error, Hashable, Sendable {
  /// There is no rotation, or none with a positive weight.
  case empty
  /// The number of weights is not the number of rotations.
  case countMismatch(rotations: Int, weights: Int)
  /// The quaternion at this index is not finite, or has no direction.
  case invalidRotation(index: Int)
  /// The weight at this index is negative or not finite.
  case invalidWeight(index: Int)
}

extension RotationAverageError: CustomStringConvertible {
  /// What was wrong, where, and what would be right.
  public var description: String {
    switch self {
    case .empty:
      "there is no rotation with a positive weight; an average needs at least one"
    case .countMismatch(let rotations, let weights):
      "\(weights) weights for \(rotations) rotations; there must be one weight each"
    case .invalidRotation(let index):
      "rotation \(index) is not a quaternion of finite, positive length"
    case .invalidWeight(let index):
      "weight \(index) is negative or not finite; weights must be zero or more"
    }
  }
}
