/// What keeps a dead-reckoned path from running away on the errors of its accelerations.
public enum Stabilizer: String, Hashable, Sendable, Codable, CaseIterable {
  /// Velocity and position decay at a constant rate, sample by sample, so that old errors are
  /// forgotten: see ``DeadReckoner/Configuration/dampingRate``. The path is bent by it.
  case exponentialDamping = "exponential-damping"
  /// Once the gesture is over, the velocity error that would bring it to rest is taken off the
  /// whole path: see ``ZeroEndVelocity``.
  case zeroEndVelocity = "zero-end-velocity"
  /// Nothing: the plain double integral.
  case unstabilized = "none"
}
