/// The intensity of turning and of translation as running mean squares, which set the time
/// constant of the correction by gravity.
///
/// The mean of the force over a time *τ* has an error equal to the change of velocity over *τ*. The
/// gyroscope's error grows with turning. Fast movements average out, so that the velocity counts
/// and not the acceleration.
struct MotionIntensity: Sendable {
  private typealias Constants = InertialFilter.InclinationConstants

  /// The mean square of the angular rate, in rad²/s².
  private var turning = 0.0
  /// The mean square of the horizontal velocity above about 0.2 Hz, in g²s².
  private(set) var moving = 0.0
  /// The specific force in the almost-inertial frame, in g, after one and two first-order
  /// low-passes: their difference is the velocity without its slow part.
  private var fast = Vector3<Double>.zero
  private var slow = Vector3<Double>.zero
  private var hasForce = false

  /// The time constant of both low-passes, in seconds.
  private static let velocityTime = 1.0
  /// The least turning, in rad/s, and the least velocity, in g·s.
  private static let leastTurning = 0.03
  private static let leastMoving = 0.005
  /// The typical error of a gyroscope's scale and alignment, as a share.
  private static let scaleError = 0.005

  /// Takes the means over a step of the squared angular rate, in rad²/s², and of the specific force
  /// in the almost-inertial frame.
  ///
  /// - Parameter up: The approximate vertical in that frame, of any length.
  mutating func observe(
    squaredRate: Double, force: Vector3<Double>, up: Vector3<Double>, step: Double
  ) {
    guard hasForce else { return start(at: force) }
    // To the second order in the step.
    let velocityShare = min(1, step / (Self.velocityTime + 0.5 * step))
    let before = fast
    fast += (force - fast) * velocityShare
    slow += ((before + fast) * 0.5 - slow) * velocityShare
    let velocity = (fast - slow) * Self.velocityTime
    let climb = velocity.dot(up)
    let horizontal = velocity.lengthSquared - climb * climb / up.lengthSquared
    let share = min(1, step / Constants.intensityTime)
    turning += (squaredRate - turning) * share
    moving += (horizontal - moving) * share
  }

  /// Starts without velocity, with the specific force `force`.
  mutating func start(at force: Vector3<Double>) {
    fast = force
    slow = force
    hasForce = true
  }

  /// Discards the velocity after a change of the frame.
  mutating func restart() { hasForce = false }

  /// The time constant for this intensity, in seconds.
  ///
  /// - Parameters:
  ///   - bounds: The bounds of the time constant, in seconds.
  ///   - biasVariance: Of the gyroscope bias, in rad²/s²; an unknown bias acts like turning.
  func timeConstant(in bounds: ClosedRange<Double>, biasVariance: Double) -> Double {
    let balance = Constants.balance / SensorSample.standardGravity
    let ratio =
      (moving + Self.leastMoving * Self.leastMoving)
      / ((turning + Self.leastTurning * Self.leastTurning
        + biasVariance / (Self.scaleError * Self.scaleError)) * (balance * balance))
    let followed = Constants.timeConstant * ratio.squareRoot().squareRoot()
    return min(max(followed, bounds.lowerBound), bounds.upperBound)
  }
}

/// Detects stationary phases: rate and force stay near their means for some time.
struct StationaryDetector: Sendable {
  private typealias Constants = InertialFilter.StationaryConstants

  private var rate = SecondOrderLowPass<Vector3<Double>>()
  private var force = SecondOrderLowPass<Vector3<Double>>()
  private var quietTime = 0.0
  /// The mean force at the start of the quiet time.
  private var startForce = Vector3<Double>.zero
  private(set) var isStationary = false

  /// The mean angular rate: the bias in a stationary phase.
  var meanRate: Vector3<Double> { rate.output }

  /// Takes an angular rate in rad/s.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  mutating func observe(rate reading: Vector3<Double>, step: Double) {
    rate.update(reading, LowPassResponse(step: step, timeConstant: Constants.timeConstant))
    let limit = Constants.rotation
    if (reading - rate.output).lengthSquared > limit * limit || isTurning { endPhase() }
  }

  /// Takes a specific force in g.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  mutating func observe(force reading: Vector3<Double>, step: Double) {
    force.update(reading, LowPassResponse(step: step, timeConstant: Constants.timeConstant))
    let limit = Constants.acceleration
    if (reading - force.output).lengthSquared > limit * limit {
      endPhase()
    } else {
      if quietTime == 0 { startForce = force.output }
      quietTime += step
      isStationary = quietTime >= Constants.duration
    }
  }

  /// Restarts after a gap.
  mutating func restart() { self = Self() }

  /// Whether the mean rate may be a turn. About the vertical, which the force does not show, it is
  /// one beyond the largest rate; about another axis, if the force changes.
  @inline(__always)  // Not inlined, it copies the detector: benchmark "inertial filter, a sample".
  private var isTurning: Bool {
    let limit = Constants.largestRate
    let mean = rate.output
    guard max(abs(mean.x), abs(mean.y), abs(mean.z)) > limit else { return false }
    let up = force.output
    let squares = up.lengthSquared
    let vertical = mean.dot(up)
    guard quietTime > 0, vertical * vertical < limit * limit * squares else { return true }
    // Without an error of the gyroscope, the force turns by this.
    let turned = mean.cross(up) * quietTime
    let moved = up - startForce
    let share = Constants.largestTurnShare
    let noise = Constants.forceDeviation
    return moved.lengthSquared > share * share * turned.lengthSquared + noise * noise
  }

  private mutating func endPhase() {
    quietTime = 0
    isStationary = false
  }
}
