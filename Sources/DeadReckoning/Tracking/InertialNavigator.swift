public import DeviceMotion

/// Follows a device by a Kalman filter, and smooths the way it came when it comes to rest.
///
/// The filter integrates angular rate and acceleration together and carries the covariance of five
/// errors: of position, velocity, attitude and the biases of both sensors. Where a
/// ``RestDetector`` recognises rest, the velocity is measured to be zero, which tells the other
/// errors too; the attitude of device motion is a slow measurement of attitude. When rest begins,
/// and again when it is over or has lasted, a smoother goes back over the movement since the last
/// rest and its result is delivered as a ``PathEvent/revision(_:_:)``. Every point says how well
/// position and velocity are known.
///
/// ```swift
/// var navigator = InertialNavigator()
/// var path: [PathPoint] = []
/// for motion in motions {
///   navigator.update(motion) { path.apply($0) }
/// }
/// navigator.finish { path.apply($0) }
/// ```
///
/// It is a value without a clock. Memory is bounded by ``Configuration/capacity`` and taken once;
/// nothing is allocated per sample, and a revision allocates its points.
///
/// ## The mathematics
///
/// An error-state Kalman filter as in J. Solà, *Quaternion kinematics for the error-state Kalman
/// filter*, 2017, arXiv:1711.02508, section 7, with the attitude error in the reference frame. The
/// smoother is that of A. E. Bryson and M. Frazier in its form for discrete measurements (G. J. Bierman,
/// *Fixed interval smoothing with discrete measurements*, International Journal of Control 18, 1973): it
/// gives the estimates of Rauch, Tung and Striebel without inverting a covariance, and costs least where
/// measurements are rare.
///
/// ## Trouble
///
/// Samples that are not finite, whose attitude is no rotation, or which are not later than the one
/// before are left out and counted in ``faults``. Across a gap the position is kept, the velocity is
/// unknown again, and the covariance says so; what was before it is no more revised. Where the
/// accelerometer is at the end of its range, the missing area is that of a cubic which continues the
/// readings on both sides, *T*² (*m*₀ - *m*₁)/12 above the chord for slopes *m* at the ends of the time
/// *T*; velocity and position are corrected when it is known, and their covariance raised.
public struct InertialNavigator: Sendable {
  /// The constants it was made with.
  public let configuration: Configuration
  /// What was wrong with the samples so far.
  public private(set) var faults = SampleFaults()
  /// The stage that recognises rest.
  public private(set) var rest: RestDetector
  /// The latest point; `nil` before the first sample.
  public var latest: PathPoint? { timestamp.map { point(at: $0) } }
  /// What is left of the accelerometer's bias, in the device frame in m/s².
  public private(set) var accelerationBias = Vector3<Double>.zero
  /// What device motion left of the gyro's bias, in the device frame in rad/s.
  public private(set) var rotationBias = Vector3<Double>.zero

  /// Notices a push by what is felt beside gravity.
  private var push: RestDetector
  private var position = Vector3<Double>.zero
  private var velocity: Vector3<Double>
  private var attitude = Quaternion<Double>.identity
  private var covariance = ErrorCovariance()
  private var timestamp: Double?
  private var nextIndex = 0
  private var backwardInARow = 0
  /// The last specific force in m/s² and angular rate in rad/s, as they were read.
  private var force = Vector3<Double>.zero
  private var rate = Vector3<Double>.zero
  private var nextVelocityUpdate = -Double.infinity
  private var nextAttitudeUpdate = -Double.infinity
  /// When rest was first seen that has not ended.
  private var restSeen: Double?
  /// The angular rates since the last measurement at rest, and how many they are.
  private var rateSum = Vector3<Double>.zero
  private var rateCount = 0.0
  /// Since when the device does not even turn.
  private var stillFrom = Double.infinity
  /// Rests one after another that were not believed, and whether this one is among them.
  private var refusedRests = 0
  private var isRefused = false
  private var phase = Phase.moving
  private var stride = Stride()
  private var saturation = SaturationBridge()
  /// The attitude when the accelerometer was last at the end of its range.
  private var attitudeAtCut = Quaternion<Double>.identity
  private var history: NavigationHistory

  private enum Phase { case moving, resting, settled }

  /// A navigator at the origin.
  ///
  /// - Parameters:
  ///   - configuration: The constants.
  ///   - velocity: How the device moves at the first sample, in m/s, as far as it is known; how far that
  ///     is, ``Configuration/initialVelocity`` says.
  /// - Precondition: The capacity is positive.
  public init(configuration: Configuration = Configuration(), velocity: Vector3<Double> = .zero) {
    precondition(configuration.capacity > 0, "a capacity of \(configuration.capacity) is none")
    self.configuration = configuration
    self.velocity = velocity
    rest = RestDetector(configuration: configuration.rest)
    push = RestDetector(
      configuration: .init(
        window: configuration.rest.window, accelerationLimit: configuration.pushLimit))
    history = NavigationHistory(capacity: configuration.capacity)
  }

  /// Takes the next sample and tells `listener` what follows from it: a position, and after it a
  /// revision that ends with it where rest was recognised or is over. A sample that is left out tells
  /// nothing.
  ///
  /// - Complexity: O(1), and O(*n*) in the samples since the last rest where there is a revision.
  public mutating func update(_ motion: DeviceMotion, listener: (PathEvent) -> Void) {
    guard DeadReckoner.isPossible(motion), motion.rotationRate.maximumMagnitude <= 1e6 else {
      faults.notFinite += 1
      return
    }
    let time = motion.timestamp
    let newForce = (motion.gravity + motion.userAcceleration) * -DeadReckoner.standardGravity
    var transition = ErrorTransition()
    if let last = timestamp {
      let step = time - last
      if step > 0, step <= configuration.longestStep {
        transition = advance(by: step, force: newForce, rate: motion.rotationRate)
        backwardInARow = 0
      } else if step > 0 || isClockReset() {
        restart(after: max(step, 0), motion)
      } else {
        return
      }
    } else {
      start(motion)
    }
    timestamp = time
    force = newForce
    rate = motion.rotationRate
    bridgeSaturation(motion)

    let wasResting = restSeen != nil
    let isResting = isAtRest(motion)
    if wasResting, !isResting, phase == .resting { revise(listener, isFinal: isRestCertain) }
    if !isResting {
      restSeen = nil
      isRefused = false
      phase = .moving
      stride.swing(rate: motion.rotationRate.length)
    } else if !wasResting {
      restSeen = time
      nextVelocityUpdate = time
      rateSum = .zero
      rateCount = 0
    }
    rateSum += motion.rotationRate
    rateCount += 1
    let stillRate = configuration.zeroVelocity.stillRate
    if (rate - rotationBias).lengthSquared > stillRate * stillRate { stillFrom = .infinity }
    if stillFrom == .infinity, isResting { stillFrom = time }
    if !isResting { stillFrom = .infinity }
    if time >= nextAttitudeUpdate { measureAttitude(motion.attitude.quaternion, at: time) }
    let measured = isResting && time >= nextVelocityUpdate && measureZeroVelocity(at: time)
    if measured {
      measureStillness(at: time)
      stand(at: time)
    }
    let point = point(at: time)
    history.append(
      NavigationHistory.Step(point: point, covariance: covariance, transition: transition))
    nextIndex += 1
    listener(.position(point))
    settle(at: time, measured: measured, listener)
  }

  /// Tells `listener` what is still to be said of the way since the last rest; the stream may go on.
  public mutating func finish(listener: (PathEvent) -> Void) {
    if phase == .resting { revise(listener, isFinal: false) }
  }

  /// Whether the device is at rest, and not pushed.
  private mutating func isAtRest(_ motion: DeviceMotion) -> Bool {
    let felt = attitude.act(force - accelerationBias) / DeadReckoner.standardGravity
    let isCalm = push.update(
      timestamp: motion.timestamp, rotationRate: .zero, acceleration: felt - .unitZ)
    return rest.update(motion) && isCalm
  }

  /// Whether the velocity is known well enough for what comes to say nothing of what was.
  private var isRestCertain: Bool {
    let limit = configuration.zeroVelocity.certainty
    return covariance.vv.trace <= 3 * limit * limit
  }

  /// Takes a velocity that is known from elsewhere at the last sample, and tells `listener` how the way
  /// since the last rest is revised by it.
  ///
  /// - Parameters:
  ///   - known: The velocity in the reference frame, in m/s.
  ///   - deviation: The standard deviation of each component, in m/s; positive.
  ///   - listener: What is told.
  /// - Precondition: `deviation` is finite and positive.
  public mutating func observe(
    velocity known: Vector3<Double>, deviation: Double, listener: (PathEvent) -> Void
  ) {
    precondition(deviation > 0 && deviation.isFinite, "a deviation of \(deviation) is none")
    guard timestamp != nil, known.isFinite,
      let found = covariance.measure(
        .velocity, innovation: known - velocity, noise: Matrix3(scale: deviation * deviation),
        gate: .infinity)
    else { return }
    // After the last sample, whose index is one less than the next.
    nextIndex -= 1
    correct(found)
    if let timestamp { history.replaceLast(point: point(at: timestamp), covariance: covariance) }
    nextIndex += 1
    revise(listener, isFinal: false)
  }

  /// Begins and ends the phases of a rest, with what there is to revise.
  private mutating func settle(at time: Double, measured: Bool, _ listener: (PathEvent) -> Void) {
    switch phase {
    case .moving:
      if measured {
        phase = .resting
        revise(listener, isFinal: false)
      }
    case .resting:
      if let restSeen, time - restSeen >= configuration.settlingTime {
        revise(listener, isFinal: true)
        phase = .settled
      }
    case .settled:
      history.keepLast()
    }
  }

  private mutating func revise(_ listener: (PathEvent) -> Void, isFinal: Bool) {
    let points = history.smoothed()
    if let first = points.first, points.count > 1 {
      listener(.revision(first.index..<first.index + points.count, points))
    }
    if isFinal { history.keepLast() }
  }

  private func point(at time: Double) -> PathPoint {
    PathPoint(
      index: nextIndex, timestamp: time, position: position, velocity: velocity,
      attitude: Attitude(quaternion: attitude), isResting: restSeen != nil,
      uncertainty: PathUncertainty(position: covariance.pp, velocity: covariance.vv))
  }
}

// MARK: - Steps

extension InertialNavigator {
  /// Integrates one step: the mean of both forces, turned by the attitude in the middle.
  private mutating func advance(
    by step: Double, force newForce: Vector3<Double>, rate newRate: Vector3<Double>
  ) -> ErrorTransition {
    let sensors = configuration.sensors
    let meanRate = (rate + newRate) * 0.5 - rotationBias
    let half = Quaternion(rotationVector: meanRate * (step / 2))
    let middle = attitude * half
    attitude = (middle * half).normalized() ?? attitude
    let specificForce = middle.act((force + newForce) * 0.5 - accelerationBias)
    let acceleration = specificForce - Vector3(0, 0, DeadReckoner.standardGravity)
    position += (velocity + acceleration * (step / 2)) * step
    velocity += acceleration * step
    let transition = ErrorTransition(
      step: step, force: specificForce * step, bias: Matrix3(middle) * -step)
    covariance.propagate(transition)
    let velocityShare = sensors.accelerationShare * sensors.accelerationShare
    let attitudeShare = sensors.rotationShare * sensors.rotationShare
    covariance.addVariance(
      velocity: (sensors.accelerationNoise * sensors.accelerationNoise
        + velocityShare * acceleration.lengthSquared) * step,
      attitude: (sensors.rotationNoise * sensors.rotationNoise
        + attitudeShare * meanRate.lengthSquared) * step,
      force: sensors.accelerationBiasWalk * sensors.accelerationBiasWalk * step,
      rate: sensors.rotationBiasWalk * sensors.rotationBiasWalk * step)
    return transition
  }

  /// Adds the velocity that the accelerometer did not read at the end of its range.
  @inline(__always)
  private mutating func bridgeSaturation(_ motion: DeviceMotion) {
    let missing = saturation.take(
      motion.gravity + motion.userAcceleration, at: motion.timestamp)
    if saturation.isSaturated {
      faults.saturatedAccelerometer += 1
      attitudeAtCut = attitude
    }
    if let missing { add(missing, at: motion.timestamp) }
  }

  private mutating func add(_ missing: SaturationBridge.Missing, at time: Double) {
    let change = attitudeAtCut.act(missing.velocity) * -DeadReckoner.standardGravity
    let since = time - missing.time
    velocity += change
    position += change * since
    let gravity = DeadReckoner.standardGravity
    let scale = missing.scale * (configuration.sensors.bridgeShare * gravity)
    let deviation = scale + missing.unknown * gravity
    let turn = Matrix3(attitudeAtCut)
    let error = turn * Matrix3(diagonal: deviation.map { $0 * $0 }) * turn.transpose
    covariance.vv = covariance.vv + error
    covariance.pv = covariance.pv + error * since
    covariance.pp = covariance.pp + error * (since * since)
  }

  private mutating func start(_ motion: DeviceMotion) {
    let sensors = configuration.sensors
    let start = configuration.initialVelocity
    covariance.vv = Matrix3(scale: start * start)
    covariance.aa = Matrix3(scale: sensors.accelerationBias * sensors.accelerationBias)
    covariance.gg = Matrix3(scale: sensors.rotationBias * sensors.rotationBias)
    adopt(motion.attitude.quaternion, heading: 0)
    nextAttitudeUpdate = motion.timestamp + configuration.attitude.interval
  }

  /// Goes on after a time in which nobody knows what happened.
  private mutating func restart(after gap: Double, _ motion: DeviceMotion) {
    if gap > 0 { faults.gaps += 1 } else { faults.clockResets += 1 }
    backwardInARow = 0
    let spread = configuration.initialVelocity
    velocity = .zero
    covariance.pv = .zero
    covariance.vv = Matrix3(scale: spread * spread)
    covariance.vt = .zero
    covariance.va = .zero
    covariance.vg = .zero
    covariance.pp.addDiagonal(spread * spread * gap * gap)
    adopt(motion.attitude.quaternion, heading: configuration.attitude.heading)
    nextAttitudeUpdate = motion.timestamp + configuration.attitude.interval
    nextVelocityUpdate = -.infinity
    restSeen = nil
    phase = .moving
    stride = Stride()
    saturation = SaturationBridge()
    history.removeAll()
  }

  /// Counts a sample that is not later than the one before; whether the clock was set back.
  private mutating func isClockReset() -> Bool {
    faults.backwardTime += 1
    backwardInARow += 1
    return backwardInARow > Self.patience
  }

  /// Takes over an attitude, known as device motion's is.
  private mutating func adopt(_ quaternion: Quaternion<Double>, heading: Double) {
    attitude = quaternion
    let inclination = configuration.attitude.inclination
    covariance.tt = Matrix3(
      diagonal: Vector3(inclination * inclination, inclination * inclination, heading * heading))
    covariance.pt = .zero
    covariance.vt = .zero
    covariance.ta = .zero
    covariance.tg = .zero
  }

  /// After so many samples in a row before the latest time, the clock was set back.
  private static let patience = 10
}

// MARK: - Measurements

extension InertialNavigator {
  /// The velocity is zero, as far as rest is rest; returns whether that was believed.
  private mutating func measureZeroVelocity(at time: Double) -> Bool {
    let parameters = configuration.zeroVelocity
    nextVelocityUpdate = time + parameters.correlationTime
    let turning = (rate - rotationBias).lengthSquared * parameters.leverArm * parameters.leverArm
    let noise = Matrix3(scale: parameters.deviation * parameters.deviation + turning)
    let gate = parameters.gate * parameters.gate
    if let found = covariance.measure(.velocity, innovation: -velocity, noise: noise, gate: gate) {
      correct(found)
      refusedRests = 0
      isRefused = false
      return true
    }
    if !isRefused {
      isRefused = true
      refusedRests += 1
    }
    guard let restSeen,
      refusedRests > parameters.patience || time - restSeen >= configuration.settlingTime
    else { return false }
    refusedRests = 0
    // So long a rest is one: the velocity was less well known than it seemed.
    covariance.vv = covariance.vv + Matrix3(outer: velocity, velocity)
    if let found = covariance.measure(
      .velocity, innovation: -velocity, noise: noise, gate: .infinity)
    {
      correct(found)
    }
    return true
  }

  /// A device that does not turn shows what is left of the gyro's bias.
  private mutating func measureStillness(at time: Double) {
    let parameters = configuration.zeroVelocity
    let innovation = rateSum / max(rateCount, 1) - rotationBias
    rateSum = .zero
    rateCount = 0
    guard time - stillFrom >= parameters.stillTime else { return }
    let walk = configuration.sensors.rotationBiasWalkAtRest
    covariance.gg.addDiagonal(walk * walk * parameters.correlationTime)
    let noise = Matrix3(scale: parameters.rateDeviation * parameters.rateDeviation)
    if let found = covariance.measure(
      .rotationBias, innovation: innovation, noise: noise, gate: .infinity)
    {
      correct(found)
    }
  }

  /// At rest, the foot of a walker stands on the floor.
  private mutating func stand(at time: Double) {
    let ground = configuration.ground
    // Not while it rolls on the heel.
    guard (rate - rotationBias).lengthSquared <= ground.standingRate * ground.standingRate else {
      return
    }
    defer { stride.stand(at: position, time: time) }
    guard let floor = stride.floor(at: position, time: time, ground) else { return }
    let height = floor - position.z
    let noise = Matrix3(
      diagonal: Vector3(Self.unknown, Self.unknown, ground.deviation * ground.deviation))
    if let found = covariance.measure(
      .position, innovation: Vector3(0, 0, height), noise: noise, gate: .infinity)
    {
      correct(found)
    }
  }

  /// The variance of what is not measured, in m².
  private static let unknown = 1e12

  private mutating func measureAttitude(_ measured: Quaternion<Double>, at time: Double) {
    let parameters = configuration.attitude
    nextAttitudeUpdate = time + parameters.interval
    let difference = (measured * attitude.conjugate).rotationVector
    guard difference.lengthSquared <= parameters.newFrame * parameters.newFrame else {
      adopt(measured, heading: parameters.heading)
      history.removeAll()
      return
    }
    // An error that lasts is worth one measurement in each correlation time.
    let share = max(1, parameters.correlationTime / parameters.interval)
    let inclination = parameters.inclination * parameters.inclination * share
    let noise = Matrix3(
      diagonal: Vector3(inclination, inclination, parameters.heading * parameters.heading * share))
    if let found = covariance.measure(
      .attitude, innovation: difference, noise: noise, gate: .infinity)
    {
      correct(found)
    }
  }

  private mutating func correct(_ found: (update: NavigationUpdate, errors: ErrorVector)) {
    let errors = found.errors
    position += errors.p
    velocity += errors.v
    attitude = (Quaternion(rotationVector: errors.t) * attitude).normalized() ?? attitude
    accelerationBias += errors.a
    rotationBias += errors.g
    var update = found.update
    update.index = nextIndex
    history.append(update)
  }
}
