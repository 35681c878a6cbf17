internal import ArgumentParser
public import DeadReckoning

/// The estimation of a path.
struct PathOptions: ParsableArguments {
  @Option(help: "The method of estimation.")
  var method = PathMethod.navigator

  @Option(
    help: ArgumentHelp(
      "The rate of exponential damping, in 1/s (default: 2).", valueName: "rate"))
  var damping: Double?

  @Option(help: "The integration rule for one step of dead reckoning (default: split-step).")
  var updateRule: UpdateRule?

  @Option(
    help: ArgumentHelp(
      "constant-deceleration: the loss of speed, in m/s^2 (default: 0.5).", valueName: "number"))
  var deceleration: Double?

  @Option(
    help: ArgumentHelp(
      "constant-deceleration: the speed of return to the origin, in m/s (default: 0.05).",
      valueName: "number"))
  var returnSpeed: Double?

  @Option(
    help: ArgumentHelp(
      "Zero-velocity detection: the length of a stationary window, in seconds (default: 0.1).",
      valueName: "seconds"))
  var restWindow: Double?

  @Option(
    help: ArgumentHelp(
      "Zero-velocity detection: the limit of acceleration, in g (default: 0.07 for navigator, 0.05 "
        + "for rest).", valueName: "g"))
  var restAcceleration: Double?

  @Option(
    help: ArgumentHelp(
      "Zero-velocity detection: the limit of angular rate, in rad/s (default: 0.5).",
      valueName: "rad/s"))
  var restRotation: Double?

  @Option(
    help: ArgumentHelp(
      "For a sensor on a walker's foot: the standard deviation of the floors' height, in metres, "
        + "such as 0.02 (default: no assumption about floors).",
      valueName: "metres"))
  var floor: Double?

  func validate() throws {
    func check(
      _ name: String, _ value: Double?, positive: Bool, _ methods: PathMethod...
    ) throws {
      guard let value else { return }
      guard value.isFinite, positive ? value > 0 : value >= 0 else {
        throw ValidationError(
          "\(name): expected a number \(positive ? "above 0" : "of 0 or more"), got \(value)."
        )
      }
      guard methods.contains(method) else {
        throw ValidationError(
          "\(name) requires --method \(methods.map(\.rawValue).joined(separator: " or ")).")
      }
    }
    try check("--damping", damping, positive: false, .exponentialDamping)
    try check("--deceleration", deceleration, positive: false, .constantDeceleration)
    try check("--return-speed", returnSpeed, positive: false, .constantDeceleration)
    try check("--rest-window", restWindow, positive: true, .navigator, .zeroVelocity)
    try check("--rest-acceleration", restAcceleration, positive: true, .navigator, .zeroVelocity)
    try check("--rest-rotation", restRotation, positive: true, .navigator, .zeroVelocity)
    try check("--floor", floor, positive: true, .navigator)
    let integrating: [PathMethod] = [
      .exponentialDamping, .constantDeceleration, .zeroEndVelocity, .unstabilized,
    ]
    guard updateRule == nil || integrating.contains(method) else {
      throw ValidationError(
        "--update-rule requires --method \(integrating.map(\.rawValue).joined(separator: ", ")).")
    }
  }

  /// The estimation with these options.
  var estimation: PathEstimation {
    var estimation = PathEstimation(method: method, dampingRate: damping ?? 2)
    estimation.updateRule = updateRule ?? .splitStep
    estimation.deceleration = deceleration ?? estimation.deceleration
    estimation.returnSpeed = returnSpeed ?? estimation.returnSpeed
    estimation.floorDeviation = floor ?? estimation.floorDeviation
    estimation.changeDetector(
      window: restWindow, accelerationLimit: restAcceleration, rotationLimit: restRotation)
    return estimation
  }
}

extension UpdateRule: ExplainedArgument {
  /// The explanation for the help.
  public var explanation: String {
    switch self {
    case .euler: "the Euler method, with the new acceleration and velocity"
    case .splitStep: "half of the acceleration before and half after the step of position"
    case .trapezoid: "the mean of both accelerations"
    case .joint: "Simpson's rule along the turn from one attitude to the next"
    }
  }
}

extension PathMethod: ExplainedArgument {
  /// The explanation for the help.
  public var explanation: String {
    switch self {
    case .navigator: "Kalman filter with zero-velocity updates and smoother"
    case .zeroVelocity: "dead reckoning, corrected linearly at every stationary phase"
    case .gesture: "one complete gesture; the data select its end conditions"
    case .exponentialDamping: "dead reckoning with decaying velocity and position"
    case .constantDeceleration: "speed and distance fall by constant amounts"
    case .zeroEndVelocity: "dead reckoning with zero velocity at the end"
    case .unstabilized: "the plain double integral"
    }
  }
}
