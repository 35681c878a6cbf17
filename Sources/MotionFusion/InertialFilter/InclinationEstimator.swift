internal import RealModule

/// The strap-down integration of the gyroscope to an almost-inertial frame, and the tilt that
/// levels this frame.
struct InclinationEstimator: Hashable, Sendable, Codable {
  /// The bias observed by the correction: `x` · bias = `rate.x` and `y` · bias = `rate.y`.
  struct Drift {
    var x: Vector3<Double>
    var y: Vector3<Double>
    var rate: Vector2<Double>
    /// The drift by the scale: `scaleX` · scale and `scaleY` · scale.
    var scaleX: Vector3<Double>
    var scaleY: Vector3<Double>
    /// The time since the scale was last observed, in seconds, if it is due; otherwise 0.
    var scaleStep: Double

    /// The drift by this relative error of the scale, in rad/s.
    @inline(__always)  // Benchmark "inertial filter, a sample".
    func ofScale(_ scale: Vector3<Double>) -> Vector2<Double> {
      Vector2(scaleX.dot(scale), scaleY.dot(scale))
    }
  }

  /// The variance of the vertical by the errors of sensors and mounting: (0.3°)² in rad².
  private static let sensorVariance = 2.7e-5
  /// The interval between updates of the time constant and of the scale, in seconds.
  private static let constantInterval = 0.05
  /// The least weight of the mean force after an unmeasured turn, in seconds.
  private static let leastAge = 0.02

  /// Whether there has been an accelerometer reading.
  private(set) var hasGravity = false
  /// Whether the vertical is a mean over the time constant. Before, in motion, its error can be
  /// tens of degrees.
  var isSettled: Bool { force.isSettled }
  /// The vertical in the device frame, +*z* up.
  private(set) var vertical = Vector3<Double>.unitZ
  /// The integral of the gyroscope, ahead of the last sample by half a step.
  private var integral = Quaternion<Double>.identity
  /// The attitude at the last sample in the almost-inertial frame.
  private(set) var deviceToInertial = Quaternion<Double>.identity
  private var inertialToLevel = Quaternion<Double>.identity
  /// The attitude with an arbitrary heading.
  private(set) var deviceToLevel = Quaternion<Double>.identity
  private var force = SecondOrderLowPass<Vector3<Double>>()
  /// The level frame's horizontal axes in the device frame, low-passed like the force.
  private var axisX = SecondOrderLowPass<Vector3<Double>>()
  private var axisY = SecondOrderLowPass<Vector3<Double>>()
  /// The components of the turn about these axes over ``constantInterval``, as rates, low-passed.
  private var turnX = SecondOrderLowPass<Vector3<Double>>()
  private var turnY = SecondOrderLowPass<Vector3<Double>>()
  // The sums of the interval that goes on.
  private var turnSumX = Vector3<Double>.zero
  private var turnSumY = Vector3<Double>.zero
  private var turnTime = 0.0
  /// The drift already removed by the estimates of bias and scale.
  private var removed = SecondOrderLowPass<Vector2<Double>>()
  /// The variance of the vertical after an unmeasured turn times the square of the weight that it
  /// kept, in rad²s²; zero once the mean force has settled.
  private var initialError = 0.0
  private var intensity = MotionIntensity()
  private var timeConstant = InertialFilter.InclinationConstants.timeConstant
  /// Seconds since the last update of the time constant.
  private var constantAge = 0.0

  /// Turns the device by a rotation vector in the device frame.
  ///
  /// - Parameters:
  ///   - lead: The part of the turn after the time of the sample.
  ///   - isLevelled: Whether a reading of the accelerometer follows, which levels.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  mutating func turn(by rotation: Vector3<Double>, lead: Vector3<Double>, isLevelled: Bool) {
    integral = (integral * .turn(by: rotation)).renormalized
    deviceToInertial = lead == .zero ? integral : integral * .turn(by: -lead)
    if !isLevelled { deviceToLevel = inertialToLevel * deviceToInertial }
  }

  /// Corrects the tilt by the specific force, in g.
  ///
  /// - Parameters:
  ///   - step: The time since the previous force, in seconds.
  ///   - weight: The part of the step that the force stands for; less than the step after a gap.
  ///   - bounds: The bounds of the time constant, in seconds.
  /// - Returns: The observed bias; `nil` before the mean has settled and after a gap.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  mutating func level(
    _ reading: Vector3<Double>, step: Double, weight: Double, rate: Vector3<Double>,
    bias: Vector3<Double>, scale: Vector3<Double>, biasVariance: Vector3<Double>,
    timeConstants bounds: ClosedRange<Double>
  ) -> Drift? {
    let inertial = deviceToInertial.act(reading)
    adapt(to: inertial, step: step, rate: rate, biasVariance: biasVariance, bounds)
    let response = LowPassResponse(step: weight, timeConstant: timeConstant)
    force.update(inertial, response)
    let correction = Quaternion.leveling(inertialToLevel.act(force.output))
    inertialToLevel = (correction * inertialToLevel).renormalized
    let wasKnown = hasGravity
    hasGravity = true
    deviceToLevel = inertialToLevel * deviceToInertial
    let level = Matrix3(deviceToLevel)
    vertical = level[row: 2]
    guard wasKnown, step > 0 else { return nil }
    // The residual bias turns the frame at R (b - b̂); the low-passed correction is its opposite.
    let x = level[row: 0]
    let y = level[row: 1]
    axisX.update(x, response)
    axisY.update(y, response)
    let known = bias + scale * rate
    removed.update(Vector2(x.dot(known), y.dot(known)), response)
    let scaleStep = averageTurns(x * rate, y * rate, step: step)
    guard force.isSettled, weight == step else { return nil }
    initialError = 0
    let factor = -2 / (correction.w * step)
    return Drift(
      x: axisX.output, y: axisY.output,
      rate: Vector2(
        correction.x * factor + removed.output.x, correction.y * factor + removed.output.y),
      scaleX: turnX.output, scaleY: turnY.output, scaleStep: scaleStep)
  }

  /// Low-passes the components of the turns about the level axes, means over ``constantInterval``.
  ///
  /// - Returns: The time of the mean that ends, in seconds; otherwise 0.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  private mutating func averageTurns(
    _ x: Vector3<Double>, _ y: Vector3<Double>, step: Double
  ) -> Double {
    turnSumX += x * step
    turnSumY += y * step
    turnTime += step
    guard turnTime >= Self.constantInterval else { return 0 }
    let time = turnTime
    let response = LowPassResponse(step: time, timeConstant: timeConstant)
    turnX.update(turnSumX * (1 / time), response)
    turnY.update(turnSumY * (1 / time), response)
    turnSumX = .zero
    turnSumY = .zero
    turnTime = 0
    return time
  }

  /// The typical change of velocity, in g·s: a mean of the force over a time has an error of the
  /// change over this time.
  var speed: Double { intensity.moving.squareRoot() + 0.02 }

  /// Takes a measured vertical in the device frame, of unit length.
  ///
  /// The mean force becomes the weighted mean of both verticals, with the age at which the changes
  /// of velocity would give it the same variance.
  ///
  /// - Parameters:
  ///   - variance: Of the measurement, in rad².
  ///   - own: The variance of the vertical, in rad².
  mutating func observe(vertical measured: Vector3<Double>, variance: Double, own: Double) {
    let gain = hasGravity ? own / (own + variance) : 1
    let up = inertialToLevel.conjugate.act(.unitZ)
    let target = deviceToInertial.act(measured)
    // Opposite verticals have no mean.
    guard let mean = (up * (1 - gain) + target * gain).normalized() else { return }
    let combined = hasGravity ? own * (1 - gain) : variance
    let age = min(speed / combined.squareRoot(), timeConstant)
    force.restart(at: mean, age: age)
    initialError = 0
    axisX.restart()
    axisY.restart()
    removed.restart()
    turnX.restart()
    turnY.restart()
    let correction = Quaternion.leveling(inertialToLevel.act(mean))
    inertialToLevel = (correction * inertialToLevel).renormalized
    deviceToLevel = inertialToLevel * deviceToInertial
    hasGravity = true
    vertical = deviceToInertial.conjugate.act(mean)
  }

  /// Discards the mean force: the next readings set the vertical.
  mutating func restart() {
    intensity.restart()
    initialError = 0
    force.restart()
    axisX.restart()
    axisY.restart()
    removed.restart()
    turnX.restart()
    turnY.restart()
  }

  /// Reduces the weight of the mean force after an unmeasured turn of about this angle in radians,
  /// to the time in which the velocity causes the same error.
  mutating func reduceWeight(forTurn angle: Double) {
    intensity.restart()
    let before = force.isSettled ? 0 : initialError / max(force.age * force.age, 1e-6)
    let error = max(before + angle * angle, 1e-6)
    let age = max(speed / error.squareRoot(), Self.leastAge)
    guard age < force.age else { return }
    force.reduceWeight(to: age)
    initialError = error * age * age
  }

  /// The variance of the vertical, in rad².
  ///
  /// The sum of four errors: the changes of velocity, over about 0.08 s, in relation to the time
  /// constant; the drift by the bias; 0.3° for sensors and mounting; and what is left of an
  /// unmeasured turn.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  func variance(biasVariance: Double) -> Double {
    let age = force.isSettled ? timeConstant : force.age
    let span = max(age, 0.08)
    return intensity.moving / (span * span) + biasVariance * span * span + Self.sensorVariance
      + (initialError > 0 ? initialError / (age * age) : 0)
  }

  /// The variance of the vertical by the motion before and after a sample, in rad².
  ///
  /// - Parameters:
  ///   - before: The variance by the motion before the sample.
  ///   - after: The variance by the motion after it.
  static func smoothedVariance(_ before: Double, _ after: Double) -> Double {
    // Sensors and mounting have the same error in both.
    let a = max(before - sensorVariance, 0)
    let b = max(after - sensorVariance, 0)
    return sensorVariance + (a + b > 0 ? a * b / (a + b) : 0)
  }

  /// Adapts the time constant to the motion.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  private mutating func adapt(
    to inertial: Vector3<Double>, step: Double, rate: Vector3<Double>,
    biasVariance: Vector3<Double>, _ bounds: ClosedRange<Double>
  ) {
    guard hasGravity else {
      timeConstant = InertialFilter.InclinationConstants.timeConstant
      return
    }
    intensity.observe(rate: rate, force: inertial, up: force.output, step: step)
    // The mean squares change over seconds: no roots at every sample.
    constantAge += step
    guard constantAge >= Self.constantInterval else { return }
    constantAge = 0
    timeConstant = intensity.timeConstant(
      in: bounds, biasVariance: biasVariance.maximumMagnitude)
  }
}
