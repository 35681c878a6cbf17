public import MotionFusion

extension InertialNavigator {
  /// Applies a measurement of the errors of `block` to the estimate and to later revisions.
  ///
  /// - Parameters:
  ///   - innovation: Its measured value.
  ///   - noise: The covariance of the measurement.
  ///   - gate: The largest accepted square of the innovation in standard deviations.
  ///   - learnsAccelerometer: Whether it corrects the accelerometer's errors.
  /// - Returns: Whether it was accepted.
  @discardableResult
  @inline(never)
  mutating func measure(
    _ block: ErrorBlock, innovation: Vector3<Double>, noise: Matrix3<Double>,
    gate: Double = .infinity, learnsAccelerometer: Bool = true
  ) -> Bool {
    takeCheckpoint()
    guard
      let update = filter.covariance.measure(
        block, innovation: innovation, noise: noise, gate: gate, at: nextIndex,
        learnsAccelerometer: learnsAccelerometer)
    else { return false }
    filter.correct(update.gain * innovation)
    history.append(update)
    return true
  }

  /// Applies the zero-velocity update; returns whether it was accepted.
  mutating func measureZeroVelocity(at time: Double) -> Bool {
    let parameters = configuration.zeroVelocity
    nextVelocityUpdate = time + parameters.correlationTime
    let turning =
      (rate - filter.rotationBias).lengthSquared * parameters.leverArm * parameters.leverArm
    let noise = Matrix3(
      scale: parameters.deviation * parameters.deviation + turning
        + sway.noise(every: parameters.correlationTime))
    let deviations = isVelocityKnown ? parameters.knownGate : parameters.gate
    let gate = deviations * deviations
    let speed = filter.velocity.length
    let expected = filter.uncertainty.velocity.trace / 3
    if measure(.velocity, innovation: -filter.velocity, noise: noise, gate: gate) {
      // The first update of a phase corrects the drift of the movement.
      if phase.duration(at: time) > 0 {
        sway.take(
          square: speed * speed / 3, expected: expected, every: parameters.correlationTime)
      }
      noteLostSpeed(speed, at: time)
      movementStart = time
      rejectedPhases = 0
      phase.isRejected = false
      // Where the device seems to gather speed, tilt or bias are still wrong.
      let still =
        configuration.leastAcceleration * SensorSample.standardGravity * parameters.correlationTime
      if phase.duration(at: time) >= configuration.settlingTime, speed <= still {
        keptVertical = vertical
        unsteadyTime = 0
      }
      return true
    }
    phase.isRejected = true
    guard !isVelocityKnown else { return false }
    guard
      rejectedPhases >= parameters.patience
        || phase.duration(at: time) >= configuration.settlingTime
    else { return false }
    rejectedPhases = 0
    phase.isRejected = false
    // The phase is real, and the covariance was too small.
    filter.widen(byVelocity: filter.velocity, grownOver: time - movementStart)
    measure(.velocity, innovation: -filter.velocity, noise: noise)
    movementStart = time
    return true
  }

  /// Measures the height of a walker's foot in stance, which equals that of the floor.
  mutating func measureFloor() {
    let parameters = configuration.floor
    // It is not measured while the foot rolls over its heel.
    guard
      (rate - filter.rotationBias).lengthSquared <= parameters.standingRate
        * parameters.standingRate
    else { return }
    defer { floor.stand(at: filter.position) }
    guard let height = floor.floor(at: filter.position, parameters) else { return }
    let error = height - filter.position.z
    let noise = Matrix3(
      diagonal: Vector3(Self.unknown, Self.unknown, parameters.deviation * parameters.deviation))
    measure(.position, innovation: Vector3(0, 0, error), noise: noise)
  }

  /// The variance of components that are not measured, in m².
  private static let unknown = 1e12

  /// Applies the prior of the velocity to a device in motion: a process of zero mean, whose
  /// variance is the mean square of the estimates. Without it an inclination error of 1° causes a
  /// velocity of 1.7 m/s after ten seconds.
  mutating func measureVelocityPrior() {
    guard configuration.usesVelocityPrior, !phase.isActive, !isVelocityKnown else { return }
    let gravity = SensorSample.standardGravity
    let noise =
      motionScale.variance * gravity * gravity
      * max(2 * Self.velocityCorrelation / configuration.attitude.interval, 1)
    // A walker in circles has a constant acceleration in the device, like an offset. The prior
    // bounds the velocity; it does not say which of them it was.
    measure(
      .velocity, innovation: -filter.velocity, noise: Matrix3(scale: noise),
      learnsAccelerometer: false)
  }

  /// The correlation time of the velocity, in seconds. Constants.md shows how little the errors
  /// change around it.
  private static let velocityCorrelation = 1.0

  /// Applies the attitude of device motion, or adopts it where its frame is a new one.
  mutating func measureAttitude(of motion: DeviceMotion) {
    let parameters = configuration.attitude
    let measured = motion.attitude.quaternion
    let known = inclinationDeviation(of: motion)
    nextAttitudeUpdate = motion.timestamp + parameters.interval
    let difference = (measured * filter.attitude.conjugate).rotationVector
    guard difference.lengthSquared <= parameters.newFrame * parameters.newFrame else {
      filter.adopt(measured, inclination: known, heading: parameters.heading)
      history.removeAll()
      return
    }
    noteSteadyAcceleration(tilt: difference, at: motion.timestamp)
    filter.rotationBiasDeviation = rotationBiasDeviation(of: motion)
    // The mean of a correlated error over a long time T has the variance 2 σ² τ/T.
    let share = max(1, 2 * parameters.correlationTime / parameters.interval)
    let inclination = known * known * share
    var heading = parameters.heading * parameters.heading * share
    let outside = configuration.initialHeadingDeviation
    heading += outside * outside * 2 * parameters.headingCorrelationTime / parameters.interval
    let noise = Matrix3(diagonal: Vector3(inclination, inclination, heading))
    measure(.attitude, innovation: difference, noise: noise)
  }
}

extension InertialNavigator {
  /// Notes that the vertical has for long differed from that of device motion while the device
  /// was quiet and did not turn: by a steady acceleration.
  private mutating func noteSteadyAcceleration(tilt: Vector3<Double>, at time: Double) {
    let parameters = configuration.attitude
    let angle = (tilt.x * tilt.x + tilt.y * tilt.y).squareRoot()
    let isSteady = (phase.isActive || keptVertical != nil) && angle > parameters.steadyTilt
    steadyStart = isSteady ? min(steadyStart, time) : .infinity
    if notes.steadyPush == nil, time - steadyStart >= parameters.steadyTime {
      notes.steadyPush = SteadyPush(
        start: steadyStart, acceleration: angle * SensorSample.standardGravity)
    }
  }

  /// Notes that a device with a known vertical has lost a speed that a steady acceleration gave it:
  /// as long as it is within the errors, it counts as zero.
  private mutating func noteLostSpeed(_ speed: Double, at time: Double) {
    let parameters = configuration.attitude
    let least = parameters.steadyTilt * SensorSample.standardGravity * parameters.steadyTime
    guard notes.steadyPush == nil, keptVertical != nil, speed > least else { return }
    notes.steadyPush = SteadyPush(
      start: movementStart, acceleration: speed / (time - movementStart))
  }
}

/// External measurements, for example from satellite navigation, odometry or optical flow.
///
/// Each is taken at the time of the last sample, in the reference frame of the device motion, and
/// weighted by its standard deviation. Errors of different measurements are independent. They
/// correct the latest point at once, and the path before it by a revision within half a second, or
/// at ``finish(listener:)``. Measurements that are not finite, whose deviation is not positive, or
/// before the first sample are left out.
///
/// Set ``Configuration/initialHeadingDeviation`` if the heading of device motion in the frame of
/// the measurements is uncertain, and ``Configuration/initialPositionDeviation`` if the origin of
/// positions is not the start of the path.
///
/// ```swift
/// navigator.update(motion) { path.apply($0) }
/// navigator.observe(velocity: Vector3(1.2, 0.1, 0), deviation: 0.1)
/// ```
extension InertialNavigator {
  /// Takes a measured velocity.
  ///
  /// - Parameters:
  ///   - velocity: In the reference frame, in m/s.
  ///   - deviation: The standard deviation of each component, in m/s.
  /// - Complexity: O(1); the revision is O(*n*) in the samples since the last stationary phase.
  public mutating func observe(velocity: Vector3<Double>, deviation: Double) {
    observe(.velocity(velocity), deviation)
  }

  /// Takes a measured position.
  ///
  /// - Parameters:
  ///   - position: In the frame of the path, in metres.
  ///   - deviation: The standard deviation of each component, in metres.
  /// - Complexity: O(1); the revision is O(*n*) in the samples since the last stationary phase.
  public mutating func observe(position: Vector3<Double>, deviation: Double) {
    observe(.position(position), deviation)
  }

  private mutating func observe(_ quantity: MotionMeasurement.Quantity, _ deviation: Double) {
    observe(
      MotionMeasurement(timestamp: timestamp ?? 0, quantity: quantity, deviation: deviation))
  }

  /// Takes a position or a velocity at the last sample or shortly before; one that is older is left
  /// out.
  ///
  /// - Returns: Whether it was used.
  @discardableResult
  mutating func observe(_ measurement: MotionMeasurement) -> Bool {
    guard !measurement.isAngular else { return false }
    guard measurement.isPlausible, let timestamp else { return false }
    let age = timestamp - measurement.timestamp
    guard (0...MotionMeasurement.longestAge).contains(age) else { return false }
    isReferenced = true
    // The measurement belongs to the last sample, not to the next.
    nextIndex -= 1
    let noise = Matrix3(scale: measurement.deviation * measurement.deviation)
    let isUsed =
      switch measurement.quantity {
      case .velocity(let velocity):
        observe(.velocity, innovation: velocity - filter.velocity, noise: noise)
      case .position(let position):
        observe(
          .position, innovation: position - (filter.position - filter.velocity * age),
          noise: noise)
      case .heading, .attitude: false
      }
    nextIndex += 1
    uncertainty = filter.uncertainty
    history.replaceLast {
      ($0.position, $0.velocity, $0.attitude) = (filter.position, filter.velocity, filter.attitude)
    }
    nextReferenceRevision = min(nextReferenceRevision, timestamp + configuration.settlingTime)
    return isUsed
  }

  /// Applies an external measurement, or leaves it out where it contradicts the path. The third in
  /// a row that does shows that the velocity was wrong since the last one that agreed, as in a
  /// stationary phase of a vehicle at constant speed.
  private mutating func observe(
    _ block: ErrorBlock, innovation: Vector3<Double>, noise: Matrix3<Double>
  ) -> Bool {
    let (gate, time) = (configuration.zeroVelocity.gate, timestamp ?? 0)
    if measure(block, innovation: innovation, noise: noise, gate: gate * gate) {
      (contradictions, agreementTime) = (0, time)
      return true
    }
    contradictions += 1
    guard contradictions > configuration.zeroVelocity.patience else {
      notes.contradictionCount += 1
      return false
    }
    if phase.isActive {
      phase.isFalse = true
      let duration = time - agreementTime
      let speed = innovation.length * (block == .velocity ? 1 : 2 / max(duration, 0.1))
      filter.widen(
        bySpeed: speed, grownOver: duration, inclination: configuration.attitude.inclination)
    }
    return measure(block, innovation: innovation, noise: noise)
  }

  /// Delivers the revision by the measurements since the last one.
  mutating func reviseByReferences(_ listener: (PathEvent) -> Void) {
    nextReferenceRevision = .infinity
    revise(listener)
  }
}

/// The velocity of a device in stationary phases, by the innovations of zero-velocity updates.
///
/// On a table or under a standing foot the innovations are some mm/s, in a hand 1 to 5 cm/s. The
/// velocity of a hand is a process with the correlation time *τ*: between updates *h* seconds apart
/// its mean square change is *q* = 2 σ² *h*/*τ*. Independent updates have the weight of these with
/// the variance 2 σ² *τ*/*h* = *q* (*τ*/*h*)².
///
/// *q* is the mean square of the innovations less the variance that the filter expects of them.
struct Sway: Hashable, Sendable {
  /// The correlation time, in seconds: a quarter of the period of a hand's sway at 1 Hz.
  private static let correlationTime = 0.25
  /// The time constant of the mean square, in seconds of stationary phases.
  private static let averagingTime = 2.0
  /// The weight of the square at the start, in innovations: a fifth of a second.
  private static let initialWeight = 4.0
  /// *q*, in m²/s²; at first that of a steady hand.
  private var square = InnovationSquare(0.02 * 0.02)

  /// The variance of each component of the velocity as independent noise every `interval` seconds.
  func noise(every interval: Double) -> Double {
    let ratio = Self.correlationTime / interval
    return square.mean * ratio * ratio
  }

  /// Takes the mean square of the components of an innovation, and the variance that the filter
  /// expects of them.
  mutating func take(square now: Double, expected: Double, every interval: Double) {
    square.take(
      max(now - expected, 0), every: interval, averagingTime: Self.averagingTime,
      initialWeight: Self.initialWeight)
  }
}

/// The mean square of innovations: of all at first, then of those of the last seconds.
struct InnovationSquare: Hashable, Sendable {
  private(set) var mean: Double
  private var count = 0.0

  init(_ start: Double) { mean = start }

  /// Takes a square, `interval` seconds after the previous one.
  ///
  /// - Parameter initialWeight: The weight of the start, in innovations.
  mutating func take(
    _ square: Double, every interval: Double, averagingTime: Double, initialWeight: Double
  ) {
    count += 1
    let share = max(1 / (count + initialWeight), interval / averagingTime)
    mean += (square - mean) * min(share, 1)
  }
}

/// The height of the floor under a walker's foot, where a movement was a stride on level ground.
///
/// A stride is a movement between stationary phases that covers a long distance. Without this
/// constraint, the height of a foot-mounted sensor drifts by about a centimetre per stride.
struct FloorConstraint: Hashable, Sendable {
  /// The limits of a stride.
  struct Configuration: Hashable, Sendable {
    /// The standard deviation of the floor's height, in metres; infinite for no constraint.
    var deviation = Double.infinity
    /// The change of height, in metres, beyond which a stride led to another floor or a stair.
    var largestChange = 0.08
    /// The smallest horizontal length of a stride, in metres.
    var strideLength = 0.4
    /// The largest angular rate of a foot that stands and does not roll, in rad/s.
    var standingRate = 0.5
  }

  private var place: Vector3<Double>?
  private var floor = 0.0
  private var isStanding = false

  /// Records that the foot moves.
  mutating func leave() { isStanding = false }

  /// The height of the floor under a foot at `place`; `nil` if the last movement was not a stride
  /// or led to another floor.
  mutating func floor(at place: Vector3<Double>, _ configuration: Configuration) -> Double? {
    guard let from = self.place, configuration.deviation < .infinity else {
      floor = place.z
      return nil
    }
    guard !isStanding else { return nil }
    let step = place - from
    let distance = (step.x * step.x + step.y * step.y).squareRoot()
    guard distance >= configuration.strideLength,
      abs(place.z - floor) <= configuration.largestChange
    else {
      floor = place.z
      return nil
    }
    return floor
  }

  /// Records that the foot stands at `place` until it moves again.
  mutating func stand(at place: Vector3<Double>) {
    self.place = place
    isStanding = true
  }
}
