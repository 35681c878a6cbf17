/// A constant error of the gyroscope bias about the three axes, observed by a heading.
struct GyroscopeErrorEstimator: Sendable {
  /// In rad/s.
  private(set) var value = Vector3<Double>.zero
  /// The covariance, in rad²/s².
  private var covariance: Matrix3<Double>

  /// An estimate of zero with this variance of each component.
  init(variance: Vector3<Double>) { covariance = Matrix3(diagonal: variance) }

  /// The variance of each component.
  var variance: Vector3<Double> { Vector3(covariance.c0.x, covariance.c1.y, covariance.c2.z) }

  /// The product of the covariance and `direction`.
  func projected(_ direction: Vector3<Double>) -> Vector3<Double> { covariance * direction }

  /// Takes the innovation of another state.
  ///
  /// - Parameters:
  ///   - cross: The covariance of that state and the bias.
  ///   - share: The reciprocal of the innovation's variance.
  mutating func observe(_ innovation: Double, covariance cross: Vector3<Double>, share: Double) {
    value += cross * (share * innovation)
    covariance = covariance - cross.outerProduct(cross * share)
  }
}
