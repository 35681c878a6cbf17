public import RotationMath

/// An average of rotations, with its spread and uniqueness.
public struct RotationAverage: Hashable, Sendable {
  /// The average as a unit quaternion with a scalar part of at least zero.
  public let rotation: Quaternion<Double>
  /// The weighted mean of the rotation matrices, which is a rotation only if all are equal.
  let mean: Matrix3<Double>
  /// The effective number of rotations, (Σ*w*)² / Σ*w*²; inaccurate where *w*² over- or underflows.
  public let effectiveCount: Double
  /// Whether the minimum that an iterative method found is the only one.
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

  /// The root mean square angle to the average, in radians, measured by chords.
  ///
  /// It is the angle whose chord is the root of the weighted mean squared chord.
  public var spread: Double {
    // ‖R - S‖² = 2(3 - tr(RᵀS)) = 8 sin²(θ/2).
    let sine = (max(0, 3 - relativeMean.trace) / 4).squareRoot()
    return 2 * Double.asin(min(1, sine))
  }

  /// The covariance of the rotation vectors from the average to the rotations, in rad².
  ///
  /// It refers to the frame that the rotations map from, and is accurate to second order in the
  /// angles.
  public var covariance: Matrix3<Double> {
    // To second order the mean relative to the average is I - (tr(C) I - C)/2, C the covariance.
    let relative = relativeMean
    let deficit = (Matrix3.identity - (relative + relative.transpose) * 0.5) * 2
    return Matrix3(diagonal: Vector3(repeating: deficit.trace / 2)) - deficit
  }

  /// The gap σ₂ + *s* σ₃ of the mean matrix, from 0 to 2: how well the chordal mean is determined.
  ///
  /// It is zero where several means are equally good, as for three rotations 120° apart about one
  /// axis.
  public var gap: Double {
    // A mean of rotations is finite.
    (try? nearestRotation(to: mean, engine: .direct))?.gap ?? 0
  }

  /// Whether no other rotation is as good an average, to double precision.
  ///
  /// Every method needs a unique chordal mean, see ``gap``. The medians also need a strict minimum:
  /// an even number of rotations about one axis has none. `.robust` also needs one rotation in the
  /// data with more agreement than all others.
  public var isUnique: Bool { hasUniqueMinimum && gap > 64 * .ulpOfOne }

  /// The mean matrix relative to the average.
  private var relativeMean: Matrix3<Double> { Matrix3(rotation).transpose * mean }
}
