internal import MotionFusion

extension InertialNavigator {
  /// Takes a measurement of the errors of `kind` into account, for now and for what is revised.
  ///
  /// - Parameters:
  ///   - kind: What is measured.
  ///   - innovation: What it was measured to be.
  ///   - noise: The covariance of the measurement.
  ///   - gate: How many of its standard deviations squared are believed.
  /// - Returns: Whether it was believed.
  @discardableResult @inline(never)
  mutating func measure(
    _ kind: MeasuredError, innovation: Vector3<Double>, noise: Matrix3<Double>,
    gate: Double = .infinity
  ) -> Bool {
    takeCheckpoint()
    guard
      let update = filter.covariance.measure(
        kind, innovation: innovation, noise: noise, gate: gate, at: nextIndex)
    else { return false }
    filter.correct(update.gain * innovation)
    history.append(update)
    return true
  }

  /// The velocity is zero, as far as rest is rest; returns whether that was believed.
  mutating func measureZeroVelocity(at time: Double) -> Bool {
    let parameters = configuration.zeroVelocity
    nextVelocityUpdate = time + parameters.correlationTime
    let turning =
      (rate - filter.rotationBias).lengthSquared * parameters.leverArm * parameters.leverArm
    let noise = Matrix3(scale: parameters.deviation * parameters.deviation + turning)
    let gate = parameters.gate * parameters.gate
    if measure(.velocity, innovation: -filter.velocity, noise: noise, gate: gate) {
      refusedRests = 0
      stop.isRefused = false
      return true
    }
    if !stop.isRefused {
      stop.isRefused = true
      refusedRests += 1
    }
    guard
      refusedRests > parameters.patience || stop.duration(at: time) >= configuration.settlingTime
    else { return false }
    refusedRests = 0
    // So long a rest is one: the velocity was less well known than it seemed.
    filter.covariance.vv =
      filter.covariance.vv + filter.velocity.outerProduct(filter.velocity)
    measure(.velocity, innovation: -filter.velocity, noise: noise)
    return true
  }

  /// A device that does not turn shows what is left of the gyro's bias.
  mutating func measureStillness(at time: Double) {
    let parameters = configuration.zeroVelocity
    let innovation = stop.takeMeanRate() - filter.rotationBias
    guard stop.stillness(at: time) >= parameters.stillTime else { return }
    let walk = configuration.sensors.rotationBiasWalkAtRest
    takeCheckpoint()
    filter.covariance.gg.addDiagonal(walk * walk * parameters.correlationTime)
    let noise = Matrix3(scale: parameters.rateDeviation * parameters.rateDeviation)
    measure(.rotationBias, innovation: innovation, noise: noise)
  }

  /// At rest, the foot of a walker stands on the floor.
  mutating func stand(at time: Double) {
    let ground = configuration.ground
    // Not while it rolls on the heel.
    guard (rate - filter.rotationBias).lengthSquared <= ground.standingRate * ground.standingRate
    else { return }
    defer { stride.stand(at: filter.position, time: time) }
    guard let floor = stride.floor(at: filter.position, time: time, ground) else { return }
    let height = floor - filter.position.z
    let noise = Matrix3(
      diagonal: Vector3(Self.unknown, Self.unknown, ground.deviation * ground.deviation))
    measure(.position, innovation: Vector3(0, 0, height), noise: noise)
  }

  /// The variance of what is not measured, in m².
  private static let unknown = 1e12

  /// Compares the attitude with that of device motion, or takes it over where it is in a new frame.
  mutating func measureAttitude(_ measured: Quaternion<Double>, at time: Double) {
    let parameters = configuration.attitude
    nextAttitudeUpdate = time + parameters.interval
    let difference = (measured * filter.attitude.conjugate).rotationVector
    guard difference.lengthSquared <= parameters.newFrame * parameters.newFrame else {
      filter.adopt(measured, inclination: parameters.inclination, heading: parameters.heading)
      history.removeAll()
      return
    }
    // An error that lasts is worth one measurement in each correlation time.
    let share = max(1, parameters.correlationTime / parameters.interval)
    let inclination = parameters.inclination * parameters.inclination * share
    let noise = Matrix3(
      diagonal: Vector3(inclination, inclination, parameters.heading * parameters.heading * share))
    measure(.attitude, innovation: difference, noise: noise)
  }
}
