/// A Kalman filter for the gyro's bias: three states that wander, and scalar observations of
/// any direction of it.
struct GyroscopeBiasEstimator: Hashable, Sendable, Codable {
  private(set) var bias = Vector3<Double>.zero
  /// The covariance's diagonal, in rad²/s².
  private(set) var variance: Vector3<Double>
  /// Its other elements: *yz*, *zx* and *xy*.
  private var mixed = Vector3<Double>.zero

  init(deviation: Double) {
    variance = Vector3(repeating: deviation * deviation)
  }

  /// The standard deviation of each component, in rad/s.
  var deviation: Vector3<Double> { variance.map { max($0, 0).squareRoot() } }

  /// The covariance as a matrix.
  var covariance: Matrix3<Double> {
    Matrix3(
      columns: Vector3(variance.x, mixed.z, mixed.y), Vector3(mixed.z, variance.y, mixed.x),
      Vector3(mixed.y, mixed.x, variance.z))
  }

  /// The covariance times `direction`.
  @inline(__always)
  func projected(_ direction: Vector3<Double>) -> Vector3<Double> {
    let (x, y, z) = (direction.x, direction.y, direction.z)
    return Vector3(
      variance.x * x + mixed.z * y + mixed.y * z,
      mixed.z * x + variance.y * y + mixed.x * z,
      mixed.y * x + mixed.x * y + variance.z * z)
  }

  /// Lets the bias wander: `variance` more on each component, up to `limit`.
  @inline(__always)
  mutating func wander(_ amount: Double, limit: Double) {
    if variance.x < limit { variance.x += amount }
    if variance.y < limit { variance.y += amount }
    if variance.z < limit { variance.z += amount }
  }

  /// Takes `value` as a reading of `direction · bias` with this variance.
  ///
  /// - Parameter limit: The largest bias and the largest surprise believed, in rad/s.
  @inline(__always)
  mutating func observe(
    _ direction: Vector3<Double>, _ value: Double, variance noise: Double, limit: Double
  ) {
    let surprise = min(max(value - direction.dot(bias), -limit), limit)
    let p = projected(direction)
    let gain = p * (1 / (direction.dot(p) + noise))
    bias += gain * surprise
    bias = Vector3(
      min(max(bias.x, -limit), limit), min(max(bias.y, -limit), limit),
      min(max(bias.z, -limit), limit))
    variance = Vector3(
      variance.x - gain.x * p.x, variance.y - gain.y * p.y, variance.z - gain.z * p.z)
    mixed = Vector3(
      mixed.x - gain.y * p.z, mixed.y - gain.z * p.x, mixed.z - gain.x * p.y)
  }
}
