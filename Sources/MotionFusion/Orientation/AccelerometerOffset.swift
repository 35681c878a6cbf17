/// The offset of an accelerometer, from its reading along the vertical at rest.
///
/// At rest the force *f* without the offset *b* is gravity's: *v* · (*f* - *b*) = 1 g along the
/// vertical *v*. One pose shows the part along *v*, each further one another part. The offset is
/// the state of a Kalman filter with these parts as measurements. The length of the force would
/// also grow with a steady acceleration across the vertical.
///
/// A vertical acceleration, as in a lift, ends a rest, and the mean of a rest that contradicts the
/// estimate by over three standard deviations is no measurement.
struct AccelerometerOffset: Sendable {
  private typealias Constants = InertialFilter.AccelerometerConstants

  /// The offset to subtract, in the device frame, in g: zero for a good sensor.
  var value: Vector3<Double> {
    let limit = Constants.least
    return estimate.lengthSquared > limit * limit ? estimate : .zero
  }
  private var estimate = Vector3<Double>.zero
  private var covariance = Matrix3(
    diagonal: Vector3(repeating: Constants.deviation * Constants.deviation))
  /// The estimate and its covariance before the current rest.
  private var before: (estimate: Vector3<Double>, covariance: Matrix3<Double>)?
  /// The integral of the force over the current rest, and its duration in seconds.
  private var sum = Vector3<Double>.zero
  private var duration = 0.0
  /// The recent deviation of the force along the vertical from its mean over the current rest, in
  /// g.
  private var push = 0.0

  /// Takes a specific force in g, `step` seconds after the last one, of a device at rest. A rest is
  /// one measurement, its mean force.
  ///
  /// - Parameter vertical: Of unit length.
  mutating func rest(force: Vector3<Double>, vertical: Vector3<Double>, step: Double) {
    let walk = Vector3(repeating: Constants.walk * Constants.walk)
    sum += force * step
    duration += step
    guard duration > 0 else { return }
    let mean = sum / duration
    push += (vertical.dot(force - mean) - push) * min(step / Constants.pushTime, 1)
    guard abs(push) <= Constants.gate * Constants.noise else { return move() }
    let start = before ?? (estimate, covariance + Matrix3(diagonal: walk))
    before = start
    (estimate, covariance) = start
    let innovation = vertical.dot(mean - start.estimate) - 1
    let column = start.covariance * vertical
    let variance = vertical.dot(column) + Constants.noise * Constants.noise
    guard innovation * innovation <= Constants.gate * Constants.gate * variance else { return }
    let share = 1 / variance
    estimate = start.estimate + column * (innovation * share)
    covariance = start.covariance - column.outerProduct(column * share)
  }

  /// The device moves.
  mutating func move() {
    guard duration > 0 else { return }
    before = nil
    sum = .zero
    duration = 0
    push = 0
  }
}
