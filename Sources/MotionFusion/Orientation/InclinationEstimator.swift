internal import RealModule

/// The strap-down integration of the gyroscope to an almost-inertial frame, and the tilt that
/// levels this frame.
struct InclinationEstimator: Sendable {
  /// The motion over an interval of several samples.
  struct Interval {
    /// In seconds.
    var duration: Double
    /// The integral of the squared angular rate, in rad²/s.
    var squaredRate: Double
    var transition: ErrorCovariance.Transition
  }

  /// The sums of an interval, each sample weighted by its step.
  private struct Sums {
    var duration = 0.0
    /// Of the level frame's axes in the device frame.
    var axes = Matrix3<Double>.zero
    /// Of the products of axes and angular rate, by components.
    var turns = Matrix3<Double>.zero
    var squaredRate = 0.0
    /// Of the specific force in the almost-inertial frame.
    var force = Vector3<Double>.zero

    @inline(__always)  // Benchmark "inertial filter, a sample".
    mutating func add(
      axes: Matrix3<Double>, rate: Vector3<Double>, force: Vector3<Double>, step: Double
    ) {
      duration += step
      let turn = rate * step
      squaredRate += rate.dot(turn)
      self.axes.c0 += axes.c0 * step
      self.axes.c1 += axes.c1 * step
      self.axes.c2 += axes.c2 * step
      turns.c0 += axes.c0 * turn.x
      turns.c1 += axes.c1 * turn.y
      turns.c2 += axes.c2 * turn.z
      self.force += force * step
    }
  }

  /// The least duration of an interval, in seconds: five steps at 100 Hz. Slow estimates are
  /// updated at its end.
  static let interval = 0.042
  /// The variance of the vertical by the errors of sensors and mounting: (0.3°)² in rad².
  static let sensorVariance = 2.7e-5

  /// Whether there has been an accelerometer reading.
  private(set) var hasGravity = false
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
  /// The horizontal velocity in the level frame, in g·s.
  private(set) var velocity = Vector2<Double>.zero
  /// The mean force without a gyroscope.
  private var force = SecondOrderLowPass<Vector3<Double>>()
  private var sums = Sums()
  /// The mean force of the last seconds in the almost-inertial frame, in g, and its age in seconds.
  private var meanForce = Vector3<Double>.zero
  private(set) var meanAge = 0.0
  var meanLength: Double { meanForce.length }

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
  /// of velocity cancel only if none is lost. After an unmeasured turn, the force at the end alone.
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

  /// Takes a specific force, in g.
  ///
  /// - Parameters:
  ///   - step: The time since the previous force, in seconds.
  ///   - weight: The part of the step that the force stands for; less than the step after an
  ///     unmeasured turn.
  ///   - rate: The angular rate in rad/s.
  ///   - isFollowed: Whether the tilt follows the force alone: without a gyroscope.
  ///   - keepsForce: Whether the force stands for the whole step, as noise of a smoother.
  /// - Returns: Whether an interval is over: ``endInterval`` is to be called.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  mutating func level(
    _ reading: Vector3<Double>, step: Double, weight: Double, rate: Vector3<Double>,
    isFollowed: Bool, keepsForce: Bool
  ) -> Bool {
    let inertial = deviceToInertial.act(reading)
    let mean = Self.meanForce(from: latestForce, to: inertial, step: step, weight: weight)
    latestForce = inertial
    if !hasGravity || isFollowed { follow(mean, weight: weight) }
    updateAttitude()
    sums.add(axes: axes, rate: rate, force: mean, step: keepsForce ? step : weight)
    return sums.duration >= Self.interval
  }

  /// Sets the vertical to the mean force.
  @inline(never)
  private mutating func follow(_ mean: Vector3<Double>, weight: Double) {
    force.update(
      mean,
      LowPassResponse(
        step: weight, timeConstant: InertialFilter.InclinationConstants.withoutGyroscope))
    inertialToLevel = (.leveling(inertialToLevel.act(force.output)) * inertialToLevel).renormalized
    hasGravity = true
  }

  /// Ends an interval: its force changes the velocity.
  mutating func endInterval() -> Interval {
    let sums = sums
    self.sums = Sums()
    integral = integral.renormalized
    let force = inertialToLevel.act(sums.force)
    velocity += Vector2(force.x, force.y)
    if sums.duration > 0 {
      typealias Constants = InertialFilter.InclinationConstants
      meanAge = min(meanAge + sums.duration, Constants.meanTime)
      meanForce += (sums.force / sums.duration - meanForce) * min(1, sums.duration / meanAge)
    }
    return Interval(
      duration: sums.duration, squaredRate: sums.squaredRate,
      transition: .init(axes: sums.axes, turns: sums.turns, force: force))
  }

  /// Whether the mean force is far from the vertical: the tilt is then beyond what a linear
  /// correction finds. In free fall there is no force.
  var isTiltLost: Bool {
    typealias Constants = InertialFilter.InclinationConstants
    guard meanAge >= Constants.meanTime else { return false }
    let mean = inertialToLevel.act(meanForce)
    return meanLength > Constants.leastForce && mean.z < Constants.leastCosine * meanLength
  }

  /// Sets the vertical to the mean force.
  mutating func startAtMeanForce() {
    guard let up = meanForce.normalized() else { return }
    start(at: deviceToInertial.conjugate.act(up))
  }

  /// The same by a turn of the frame, without a new start of the mean.
  mutating func followMeanForce() {
    inertialToLevel =
      (.leveling(inertialToLevel.act(meanForce)) * inertialToLevel).renormalized
    velocity = .zero
    updateAttitude()
  }

  /// The vertical in the device frame, turned towards a force by a share of the angle.
  func vertical(towards force: Vector3<Double>, share: Double) -> Vector3<Double> {
    let level = inertialToLevel.act(deviceToInertial.act(force))
    let horizontal = (level.x * level.x + level.y * level.y).squareRoot()
    let turn = share * Double.atan2(y: horizontal, x: level.z)
    let scale = horizontal > 0 ? Double.sin(turn) / horizontal : 0
    let up = Vector3(level.x * scale, level.y * scale, Double.cos(turn))
    return deviceToInertial.conjugate.act(inertialToLevel.conjugate.act(up))
  }

  /// Discards the forces of the interval.
  mutating func discardInterval() { sums = Sums() }

  /// Sets the vertical to the next force.
  mutating func restartTilt() {
    hasGravity = false
    force.restart()
    velocity = .zero
    meanAge = 0
  }

  /// Corrects tilt and velocity.
  mutating func correct(by errors: FilterErrors) {
    velocity += errors.velocity
    inertialToLevel =
      (.turn(by: Vector3(errors.turn.x, errors.turn.y, 0)) * inertialToLevel).renormalized
    updateAttitude()
  }

  /// Sets the vertical in the device frame, of unit length.
  mutating func start(at vertical: Vector3<Double>) {
    inertialToLevel =
      (.leveling(inertialToLevel.act(deviceToInertial.act(vertical))) * inertialToLevel)
      .renormalized
    hasGravity = true
    velocity = .zero
    meanAge = 0
    updateAttitude()
  }

  /// Discards the velocity and the tilt: the next reading sets the vertical.
  mutating func restart() {
    restartTilt()
    sums = Sums()
  }
}

/// The mean square of the velocity, which sets how well the mean force shows the vertical and how
/// far a path drifts.
package struct MotionScale: Hashable, Sendable {
  private typealias Constants = InertialFilter.InclinationConstants

  /// Of one component, in g²s².
  package private(set) var variance = Constants.initialVelocity * Constants.initialVelocity
  private var age = Constants.initialTime

  /// The mean square before the first estimate.
  package init() {}

  /// Takes the square of a component of the velocity, in g²s².
  package mutating func observe(square: Double, step: Double) {
    age = min(age + step, Constants.velocityTime)
    let mean = variance + min(1, step / age) * (square - variance)
    let (least, largest) = (Constants.velocities.lowerBound, Constants.velocities.upperBound)
    variance = min(max(mean, least * least), largest * largest)
  }
}
