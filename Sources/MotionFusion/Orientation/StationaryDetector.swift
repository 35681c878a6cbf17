/// Detects stationary phases: rate and force stay near their means for some time.
struct StationaryDetector: Sendable {
  private typealias Constants = InertialFilter.StationaryConstants

  private var rate = SecondOrderLowPass<Vector3<Double>>()
  private var force = SecondOrderLowPass<Vector3<Double>>()
  /// The readings without fast vibrations.
  private var smoothRate = Vector3<Double>.zero
  private var smoothForce = Vector3<Double>.zero
  private var quietTime = 0.0
  /// The mean force at the start of the quiet time.
  private var startForce = Vector3<Double>.zero
  /// The turn about horizontal axes by the mean rate, bias removed, in radians, and the mean force
  /// at its start.
  private var turn = Vector3<Double>.zero
  private var turnForce = Vector3<Double>.zero
  private(set) var isStationary = false
  /// The time for which rate and force have been steady, but the rate may be a turn.
  private var turningTime = 0.0
  /// The gyroscope bias, and the deviation from it about the vertical beyond which a rate is a
  /// turn, in rad/s. During a turn the limit stays as it was.
  private var bias = Vector3<Double>.zero
  private var largestRate = Constants.largestRate

  /// The mean angular rate: the bias in a stationary phase.
  var meanRate: Vector3<Double> { rate.output }

  /// Takes an angular rate in rad/s.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  mutating func observe(rate reading: Vector3<Double>, step: Double) {
    rate.update(reading, LowPassResponse(step: step, timeConstant: Constants.timeConstant))
    smoothRate += (reading - smoothRate) * min(1, step / Constants.smoothing)
    let limit = Constants.rotation
    if (smoothRate - rate.output).lengthSquared > limit * limit {
      endPhase()
    } else if isTurning {
      turningTime += step
      quietTime = 0
      isStationary = false
    }
  }

  /// A steady rate about the vertical beyond the bias that is either a turn or an error of the
  /// bias, in rad/s; 0 if there is none.
  var ambiguousRate: Double {
    guard turningTime >= Constants.duration, let up = vertical else { return 0 }
    return abs((rate.output - bias).dot(up))
  }

  /// Takes the gyroscope bias after each interval.
  ///
  /// - Parameter deviation: The largest deviation of a mean rate at rest, in rad/s, that the errors
  ///   of both explain.
  mutating func expect(bias: Vector3<Double>, deviation: Double) {
    self.bias = bias
    if turningTime == 0 { largestRate = min(deviation, Constants.largestRate) }
  }

  /// Takes a specific force in g.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  mutating func observe(force reading: Vector3<Double>, step: Double) {
    force.update(reading, LowPassResponse(step: step, timeConstant: Constants.timeConstant))
    smoothForce += (reading - smoothForce) * min(1, step / Constants.smoothing)
    let (limit, drift) = (Constants.acceleration, Constants.drift)
    if (smoothForce - force.output).lengthSquared > limit * limit
      || quietTime > 0 && (force.output - startForce).lengthSquared > drift * drift
    {
      endPhase()
    } else {
      if quietTime == 0 { startForce = force.output }
      quietTime += step
      isStationary = quietTime >= Constants.duration
      if isStationary { turningTime = 0 }
    }
  }

  /// The unit mean force: the vertical at rest.
  var vertical: Vector3<Double>? { force.output.normalized() }

  /// Takes the gyroscope bias after each interval.
  ///
  /// - Parameter leastSquare: The square of the smallest rate that contradicts the bias. Turns are
  ///   measured while the rate is larger: before, the bias may not have been known.
  /// - Returns: In a stationary phase, or a slow turn about the vertical, whose rate turns the
  ///   device by an angle that the force does not show, the mean rate about horizontal axes without
  ///   the bias, in rad/s: the bias has changed by it. The rate about the vertical then is no turn.
  mutating func contradictedRate(
    bias: Vector3<Double>, leastSquare: Double, step: Double
  ) -> Vector3<Double>? {
    func startTurn() { (turn, turnForce) = (.zero, force.output) }
    guard quietTime > 0, let up = vertical, let rate = (meanRate - bias).rejected(from: up),
      rate.lengthSquared > leastSquare, let start = turnForce.normalized()
    else {
      startTurn()
      return nil
    }
    turn += rate * step
    // A true turn moves the force the other way in the device frame: both angles cancel.
    let limit = Constants.unseenTurn
    let isSlowTurn = ambiguousRate > 0 && ambiguousRate <= Constants.largestRate
    guard isStationary || isSlowTurn,
      (turn + start.cross(up)).lengthSquared > limit * limit
    else { return nil }
    startTurn()
    (turningTime, largestRate) = (0, Constants.largestRate)
    return rate
  }

  /// Restarts after a gap.
  mutating func restart() { self = Self() }

  /// Whether the mean rate may be a turn about the vertical, which the force does not show. A turn
  /// about another axis ends the phase by the drift of the force.
  @inline(__always)  // Not inlined, it copies the detector: benchmark "inertial filter, a sample".
  private var isTurning: Bool {
    let up = force.output
    let vertical = (rate.output - bias).dot(up)
    return vertical * vertical > largestRate * largestRate * up.lengthSquared
  }

  /// The device moves.
  mutating func endPhase() {
    quietTime = 0
    turningTime = 0
    isStationary = false
  }
}
