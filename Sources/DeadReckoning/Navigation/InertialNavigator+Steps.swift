internal import MotionFusion

extension InertialNavigator {
  /// Integrates up to a plausible sample.
  ///
  /// - Returns: The propagation of errors; `nil` when the sample is left out, as it is not later.
  mutating func integrate(_ motion: DeviceMotion) -> ErrorStep? {
    let newForce = (motion.gravity + motion.userAcceleration) * -SensorSample.standardGravity
    var passage = ErrorStep()
    if let last = timestamp {
      let step = motion.timestamp - last
      if step > 0, step <= configuration.longestStep {
        let velocity = filter.velocity
        passage = filter.advance(
          by: step, force: (force + newForce) * 0.5, rate: (rate + motion.rotationRate) * 0.5,
          attitudeScale: attitudeScale)
        velocityPrior.take(
          change: filter.velocity - velocity, over: step, configuration.velocityPrior)
      } else if step > 0 || isClockReset(before: last) {
        restart(after: max(step, 0), motion)
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
    filter.covariance.aa = Matrix3(scale: sensors.accelerationBias * sensors.accelerationBias)
    filter.covariance.gg = Matrix3(scale: sensors.rotationBias * sensors.rotationBias)
    let distance = configuration.initialPositionDeviation
    filter.covariance.pp = Matrix3(scale: distance * distance)
    velocityPrior = VelocityPrior(velocity: filter.velocity)
    adopt(motion, heading: configuration.initialHeadingDeviation)
  }

  /// Restarts after a gap or a clock reset, with unknown motion in between.
  private mutating func restart(after gap: Double, _ motion: DeviceMotion) {
    if gap > 0 { faults.gaps += 1 } else { faults.clockResets += 1 }
    let spread = configuration.initialVelocityDeviation
    filter.adopt(velocity: .zero, deviation: spread)
    // Bounded, so that its square is finite.
    let distance = spread * min(gap, Self.longestGap)
    filter.covariance.pp.addDiagonal(distance * distance)
    adopt(
      motion, heading: max(configuration.attitude.heading, configuration.initialHeadingDeviation))
    velocityPrior = VelocityPrior()
    nextReferenceRevision = .infinity
    nextVelocityUpdate = -.infinity
    detector = ZeroVelocityDetector(configuration: detector.configuration)
    pushDetector = ZeroVelocityDetector(configuration: pushDetector.configuration)
    phase.end()
    stage = .moving
    floor = FloorConstraint()
    saturation = SaturationBridge()
    intensity = MotionIntensity()
    history.removeAll()
  }

  /// A day, in seconds.
  private static let longestGap = 86_400.0

  /// Adopts the attitude of device motion.
  private mutating func adopt(_ motion: DeviceMotion, heading: Double) {
    filter.adopt(
      motion.attitude.quaternion, inclination: configuration.attitude.inclination, heading: heading)
    nextAttitudeUpdate = motion.timestamp + configuration.attitude.interval
  }

  /// Counts a sample that is not later than the one before; returns whether the clock was set back.
  private mutating func isClockReset(before latest: Double) -> Bool {
    faults.backwardTime += 1
    return backwardTime.isReset(before: latest)
  }

  /// Adds the velocity missing from saturated accelerometer readings.
  mutating func bridgeSaturation(_ motion: DeviceMotion) {
    let missing = saturation.take(motion.gravity + motion.userAcceleration, at: motion.timestamp)
    if saturation.isSaturated {
      faults.saturatedAccelerometer += 1
      saturatedAttitude = filter.attitude
    }
    if let missing { add(missing, at: motion.timestamp) }
  }

  private mutating func add(_ missing: SaturationBridge.Missing, at time: Double) {
    let gravity = SensorSample.standardGravity
    let scale = missing.scale * gravity
    let deviation = scale + missing.unknown * gravity
    let turn = Matrix3(saturatedAttitude)
    takeCheckpoint()
    let velocity = saturatedAttitude.act(missing.velocity) * -gravity
    velocityPrior.take(change: velocity)
    filter.add(
      velocity: velocity, since: time - missing.time,
      error: turn * Matrix3(diagonal: deviation.map { $0 * $0 }) * turn.transpose)
  }
}
