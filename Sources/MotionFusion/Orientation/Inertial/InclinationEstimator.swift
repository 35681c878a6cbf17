internal import RealModule

/// The gyro's strap-down integration to an almost-inertial frame, and the tilt that makes that
/// frame's vertical upright.
struct InclinationEstimator: Hashable, Sendable, Codable {
  typealias Configuration = InertialFilter.Configuration.Inclination

  /// What the correction says about the bias: `x` · bias = `rate.x` and `y` · bias = `rate.y`.
  struct Drift {
    var x: Vector3<Double>
    var y: Vector3<Double>
    var rate: Vector2<Double>
  }

  /// How often the time constant follows the motion, in seconds.
  private static let constantInterval = 0.05

  /// Whether the vertical is known, be it by one reading.
  private(set) var hasGravity = false
  /// Whether the vertical is a mean over the time constant: until then, in motion, it may be off
  /// by tens of degrees.
  var isSettled: Bool { force.isSettled }
  /// The vertical in the device frame, +*z* up.
  private(set) var vertical = Vector3<Double>.unitZ
  private var deviceToInertial = Quaternion<Double>.identity
  private var inertialToLevel = Quaternion<Double>.identity
  private var force = SecondOrderLowPass<Vector3<Double>>()
  /// The level frame's horizontal axes in the device frame, low-passed as the force is.
  private var axisX = SecondOrderLowPass<Vector3<Double>>()
  private var axisY = SecondOrderLowPass<Vector3<Double>>()
  /// The drift that was already removed by the bias known at the time.
  private var removed = SecondOrderLowPass<Vector2<Double>>()
  private var activity = Activity()
  private var timeConstant = 0.0
  /// Seconds since the time constant was worked out.
  private var constantAge = 0.0

  /// The attitude without heading.
  var deviceToLevel: Quaternion<Double> { inertialToLevel * deviceToInertial }

  /// Turns the device by this rotation vector in its own frame.
  @inline(__always)
  mutating func turn(by rotation: Vector3<Double>) {
    deviceToInertial = (deviceToInertial * .turn(by: rotation)).renormalized
  }

  /// Corrects the tilt by the specific force, in g.
  ///
  /// - Returns: What the correction says about the bias; `nil` while the mean is still young.
  @inline(__always)
  mutating func level(
    _ reading: Vector3<Double>, step: Double, rate: Vector3<Double>, bias: Vector3<Double>,
    biasVariance: Double, _ configuration: Configuration
  ) -> Drift? {
    let inertial = deviceToInertial.act(reading)
    adapt(to: inertial, step: step, rate: rate, biasVariance: biasVariance, configuration)
    let response = LowPassResponse(step: step, timeConstant: timeConstant)
    force.update(inertial, response)
    let correction = Quaternion.leveling(inertialToLevel.act(force.output))
    inertialToLevel = (correction * inertialToLevel).renormalized
    let wasKnown = hasGravity
    hasGravity = true
    let level = Matrix3(deviceToLevel)
    vertical = level[row: 2]
    guard wasKnown, step > 0 else { return nil }
    // Residual bias turns the frame at R (b - b̂): the correction, low-passed, is its opposite.
    let x = level[row: 0]
    let y = level[row: 1]
    axisX.update(x, response)
    axisY.update(y, response)
    removed.update(Vector2(x.dot(bias), y.dot(bias)), response)
    guard force.isSettled else { return nil }
    let scale = -2 / (correction.w * step)
    return Drift(
      x: axisX.output, y: axisY.output,
      rate: Vector2(
        correction.x * scale + removed.output.x, correction.y * scale + removed.output.y))
  }

  /// Forgets the mean force: the next readings set the vertical.
  mutating func restart() {
    activity.restart()
    force.restart()
    axisX.restart()
    axisY.restart()
    removed.restart()
  }

  /// Lets the next readings outweigh the mean force, which an unseen turn put off by this angle in
  /// radians: no mean over a time in which the velocity alone makes less of an error is kept.
  mutating func loosen(by angle: Double) {
    activity.restart()
    let speed = activity.moving.squareRoot() + 0.02
    force.loosen(to: max(speed / max(angle, 1e-3), 0.2))
  }

  /// The standard deviation of the vertical, in radians.
  ///
  /// The low-pass leaves of the user's acceleration what its changes of velocity, over about
  /// 0.08 s, are to the time constant; to that comes what the bias does meanwhile, and what
  /// sensors and mounting are worth at best, 0.3°.
  func deviation(biasDeviation: Double) -> Double {
    let span = max(force.isSettled ? timeConstant : force.age, 0.08)
    let push = activity.moving.squareRoot() / span
    let drift = biasDeviation * span
    return (push * push + drift * drift + 2.7e-5).squareRoot()
  }

  /// Follows the motion with the time constant.
  @inline(__always)
  private mutating func adapt(
    to inertial: Vector3<Double>, step: Double, rate: Vector3<Double>,
    biasVariance: Double, _ configuration: Configuration
  ) {
    guard hasGravity else {
      timeConstant = configuration.timeConstant
      return
    }
    activity.observe(
      rate: rate, force: inertial, up: force.output, step: step, configuration)
    // Means over seconds need no roots at every sample.
    constantAge += step
    guard constantAge >= Self.constantInterval else { return }
    constantAge = 0
    timeConstant = activity.timeConstant(configuration, biasVariance: biasVariance)
  }
}
