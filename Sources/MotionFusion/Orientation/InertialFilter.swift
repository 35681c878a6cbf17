internal import RealModule

/// The orientation filter of this package, for 6- and 9-axis units at any rate, without tuning.
///
/// - The gyroscope is integrated exactly, with its coning term, to an *almost-inertial* frame.
/// - In that frame the specific force, integrated, is a velocity. A device that stays in its
///   surroundings has none on average: the deviation of its velocity, which the filter estimates,
///   decides how fast this levels the frame.
/// - The heading is one angle, corrected by the magnetic field while strength and dip are those of
///   the Earth's field.
/// - An offset of the accelerometer of 0.02 g or more is estimated at rest and subtracted.
/// - One Kalman filter holds the errors of tilt, heading, velocity, gyroscope bias and gyroscope
///   scale with their correlations: the force, the field, the mean rate in stationary phases and
///   measurements from outside correct all of them.
///
/// The attitude follows each sample. The field's correction of the heading, the bias, the scale and
/// the uncertainties are updated after each interval of 42 ms, or each step if that is longer.
///
/// The almost-inertial frame and the detection of stationary phases follow D. Laidig and T. Seel,
/// *VQF: Highly accurate IMU orientation estimation with bias estimation and magnetic disturbance
/// rejection*, Information Fusion 91 (2023), doi:10.1016/j.inffus.2022.10.014.
///
/// When turning disproves the first magnetic field, the heading jumps to the new one in one sample:
/// the attitude is always the best estimate. A ``MotionEstimator`` instead turns its attitude to
/// the new heading at 90°/s and reports the remaining turn.
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
public struct InertialFilter: Sendable {
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
  private var bias = Vector3<Double>.zero
  private var scale = Vector3<Double>.zero
  private(set) var errors = ErrorCovariance(
    bias: BiasConstants.initialDeviation * BiasConstants.initialDeviation,
    scale: ScaleConstants.deviation * ScaleConstants.deviation)
  private var motion = MotionScale()
  private var recovery = GapRecovery()
  /// The errors of the estimates if the velocities that the filter took for errors are real.
  private(set) var motionErrors = FilterErrors()
  /// Whether the last sample has set the vertical anew.
  private(set) var hasLostTilt = false
  /// The variance of the prior of the first bias, in rad²/s², and its age in seconds.
  private var biasPrior = BiasConstants.initialDeviation * BiasConstants.initialDeviation
  private var priorAge = 0.0
  /// The time without a stationary phase, in seconds.
  private var movingTime = BiasConstants.knownTime
  /// What has changed the errors, while it is recorded.
  var history: [FilterEvent]?
  private var stationary = StationaryDetector()
  private(set) var accelerometer = AccelerometerOffset()
  var inclination = InclinationEstimator()
  var heading = HeadingEstimator()
  package internal(set) var magnetic = MagneticModel()
  /// The last turn, for the coning term.
  private var previousTurn = Vector3<Double>.zero
  /// Whether there has been a gyroscope reading.
  private var hasRotationRate = false
  /// The variance of the turn since the last gyroscope reading, in rad²; 0 at one.
  private(set) var carriedVariance = 0.0
  /// Whether the gyroscope measures nothing now, or the accelerometer.
  private var lacksRotation = false
  private var lacksForce = false

  /// A filter in its initial state.
  public init(configuration: Configuration = Configuration()) {
    self.init(configuration: configuration, isReversed: false)
  }

  /// A filter for samples in reverse order, with negated times and angular rates, or not.
  init(configuration: Configuration, isReversed: Bool) {
    self.configuration = configuration
    intake = Intake(isReversed: isReversed)
  }

  /// Takes one sample of any of the sensors.
  public mutating func update(_ sample: SensorSample) { update(intake.check(sample)) }

  @inline(__always)  // Benchmark "inertial filter, a sample".
  package mutating func update(_ valid: CheckedSample) {
    hasNewNorth = false
    hasLostTilt = false
    var field = valid.magneticField
    if configuration.calibratesMagnetometer {
      let isMisled = magnetic.calibrate(
        valid, gyroscopeBias: bias, attitude: attitude, isNorthKnown: isNorthKnown)
      if isMisled { loseNorth() }
      field = field.map { magnetic.calibrator.corrected($0) }
    }
    if valid.followsGap { bridgeGap() }
    if let rate = valid.rotationRate {
      turn(
        rate, meanRate: valid.meanRate, step: valid.rotationStep, lead: valid.lead,
        isLevelled: valid.specificForce != nil)
      if valid.missedTurn > 0 {
        reduceWeight(forTurn: valid.missedTurn, isPause: valid.gap != .none)
      }
    } else if valid.lead != 0 {
      inclination.turn(
        by: .zero, lead: rotationRate * valid.lead, isLevelled: valid.specificForce != nil)
    }
    carriedVariance = valid.carriedTurn * valid.carriedTurn
    lacksRotation = valid.lacksRotation
    if lacksRotation { loseTurn() }
    if let force = valid.specificForce {
      level(force, step: valid.forceStep, weight: valid.forceWeight)
    } else if valid.lacksForce, inclination.hasGravity, !recovery.needsVertical {
      coast(step: valid.rotationStep)
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
  public var gyroscopeBias: Vector3<Double> { bias }
  /// The relative error of the gyroscope's scale about each axis of the device: 0.01 for rates that
  /// are 1 % too high. It stays zero about an axis without horizontal turns.
  package var gyroscopeScale: Vector3<Double> { scale }
  /// Whether the device is stationary.
  package var isStationary: Bool { stationary.isStationary }
  /// Whether the magnetic field is disturbed and left out.
  package var isFieldDisturbed: Bool { magnetic.isDisturbed }
  /// The faults of the samples so far.
  package var faults: SampleFaults { intake.faults }

  /// The variance of each component of the bias, in rad²/s².
  var biasVariance: Vector3<Double> { errors.biasVariance }

  /// Whether the vertical has settled. Before, in motion, its error can be tens of degrees.
  private var isLevel: Bool { tiltVariance < InclinationConstants.settledVariance }

  /// The variance of the vertical, in rad².
  @inline(__always)  // Within the module it is read in place.
  var tiltVariance: Double {
    errors.tiltVariance + InclinationEstimator.sensorVariance
  }

  /// The standard deviations of the estimates; `nil` before the first accelerometer reading.
  ///
  /// On recordings of BROAD, RepoIMU, TUM-VI, EuRoC, RING and phones the mean ratio of squared
  /// error to variance is 0.1 to 1.0 by set for the inclination. RING's magnetometers, in one room
  /// and without a calibration, differ by 17°, which the deviation of the heading does not cover.
  /// Until the device has turned by about a radian, a hard-iron offset or iron nearby can turn the
  /// field: the deviation of the heading is then 45°, reduced by the offset that a
  /// ``MotionEstimator`` estimates, or 104° while the field contradicts the first one. The
  /// deviation of the bias allows for a gyroscope that warms up; otherwise the error of the bias is
  /// a tenth of it.
  @inline(__always)  // Within the module it is read in place.
  public var uncertainty: OrientationUncertainty? {
    guard inclination.hasGravity else { return nil }
    return OrientationUncertainty(
      inclinationVariance: tiltVariance + motionErrors.tiltVariance + carriedVariance,
      headingVariance: max(errors.headingVariance, 0) + fieldDoubt + carriedVariance,
      biasVariance: errors.biasVariance)
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
    if !hasRotationRate { startTurning() }
    stationary.observe(rate: rate, step: step)
    let factors = Vector3(repeating: 1) - scale
    rotationRate = (rate - bias) * factors
    // The cross product is the coning term (J. E. Bortz, 1971).
    let turn = (meanRate - bias) * factors * step
    inclination.turn(
      by: turn + previousTurn.cross(turn) * (1 / 12), lead: rotationRate * lead,
      isLevelled: isLevelled)
    previousTurn = turn
  }

  /// The first heading defines the frame, from the first angular rate on.
  private mutating func startTurning() {
    hasRotationRate = true
    if !isNorthKnown { errors.restartHeading(variance: 0) }
  }

  @inline(__always)  // Benchmark "inertial filter, a sample".
  private mutating func level(_ reading: Vector3<Double>, step: Double, weight: Double) {
    stationary.observe(force: reading, step: step)
    if stationary.isStationary, inclination.hasGravity {
      accelerometer.rest(force: reading, vertical: inclination.axes[row: 2], step: step)
    } else {
      accelerometer.move()
    }
    let force = reading - accelerometer.value
    if recovery.needsVertical { recoverVertical(from: force) }
    if !inclination.hasGravity { restartTilt(at: force.length) }
    let isOver = inclination.level(
      force, step: step, weight: weight, rate: rotationRate,
      isFollowed: !hasRotationRate || lacksRotation, keepsForce: history != nil)
    if isOver { endInterval() }
  }

  /// The turn is unknown while the gyroscope measures nothing: the vertical is that of the force.
  @inline(never)
  private mutating func loseTurn() {
    restartTilt(variance: recovery.forceVariance)
    errors.raiseHeading(to: OrientationUncertainty.unknownHeadingVariance)
    stationary.restart()
  }

  /// The velocity is unknown while the accelerometer measures nothing: the tilt follows the
  /// gyroscope.
  @inline(never)
  private mutating func coast(step: Double) {
    lacksForce = true
    stationary.restart()
    level(inclination.axes[row: 2] + accelerometer.value, step: step, weight: step)
    lacksForce = false
  }

  /// Sets the vertical by the first force after a pause.
  @inline(never)
  private mutating func recoverVertical(from force: Vector3<Double>) {
    let step = recovery.firstStep(
      length: force.length, variance: 0.5 * errors.tiltVariance)
    inclination.start(at: inclination.vertical(towards: force, share: step.share))
    restartTilt(variance: step.variance)
  }

  /// Makes the vertical that of a force with this length in g.
  private mutating func restartTilt(at length: Double) {
    let excess = length - 1
    restartTilt(variance: InclinationConstants.initialVariance + min(4 * excess * excess, 1))
    // Without a gyroscope nothing shows turns about the vertical.
    if !hasRotationRate, !isNorthKnown {
      errors.raiseHeading(to: OrientationUncertainty.unknownHeadingVariance)
    }
  }

  private mutating func restartTilt(variance: Double) {
    errors.restartTilt(variance: variance, velocity: motion.variance)
    motionErrors.turn = .zero
    motionErrors.velocity = .zero
    history?.append(.restartedTilt)
  }

  /// Makes the heading unknown: the next usable reading sets it.
  private mutating func restartHeading() {
    heading.forget()
    errors.raiseHeading(to: OrientationUncertainty.unknownHeadingVariance)
  }

  /// Updates the estimates that change over seconds.
  @inline(never)
  private mutating func endInterval() {
    let interval = inclination.endInterval()
    guard hasRotationRate, !lacksRotation else { return }
    let step = interval.duration
    errors.predict(interval.transition)
    motionErrors = interval.transition.predicted(motionErrors)
    history?.append(.predicted(interval.transition))
    typealias Tilt = InclinationConstants
    errors.add(
      tilt: Tilt.walk * Tilt.walk * step + Tilt.turningWalk * Tilt.turningWalk
        * interval.squaredRate,
      heading: HeadingConstants.walk * HeadingConstants.walk * step,
      bias: BiasConstants.walk * BiasConstants.walk * step)
    if lacksForce {
      let unknown = InclinationConstants.velocities.upperBound
      errors.raiseVelocity(to: unknown * unknown)
      return
    }
    recover(interval)
    detectSlowTurn()
    detectBiasStep(step: step)
    if !recovery.isFollowing { observeVelocity(step: step) }
    if stationary.isStationary { observeRest(step: step) }
    adaptPrior(step: step)
    hasLostTilt = inclination.isTiltLost
    if hasLostTilt {
      inclination.startAtMeanForce()
      restartTilt(at: inclination.meanLength)
      restartHeading()
    }
  }

  /// Levels by the force of an interval, for some seconds after a pause.
  private mutating func recover(_ interval: InclinationEstimator.Interval) {
    let force = interval.transition.force * (1 / interval.duration)
    switch recovery.observe(
      force: force, step: interval.duration, isStationary: stationary.isStationary,
      meanAge: inclination.meanAge)
    {
    case .none: break
    case .follow(let variance):
      inclination.followMeanForce()
      restartTilt(variance: variance)
    case .observe(let variance):
      let noise = variance / (force.z * force.z)
      observe(.turn(axis: 1), -force.x / force.z, variance: noise)
      observe(.turn(axis: 0), force.y / force.z, variance: noise)
    }
  }

  /// Adapts the prior of the bias to the three components: a raw sensor has a large bias about all
  /// axes, a calibrated one a small one, and some of them are not observed for long.
  private mutating func adaptPrior(step: Double) {
    priorAge += step
    guard priorAge > BiasConstants.priorInterval else { return }
    priorAge = 0
    let prior = adaptedPrior
    guard abs(prior - biasPrior) > 0.1 * biasPrior else { return }
    // A vehicle's velocity is not zero on average. The bias that it seems to show would widen the
    // prior, which raises the bias, and so on.
    let largest = BiasConstants.largestVelocity
    guard prior < biasPrior || motion.variance < largest * largest else { return }
    // The quotient of both priors of the bias of now is an observation of zero, with a negative
    // variance if the new one is wider.
    let drift = errors.biasDrift
    let variance = 1 / (1 / (prior + drift) - 1 / (biasPrior + drift))
    biasPrior = prior
    for axis in 0..<3 {
      let own = errors.biasVariance[axis]
      guard variance > 0 || own + variance < -0.02 * own else { continue }
      observe(.bias(axis: axis), -bias[axis], variance: variance)
    }
  }

  /// The variance of the prior by the three components, in rad²/s².
  private var adaptedPrior: Double {
    let initial = BiasConstants.initialDeviation * BiasConstants.initialDeviation
    let variances = errors.biasVariance
    let squares = bias.lengthSquared + variances.x + variances.y + variances.z
    let weight = BiasConstants.priorWeight
    return (weight * initial + max(squares - 3 * errors.biasDrift, 0)) / (weight + 3)
  }

  /// The velocity is zero on average.
  private mutating func observeVelocity(step: Double) {
    let rest = InclinationConstants.velocities.lowerBound
    let scale = configuration.velocityScale
    let variance = stationary.isStationary ? rest * rest : motion.variance * scale * scale
    let correlation =
      recovery.isActive ? RecoveryConstants.correlation : InclinationConstants.correlation
    let noise = variance * (1 + 2 * correlation / step)
    // A velocity far beyond its deviation is that of a vehicle, noise of the velocity alone, or the
    // bias has changed about a horizontal axis since the last rest.
    let square = 0.5 * inclination.velocity.lengthSquared
    movingTime = stationary.isStationary ? 0 : movingTime + step
    if movingTime > BiasConstants.knownTime {
      let noise = BiasConstants.walkVariance(at: square / variance) * step
      errors.widenBias(across: inclination.axes[row: 2], by: noise)
    }
    let gate = InclinationConstants.velocityGate
    let carried = 2 * InclinationConstants.carriedShare * (square - gate * gate * variance)
    if 2 * carried > errors.velocityVariance {
      errors.raiseVelocity(to: carried)
      if stationary.isStationary { stationary.endPhase() }
    }
    observe(.velocityX, -inclination.velocity.x, variance: noise)
    observe(.velocityY, -inclination.velocity.y, variance: noise)
    let share = 0.5 * InclinationConstants.velocityShare
    motion.observe(square: share * inclination.velocity.lengthSquared, step: step)
  }

  /// A steady rate about the vertical that the errors of the bias do not explain is a turn. It may
  /// also be a step of the bias, which the next motion decides: the variance includes it.
  private mutating func detectSlowTurn() {
    let up = inclination.axes[row: 2]
    let noise = BiasConstants.restVariance(after: StationaryConstants.timeConstant)
    let variance = errors.biasVariance(about: up) + noise
    stationary.expect(bias: bias, deviation: BiasConstants.stepGate * variance.squareRoot())
    let (rate, largest) = (stationary.ambiguousRate, StationaryConstants.largestRate)
    // Steps are small; a bias that is not known yet may be large.
    let isKnown = variance <= largest * largest + noise
    guard rate > 0, rate <= (isKnown ? largest : configuration.largestBias) else { return }
    errors.raiseBias(about: up, to: rate * rate)
  }

  /// At rest, a mean rate far from the bias is a step of the bias if the force shows no turn. The
  /// force then is the vertical.
  private mutating func detectBiasStep(step: Double) {
    let variances = errors.biasVariance
    let noise = BiasConstants.restVariance(after: StationaryConstants.timeConstant)
    let upward = errors.biasVariance(about: inclination.axes[row: 2])
    let variance = (variances.x + variances.y + variances.z - upward) / 2 + noise
    let gate = BiasConstants.stepGate
    guard
      let rate = stationary.contradictedRate(
        bias: bias, leastSquare: 2 * gate * gate * variance, step: step),
      let up = stationary.vertical
    else { return }
    errors.add(tilt: 0, heading: 0, bias: rate.lengthSquared)
    inclination.start(at: up)
    restartTilt(variance: StationaryConstants.drift * StationaryConstants.drift)
  }

  /// The mean rate of a stationary phase is the bias.
  private mutating func observeRest(step: Double) {
    let variance = BiasConstants.restVariance(after: step)
    for axis in 0..<3 {
      observe(.bias(axis: axis), stationary.meanRate[axis] - bias[axis], variance: variance)
    }
  }

  /// Takes the difference of one of the errors' quantities from its estimate, with an independent
  /// error of this variance.
  private mutating func observe(
    _ error: ObservedError, _ innovation: Double, variance noise: Double
  ) {
    let column = errors.column(error)
    let share = 1 / (column[error] + noise)
    errors.reduce(by: column, share: share)
    correct(by: column * (innovation * share))
    let motion = (error.isVelocity ? innovation : 0) - motionErrors[error]
    motionErrors = motionErrors + column * (motion * share)
    history?.append(
      .observed(error, column, share: share, innovation: innovation, motion: motion))
  }

  /// Adds errors to the estimates.
  private mutating func correct(by errors: FilterErrors) {
    inclination.correct(by: errors)
    if errors.turn.z != 0 { heading.advance(by: errors.turn.z) }
    let limit = configuration.largestBias
    bias = (bias + errors.bias).map { min(max($0, -limit), limit) }
    scale += errors.scale
  }

  /// Takes a measured vertical in the device frame, of unit length, with this variance in rad².
  mutating func observe(vertical: Vector3<Double>, variance: Double) {
    guard inclination.hasGravity else {
      inclination.start(at: vertical)
      restartTilt(variance: variance)
      return
    }
    for axis in 0..<2 {
      let turn = Quaternion.leveling(inclination.axes * vertical)
      observe(.turn(axis: axis), 2 * (axis == 0 ? turn.x : turn.y), variance: variance)
    }
  }

  /// Takes the angle to a measured heading, in radians, with this variance in rad².
  mutating func observeHeading(_ angle: Double, variance: Double) {
    if heading.observe(angle, variance: variance, errors: &errors) {
      observe(.turn(axis: 2), angle, variance: variance)
    }
  }

  /// Makes the heading unknown, for a smoother: a linear observation of any turn finds it.
  mutating func loseHeading() {
    findNorth()
    errors.raiseHeading(to: HeadingConstants.unknownVariance)
  }

  /// In rad².
  var headingVariance: Double { errors.headingVariance }

  /// Takes the angle to a heading for a smoother, in radians, with this variance in rad².
  mutating func observe(turnToNorth angle: Double, variance: Double) {
    observe(.turn(axis: 2), angle, variance: variance)
    updateAttitude()
  }

  /// Adds an independent error of the heading with this variance, in rad².
  mutating func widenHeading(by variance: Double) { errors.widenHeading(by: variance) }

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
    let isLevel = isLevel
    let observation = magnetic.endInterval(
      level, reading: reading, isLevel: isLevel, tiltVariance: tiltVariance)
    let innovation = heading.innovation(of: observation.field)
    switch magnetic.judge(
      observation, innovation: innovation,
      headingVariance: heading.isSettled ? errors.headingVariance : nil)
    {
    case .use(let variance):
      let noise = heading.noise(
        ofField: innovation, variance: variance, step: observation.step, isLevel: isLevel,
        errors: &errors)
      if let noise { observe(.turn(axis: 2), innovation, variance: noise) }
      findNorth()
    case .leaveOut: break
    // The next field finds it again.
    case .northMoved: loseNorth()
    }
  }

  /// Restarts gravity and heading after a gap; keeps the bias and the reference field.
  private mutating func bridgeGap() {
    stationary.restart()
    if !(inclination.hasGravity && startsRecovery(variance: .infinity)) { inclination.restart() }
    magnetic.restart()
    restartHeading()
    previousTurn = .zero
  }

  /// Reduces the confidence after an unmeasured turn of about this angle in radians.
  private mutating func reduceWeight(forTurn angle: Double, isPause: Bool) {
    let scale = InclinationConstants.missedScale
    let variance = scale * scale * angle * angle
    errors.widenTurn(by: variance)
    if !stationary.isStationary { errors.raiseVelocity(to: motion.variance) }
    if isPause, inclination.hasGravity, startsRecovery(variance: variance) {
      stationary.restart()
    } else if angle > InclinationConstants.lostTurn {
      inclination.restartTilt()
    }
  }

  /// Starts the recovery after a pause, live, unless the vertical is better than a force: for a
  /// smoother the pause is noise.
  private mutating func startsRecovery(variance: Double) -> Bool {
    guard history == nil, recovery.begin(variance: variance) else { return false }
    inclination.discardInterval()
    return true
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
