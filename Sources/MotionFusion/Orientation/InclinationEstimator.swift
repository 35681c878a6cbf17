internal import RealModule

/// The strap-down integration of the gyroscope to an almost-inertial frame, and the tilt that
/// levels this frame.
struct InclinationEstimator: Sendable {
  /// The bias observed by the correction: `x` · bias = `rate.x` and `y` · bias = `rate.y`.
  struct Drift {
    var x: Vector3<Double>
    var y: Vector3<Double>
    var rate: Vector2<Double>
    /// The drift by the scale: `scaleX` · scale and `scaleY` · scale.
    var scaleX: Vector3<Double>
    var scaleY: Vector3<Double>

    /// The drift by this relative error of the scale, in rad/s.
    func ofScale(_ scale: Vector3<Double>) -> Vector2<Double> {
      Vector2(scaleX.dot(scale), scaleY.dot(scale))
    }
  }

  /// The motion over an interval of several samples.
  struct Interval {
    /// In seconds.
    var duration: Double
    /// The integral of the vertical in the device frame, in seconds.
    var vertical: Vector3<Double>
    /// The integral of the angular rate about the vertical, by components in the device frame, in
    /// radians.
    var turn: Vector3<Double>
    /// The integral of the squared angular rate, in rad²/s.
    var squaredRate: Double
    /// `nil` before the mean force has settled, and if a gap is part of the interval.
    var drift: Drift?
  }

  /// The sums of an interval, each sample weighted by its step.
  private struct Sums {
    var duration = 0.0
    /// Of the level frame's axes in the device frame.
    var x = Vector3<Double>.zero
    var y = Vector3<Double>.zero
    var z = Vector3<Double>.zero
    /// Of the products of axes and angular rate, by components.
    var turnX = Vector3<Double>.zero
    var turnY = Vector3<Double>.zero
    var turnZ = Vector3<Double>.zero
    var squaredRate = 0.0
    /// Of the specific force in the almost-inertial frame.
    var force = Vector3<Double>.zero
    /// The half-angles of the corrections about the level axes, in radians.
    var correction = Vector2<Double>.zero
    var hasGap = false

    @inline(__always)  // Benchmark "inertial filter, a sample".
    mutating func add(
      axes: Matrix3<Double>, rate: Vector3<Double>, force: Vector3<Double>, step: Double
    ) {
      duration += step
      let turn = rate * step
      x += axes[row: 0] * step
      y += axes[row: 1] * step
      z += axes[row: 2] * step
      turnX += axes[row: 0] * turn
      turnY += axes[row: 1] * turn
      turnZ += axes[row: 2] * turn
      squaredRate += rate.dot(turn)
      self.force += force * step
    }
  }

  /// The least duration of an interval, in seconds: five steps at 100 Hz. Slow estimates are
  /// updated at its end.
  static let interval = 0.042
  /// The variance of the vertical by the errors of sensors and mounting: (0.3°)² in rad².
  private static let sensorVariance = 2.7e-5
  /// The time in seconds within which the velocity typically changes: the error of the mean force
  /// over less is that of a single force.
  private static let accelerationTime = 0.08
  /// The least weight of the mean force after an unmeasured turn, in seconds.
  private static let leastAge = 0.02

  /// Whether there has been an accelerometer reading.
  private(set) var hasGravity = false
  /// Whether the vertical is a mean over the time constant. Before, in motion, its error can be
  /// tens of degrees.
  var isSettled: Bool { force.isSettled }
  /// The integral of the gyroscope, ahead of the last sample by half a step.
  private var integral = Quaternion<Double>.identity
  /// The attitude at the last sample in the almost-inertial frame.
  private(set) var deviceToInertial = Quaternion<Double>.identity
  private var inertialToLevel = Quaternion<Double>.identity
  /// The attitude with an arbitrary heading.
  private(set) var deviceToLevel = Quaternion<Double>.identity
  /// Its matrix. The rows are the axes of the level frame in the device frame.
  private(set) var axes = Matrix3<Double>.identity
  /// The last specific force in the almost-inertial frame, in g.
  private var latestForce = Vector3<Double>.zero
  private var force = SecondOrderLowPass<Vector3<Double>>()
  /// The level frame's horizontal axes in the device frame, low-passed like the force.
  private var axisX = SecondOrderLowPass<Vector3<Double>>()
  private var axisY = SecondOrderLowPass<Vector3<Double>>()
  /// The components of the turn about these axes as rates, low-passed.
  private var turnX = SecondOrderLowPass<Vector3<Double>>()
  private var turnY = SecondOrderLowPass<Vector3<Double>>()
  /// The variance of the vertical after an unmeasured turn times the square of the weight that it
  /// kept, in rad²s²; zero once the mean force has settled.
  private var initialError = 0.0
  private var intensity = MotionIntensity()
  private var scatter = VerticalScatter()
  private var timeConstant = InertialFilter.InclinationConstants.timeConstant
  private var sums = Sums()

  /// Turns the device by a rotation vector in the device frame.
  ///
  /// - Parameters:
  ///   - lead: The part of the turn after the time of the sample.
  ///   - isLevelled: Whether a reading of the accelerometer follows, which levels.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  mutating func turn(by rotation: Vector3<Double>, lead: Vector3<Double>, isLevelled: Bool) {
    integral = integral * .turn(by: rotation)
    deviceToInertial = lead == .zero ? integral : integral * .turn(by: -lead)
    if !isLevelled { updateAttitude() }
  }

  @inline(__always)  // Benchmark "inertial filter, a sample".
  private mutating func updateAttitude() {
    deviceToLevel = inertialToLevel * deviceToInertial
    axes = Matrix3(deviceToLevel)
  }

  /// The mean force over a step from the forces at its ends, by the trapezoidal rule: the changes
  /// of velocity cancel only if none is lost. After an unmeasured turn that of the end alone.
  ///
  /// - Parameters:
  ///   - latest: The force at the start, of the previous reading.
  ///   - force: The force at the end.
  ///   - step: In seconds; 0 without a previous reading.
  ///   - weight: The part of the step that the force stands for.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  static func meanForce(
    from latest: Vector3<Double>, to force: Vector3<Double>, step: Double, weight: Double
  ) -> Vector3<Double> {
    step > 0 && weight == step ? (latest + force) * 0.5 : force
  }

  /// Corrects the tilt by the specific force, in g.
  ///
  /// - Parameters:
  ///   - step: The time since the previous force, in seconds.
  ///   - weight: The part of the step that the force stands for; less than the step after an
  ///     unmeasured turn.
  ///   - rate: The angular rate in rad/s.
  /// - Returns: Whether an interval is over: ``endInterval`` is to be called.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  mutating func level(
    _ reading: Vector3<Double>, step: Double, weight: Double, rate: Vector3<Double>
  ) -> Bool {
    let inertial = deviceToInertial.act(reading)
    let mean = Self.meanForce(from: latestForce, to: inertial, step: step, weight: weight)
    latestForce = inertial
    force.update(mean, LowPassResponse(step: weight, timeConstant: timeConstant))
    let correction = Quaternion.leveling(inertialToLevel.act(force.output))
    inertialToLevel = correction * inertialToLevel
    let wasKnown = hasGravity
    hasGravity = true
    updateAttitude()
    guard wasKnown, step > 0 else {
      intensity.start(at: inertial)
      return false
    }
    sums.add(axes: axes, rate: rate, force: mean, step: step)
    sums.correction += Vector2(correction.x, correction.y)
    if weight != step { sums.hasGap = true }
    return sums.duration >= Self.interval
  }

  /// Ends an interval: adapts the time constant to the motion and observes the drift.
  ///
  /// - Parameters:
  ///   - bias: The gyroscope bias, in rad/s.
  ///   - scale: The relative error of its scale.
  ///   - biasVariance: In rad²/s².
  ///   - bounds: The bounds of the time constant, in seconds.
  mutating func endInterval(
    bias: Vector3<Double>, scale: Vector3<Double>, biasVariance: Vector3<Double>,
    timeConstants bounds: ClosedRange<Double>
  ) -> Interval {
    let sums = sums
    self.sums = Sums()
    integral = integral.renormalized
    inertialToLevel = inertialToLevel.renormalized
    let duration = sums.duration
    let perTime = 1 / duration
    intensity.observe(
      squaredRate: sums.squaredRate * perTime, force: sums.force * perTime, up: force.output,
      step: duration)
    timeConstant = intensity.timeConstant(
      in: bounds, biasVariance: biasVariance.maximumMagnitude)
    let up = inertialToLevel.conjugate.act(.unitZ)
    if force.isSettled {
      scatter.observe(up, step: duration)
    } else {
      scatter.start(at: up, variance: expectedVariance(biasVariance: biasVariance))
    }
    // The residual bias turns the frame at R (b - b̂); the low-passed correction is its opposite.
    let response = LowPassResponse(step: duration, timeConstant: timeConstant)
    axisX.update(sums.x * perTime, response)
    axisY.update(sums.y * perTime, response)
    turnX.update(sums.turnX * perTime, response)
    turnY.update(sums.turnY * perTime, response)
    var interval = Interval(
      duration: duration, vertical: sums.z, turn: sums.turnZ, squaredRate: sums.squaredRate)
    guard force.isSettled, !sums.hasGap else { return interval }
    initialError = 0
    interval.drift = Drift(
      x: axisX.output, y: axisY.output,
      rate: drift(ofBias: bias, scale: scale) - sums.correction * (2 * perTime),
      scaleX: turnX.output, scaleY: turnY.output)
    return interval
  }

  /// The drift of the level axes by these errors of the gyroscope, low-passed like the force, in
  /// rad/s.
  private func drift(ofBias bias: Vector3<Double>, scale: Vector3<Double>) -> Vector2<Double> {
    Vector2(
      axisX.output.dot(bias) + turnX.output.dot(scale),
      axisY.output.dot(bias) + turnY.output.dot(scale))
  }

  /// Corrects the tilt after a change of the estimated errors of the gyroscope.
  ///
  /// These errors make the mean force lag behind the drift. The tilt continues as if these errors
  /// had been known from the start. This equals the tilt's covariance with them in a Kalman filter.
  mutating func compensate(bias: Vector3<Double>, scale: Vector3<Double>) {
    guard force.isSettled else { return }
    let drift = drift(ofBias: bias, scale: scale)
    force.removeRamp(
      inertialToLevel.conjugate.act(Vector3(drift.y, -drift.x, 0)), timeConstant: timeConstant)
    let turn = Vector3(drift.x, drift.y, 0) * -timeConstant
    inertialToLevel = .turn(by: turn) * inertialToLevel
    updateAttitude()
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
    turnX.restart()
    turnY.restart()
    sums = Sums()
    let correction = Quaternion.leveling(inertialToLevel.act(mean))
    inertialToLevel = (correction * inertialToLevel).renormalized
    updateAttitude()
    hasGravity = true
  }

  /// Discards the mean force: the next readings set the vertical.
  mutating func restart() {
    intensity.restart()
    initialError = 0
    force.restart()
    axisX.restart()
    axisY.restart()
    turnX.restart()
    turnY.restart()
    sums = Sums()
  }

  /// The age in seconds at which the mean force has this error in radians.
  ///
  /// - Parameter speed: The typical change of velocity, in g·s.
  static func age(withError error: Double, speed: Double) -> Double {
    max(speed / error - accelerationTime, 0)
  }

  /// Reduces the weight of the mean force after an unmeasured turn of about this angle in radians,
  /// to the time in which the velocity causes the same error.
  mutating func reduceWeight(forTurn angle: Double) {
    let before = force.isSettled ? 0 : initialError / max(force.age * force.age, 1e-6)
    let error = max(before + angle * angle, 1e-6)
    let age = max(Self.age(withError: error.squareRoot(), speed: speed), Self.leastAge)
    guard age < force.age else { return }
    intensity.restart()
    force.reduceWeight(to: age)
    initialError = error * age * age
  }

  /// The variance of the vertical, in rad².
  ///
  /// The scatter of the vertical in the gyroscope's frame, or, until the mean force has settled,
  /// ``expectedVariance(biasVariance:)``; and 0.3° for sensors and mounting, which is constant in
  /// the device.
  ///
  /// - Parameter biasVariance: Of the gyroscope bias, in rad²/s².
  func variance(biasVariance: Vector3<Double>) -> Double {
    force.isSettled
      ? scatter.variance + Self.sensorVariance : expectedVariance(biasVariance: biasVariance)
  }

  /// The variance of the vertical that the present motion may cause, in rad²; usually too large.
  ///
  /// The sum of four errors: the changes of velocity in relation to the averaging time; the drift
  /// by the bias; 0.3° for sensors and mounting; and the remainder of an unmeasured turn.
  ///
  /// - Parameter biasVariance: Of the gyroscope bias, in rad²/s².
  func expectedVariance(biasVariance: Vector3<Double>) -> Double {
    let age = force.isSettled ? timeConstant : force.age
    let span = max(age, Self.accelerationTime)
    // Before the force has settled, the motion is not known.
    let change = force.isSettled ? intensity.moving : speed * speed
    let drift = max(biasVariance.x + biasVariance.y + biasVariance.z, 0)
    return change / (span * span) + drift * span * span + Self.sensorVariance
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
}

/// The mean squared deviation of the estimated vertical from its own mean in the gyroscope's frame.
///
/// In that frame the true vertical only drifts, by the gyroscope's errors over the averaging time:
/// movements of the estimate are errors, of the mean force by accelerations or of the gyroscope.
struct VerticalScatter: Sendable {
  /// In rad².
  private(set) var variance = 0.0
  private var mean = Vector3<Double>.zero

  /// The time constant of both means, in seconds: three times that of the force, so that the errors
  /// of the force average out.
  private static let averagingTime = 10.0

  /// Starts at a vertical of unit length, with an expected variance in rad².
  mutating func start(at vertical: Vector3<Double>, variance expected: Double) {
    mean = vertical
    variance = expected
  }

  /// Takes a vertical of unit length after a step in seconds.
  mutating func observe(_ vertical: Vector3<Double>, step: Double) {
    let share = min(1, step / Self.averagingTime)
    mean += (vertical - mean) * share
    variance += ((vertical - mean).lengthSquared - variance) * share
  }
}
