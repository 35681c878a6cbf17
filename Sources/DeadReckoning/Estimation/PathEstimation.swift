public import MotionFusion

/// Estimates the path of a device from a recording of its motion.
///
/// ```swift
/// let estimate = PathEstimation().estimate(motions)
/// print(estimate.length, estimate.stationaryPhaseCount)
/// ```
public struct PathEstimation: Hashable, Sendable {
  /// The method. Default: the navigator.
  public var method: PathMethod
  /// The rate of exponential damping, in 1/s; unused by other methods. Default: 2.
  public var dampingRate: Double
  /// The integration rule of dead reckoning; unused by the navigator, rest and gesture methods.
  /// Default: split step.
  public var updateRule = UpdateRule.splitStep
  /// The statistic of zero-velocity detection, at the method's own limits; `nil` for the method's
  /// own statistic (default). Used by the navigator and the rest method.
  public var statistic: ZeroVelocityStatistic?
  /// Nonlinear damping: the loss of speed of ``PathMethod/constantDeceleration``, in m/s². Default:
  /// 0.5 m/s², which suppresses an error of 0.05 g.
  public var deceleration = 0.5
  /// Nonlinear damping: the speed at which the position of ``PathMethod/constantDeceleration``
  /// returns to the origin, in m/s. Default: 0.05 m/s, so that a drift by the length of a forearm,
  /// 0.25 m, is forgotten in 5 s.
  public var returnSpeed = 0.05
  /// The parameters of zero-velocity detection of the rest and the navigator method; `nil` for the
  /// method's own (default). ``statistic`` takes precedence over the statistic in these parameters.
  public var detector: ZeroVelocityDetector.Configuration?
  /// The parameters of zero-velocity detection of the method, to change some of them.
  var defaultDetector: ZeroVelocityDetector.Configuration {
    method == .navigator
      ? InertialNavigator.Configuration().detector : ZeroVelocityDetector.Configuration()
  }
  /// For the navigator: the standard deviation of the height of level ground under a walker's foot,
  /// in metres; infinite for no assumption (default). See
  /// ``InertialNavigator/Configuration/floorDeviation``.
  public var floorDeviation = Double.infinity
  /// The velocity at the first sample, in m/s, where it is known; the gesture method estimates it.
  var startVelocity: Vector3<Double>?

  /// Creates an estimation by this method.
  public init(method: PathMethod = .navigator, dampingRate: Double = 2) {
    self.method = method
    self.dampingRate = dampingRate
  }

  /// Changes parameters of zero-velocity detection; `nil` keeps those of the method.
  ///
  /// - Parameters:
  ///   - window: The length of a stationary window, in seconds.
  ///   - accelerationLimit: In g.
  ///   - rotationLimit: In rad/s.
  package mutating func changeDetector(
    window: Double? = nil, accelerationLimit: Double? = nil, rotationLimit: Double? = nil
  ) {
    guard window != nil || accelerationLimit != nil || rotationLimit != nil else { return }
    var changed = detector ?? defaultDetector
    changed.window = window ?? changed.window
    changed.accelerationLimit = accelerationLimit ?? changed.accelerationLimit
    changed.rotationLimit = rotationLimit ?? changed.rotationLimit
    detector = changed
  }

  /// Estimates the path of `motions`.
  ///
  /// - Parameters:
  ///   - motions: In the order of time.
  ///   - measurements: External positions and velocities, in the order of time; used by the
  ///     navigator only. Each applies to the first motion that is not earlier. If there is a
  ///     position, the path is in the frame of the positions.
  ///   - listener: Receives every event as it occurs.
  public func estimate(
    _ motions: some Sequence<DeviceMotion>, measurements: [MotionMeasurement] = [],
    listener: (PathEvent) -> Void = { _ in }
  ) -> PathEstimate {
    var estimate = PathEstimate(capacity: motions.underestimatedCount)
    var intake = MotionIntake()
    func take(_ event: PathEvent) {
      estimate.apply(event)
      listener(event)
    }
    switch method {
    case .gesture:
      let checked = motions.compactMap { intake.check($0) }
      estimate.faults = intake.faults
      guard let gesture = GesturePathEstimator().estimate(checked) else { break }
      for point in gesture.points { take(.position(point)) }
    case .zeroEndVelocity:
      var stage = MethodReckoner(self)
      for motion in motions {
        guard let checked = intake.check(motion), let point = stage.update(checked) else {
          continue
        }
        take(.position(point))
      }
      estimate.faults = intake.faults
      estimate.points.removeDrift(endVelocity: stage.reckoner.velocity)
    case .navigator, .zeroVelocity, .exponentialDamping, .constantDeceleration, .unstabilized:
      var session = PathSession(self, measurements: measurements)
      for motion in motions { session.update(motion, listener: take) }
      session.finish(listener: take)
      estimate.faults = session.faults
      estimate.usedMeasurementCount = session.usedMeasurementCount
      estimate.notes = session.notes
    }
    return estimate
  }

  /// The navigator of these settings, at the start of a path.
  ///
  /// - Parameter measurements: Those that follow.
  func makeNavigator(measurements: [MotionMeasurement] = []) -> InertialNavigator {
    var configuration = InertialNavigator.Configuration()
    configuration.floorDeviation = floorDeviation
    if let detector { configuration.detector = detector }
    if let statistic { configuration.detector.statistic = statistic }
    if startVelocity != nil {
      configuration.initialVelocityDeviation = Self.startVelocityDeviation
    }
    if measurements.contains(where: { !$0.isAngular }) {
      configuration.initialVelocityDeviation = Self.unknownVelocityDeviation
      configuration.initialHeadingDeviation = Self.headingDeviation
    }
    let place = measurements.lazy.filter { $0.isPlausible }.compactMap { measurement in
      if case .position(let place) = measurement.quantity { place } else { nil }
    }.first
    if place != nil { configuration.initialPositionDeviation = Self.unknownPositionDeviation }
    return InertialNavigator(
      configuration: configuration, position: place ?? .zero,
      velocity: startVelocity ?? .zero)
  }

  /// The tracker of these settings, at the start of a path.
  func makeTracker() -> PathTracker {
    var detector = detector ?? ZeroVelocityDetector.Configuration()
    if let statistic { detector.statistic = statistic }
    return PathTracker(detector: detector, velocity: startVelocity ?? .zero)
  }

  /// The standard deviation of a velocity that is taken from a reference, in m/s.
  static let startVelocityDeviation = 0.01
  /// The standard deviation of a velocity at the start that measurements will determine, in m/s:
  /// the value for a vehicle.
  static let unknownVelocityDeviation = 10.0
  /// The standard deviation of a position at the start, in metres.
  static let unknownPositionDeviation = 1000.0
  /// The standard deviation of a compass in the frame of external measurements, in radians: 10°,
  /// with a declination that is not corrected.
  static let headingDeviation = 10 * Double.pi / 180
}

/// A method to estimate a path from device motion, by name.
public enum PathMethod: String, Hashable, Sendable, Codable, CaseIterable {
  /// ``InertialNavigator``: a Kalman filter with zero-velocity updates and a smoother.
  case navigator
  /// ``PathTracker``: dead reckoning with linear correction at every stationary phase.
  case zeroVelocity = "rest"
  /// ``GesturePathEstimator``: one complete gesture; the data select its end conditions.
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
