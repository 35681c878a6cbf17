internal import MotionFusion

extension InertialNavigator {
  /// Looks whether the device is at rest; what ends a rest makes what was before it final.
  mutating func recogniseRest(_ motion: DeviceMotion, _ listener: (PathEvent) -> Void) {
    let isStationary = isAtRest(motion)
    if stop.isStationary, !isStationary, phase == .resting {
      reviseAgain(listener)
      if isRestCertain { history.keepLastCheckpoint() }
    }
    if !isStationary {
      stop.end()
      phase = .moving
      stride.swing(rate: rate.length)
    } else if !stop.isStationary {
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
    if stop.isStationary {
      vigor.rest(at: motion.timestamp)
    } else {
      vigor.move(
        rate: motion.rotationRate, push: pushed, at: motion.timestamp, configuration.vigor)
    }
    return rest.update(motion) && isCalm && rest.isBelow(vigor.limit(configuration.vigor))
  }

  /// Whether the velocity is known well enough for what comes to say nothing of what was.
  private var isRestCertain: Bool {
    guard let uncertainty else { return false }
    let limit = configuration.zeroVelocity.certainty
    return uncertainty.velocity.trace <= 3 * limit * limit
  }

  /// Begins and ends the phases of a rest, with what there is to revise.
  mutating func settle(at time: Double, measured: Bool, _ listener: (PathEvent) -> Void) {
    switch phase {
    case .moving:
      if measured {
        phase = .resting
        revise(listener)
      }
    case .resting:
      if stop.duration(at: time) >= configuration.settlingTime {
        reviseAgain(listener)
        history.keepLastCheckpoint()
        phase = .settled
      }
    case .settled:
      history.keepLastCheckpoint()
    }
  }

  /// Tells the way since the last rest anew, with what was measured since it was told.
  mutating func revise(_ listener: (PathEvent) -> Void) {
    let points = history.smoothed(end: uncertainty)
    guard let first = points.first, let last = points.last, first.index < last.index else { return }
    revisedIndex = last.index
    listener(.revision(first.index..<last.index + 1, points))
  }

  /// Does so once more, if there is a difference to what was told.
  mutating func reviseAgain(_ listener: (PathEvent) -> Void) {
    if history.surprise(after: revisedIndex) >= configuration.leastRevision { revise(listener) }
  }
}
