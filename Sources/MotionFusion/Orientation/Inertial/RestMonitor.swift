/// Tells whether the device lies still: rate and force stay near their own means for a while.
struct RestMonitor: Hashable, Sendable, Codable {
  private var rate = SecondOrderLowPass<Vector3<Double>>()
  private var force = SecondOrderLowPass<Vector3<Double>>()
  private var quietTime = 0.0
  private(set) var isResting = false

  /// The mean angular rate, which at rest is the bias.
  var meanRate: Vector3<Double> { rate.output }

  /// Takes an angular rate in rad/s.
  @inline(__always)
  mutating func observe(
    rate reading: Vector3<Double>, step: Double, _ configuration: InertialFilter.Configuration.Bias
  ) {
    rate.update(
      reading, LowPassResponse(step: step, timeConstant: configuration.restTimeConstant))
    let limit = configuration.restRotation
    if (reading - rate.output).lengthSquared > limit * limit
      || rate.output.maximumMagnitude > configuration.limit
    {
      disturb()
    }
  }

  /// Takes a specific force in g.
  @inline(__always)
  mutating func observe(
    force reading: Vector3<Double>, step: Double, _ configuration: InertialFilter.Configuration.Bias
  ) {
    force.update(
      reading, LowPassResponse(step: step, timeConstant: configuration.restTimeConstant))
    let limit = configuration.restAcceleration
    if (reading - force.output).lengthSquared > limit * limit {
      disturb()
    } else {
      quietTime += step
      isResting = quietTime >= configuration.restDuration
    }
  }

  /// Forgets all, after a gap.
  mutating func restart() { self = Self() }

  private mutating func disturb() {
    quietTime = 0
    isResting = false
  }
}
