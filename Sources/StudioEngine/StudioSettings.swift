package import DeadReckoning
package import GestureRecognition

/// The settings of recognition and drawing.
package struct StudioSettings: Hashable, Sendable {
  /// The recognition method.
  package enum Reading: String, Hashable, Sendable, CaseIterable {
    /// The motion model: warping against templates, unless another model is chosen.
    case motion
    /// The lab's method: the stroke model on the path, projected and rescaled.
    case path

    package var name: String {
      switch self {
      case .motion: "Motion templates"
      case .path: "Path and zones"
      }
    }
  }

  package var reading = Reading.motion
  package var method = PathMethod.gesture
  package var integrator = UpdateRule.splitStep
  /// In 1/s.
  package var dampingRate = 2.0
  /// The statistic of zero-velocity detection; `nil` for the method's own.
  package var statistic: ZeroVelocityStatistic?
  /// The limit of acceleration of zero-velocity detection, in g; `nil` for the method's own.
  package var restAcceleration: Double?
  /// The length of a stationary window, in seconds; `nil` for the method's own.
  package var restWindow: Double?
  /// The pause that ends a letter on the screen, in seconds.
  package var pause = WritingSession.Configuration().pause

  package init() {}

  /// The settings in JSON; those that are missing have their default values.
  package init(_ json: JSON) throws(RequestFailure) {
    self.init()
    reading = try json.optional("reading") { Reading($0) } ?? reading
    method = try json.optional("method") { PathMethod($0) } ?? method
    integrator = try json.optional("integrator") { UpdateRule($0) } ?? integrator
    dampingRate = try json.optional("dampingRate") { $0.number } ?? dampingRate
    statistic = try json.optional("statistic") { ZeroVelocityStatistic($0) }
    restAcceleration = try json.optional("restAcceleration") { $0.number }
    restWindow = try json.optional("restWindow") { $0.number }
    pause = try json.optional("pause") { $0.number } ?? pause
    self = try checked()
  }

  package var json: JSON {
    [
      "reading": JSON(reading.rawValue), "method": JSON(method.rawValue),
      "integrator": JSON(integrator.rawValue), "dampingRate": JSON(dampingRate),
      "statistic": statistic.map { JSON($0.rawValue) },
      "restAcceleration": restAcceleration.map { JSON($0) },
      "restWindow": restWindow.map { JSON($0) }, "pause": JSON(pause),
    ]
  }

  /// The path estimation of these settings.
  package var estimation: PathEstimation {
    var estimation = PathEstimation(method: method, dampingRate: dampingRate)
    estimation.updateRule = integrator
    estimation.statistic = statistic
    estimation.changeDetector(window: restWindow, accelerationLimit: restAcceleration)
    return estimation
  }

  /// Whether a recording has the same gestures and, without a touch, the same path, which is always
  /// the navigator's.
  package func findsSame(as other: Self) -> Bool {
    reading == other.reading && statistic == other.statistic
      && restAcceleration == other.restAcceleration && restWindow == other.restWindow
  }

  /// The recogniser of these settings.
  package func recognizer(_ recognizer: GestureRecognizer) -> GestureRecognizer {
    guard reading == .path else { return recognizer }
    var recognizer = recognizer
    recognizer.motionModel = recognizer.strokeModel
    return recognizer
  }

  /// These settings, if they are valid.
  package func checked() throws(RequestFailure) -> Self {
    guard dampingRate >= 0, dampingRate <= 100 else {
      throw .unprocessable("expected a damping rate of 0 to 100 /s, got \(dampingRate)")
    }
    for (name, value) in [
      ("an acceleration limit in g", restAcceleration), ("a window in seconds", restWindow),
      ("a pause in seconds", pause),
    ] {
      guard value.map({ $0 > 0 && $0 <= 10 }) ?? true else {
        throw .unprocessable("expected \(name) above 0 and up to 10, got \(value ?? 0)")
      }
    }
    return self
  }
}

extension PathMethod {
  /// The name on the page.
  package var displayName: String {
    switch self {
    case .gesture: "Whole gesture"
    case .navigator: "Navigator"
    case .zeroVelocity: "Zero-velocity corrections"
    case .zeroEndVelocity: "Zero end velocity"
    case .exponentialDamping: "Exponential damping"
    case .constantDeceleration: "Nonlinear damping"
    case .unstabilized: "None"
    }
  }
}

extension UpdateRule {
  /// The name on the page.
  package var displayName: String {
    switch self {
    case .euler: "Euler"
    case .splitStep: "Split step"
    case .trapezoid: "Trapezoid"
    case .joint: "Simpson"
    }
  }
}

extension ZeroVelocityStatistic {
  /// The name on the page.
  package var displayName: String {
    switch self {
    case .knownGravity: "Known gravity"
    case .stanceHypothesis: "Stance (SHOE)"
    case .unknownGravity: "Steady readings"
    case .angularRateEnergy: "Angular rate"
    case .movingVariance: "Variance"
    }
  }
}

extension RawRepresentable where RawValue == String {
  /// The case of a name; `nil` for any other value.
  package init?(_ json: JSON) {
    guard let name = json.text else { return nil }
    self.init(rawValue: name)
  }
}
