/// The offset of an accelerometer, from its reading along the vertical at rest.
///
/// At rest the force *f* without the offset *b* is gravity's: *v* · (*f* - *b*) = 1 g along the
/// vertical *v*. One pose shows the part along *v*, each further one another part. The offset is
/// the state of a Kalman filter with these parts as measurements. The length of the force would
/// also grow with a steady acceleration across the vertical.
///
/// A vertical acceleration that stays constant for the time of a rest, as in a fast lift, is taken
/// for an offset until the next rest.
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

  /// Takes a specific force in g, `step` seconds after the last one, of a device at rest. A rest is
  /// one measurement, its mean force.
  ///
  /// - Parameter vertical: Of unit length.
  mutating func rest(force: Vector3<Double>, vertical: Vector3<Double>, step: Double) {
    let walk = Vector3(repeating: Constants.walk * Constants.walk)
    let start = before ?? (estimate, covariance + Matrix3(diagonal: walk))
    before = start
    sum += force * step
    duration += step
    guard duration > 0 else { return }
    let innovation = vertical.dot(sum / duration - start.estimate) - 1
    let column = start.covariance * vertical
    let share = 1 / (vertical.dot(column) + Constants.noise * Constants.noise)
    estimate = start.estimate + column * (innovation * share)
    covariance = start.covariance - column.outerProduct(column * share)
  }

  /// The device moves.
  mutating func move() {
    guard before != nil else { return }
    before = nil
    sum = .zero
    duration = 0
  }
}
