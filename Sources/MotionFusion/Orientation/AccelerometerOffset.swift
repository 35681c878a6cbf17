/// The offset of an accelerometer, from its reading along the vertical at rest.
///
/// At rest the force *f* is gravity's with the offset *b* and the error of the scale *s*: along the
/// vertical *v*, *v* · *f* = 1 g + *v* · *b* + *s*. One pose shows the sum of both, further ones
/// distinguish them. Both are the state of a Kalman filter with a measurement a rest. The length of
/// the force would also grow with a steady acceleration across the vertical.
///
/// A vertical acceleration, as in a lift, ends a rest, and the mean of a rest that contradicts the
/// estimate by over three standard deviations is no measurement.
struct AccelerometerOffset: Sendable {
  private typealias Constants = InertialFilter.AccelerometerConstants

  /// The errors and their covariance.
  private struct State: Sendable {
    /// In the device frame, in g.
    var offset = Vector3<Double>.zero
    /// Of all axes, relative.
    var scale = 0.0
    var covariance = Matrix3(
      diagonal: Vector3(repeating: Constants.deviation * Constants.deviation))
    /// The covariances of offset and scale.
    var shared = Vector3<Double>.zero
    var scaleVariance = Constants.scaleDeviation * Constants.scaleDeviation

    /// Takes a mean force at rest; one that contradicts the state is left out.
    mutating func observe(_ force: Vector3<Double>, vertical: Vector3<Double>) {
      let innovation = vertical.dot(force - offset) - 1 - scale
      let column = covariance * vertical + shared
      let scaleColumn = vertical.dot(shared) + scaleVariance
      let variance = vertical.dot(column) + scaleColumn + Constants.noise * Constants.noise
      guard innovation * innovation <= Constants.gate * Constants.gate * variance else { return }
      let share = 1 / variance
      offset += column * (innovation * share)
      scale += scaleColumn * (innovation * share)
      covariance = covariance - column.outerProduct(column * share)
      shared -= column * (scaleColumn * share)
      scaleVariance -= scaleColumn * scaleColumn * share
    }

    /// Whether the offset is not small, nor within its error.
    var hasOffset: Bool {
      let square = offset.lengthSquared
      guard square > Constants.least * Constants.least else { return false }
      let gate = Constants.leastRatio * Constants.leastRatio
      return square * square > gate * offset.dot(covariance * offset)
    }
  }

  /// The offset to subtract, in the device frame, in g: zero for a good sensor.
  private(set) var value = Vector3<Double>.zero
  private var state = State()
  /// The state before the current rest.
  private var before: State?
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
    sum += force * step
    duration += step
    guard duration > 0 else { return }
    let mean = sum / duration
    push += (vertical.dot(force - mean) - push) * min(step / Constants.pushTime, 1)
    guard abs(push) <= Constants.gate * Constants.noise else { return move() }
    var start = state
    if let before {
      start = before
    } else {
      start.covariance =
        start.covariance + Matrix3(diagonal: Vector3(repeating: Constants.walk * Constants.walk))
      before = start
    }
    state = start
    state.observe(mean, vertical: vertical)
    value = state.hasOffset ? state.offset : .zero
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
