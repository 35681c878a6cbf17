/// Detects stationary phases: rate and force stay near their means for some time.
struct StationaryDetector: Hashable, Sendable, Codable {
  private typealias Constants = InertialFilter.StationaryConstants

  private var rate = SecondOrderLowPass<Vector3<Double>>()
  private var force = SecondOrderLowPass<Vector3<Double>>()
  private var quietTime = 0.0
  private(set) var isStationary = false

  /// The mean angular rate: the bias in a stationary phase.
  var meanRate: Vector3<Double> { rate.output }

  /// Takes an angular rate in rad/s.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  mutating func observe(rate reading: Vector3<Double>, step: Double) {
    rate.update(reading, LowPassResponse(step: step, timeConstant: Constants.timeConstant))
    let limit = Constants.rotation
    if (reading - rate.output).lengthSquared > limit * limit
      || rate.output.maximumMagnitude > Constants.largestRate
    {
      endPhase()
    }
  }

  /// Takes a specific force in g.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  mutating func observe(force reading: Vector3<Double>, step: Double) {
    force.update(reading, LowPassResponse(step: step, timeConstant: Constants.timeConstant))
    let limit = Constants.acceleration
    if (reading - force.output).lengthSquared > limit * limit {
      endPhase()
    } else {
      quietTime += step
      isStationary = quietTime >= Constants.duration
    }
  }

  /// Restarts after a gap.
  mutating func restart() { self = Self() }

  private mutating func endPhase() {
    quietTime = 0
    isStationary = false
  }
}
