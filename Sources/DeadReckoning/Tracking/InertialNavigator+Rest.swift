internal import DeviceMotion

extension InertialNavigator {
  /// Looks whether the device is at rest; what ends a rest makes what was before it final.
  mutating func recogniseRest(_ motion: DeviceMotion, _ listener: (PathEvent) -> Void) {
    let isResting = isAtRest(motion)
    if stop.isResting, !isResting, phase == .resting { revise(listener, isFinal: isRestCertain) }
    if !isResting {
      stop.end()
      phase = .moving
      stride.swing(rate: rate.length)
    } else if !stop.isResting {
      stop.begin(at: motion.timestamp)
      nextVelocityUpdate = motion.timestamp
    }
    stop.take(
      rate, bias: filter.rotationBias, at: motion.timestamp,
      stillRate: configuration.zeroVelocity.stillRate)
  }

  /// Whether the device is at rest, and not pushed.
  private mutating func isAtRest(_ motion: DeviceMotion) -> Bool {
    let felt =
      filter.attitude.act(force - filter.accelerationBias) * (1 / DeadReckoner.standardGravity)
    let pushed = felt - .unitZ
    let isCalm = push.update(
      timestamp: motion.timestamp, rotationRate: .zero, acceleration: pushed)
    if stop.isResting {
      vigor.rest(at: motion.timestamp)
    } else {
      vigor.move(
        rate: motion.rotationRate, push: pushed, at: motion.timestamp, configuration.vigor)
    }
    return rest.update(motion) && isCalm && rest.statistic < vigor.limit(configuration.vigor)
  }

  /// Whether the velocity is known well enough for what comes to say nothing of what was.
  private var isRestCertain: Bool {
    guard let uncertainty = point.uncertainty else { return false }
    let limit = configuration.zeroVelocity.certainty
    return uncertainty.velocity.trace <= 3 * limit * limit
  }

  /// Begins and ends the phases of a rest, with what there is to revise.
  mutating func settle(at time: Double, measured: Bool, _ listener: (PathEvent) -> Void) {
    switch phase {
    case .moving:
      if measured {
        phase = .resting
        revise(listener, isFinal: false)
      }
    case .resting:
      if stop.duration(at: time) >= configuration.settlingTime {
        revise(listener, isFinal: true)
        phase = .settled
      }
    case .settled:
      history.keepLastCheckpoint()
    }
  }

  mutating func revise(_ listener: (PathEvent) -> Void, isFinal: Bool) {
    let points = history.smoothed(end: point.uncertainty)
    if let first = points.first, points.count > 1 {
      listener(.revision(first.index..<first.index + points.count, points))
    }
    if isFinal { history.keepLastCheckpoint() }
  }
}
