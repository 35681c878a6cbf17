/// A Kalman filter for an error of the gyroscope about its three axes, the bias or the scale:
/// random walks with scalar observations of any direction.
struct GyroscopeErrorEstimator: Sendable {
  /// The bias in rad/s, or the relative error of the scale.
  private(set) var value = Vector3<Double>.zero
  /// The covariance's diagonal.
  private(set) var variance: Vector3<Double>
  /// The other elements of the covariance: *yz*, *zx* and *xy*.
  private var mixed = Vector3<Double>.zero

  /// An estimate of zero with this standard deviation.
  init(deviation: Double) { self.init(variance: Vector3(repeating: deviation * deviation)) }

  /// An estimate of zero with this variance of each component.
  init(variance: Vector3<Double>) { self.variance = variance }

  /// A known value, which stays constant.
  init(known: Vector3<Double>) {
    value = known
    variance = .zero
  }

  /// The standard deviation of each component.
  var deviation: Vector3<Double> { variance.map { max($0, 0).squareRoot() } }

  /// The product of the covariance and `direction`.
  func projected(_ direction: Vector3<Double>) -> Vector3<Double> {
    let (x, y, z) = (direction.x, direction.y, direction.z)
    return Vector3(
      variance.x * x + mixed.z * y + mixed.y * z,
      mixed.z * x + variance.y * y + mixed.x * z,
      mixed.y * x + mixed.x * y + variance.z * z)
  }

  /// Adds `amount` to the variance of each component, up to `limit`.
  mutating func predict(_ amount: Double, limit: Double) {
    if variance.x < limit { variance.x += amount }
    if variance.y < limit { variance.y += amount }
    if variance.z < limit { variance.z += amount }
  }

  /// Widens the variance of each component to the square of a mean innovation, in rad/s, where it
  /// is larger than `explained`, in rad²/s².
  ///
  /// As in the strong tracking filter (D. H. Zhou and P. M. Frank, 1996): a bias far beyond the
  /// initial deviation is estimated within seconds.
  mutating func widen(to innovation: Vector3<Double>, explained: Double) {
    guard innovation.lengthSquared > explained else { return }
    variance = Vector3(
      max(variance.x, innovation.x * innovation.x - explained),
      max(variance.y, innovation.y * innovation.y - explained),
      max(variance.z, innovation.z * innovation.z - explained))
  }

  /// Takes the innovation of another state.
  ///
  /// - Parameters:
  ///   - cross: The covariance of that state and the bias.
  ///   - share: The reciprocal of the innovation's variance.
  ///   - limit: The largest bias, in rad/s.
  mutating func observe(
    _ innovation: Double, covariance cross: Vector3<Double>, share: Double, limit: Double
  ) {
    value = (value + cross * (share * innovation)).map { min(max($0, -limit), limit) }
    let (x, y, z) = (cross.x, cross.y, cross.z)
    variance -= Vector3(x * x, y * y, z * z) * share
    mixed -= Vector3(y * z, z * x, x * y) * share
  }

  /// Takes `measured` as a measurement of `direction` · ``value`` with this variance.
  ///
  /// - Parameter limit: The largest component of the value, and the largest innovation.
  /// - Returns: The observation, for the covariances of the value with other states.
  mutating func observe(
    _ direction: Vector3<Double>, _ measured: Double, variance noise: Double, limit: Double
  ) -> Observation {
    var innovation = measured - direction.dot(value)
    if abs(innovation) > limit { innovation = innovation < 0 ? -limit : limit }
    let p = projected(direction)
    let gain = p * (1 / (direction.dot(p) + noise))
    value += gain * innovation
    if abs(value.x) > limit || abs(value.y) > limit || abs(value.z) > limit {
      value = value.map { min(max($0, -limit), limit) }
    }
    variance = Vector3(
      variance.x - gain.x * p.x, variance.y - gain.y * p.y, variance.z - gain.z * p.z)
    mixed = Vector3(
      mixed.x - gain.y * p.z, mixed.y - gain.z * p.x, mixed.z - gain.x * p.y)
    return Observation(direction: direction, gain: gain)
  }

  /// A scalar observation of the value.
  struct Observation {
    fileprivate let direction: Vector3<Double>
    fileprivate let gain: Vector3<Double>

    /// Reduces the covariance of the value with another state as that of the value itself.
    func reduce(_ cross: inout Vector3<Double>) { cross -= gain * direction.dot(cross) }
  }
}
