public import RotationMath

/// An average of rotations, and what is known of it.
public struct RotationAverage: Hashable, Sendable {
  /// The average, of length one, with the sign that makes it `canonical`: its scalar part is not
  /// negative.
  public let rotation: Quaternion<Double>
  /// The weighted mean of the rotation matrices, which is no rotation unless all are equal.
  public let mean: Matrix3<Double>
  /// How many equally weighted rotations the weights are worth: (Σ*w*)² / Σ*w*². Not so where the
  /// squares of the weights over- or underflow.
  public let effectiveCount: Double
  /// Whether an iterative method came to a place that has no equal.
  private let hasUniqueMinimum: Bool

  init(
    rotation: Quaternion<Double>, mean: Matrix3<Double>, effectiveCount: Double,
    hasUniqueMinimum: Bool = true
  ) {
    self.rotation = rotation.canonical
    self.mean = mean
    self.effectiveCount = effectiveCount
    self.hasUniqueMinimum = hasUniqueMinimum
  }

  /// The root of the weighted mean of the squared angles to the average, in radians, measured by
  /// chords: the angle whose chord is the root mean square chord.
  public var spread: Double {
    // ‖R - S‖² = 2(3 - tr(RᵀS)) = 8 sin²(θ/2).
    let sine = (max(0, 3 - seenFromAverage.trace) / 4).squareRoot()
    return 2 * Double.asin(min(1, sine))
  }

  /// The covariance of the rotation vectors from the average to the data, in rad², in the frame
  /// that the rotations start from; to second order in the angles.
  public var covariance: Matrix3<Double> {
    // Seen from the average, the mean is I - (tr(C) I - C)/2 to second order, C the covariance.
    let seen = seenFromAverage
    let deficit = (Matrix3.identity - (seen + seen.transpose) * 0.5) * 2
    return Matrix3(diagonal: Vector3(repeating: deficit.trace / 2)) - deficit
  }

  /// How well the chordal average is determined, 0 through 2: σ₂ + *s* σ₃ of ``mean``. Zero where
  /// several averages are as good, such as for three rotations 120° apart about an axis.
  public var gap: Double {
    // A mean of rotations is finite.
    (try? nearestRotation(to: mean, engine: .direct))?.gap ?? 0
  }

  /// Whether no other rotation is as good an average, as far as double precision can tell.
  ///
  /// Of all methods the chordal average must be unique, by ``gap``. Of the medians, the sum must also
  /// have no other rotation beside it that is as good: it has for an even number of rotations about
  /// one axis. Of `.robust`, no other rotation among the data may have as much agreement.
  public var isUnique: Bool { hasUniqueMinimum && gap > 64 * .ulpOfOne }

  private var seenFromAverage: Matrix3<Double> { Matrix3(rotation).transpose * mean }
}

extension RotationAverage: CustomStringConvertible {
  /// The average, its spread in radians, and whether it is unique.
  public var description: String {
    "\(rotation), spread \(spread)\(isUnique ? "" : ", not unique")"
  }
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
  /// The sum of the weights is not finite.
  case overflow
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
    case .overflow:
      "the sum of the weights is not finite; divide them all by the same number"
    }
  }
}
