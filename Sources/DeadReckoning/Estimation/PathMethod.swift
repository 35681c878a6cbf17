/// A method to estimate a path from device motion, by name.
public enum PathMethod: String, Hashable, Sendable, Codable, CaseIterable {
  /// ``InertialNavigator``: a Kalman filter with zero-velocity updates and a smoother.
  case navigator
  /// ``PathTracker``: dead reckoning with linear correction at every stationary phase.
  case zeroVelocity = "rest"
  /// ``GesturePathEstimator``: one gesture as a whole, its end conditions selected by evidence.
  case gesture
  /// Dead reckoning with exponential damping of velocity and position.
  case exponentialDamping = "exponential-damping"
  /// Nonlinear damping: speed and distance from the origin fall by constant amounts a second, and
  /// both are zero after a touch is released.
  case constantDeceleration = "constant-deceleration"
  /// Dead reckoning of a gesture that ends at rest: ``Stabilizer/zeroEndVelocity``.
  case zeroEndVelocity = "zero-end-velocity"
  /// The plain double integral.
  case unstabilized = "none"
}
