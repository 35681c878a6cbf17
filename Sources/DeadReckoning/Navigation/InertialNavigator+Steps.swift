internal import MotionFusion

extension InertialNavigator {
  /// Integrates up to a plausible sample.
  ///
  /// - Returns: The propagation of errors; `nil` when the sample is left out, as it is not later.
  mutating func integrate(_ motion: DeviceMotion) -> ErrorStep? {
    let newForce = motion.acceleration * -SensorSample.standardGravity
    var passage = ErrorStep()
    if let last = timestamp {
      let step = motion.timestamp - last
      if SampleGap.before(step, motion.quality?.gap) >= .velocity {
        restart(after: max(step, 0), motion)
      } else if step > 0 {
        passage = filter.advance(
          by: step, force: (force + newForce) * 0.5, rate: (rate + motion.rotationRate) * 0.5)
        let gravity = SensorSample.standardGravity
        motionScale.observe(
          square: filter.velocity.lengthSquared / (3 * gravity * gravity), step: step)
      } else {
        return nil
      }
    } else {
      start(motion)
    }
    timestamp = motion.timestamp
    force = newForce
    rate = motion.rotationRate
    return passage
  }

  private mutating func start(_ motion: DeviceMotion) {
    let sensors = configuration.sensors
    filter.adopt(velocity: filter.velocity, deviation: configuration.initialVelocityDeviation)
    movementStart = motion.timestamp
    agreementTime = motion.timestamp
    let up = motion.attitude.quaternion.conjugate.act(.unitZ) * sensors.verticalBias
    filter.covariance[diagonal: .accelerationBias] =
      Matrix3(scale: sensors.accelerationBias * sensors.accelerationBias) + up.outerProduct(up)
    filter.covariance.k.k = sensors.accelerationScale * sensors.accelerationScale
    let rotationBias = rotationBiasDeviation(of: motion)
    filter.rotationBiasDeviation = rotationBias
    filter.covariance[diagonal: .rotationBias] = Matrix3(scale: rotationBias * rotationBias)
    let distance = configuration.initialPositionDeviation
    filter.covariance[diagonal: .position] = Matrix3(scale: distance * distance)
    adopt(motion, heading: configuration.initialHeadingDeviation)
  }

  /// Restarts after a gap or a clock reset, with unknown motion in between.
  private mutating func restart(after gap: Double, _ motion: DeviceMotion) {
    let spread = configuration.initialVelocityDeviation
    filter.adopt(velocity: .zero, deviation: spread)
    movementStart = motion.timestamp
    agreementTime = motion.timestamp
    // Bounded, so that its square is finite.
    let distance = spread * min(gap, Self.longestGap)
    filter.covariance.p[.position].addDiagonal(distance * distance)
    adopt(
      motion, heading: max(configuration.attitude.heading, configuration.initialHeadingDeviation))
    motionScale = MotionScale()
    nextReferenceRevision = .infinity
    nextVelocityUpdate = -.infinity
    detector = ZeroVelocityDetector(configuration: detector.configuration)
    pushDetector = ZeroVelocityDetector(configuration: pushDetector.configuration)
    pushStart = .infinity
    keptVertical = nil
    phase.end()
    stage = .moving
    floor = FloorConstraint()
    saturation = SaturationBridge()
    intensity = MotionIntensity()
    history.removeAll()
  }

  /// A day, in seconds.
  private static let longestGap = 86_400.0

  /// The standard deviation of the inclination of device motion, in radians.
  func inclinationDeviation(of motion: DeviceMotion) -> Double {
    let stated = motion.uncertainty?.inclination ?? 0
    return stated > 0 && stated < .infinity ? stated : configuration.attitude.inclination
  }

  /// The standard deviation of the gyroscope bias that device motion has not removed, in rad/s: the
  /// root mean square of its axes.
  func rotationBiasDeviation(of motion: DeviceMotion) -> Double {
    let square = (motion.uncertainty?.gyroscopeBias.lengthSquared ?? 0) / 3
    return square > 0 && square < .infinity
      ? square.squareRoot() : configuration.sensors.rotationBias
  }

  /// Adopts the attitude of device motion.
  private mutating func adopt(_ motion: DeviceMotion, heading: Double) {
    filter.adopt(
      motion.attitude.quaternion, inclination: inclinationDeviation(of: motion), heading: heading)
    nextAttitudeUpdate = motion.timestamp + configuration.attitude.interval
  }

  /// Adds the velocity that saturated accelerometer readings lack.
  mutating func bridgeSaturation(_ motion: DeviceMotion) {
    let missing = saturation.take(motion.acceleration, at: motion.timestamp)
    if saturation.isSaturated { saturatedAttitude = filter.attitude }
    if let missing { add(missing, at: motion.timestamp) }
  }

  private mutating func add(_ missing: SaturationBridge.Missing, at time: Double) {
    let gravity = SensorSample.standardGravity
    let scale = missing.scale * gravity
    let deviation = scale + missing.unknown * gravity
    let turn = Matrix3(saturatedAttitude)
    takeCheckpoint()
    filter.add(
      velocity: saturatedAttitude.act(missing.velocity) * -gravity, since: time - missing.time,
      error: turn * Matrix3(diagonal: deviation.map { $0 * $0 }) * turn.transpose)
  }
}

extension InertialNavigator {
  /// Detects whether the device is stationary; the end of a phase makes the path before it final.
  mutating func detectZeroVelocity(
    _ motion: DeviceMotion, step: Double, _ listener: (PathEvent) -> Void
  ) {
    let isStationary = isStationary(motion, step: step)
    if phase.isActive, !isStationary, stage == .stationary {
      reviseAgain(listener)
      history.keepLastCheckpoint()
    }
    if !isStationary {
      let time = motion.timestamp
      // A shorter one may be the middle of a movement, where the acceleration vanishes.
      if phase.isRejected, phase.duration(at: time) >= detector.configuration.window {
        rejectedPhases += 1
      }
      phase.end()
      stage = .moving
      floor.leave()
    } else if !phase.isActive {
      phase.begin(at: motion.timestamp)
      nextVelocityUpdate = motion.timestamp
    }
  }

  /// Whether the device is stationary, and not pushed.
  private mutating func isStationary(_ motion: DeviceMotion, step: Double) -> Bool {
    let felt =
      filter.attitude.act(filter.corrected(force)) * (1 / SensorSample.standardGravity)
    let acceleration = felt - .unitZ
    pushDetector.update(
      timestamp: motion.timestamp, rotationRate: .zero, acceleration: scaledByLimits(acceleration))
    if phase.isActive {
      intensity.pause(at: motion.timestamp)
    } else {
      intensity.move(
        rate: motion.rotationRate, acceleration: acceleration, at: motion.timestamp,
        configuration.intensity)
    }
    let isSteady = detector.update(motion)
    let isQuiet = isSteady && detector.isBelow(intensity.limit(configuration.intensity))
    if !isSteady { unsteadyTime += step }
    if let kept = keptVertical,
      unsteadyTime > configuration.joltTime || vertical.dot(kept) < configuration.keptTurn
    {
      keptVertical = nil
    }
    let isPushed = isQuiet && !pushDetector.isStationary
    pushStart = isPushed ? min(pushStart, motion.timestamp) : .infinity
    // What a longer push would be is an error of the tilt, unless the vertical is known.
    return isQuiet
      && (!isPushed
        || !isVelocityKnown && motion.timestamp - pushStart >= configuration.longestPush)
  }

  /// Whether a velocity is real that contradicts a phase: where the vertical is known, or others
  /// measure the path.
  var isVelocityKnown: Bool { keptVertical != nil || isReferenced }

  /// The vertical in the device.
  var vertical: Vector3<Double> { filter.attitude.conjugate.act(.unitZ) }

  /// An acceleration in g, relative to limits across and along the vertical: to what errors of the
  /// tilt and of the accelerometer explain, and to the turning points of a movement. Along a known
  /// vertical, the tilt explains nothing.
  // Inlined: a call copies the navigator.
  @inline(__always)
  private func scaledByLimits(_ acceleration: Vector3<Double>) -> Vector3<Double> {
    let gravity = SensorSample.standardGravity
    let tilt = filter.covariance.t[.attitude]
    let bias = filter.covariance.a[.accelerationBias]
    let up = vertical
    let upwardBias = up.dot(bias * up)
    let level = bias[0, 0] + bias[1, 1] + bias[2, 2] - upwardBias
    // The error of the scale is along the vertical.
    let upward =
      upwardBias + gravity * (2 * up.dot(filter.covariance.k.a) + gravity * filter.covariance.k.k)
    let across = tilt[0, 0] + tilt[1, 1] + level / (gravity * gravity)
    let along = (keptVertical == nil ? across : 0) + upward / (gravity * gravity)
    let (gate, limit) = (configuration.zeroVelocity.gate, configuration.accelerationLimit)
    let least = configuration.leastAcceleration
    func scale(_ variance: Double) -> Double {
      1 / min(max(gate * gate * variance, least * least), limit * limit).squareRoot()
    }
    let (horizontal, vertical) = (scale(across), scale(along))
    return Vector3(
      acceleration.x * horizontal, acceleration.y * horizontal, acceleration.z * vertical)
  }

  /// Advances the stage of a stationary phase, with the revisions that are due.
  mutating func settle(at time: Double, measured: Bool, _ listener: (PathEvent) -> Void) {
    switch stage {
    case .moving:
      if measured {
        stage = .stationary
        revise(listener)
      }
    case .stationary:
      if phase.duration(at: time) >= configuration.settlingTime {
        reviseAgain(listener)
        history.keepLastCheckpoint()
        stage = .settled
      }
    case .settled:
      history.keepLastCheckpoint()
    }
  }

  /// Delivers the smoothed path since the last stationary phase.
  mutating func revise(_ listener: (PathEvent) -> Void) {
    let points = history.smoothed(end: uncertainty)
    guard let first = points.first, let last = points.last, first.index < last.index else { return }
    revisedIndex = last.index
    listener(.revision(first.index..<last.index + 1, points))
  }

  /// Revises the path again if that changes it enough.
  mutating func reviseAgain(_ listener: (PathEvent) -> Void) {
    if history.largestShift(after: revisedIndex) >= configuration.leastRevision { revise(listener) }
  }
}

/// What a navigator notes for the findings of a path.
struct NavigationNotes: Hashable, Sendable {
  /// The first acceleration that was taken for a tilt for long.
  var steadyPush: SteadyPush?
  /// The number of external measurements that were left out, as they contradict the path.
  var contradictionCount = 0
}

/// An acceleration that a navigator takes for a tilt, although device motion shows none.
struct SteadyPush: Hashable, Sendable {
  /// In seconds.
  var start: Double
  /// In m/s².
  var acceleration: Double
}

/// The state of the current stationary phase of a navigator.
struct StationaryPhase: Hashable, Sendable {
  /// The time of detection; infinite in motion.
  private var start = Double.infinity
  /// Whether its zero-velocity measurement was rejected.
  var isRejected = false
  /// Whether external measurements contradict it.
  var isFalse = false

  var isActive: Bool { start < .infinity }

  /// The duration, in seconds; negative infinity in motion.
  func duration(at time: Double) -> Double { time - start }

  mutating func begin(at time: Double) {
    self = StationaryPhase()
    start = time
  }

  mutating func end() { self = StationaryPhase() }
}

/// The recent intensity of motion, which scales the limits of zero-velocity detection.
///
/// A hand that writes slowly is as quiet in the middle of its movement as a foot that rolls over
/// the ground. The intensity is the largest ratio of angular rate or acceleration to that of a
/// vigorous movement; it decays exponentially in time and is constant during a stationary phase.
///
/// Its functions are inlined for the workload `inertial-navigator`.
struct MotionIntensity: Hashable, Sendable {
  /// The reference values and the decay.
  struct Configuration: Hashable, Sendable {
    /// The angular rate of a vigorous movement, in rad/s.
    var rate = 3.0
    /// The acceleration of a vigorous movement, in g.
    var acceleration = 1.0
    /// The time constant of the square's decay, in seconds.
    var duration = 0.3
    /// The smallest scale of the limits; 1 for constant limits.
    var leastScale = 0.5
  }

  /// The square of the intensity, 1 before the first movement.
  private var square = 1.0
  private var latest = Double.infinity

  /// Takes a sample in motion.
  ///
  /// - Parameters:
  ///   - rate: The angular rate, in rad/s.
  ///   - acceleration: The acceleration without gravity, in g.
  ///   - time: In seconds.
  ///   - configuration: The reference values.
  @inline(__always)
  mutating func move(
    rate: Vector3<Double>, acceleration: Vector3<Double>, at time: Double,
    _ configuration: Configuration
  ) {
    let elapsed = max(time - latest, 0)
    latest = time
    square = max(
      square * max(1 - elapsed / configuration.duration, 0),
      rate.lengthSquared / (configuration.rate * configuration.rate),
      acceleration.lengthSquared / (configuration.acceleration * configuration.acceleration))
  }

  /// Takes a stationary sample: the decay pauses.
  mutating func pause(at time: Double) { latest = time }

  /// The upper limit of the zero-velocity statistic, at most 1.
  @inline(__always)
  func limit(_ configuration: Configuration) -> Double {
    min(max(square, configuration.leastScale * configuration.leastScale), 1)
  }
}
