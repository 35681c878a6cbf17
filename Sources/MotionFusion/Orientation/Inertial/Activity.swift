/// How much the device turns and how fast it moves about, as running mean squares: what tells
/// for how long to average the specific force.
///
/// The mean of the force over a time *τ* is off by the change of velocity over *τ*; the gyro's
/// errors, meanwhile, grow with turning. What the user does at higher frequencies averages out and
/// says nothing, which is why the velocity is looked at and not the acceleration.
struct Activity: Hashable, Sendable, Codable {
  /// Mean square of the angular rate, in rad²/s².
  private var turning = 0.0
  /// Mean square of the horizontal velocity, without what is slower than a second, in g²s².
  private(set) var moving = 0.0
  /// The specific force in the almost-inertial frame, in g, after one low-pass of first order and
  /// after two: their difference is the velocity, but for what is slower.
  private var fast = Vector3<Double>.zero
  private var slow = Vector3<Double>.zero
  private var hasForce = false

  /// Time constant of both low-passes, in seconds.
  private static let velocityTime = 1.0
  /// Below these the device counts as still, in rad/s and g·s.
  private static let leastTurning = 0.03
  private static let leastMoving = 0.005
  /// By what share a gyro's scale and alignment are off.
  private static let scaleError = 0.005

  /// Takes an angular rate in rad/s and a specific force in the almost-inertial frame.
  ///
  /// - Parameter up: About where the vertical is in that frame, of any length.
  @inline(__always)
  mutating func observe(
    rate: Vector3<Double>, force: Vector3<Double>, up: Vector3<Double>, step: Double,
    _ configuration: InertialFilter.Configuration.Inclination
  ) {
    guard hasForce else {
      fast = force
      slow = force
      hasForce = true
      return
    }
    let velocityShare = min(1, step / Self.velocityTime)
    fast += (force - fast) * velocityShare
    slow += (fast - slow) * velocityShare
    let velocity = (fast - slow) * Self.velocityTime
    let climb = velocity.dot(up)
    let horizontal = velocity.lengthSquared - climb * climb / up.lengthSquared
    let share = min(1, step / configuration.activityTime)
    turning += (rate.lengthSquared - turning) * share
    moving += (horizontal - moving) * share
  }

  /// Forgets the velocity, when the frame is no longer the same.
  mutating func restart() { hasForce = false }

  /// The time constant for this much motion, in seconds.
  ///
  /// - Parameter biasVariance: Of the gyro's bias, in rad²/s²: while it is unknown the frame
  ///   drifts as if the device turned fast.
  @inline(__always)
  func timeConstant(
    _ configuration: InertialFilter.Configuration.Inclination, biasVariance: Double
  ) -> Double {
    let balance = configuration.balance / SensorSample.standardGravity
    let ratio =
      (moving + Self.leastMoving * Self.leastMoving)
      / ((turning + Self.leastTurning * Self.leastTurning
        + biasVariance / (Self.scaleError * Self.scaleError)) * (balance * balance))
    let followed = configuration.timeConstant * ratio.squareRoot().squareRoot()
    return min(
      max(followed, configuration.timeConstants.lowerBound), configuration.timeConstants.upperBound)
  }
}
