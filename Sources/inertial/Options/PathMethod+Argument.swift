internal import ArgumentParser
public import DeadReckoning

extension PathMethod: ExplainedArgument {
  /// The explanation for the help.
  public var explanation: String {
    switch self {
    case .navigator: "Kalman filter with zero-velocity updates and smoother"
    case .zeroVelocity: "dead reckoning, corrected linearly at every stationary phase"
    case .gesture: "one gesture as a whole, its end conditions selected by evidence"
    case .exponentialDamping: "dead reckoning whose velocity and position decay"
    case .constantDeceleration: "dead reckoning whose speed falls by 0.5 m/s in a second"
    case .zeroEndVelocity: "dead reckoning of a gesture that ends at rest"
    case .unstabilized: "the plain double integral"
    }
  }
}
