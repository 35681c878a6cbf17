internal import DeadReckoning
internal import GestureRecognition
internal import MotionDelivery
internal import MotionFusion
internal import MotionRecordings
internal import MotionSources
internal import Platform

/// The settings of recognition and drawing.
struct StudioSettings: Hashable, Sendable, Codable {
  /// The recognition method.
  enum Reading: String, Hashable, Sendable, Codable, CaseIterable {
    /// The motion model: warping against templates, unless another model is chosen.
    case motion
    /// The lab's method: the stroke model on the path, projected and rescaled.
    case path

    var name: String {
      switch self {
      case .motion: "Motion templates"
      case .path: "Path and zones"
      }
    }
  }

  var reading = Reading.motion
  var method = PathMethod.gesture
  var integrator = UpdateRule.splitStep
  /// In 1/s.
  var dampingRate = 2.0
  /// The statistic of zero-velocity detection; `nil` for the method's own.
  var statistic: ZeroVelocityStatistic?
  /// The limit of acceleration of zero-velocity detection, in g; `nil` for the method's own.
  var restAcceleration: Double?
  /// The length of a stationary window, in seconds; `nil` for the method's own.
  var restWindow: Double?
  /// The pause that ends a letter on the screen, in seconds.
  var pause = WritingSession.Configuration().pause

  /// The path estimation of these settings.
  var estimation: PathEstimation {
    var estimation = PathEstimation(method: method, dampingRate: dampingRate)
    estimation.updateRule = integrator
    estimation.statistic = statistic
    estimation.changeDetector(window: restWindow, accelerationLimit: restAcceleration)
    return estimation
  }

  /// Whether a recording has the same gestures and, without a touch, the same path, which is always
  /// the navigator's.
  func findsSame(as other: Self) -> Bool {
    reading == other.reading && statistic == other.statistic
      && restAcceleration == other.restAcceleration && restWindow == other.restWindow
  }

  /// The recogniser of these settings.
  func recognizer(_ recognizer: GestureRecognizer) -> GestureRecognizer {
    guard reading == .path else { return recognizer }
    var recognizer = recognizer
    recognizer.motionModel = recognizer.strokeModel
    return recognizer
  }

  /// These settings, if they are valid.
  func checked() throws(RequestFailure) -> Self {
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
  var displayName: String {
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
  var displayName: String {
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
  var displayName: String {
    switch self {
    case .knownGravity: "Known gravity"
    case .stanceHypothesis: "Stance (SHOE)"
    case .angularRateEnergy: "Angular rate"
    case .movingVariance: "Variance"
    }
  }
}

/// The source of live motion that the page chose.
struct StudioSource: Hashable, Sendable {
  enum Kind: String, Hashable, Sendable, Codable {
    /// The phone page, and apps that push.
    case pages
    /// The sensors of this machine, by Linux Industrial I/O.
    case machine
    /// A phone that serves its motion: phyphox or SensorServer.
    case connection
  }

  var kind = Kind.pages
  /// The address of a phone.
  var url: String?
  /// The platform whose sign a phone's accelerations have.
  var platform = ReadingOptions.Platform.android

  /// The name in the status; `nil` for the name of the sender.
  var name: String? {
    switch kind {
    case .pages: nil
    case .machine: "This machine"
    case .connection: url
    }
  }

  /// Opens the source; `nil` for pages, which need none.
  func open() throws(MotionSourceError) -> (any MotionSource)? {
    switch kind {
    case .pages: return nil
    case .machine: return try IndustrialSource()
    case .connection:
      #if Studio
        return try PhoneConnection.source(url: url ?? "", platform: platform)
      #else
        return nil
      #endif
    }
  }
}

extension StudioSource: Decodable {
  private enum CodingKeys: String, CodingKey { case kind, url, platform }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    kind = try container.decode(Kind.self, forKey: .kind)
    url = try container.decodeIfPresent(String.self, forKey: .url)?
      .trimmed
    if let name = try container.decodeIfPresent(String.self, forKey: .platform) {
      guard let platform = ReadingOptions.Platform(rawValue: name) else {
        throw DecodingError.dataCorruptedError(
          forKey: .platform, in: container, debugDescription: "expected ios or android")
      }
      self.platform = platform
    }
  }
}
