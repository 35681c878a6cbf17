public import MotionFusion

/// A ``DeadReckoner`` whose velocity and position pass through stabilising laws after every step.
///
/// ```swift
/// var reckoner = DampedReckoner(laws: [.highPass(frequency: 0.1), .constantDeceleration(0.5)])
/// for motion in motions { reckoner.update(motion) }
/// reckoner.release()
/// ```
public struct DampedReckoner: Hashable, Sendable {
  /// The laws, in the order in which they are applied.
  public let laws: [DampingLaw]
  /// The stage that integrates; its position and velocity are the latest.
  public private(set) var reckoner: DeadReckoner

  /// A reckoner at rest at the origin.
  ///
  /// - Parameters:
  ///   - configuration: How steps are taken.
  ///   - laws: The laws, in the order in which they are applied.
  /// - Precondition: The laws' constants are finite and not negative.
  public init(
    configuration: DeadReckoner.Configuration = DeadReckoner.Configuration(),
    laws: [DampingLaw]
  ) {
    precondition(laws.allSatisfy(\.isPossible), "not finite and positive: \(laws)")
    self.laws = laws
    reckoner = DeadReckoner(configuration: configuration)
  }

  /// Advances to `motion`.
  ///
  /// - Returns: Whether the sample was used; if not, the reckoner's `faults` say why.
  /// - Complexity: O(1) for each law, no allocation.
  @discardableResult
  public mutating func update(_ motion: DeviceMotion) -> Bool {
    let last = reckoner.timestamp
    guard reckoner.update(motion) else { return false }
    let step = max(motion.timestamp - (last ?? motion.timestamp), 0)
    for law in laws {
      law.apply(
        velocity: &reckoner.state.velocity.vector, position: &reckoner.state.position.vector,
        step: step)
    }
    return true
  }

  /// The user lets go, or lifts the finger: the velocity is zero.
  public mutating func release() { reckoner.velocity = .zero }
}
