public import RotationMath

/// An average of rotations, with its spread and uniqueness.
public struct RotationAverage: Hashable, Sendable {
  /// The average as a unit quaternion with a scalar part of at least zero.
  public let rotation: Quaternion<Double>
  /// The weighted mean of the method's cost at the average.
  ///
  /// In units of the method: squared chords, squared radians, radians, chords, or roots of radians.
  /// A chord is a Frobenius distance of matrices, 2√2 sin(θ/2).
  public let cost: Double
  /// Whether the average is a minimum to double precision: the descent converged.
  public let isConverged: Bool
  /// Whether it is proven that no rotation has a cost lower by more than one part in 10⁹.
  public let isCertified: Bool
  /// Whether no other rotation is as good an average.
  ///
  /// False where ``alternatives`` were found and where the cost is constant in a direction, as for
  /// the geodesic median of two rotations. Costs that differ by less than one part in 10⁹ are
  /// equal. If ``isCertified``, uniqueness is proven, except for averages closer than 10⁻¹² rad.
  public let isUnique: Bool
  /// Other averages of equal cost that the search found; empty if ``isUnique``.
  public let alternatives: [Quaternion<Double>]
  /// The covariance of the rotation vectors from the average to the rotations, in rad².
  ///
  /// It refers to the frame that the rotations map from, and is accurate to second order in the
  /// angles.
  public let covariance: Matrix3<Double>
  /// The effective number of rotations, (Σ*w*)² / Σ*w*².
  public let effectiveCount: Double
  /// The gap σ₂ + *s* σ₃ of the mean matrix, from 0 to 2: how well the chordal mean is determined.
  ///
  /// It is zero where several chordal means are equally good, as for three rotations 120° apart
  /// about one axis.
  public let gap: Double

  /// The root mean square angle to the average, in radians, measured by chords.
  ///
  /// It is the angle whose chord is the root of the weighted mean squared chord.
  public var spread: Double {
    // The covariance is four times the mean of v vᵀ, with |v| = sin(θ/2).
    2 * Double.asin(min(1, (covariance.trace / 4).squareRoot()))
  }
}
