internal import MotionFusion

/// Dead reckoning with the damping of a ``PathMethod``.
struct MethodReckoner: Sendable {
  private(set) var reckoner: DeadReckoner
  /// Nonlinear damping: the loss of speed in m/s², and the speed of return in m/s.
  private let damping: (deceleration: Double, returnSpeed: Double)?
  private var wasTouching = false
  private var nextIndex = 0

  init(_ estimation: PathEstimation) {
    let rate = estimation.method == .exponentialDamping ? estimation.dampingRate : 0
    reckoner = DeadReckoner(
      configuration: .init(updateRule: estimation.updateRule, dampingRate: rate),
      velocity: estimation.startVelocity ?? .zero)
    damping =
      estimation.method == .constantDeceleration
      ? (estimation.deceleration, estimation.returnSpeed) : nil
  }

  /// The next point of the path; `nil` for a sample that is left out.
  mutating func update(_ motion: DeviceMotion) -> PathPoint? {
    let last = reckoner.timestamp
    guard reckoner.update(motion) else { return nil }
    if let damping {
      let step = max(motion.timestamp - (last ?? motion.timestamp), 0)
      reckoner.decelerate(by: damping.deceleration, over: step)
      reckoner.approachOrigin(by: damping.returnSpeed, over: step)
      if wasTouching, motion.isTouching == false { reckoner.release() }
      wasTouching = motion.isTouching ?? false
    }
    defer { nextIndex += 1 }
    return PathPoint(
      index: nextIndex, timestamp: motion.timestamp, position: reckoner.position,
      velocity: reckoner.velocity, attitude: reckoner.attitude)
  }
}
