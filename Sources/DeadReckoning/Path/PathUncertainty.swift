public import MotionFusion

/// The covariances of position and velocity in the reference frame.
public struct PathUncertainty: Hashable, Sendable {
  var positionCovariance: SymmetricMatrix3
  var velocityCovariance: SymmetricMatrix3

  /// The uncertainty of these covariances, by their upper triangles.
  init(position: Matrix3<Double>, velocity: Matrix3<Double>) {
    positionCovariance = SymmetricMatrix3(upper: position)
    velocityCovariance = SymmetricMatrix3(upper: velocity)
  }

  /// The covariance of the position, in m².
  public var position: Matrix3<Double> { positionCovariance.matrix }
  /// The covariance of the velocity, in m²/s².
  public var velocity: Matrix3<Double> { velocityCovariance.matrix }
  /// The standard deviation of the position over all three axes, in metres.
  public var positionDeviation: Double { max(positionCovariance.trace, 0).squareRoot() }
  /// The standard deviation of the velocity over all three axes, in m/s.
  public var velocityDeviation: Double { max(velocityCovariance.trace, 0).squareRoot() }

  /// The linear interpolation towards another uncertainty, by a share from 0 to 1.
  func interpolated(to other: Self, by share: Double) -> Self {
    var result = self
    result.positionCovariance = positionCovariance.interpolated(
      to: other.positionCovariance, by: share)
    result.velocityCovariance = velocityCovariance.interpolated(
      to: other.velocityCovariance, by: share)
    return result
  }
}
