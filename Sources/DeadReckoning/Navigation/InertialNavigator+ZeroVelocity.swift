internal import MotionFusion

extension InertialNavigator {
  /// Detects whether the device is stationary; the end of a phase makes the path before it final.
  mutating func detectZeroVelocity(_ motion: DeviceMotion, _ listener: (PathEvent) -> Void) {
    let isStationary = isStationary(motion)
    if phase.isActive, !isStationary, stage == .stationary {
      reviseAgain(listener)
      if isVelocityCertain { history.keepLastCheckpoint() }
    }
    if !isStationary {
      phase.end()
      stage = .moving
      floor.swing(rate: rate.length)
    } else if !phase.isActive {
      phase.begin(at: motion.timestamp)
      nextVelocityUpdate = motion.timestamp
    }
    phase.take(
      rate, bias: filter.rotationBias, at: motion.timestamp,
      stillRate: configuration.zeroVelocity.stillRate)
  }

  /// Whether the device is stationary, and not pushed.
  private mutating func isStationary(_ motion: DeviceMotion) -> Bool {
    let felt =
      filter.attitude.act(force - filter.accelerationBias) * (1 / SensorSample.standardGravity)
    let acceleration = felt - .unitZ
    let isCalm = pushDetector.update(
      timestamp: motion.timestamp, rotationRate: .zero, acceleration: acceleration)
    if phase.isActive {
      intensity.pause(at: motion.timestamp)
    } else {
      intensity.move(
        rate: motion.rotationRate, acceleration: acceleration, at: motion.timestamp,
        configuration.intensity)
    }
    return detector.update(motion) && isCalm
      && detector.isBelow(intensity.limit(configuration.intensity))
  }

  /// Whether the velocity is known so well that later measurements do not change the path before.
  private var isVelocityCertain: Bool {
    guard let uncertainty else { return false }
    let limit = configuration.zeroVelocity.certainty
    return uncertainty.velocity.trace <= 3 * limit * limit
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

  /// Revises the path once more if that changes it enough.
  mutating func reviseAgain(_ listener: (PathEvent) -> Void) {
    if history.largestShift(after: revisedIndex) >= configuration.leastRevision { revise(listener) }
  }
}
