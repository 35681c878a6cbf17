internal import MotionFusion

/// Dead reckoning with the damping of a ``PathMethod``.
struct MethodReckoner: Sendable {
  private(set) var reckoner: DeadReckoner
  private let deceleration: Double
  private var nextIndex = 0

  /// Nonlinear damping reduces the speed by this much, in m/s²: an error of 0.05 g is suppressed
  /// entirely.
  private static let deceleration = 0.5

  init(_ estimation: PathEstimation) {
    let rate = estimation.method == .exponentialDamping ? estimation.dampingRate : 0
    reckoner = DeadReckoner(
      configuration: .init(updateRule: estimation.updateRule, dampingRate: rate),
      velocity: estimation.startVelocity ?? .zero)
    deceleration = estimation.method == .constantDeceleration ? Self.deceleration : 0
  }

  /// The next point of the path; `nil` for a sample that is left out.
  mutating func update(_ motion: DeviceMotion) -> PathPoint? {
    let last = reckoner.timestamp
    guard reckoner.update(motion) else { return nil }
    if deceleration > 0 {
      let step = max(motion.timestamp - (last ?? motion.timestamp), 0)
      reckoner.decelerate(by: deceleration, over: step)
    }
    defer { nextIndex += 1 }
    return PathPoint(
      index: nextIndex, timestamp: motion.timestamp, position: reckoner.position,
      velocity: reckoner.velocity, attitude: reckoner.attitude)
  }
}
