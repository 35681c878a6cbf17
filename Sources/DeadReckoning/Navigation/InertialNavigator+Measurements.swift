internal import MotionFusion

extension InertialNavigator {
  /// Applies a measurement of the errors of `kind` to the estimate and to later revisions.
  ///
  /// - Parameters:
  ///   - kind: The measured error.
  ///   - innovation: Its measured value.
  ///   - noise: The covariance of the measurement.
  ///   - gate: The largest accepted square of the innovation in standard deviations.
  /// - Returns: Whether it was accepted.
  @discardableResult
  @inline(never)
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

  /// Applies the zero-velocity update; returns whether it was accepted.
  mutating func measureZeroVelocity(at time: Double) -> Bool {
    let parameters = configuration.zeroVelocity
    nextVelocityUpdate = time + parameters.correlationTime
    let turning =
      (rate - filter.rotationBias).lengthSquared * parameters.leverArm * parameters.leverArm
    let noise = Matrix3(scale: parameters.deviation * parameters.deviation + turning)
    let gate = parameters.gate * parameters.gate
    if measure(.velocity, innovation: -filter.velocity, noise: noise, gate: gate) {
      rejectedPhases = 0
      phase.isRejected = false
      return true
    }
    if !phase.isRejected {
      phase.isRejected = true
      rejectedPhases += 1
    }
    guard
      rejectedPhases > parameters.patience
        || phase.duration(at: time) >= configuration.settlingTime
    else { return false }
    rejectedPhases = 0
    // The phase is real, and the covariance of the velocity was too small.
    filter.covariance.vv =
      filter.covariance.vv + filter.velocity.outerProduct(filter.velocity)
    measure(.velocity, innovation: -filter.velocity, noise: noise)
    return true
  }

  /// Measures the gyroscope's remaining bias of a device that does not turn.
  mutating func measureRotationBias(at time: Double) {
    let parameters = configuration.zeroVelocity
    let innovation = phase.takeMeanRate() - filter.rotationBias
    guard phase.stillness(at: time) >= parameters.stillTime else { return }
    let walk = configuration.sensors.stationaryRotationBiasWalk
    takeCheckpoint()
    filter.covariance.gg.addDiagonal(walk * walk * parameters.correlationTime)
    let noise = Matrix3(scale: parameters.rateDeviation * parameters.rateDeviation)
    measure(.rotationBias, innovation: innovation, noise: noise)
  }

  /// Measures the height of a walker's foot in stance: that of the floor.
  mutating func measureFloor(at time: Double) {
    let parameters = configuration.floor
    // Not while the foot rolls over its heel.
    guard
      (rate - filter.rotationBias).lengthSquared <= parameters.standingRate
        * parameters.standingRate
    else { return }
    defer { floor.stand(at: filter.position, time: time) }
    guard let height = floor.floor(at: filter.position, time: time, parameters) else { return }
    let error = height - filter.position.z
    let noise = Matrix3(
      diagonal: Vector3(Self.unknown, Self.unknown, parameters.deviation * parameters.deviation))
    measure(.position, innovation: Vector3(0, 0, error), noise: noise)
  }

  /// The variance of components that are not measured, in m².
  private static let unknown = 1e12

  /// Applies the prior of the velocity to a device in motion.
  mutating func measureVelocityPrior() {
    let parameters = configuration.velocityPrior
    guard !phase.isActive, !isReferenced, parameters.deviation < .infinity else { return }
    // Scaled down like the drift that it bounds, so that its weight stays; never up, as errors of
    // the attitude do not make the device faster.
    let noise =
      velocityPrior.noise(every: configuration.attitude.interval, parameters)
      * min(disagreement.variance, 1)
    measure(
      .velocity, innovation: -filter.velocity, noise: Matrix3(scale: noise),
      gate: parameters.gate * parameters.gate)
  }

  /// The scale of the variances of the attitude's errors.
  var attitudeScale: Double {
    // A vehicle's inclination follows long accelerations, by more than the innovations show.
    isReferenced ? max(disagreement.variance, 1) : disagreement.variance
  }

  /// Applies the attitude of device motion, or adopts it where its frame is a new one.
  mutating func measureAttitude(_ measured: Quaternion<Double>, at time: Double) {
    let parameters = configuration.attitude
    nextAttitudeUpdate = time + parameters.interval
    let difference = (measured * filter.attitude.conjugate).rotationVector
    guard difference.lengthSquared <= parameters.newFrame * parameters.newFrame else {
      filter.adopt(measured, inclination: parameters.inclination, heading: parameters.heading)
      history.removeAll()
      return
    }
    // The mean of a correlated error over a long time T has the variance 2 σ² τ/T.
    let share = max(1, 2 * parameters.correlationTime / parameters.interval)
    disagreement.take(difference, every: parameters.interval, configuration.disagreement)
    let inclination =
      parameters.inclination * parameters.inclination * attitudeScale * share
    var heading = parameters.heading * parameters.heading * share
    let outside = configuration.initialHeadingDeviation
    heading += outside * outside * 2 * parameters.headingCorrelationTime / parameters.interval
    let noise = Matrix3(diagonal: Vector3(inclination, inclination, heading))
    measure(.attitude, innovation: difference, noise: noise)
  }
}
