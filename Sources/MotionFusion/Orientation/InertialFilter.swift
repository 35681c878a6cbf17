internal import RealModule

/// The orientation filter of this package, for 6- and 9-axis units at any rate, without tuning.
///
/// - The gyroscope is integrated exactly, with its coning term, to an *almost-inertial* frame.
/// - In that frame the specific force is low-passed, which removes the user's acceleration, and the
///   result levels the frame.
/// - The heading is one angle, corrected by the magnetic field while strength and dip are those of
///   the Earth's field.
/// - A Kalman filter estimates the gyroscope bias from the correction by gravity and from the mean
///   rate in stationary phases. Another one estimates the gyroscope's scale from the correction by
///   gravity while the device turns about horizontal axes.
///
/// The attitude follows each sample. The field's correction of the heading, the bias, the scale and
/// the uncertainties are updated after each interval of 42 ms, or each step if that is longer.
///
/// The architecture follows D. Laidig and T. Seel, *VQF: Highly accurate IMU orientation
/// estimation with bias estimation and magnetic disturbance rejection*, Information Fusion 91
/// (2023), doi:10.1016/j.inffus.2022.10.014. Differences: a variable time step, the coning term, a
/// time constant that follows the motion, a tilt that is corrected with the bias and the scale,
/// attitudes at the times of the samples instead of the ends of their intervals, a Kalman filter
/// with correlated errors for the heading, and uncertainties of all estimates.
///
/// When turning disproves the first magnetic field, the heading jumps to the new one in one sample:
/// the attitude is always the best estimate. A ``MotionEstimator`` turns its attitude to it at
/// 90°/s instead and reports the rest of that turn.
///
/// Without a gyroscope the attitude is the tilt of the low-passed specific force, with a constant
/// heading: it follows turns within 0.1 s, and slow acceleration appears as a turn.
///
/// ```swift
/// var filter = InertialFilter()
/// for sample in samples {
///   filter.update(sample)
///   print(filter.attitude as Any, filter.gyroscopeBias)
/// }
/// ```
public struct InertialFilter: OrientationFilter {
  package let configuration: Configuration
  // Stored: a getter would copy the whole filter first, a tenth of benchmark "inertial filter, a
  // sample".
  /// The attitude at the last sample, device to reference; `nil` before the first accelerometer
  /// reading.
  public private(set) var attitude: Quaternion<Double>?
  /// The last angular rate in the device frame, in rad/s, errors of bias and scale removed.
  package private(set) var rotationRate = Vector3<Double>.zero
  package private(set) var isNorthKnown = false
  /// Whether the last sample, or a measurement after it, aligned *x* with north again.
  package private(set) var hasNewNorth = false

  package var intake: Intake
  var bias = GyroscopeErrorEstimator(deviation: BiasConstants.initialDeviation)
  var scale = GyroscopeErrorEstimator(deviation: ScaleConstants.deviation)
  /// Seconds until a turn that the gyroscope has not measured no longer acts on the mean force.
  private var scaleHold = 0.0
  private var stationary = StationaryDetector()
  var inclination = InclinationEstimator()
  var heading = HeadingEstimator()
  package internal(set) var magnetic = MagneticModel()
  /// The last turn, for the coning term.
  private var previousTurn = Vector3<Double>.zero
  /// The mean drift in motion that the bias does not explain, in the device frame, in rad/s.
  private var meanDrift = Vector3<Double>.zero
  /// Whether there has been a gyroscope reading.
  private var hasRotationRate = false

  /// A filter in its initial state.
  public init(configuration: Configuration = Configuration()) {
    self.init(configuration: configuration, isReversed: false)
  }

  /// A filter for samples in reverse order, with negated times and angular rates, or not.
  init(configuration: Configuration, isReversed: Bool) {
    self.configuration = configuration
    intake = Intake(isReversed: isReversed)
  }

  package var initial: Self { Self(configuration: configuration) }

  /// Takes one sample of any of the sensors.
  public mutating func update(_ sample: SensorSample) { update(intake.check(sample)) }

  @inline(__always)  // Benchmark "inertial filter, a sample".
  package mutating func update(_ valid: CheckedSample) {
    hasNewNorth = false
    var field = valid.magneticField
    if configuration.calibratesMagnetometer {
      let isMisled = magnetic.calibrate(
        valid, gyroscopeBias: bias.value, attitude: attitude, isNorthKnown: isNorthKnown)
      if isMisled { loseNorth() }
      field? -= magnetic.calibrator.correction
    }
    if valid.followsGap { bridgeGap() }
    if let rate = valid.rotationRate {
      turn(
        rate, meanRate: valid.meanRate, step: valid.rotationStep, lead: valid.lead,
        isLevelled: valid.specificForce != nil)
      if valid.isRotationSaturated || valid.missesTurn { scaleHold = ScaleConstants.hold }
      if valid.missedTurn > 0 { reduceWeight(forTurn: valid.missedTurn) }
    }
    if let force = valid.specificForce {
      level(force, step: valid.forceStep, weight: valid.forceWeight)
    }
    if configuration.usesMagnetometer, let field {
      align(field, step: valid.fieldStep)
    }
    updateAttitude()
  }

  /// Sets ``attitude`` after a change of the inclination or the heading.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  mutating func updateAttitude() {
    guard inclination.hasGravity else { return }
    attitude = heading.turned(inclination.deviceToLevel)
  }

  package mutating func forgetNorth() {
    loseNorth()
    magnetic.forget()
  }

  private mutating func loseNorth() {
    isNorthKnown = false
    heading.forget()
  }

  mutating func findNorth() {
    if !isNorthKnown { hasNewNorth = true }
    isNorthKnown = true
  }
}

// MARK: - Estimates

extension InertialFilter {
  /// The gyroscope bias in the device frame, in rad/s.
  public var gyroscopeBias: Vector3<Double> { bias.value }
  /// The relative error of the gyroscope's scale about each axis of the device: 0.01 for rates that
  /// are 1 % too high. It stays zero about an axis without horizontal turns.
  package var gyroscopeScale: Vector3<Double> { scale.value }
  /// Whether the device is stationary.
  package var isStationary: Bool { stationary.isStationary }
  /// Whether the magnetic field is disturbed and left out.
  package var isFieldDisturbed: Bool { magnetic.isDisturbed }
  /// The faults of the samples so far.
  package var faults: SampleFaults { intake.faults }

  /// The variance of each component of the bias, in rad²/s².
  var biasVariance: Vector3<Double> { bias.variance }

  /// The variance of the vertical, in rad².
  @inline(__always)  // Within the module it is read in place.
  var tiltVariance: Double {
    inclination.variance(biasVariance: bias.variance)
  }

  /// The standard deviations of the estimates; `nil` before the first accelerometer reading.
  ///
  /// On recordings of BROAD, RepoIMU, TUM-VI, EuRoC and RING the mean ratio of squared error to
  /// variance is 0.2 to 1.5 by set for the inclination and, with a magnetometer, 0.0 to 0.4 for the
  /// heading from the north of the magnetometer. RING's magnetometers, in one room and without a
  /// calibration, differ by 17°, which the deviation does not cover. Until the device has turned by
  /// about a radian, a hard-iron offset or iron nearby can turn the field: the deviation of the
  /// heading is then 45°, reduced by the offset that a ``MotionEstimator`` estimates, or 104° while
  /// the field contradicts the first one. The deviation of the bias allows for a gyroscope that
  /// warms up; otherwise the error of the bias is a tenth of it.
  @inline(__always)  // Within the module it is read in place.
  public var uncertainty: OrientationUncertainty? {
    guard inclination.hasGravity else { return nil }
    return OrientationUncertainty(
      inclination: tiltVariance.squareRoot(),
      heading: (max(heading.variance, 0) + fieldDoubt).squareRoot(),
      gyroscopeBias: bias.deviation)
  }

  /// The variance of the heading by a field that is not proven, in rad².
  @inline(__always)  // Within the module it is read in place.
  var fieldDoubt: Double { heading.isObserved ? 0 : magnetic.doubt }
}

// MARK: - Steps

extension InertialFilter {
  @inline(__always)  // Benchmark "inertial filter, a sample".
  private mutating func turn(
    _ rate: Vector3<Double>, meanRate: Vector3<Double>, step: Double, lead: Double,
    isLevelled: Bool
  ) {
    hasRotationRate = true
    stationary.observe(rate: rate, step: step)
    let factors = Vector3(repeating: 1) - scale.value
    rotationRate = (rate - bias.value) * factors
    // The cross product is the coning term (J. E. Bortz, 1971).
    let turn = (meanRate - bias.value) * factors * step
    inclination.turn(
      by: turn + previousTurn.cross(turn) * (1 / 12), lead: rotationRate * lead,
      isLevelled: isLevelled)
    previousTurn = turn
  }

  @inline(__always)  // Benchmark "inertial filter, a sample".
  private mutating func level(_ force: Vector3<Double>, step: Double, weight: Double) {
    stationary.observe(force: force, step: step)
    let isOver = inclination.level(force, step: step, weight: weight, rate: rotationRate)
    if isOver { endInterval() }
  }

  /// Updates the estimates that change over seconds.
  @inline(never)
  private mutating func endInterval() {
    let interval = inclination.endInterval(
      bias: bias.value, scale: scale.value, biasVariance: bias.variance,
      timeConstants: hasRotationRate
        ? configuration.inclinationTimeConstants : InclinationConstants.withoutGyroscope)
    guard hasRotationRate else { return }
    heading.filter.predict(interval, bias: bias, scale: scale)
    let before = (bias: bias.value, scale: scale.value)
    estimateBias(from: interval.drift, step: interval.duration)
    inclination.compensate(bias: bias.value - before.bias, scale: scale.value - before.scale)
  }

  /// Observes the whole bias in a stationary phase, its horizontal part in motion.
  private mutating func estimateBias(from drift: InclinationEstimator.Drift?, step: Double) {
    let walk = BiasConstants.walk * BiasConstants.walk
    let initial = BiasConstants.initialDeviation * BiasConstants.initialDeviation
    let limit = configuration.largestBias
    bias.predict(walk * step, limit: initial)
    // With an observation noise of density r the variance settles at √(walk r).
    if stationary.isStationary {
      let settled = BiasConstants.stationaryDeviation * BiasConstants.stationaryDeviation
      let variance = settled * settled / (walk * step)
      let mean = stationary.meanRate
      heading.filter.takeBias(bias.observe(.unitX, mean.x, variance: variance, limit: limit))
      heading.filter.takeBias(bias.observe(.unitY, mean.y, variance: variance, limit: limit))
      heading.filter.takeBias(bias.observe(.unitZ, mean.z, variance: variance, limit: limit))
    } else if let drift {
      let settled = BiasConstants.motionDeviation * BiasConstants.motionDeviation
      let variance = settled * settled / (walk * step)
      let turning = drift.rate - drift.ofScale(scale.value)
      estimateScale(from: drift, step: step, variance: variance)
      // The mean innovation, whose variance is the density of the noise over its time.
      let missing =
        drift.x * (turning.x - drift.x.dot(bias.value))
        + drift.y * (turning.y - drift.y.dot(bias.value))
      meanDrift += (missing - meanDrift) * min(1, step / BiasConstants.innovationTime)
      let gate = BiasConstants.innovationGate
      bias.widen(
        to: meanDrift,
        explained: gate * gate * settled * settled / (walk * BiasConstants.innovationTime))
      heading.filter.takeBias(bias.observe(drift.x, turning.x, variance: variance, limit: limit))
      heading.filter.takeBias(bias.observe(drift.y, turning.y, variance: variance, limit: limit))
    }
  }

  /// Observes the scale by the drift that the bias does not explain.
  ///
  /// - Parameter variance: That of the drift, in rad²/s².
  private mutating func estimateScale(
    from drift: InclinationEstimator.Drift, step: Double, variance: Double
  ) {
    scaleHold = max(0, scaleHold - step)
    guard scaleHold == 0 else { return }
    let limit = ScaleConstants.largest
    heading.filter.takeScale(
      scale.observe(
        drift.scaleX, drift.rate.x - drift.x.dot(bias.value), variance: variance, limit: limit))
    heading.filter.takeScale(
      scale.observe(
        drift.scaleY, drift.rate.y - drift.y.dot(bias.value), variance: variance, limit: limit))
  }

  /// Takes a field: the mean over an interval corrects the heading.
  @inline(__always)  // Benchmark "inertial filter, 9 axes, a sample".
  private mutating func align(_ reading: Vector3<Double>, step: Double) {
    guard inclination.hasGravity else { return }
    let level = inclination.axes * reading
    magnetic.add(level, step: step, turning: rotationRate.length)
    // Without a heading each field is judged at once.
    guard magnetic.duration >= InclinationEstimator.interval || heading.isStale else { return }
    correctHeading(by: level, reading: reading)
  }

  /// - Parameters:
  ///   - level: The last field in the level frame, in µT.
  ///   - reading: The same in the device frame.
  @inline(never)
  private mutating func correctHeading(by level: Vector3<Double>, reading: Vector3<Double>) {
    let isLevel = inclination.isSettled
    // The scatter follows the motion with a delay: with it, the total error of BROAD's trial 21
    // rises from 3.2° to 3.8°.
    let observation = magnetic.endInterval(
      level, reading: reading, isLevel: isLevel,
      tiltVariance: inclination.expectedVariance(biasVariance: bias.variance))
    let innovation = heading.innovation(of: observation.field)
    switch magnetic.judge(
      observation, innovation: innovation, headingVariance: heading.settledVariance)
    {
    case .use(let variance):
      heading.correct(
        byField: innovation, variance: variance, step: observation.step, isLevel: isLevel,
        bias: &bias, limit: configuration.largestBias)
      findNorth()
    case .leaveOut: break
    // The next field finds it again.
    case .northMoved: loseNorth()
    }
  }

  /// Restarts gravity and heading after a gap; keeps the bias and the reference field.
  private mutating func bridgeGap() {
    stationary.restart()
    inclination.restart()
    magnetic.restart()
    heading.forget()
    heading.filter.raise(to: OrientationUncertainty.unknownHeadingVariance)
    previousTurn = .zero
  }

  /// Reduces the confidence after an unmeasured turn of about this angle in radians.
  private mutating func reduceWeight(forTurn angle: Double) {
    inclination.reduceWeight(forTurn: angle)
    heading.filter.widen(by: angle)
  }
}

extension InertialFilter {
  /// All estimates after one sample.
  package struct Estimates {
    /// Device to reference; `nil` before the first accelerometer reading.
    package let attitude: Quaternion<Double>?
    /// The attitude without the magnetometer, its heading arbitrary; `nil` like ``attitude``.
    package let levelAttitude: Quaternion<Double>?
    /// The integral of the gyroscope, bias removed; the identity at the start.
    package let integratedAttitude: Quaternion<Double>
    /// The angular rate and the gyroscope bias in the device frame, in rad/s.
    package let rotationRate, gyroscopeBias: Vector3<Double>
    /// The standard deviations; `nil` like ``attitude``.
    package let uncertainty: OrientationUncertainty?
    /// Whether the device is stationary.
    package let isStationary: Bool
    /// Whether the magnetic field is disturbed and left out.
    package let isFieldDisturbed: Bool
    /// Whether *x* points to magnetic north.
    package let isNorthKnown: Bool
  }

  /// The estimates after the last sample.
  ///
  /// Mutating: the fields are then read in place. Each getter that another module calls first
  /// copies the whole filter (2 kB).
  package mutating func estimates() -> Estimates {
    Estimates(
      attitude: attitude, levelAttitude: inclination.hasGravity ? inclination.deviceToLevel : nil,
      integratedAttitude: inclination.deviceToInertial, rotationRate: rotationRate,
      gyroscopeBias: gyroscopeBias, uncertainty: uncertainty, isStationary: isStationary,
      isFieldDisturbed: isFieldDisturbed, isNorthKnown: isNorthKnown)
  }
}
