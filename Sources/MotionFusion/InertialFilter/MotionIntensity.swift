/// The intensity of turning and of translation as running mean squares, which set the time
/// constant of the correction by gravity.
///
/// The mean of the force over a time *τ* has an error of the change of velocity over *τ*; the
/// gyroscope's error grows with turning. Fast movements average out, so that the velocity counts
/// and not the acceleration.
struct MotionIntensity: Hashable, Sendable, Codable {
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
