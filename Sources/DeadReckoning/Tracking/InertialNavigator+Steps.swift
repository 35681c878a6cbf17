internal import MotionFusion

extension InertialNavigator {
  /// Takes the estimate to a sample that is possible.
  ///
  /// - Returns: How errors came there; `nil` when the sample is left out, because it is not later.
  mutating func integrate(_ motion: DeviceMotion) -> ErrorStep? {
    let newForce = (motion.gravity + motion.userAcceleration) * -DeadReckoner.standardGravity
    var passage = ErrorStep()
    if let last = timestamp {
      let step = motion.timestamp - last
      if step > 0, step <= configuration.longestStep {
        passage = filter.advance(
          by: step, force: (force + newForce) * 0.5, rate: (rate + motion.rotationRate) * 0.5)
        backwardInARow = 0
      } else if step > 0 || isClockReset() {
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
    filter.adopt(velocity: filter.velocity, deviation: configuration.initialVelocity)
    filter.covariance.aa = Matrix3(scale: sensors.accelerationBias * sensors.accelerationBias)
    filter.covariance.gg = Matrix3(scale: sensors.rotationBias * sensors.rotationBias)
    adopt(motion, heading: 0)
  }

  /// Goes on after a time in which nobody knows what happened.
  private mutating func restart(after gap: Double, _ motion: DeviceMotion) {
    if gap > 0 { faults.gaps += 1 } else { faults.clockResets += 1 }
    backwardInARow = 0
    let spread = configuration.initialVelocity
    filter.adopt(velocity: .zero, deviation: spread)
    // What lies further back is not known either, and its square would be infinite.
    let distance = spread * min(gap, Self.longestGap)
    filter.covariance.pp.addDiagonal(distance * distance)
    adopt(motion, heading: configuration.attitude.heading)
    nextVelocityUpdate = -.infinity
    rest = ZeroVelocityDetector(configuration: rest.configuration)
    push = ZeroVelocityDetector(configuration: push.configuration)
    stop.end()
    phase = .moving
    stride = Stride()
    saturation = SaturationBridge()
    vigor = MotionIntensity()
    history.removeAll()
  }

  /// A day, in seconds.
  private static let longestGap = 86_400.0

  /// Takes over the attitude of device motion.
  private mutating func adopt(_ motion: DeviceMotion, heading: Double) {
    filter.adopt(
      motion.attitude.quaternion, inclination: configuration.attitude.inclination, heading: heading)
    nextAttitudeUpdate = motion.timestamp + configuration.attitude.interval
  }

  /// Counts a sample that is not later than the one before; whether the clock was set back.
  private mutating func isClockReset() -> Bool {
    faults.backwardTime += 1
    backwardInARow += 1
    return backwardInARow > Self.patience
  }

  /// After so many samples in a row before the latest time, the clock was set back.
  private static let patience = 10

  /// Adds the velocity that the accelerometer did not read at the end of its range.
  mutating func bridgeSaturation(_ motion: DeviceMotion) {
    let missing = saturation.take(motion.gravity + motion.userAcceleration, at: motion.timestamp)
    if saturation.isSaturated {
      faults.saturatedAccelerometer += 1
      attitudeAtCut = filter.attitude
    }
    if let missing { add(missing, at: motion.timestamp) }
  }

  private mutating func add(_ missing: SaturationBridge.Missing, at time: Double) {
    let gravity = DeadReckoner.standardGravity
    let scale = missing.scale * (configuration.sensors.bridgeShare * gravity)
    let deviation = scale + missing.unknown * gravity
    let turn = Matrix3(attitudeAtCut)
    takeCheckpoint()
    filter.add(
      velocity: attitudeAtCut.act(missing.velocity) * -gravity, since: time - missing.time,
      error: turn * Matrix3(diagonal: deviation.map { $0 * $0 }) * turn.transpose)
  }
}
