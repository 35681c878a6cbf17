internal import ArgumentParser
public import DeadReckoning

extension PathMethod: ExplainedArgument {
  /// The explanation for the help.
  public var explanation: String {
    switch self {
    case .navigator: "Kalman filter with zero-velocity updates and smoother"
    case .zeroVelocity: "dead reckoning, corrected linearly at every stationary phase"
    case .gesture: "one gesture as a whole, its end conditions selected by evidence"
    case .exponentialDamping: "dead reckoning with decaying velocity and position"
    case .constantDeceleration: "nonlinear damping: speed and distance fall by constant amounts"
    case .zeroEndVelocity: "dead reckoning with zero velocity at the end"
    case .unstabilized: "the plain double integral"
    }
  }
}
