public import MotionFusion

/// Estimates the path of one movement sample by sample, by any ``PathMethod``.
///
/// Every sample yields a ``PathEvent/position(_:)``. Corrections follow as
/// ``PathEvent/revision(_:_:)``: by the navigator and the tracker at each stationary phase, by the
/// gesture method and ``PathMethod/zeroEndVelocity`` at ``finish(listener:)``, which dead-reckon
/// until then. With its revisions applied, the path equals that of ``PathEstimation``.
///
/// A value type without a clock. The gesture method and zero end velocity keep all samples or
/// points until they finish: for one gesture, not for a day.
public struct PathSession: Sendable {
  // Only one of the three is in use. They are optionals, so that each is changed in place.
  private var navigator: InertialNavigator?
  private var tracker: PathTracker?
  private var reckoner: MethodReckoner?

  private let method: PathMethod
  private var intake = MotionIntake()
  private var measurements: MeasurementQueue
  /// The number of external measurements used so far.
  private(set) var usedMeasurementCount = 0
  /// The data that ``finish(listener:)`` needs: the samples for the gesture method, the points for
  /// zero end velocity.
  private var samples: [DeviceMotion] = []
  private var points: [PathPoint] = []

  /// Creates a session at the start of a path.
  ///
  /// - Parameters:
  ///   - estimation: The method and its parameters.
  ///   - measurements: External positions and velocities in the order of time, as in
  ///     ``PathEstimation/estimate(_:measurements:listener:)``.
  public init(
    _ estimation: PathEstimation = PathEstimation(), measurements: [MotionMeasurement] = []
  ) {
    method = estimation.method
    self.measurements = MeasurementQueue(measurements)
    switch method {
    case .navigator: navigator = estimation.makeNavigator(measurements: measurements)
    case .zeroVelocity: tracker = estimation.makeTracker()
    default: reckoner = MethodReckoner(estimation)
    }
  }

  /// The faults of motion that had not been checked before.
  package var faults: SampleFaults { intake.faults }
  /// What the navigator noted; nothing for other methods.
  var notes: NavigationNotes { navigator?.notes ?? NavigationNotes() }

  /// Takes the next sample and passes the events that follow to `listener`.
  ///
  /// Motion without a quality is checked as raw samples are. A sample that is left out causes no
  /// event.
  public mutating func update(_ motion: DeviceMotion, listener: (PathEvent) -> Void) {
    guard let motion = intake.check(motion) else { return }
    navigator?.update(motion, listener: listener)
    while let measurement = measurements.next(until: motion.timestamp) {
      if !measurement.isPlausible { intake.countInvalid() }
      if navigator?.observe(measurement) == true { usedMeasurementCount += 1 }
    }
    tracker?.update(motion, listener: listener)
    guard let point = reckoner?.update(motion) else { return }
    if method == .gesture { samples.append(motion) }
    if method == .zeroEndVelocity { points.append(point) }
    listener(.position(point))
  }

  /// Ends the path and passes the last revision, if there is one, to `listener`.
  public mutating func finish(listener: (PathEvent) -> Void) {
    navigator?.finish(listener: listener)
    if method == .gesture {
      // Empty if a sample that dead reckoning used was left out; the path then does not change.
      guard let estimated = GesturePathEstimator().estimate(samples)?.points,
        estimated.count == samples.count
      else { return }
      listener(.revision(0..<estimated.count, estimated))
    }
    if let velocity = reckoner?.reckoner.velocity, !points.isEmpty {
      points.removeDrift(endVelocity: velocity)
      listener(.revision(0..<points.count, points))
    }
  }
}

/// Dead reckoning with the damping of a ``PathMethod``.
struct MethodReckoner: Sendable {
  private(set) var reckoner: DeadReckoner
  /// Nonlinear damping: the loss of speed in m/s², and the speed of return in m/s.
  private let damping: (deceleration: Double, returnSpeed: Double)?
  private var wasTouching = false
  private var nextIndex = 0

  init(_ estimation: PathEstimation) {
    let rate = estimation.method == .exponentialDamping ? estimation.dampingRate : 0
    reckoner = DeadReckoner(
      configuration: .init(updateRule: estimation.updateRule, dampingRate: rate),
      velocity: estimation.startVelocity ?? .zero)
    damping =
      estimation.method == .constantDeceleration
      ? (estimation.deceleration, estimation.returnSpeed) : nil
  }

  /// The next point of the path; `nil` for a sample that is left out.
  mutating func update(_ motion: DeviceMotion) -> PathPoint? {
    let last = reckoner.timestamp
    guard reckoner.update(motion) else { return nil }
    if let damping {
      let step = max(motion.timestamp - (last ?? motion.timestamp), 0)
      reckoner.decelerate(by: damping.deceleration, over: step)
      reckoner.approachOrigin(by: damping.returnSpeed, over: step)
      if wasTouching, motion.isTouching == false { reckoner.release() }
      wasTouching = motion.isTouching ?? false
    }
    defer { nextIndex += 1 }
    return PathPoint(
      index: nextIndex, timestamp: motion.timestamp, position: reckoner.position,
      velocity: reckoner.velocity, attitude: reckoner.attitude)
  }
}
