internal import ArgumentParser
internal import DeadReckoning
internal import MotionFusion

/// How `inertial track` follows a device, by name.
enum TrackMethod: String, ExplainedArgument {
  case navigator
  case rest
  case gesture
  case damping = "exponential-damping"
  case zeroEndVelocity = "zero-end-velocity"
  case plain = "none"

  var explanation: String {
    switch self {
    case .navigator: "a Kalman filter with rest recognition and smoother"
    case .rest: "dead reckoning, corrected linearly when rest is recognised"
    case .gesture: "one gesture by itself, its end conditions chosen by evidence"
    case .damping: "dead reckoning whose velocity and position decay"
    case .zeroEndVelocity: "dead reckoning of a gesture known to end at rest"
    case .plain: "the plain double integral"
    }
  }
}

/// One path, as a method found it.
struct TrackRun {
  var method = TrackMethod.navigator
  /// Of exponential damping, in 1/s.
  var dampingRate = 2.0
  /// The velocity at the first sample, in m/s, where it is known.
  var startVelocity: Vector3<Double>?

  /// The path of `motions`, revisions applied, and what was wrong with them.
  ///
  /// - Parameters:
  ///   - motions: In the order of time.
  ///   - listener: Is told of every event, and of the path it makes.
  func path(
    of motions: ArraySlice<DeviceMotion>, listener: (PathEvent) -> Void = { _ in }
  ) -> (points: [PathPoint], faults: SampleFaults) {
    var path: [PathPoint] = []
    var faults = SampleFaults()
    path.reserveCapacity(motions.count)
    func take(_ event: PathEvent) {
      path.apply(event)
      listener(event)
    }
    switch method {
    case .navigator:
      var configuration = InertialNavigator.Configuration()
      if startVelocity != nil { configuration.initialVelocity = Self.knownVelocity }
      var navigator = InertialNavigator(
        configuration: configuration, velocity: startVelocity ?? .zero)
      for motion in motions { navigator.update(motion, listener: take) }
      navigator.finish(listener: take)
      return (path, navigator.faults)
    case .rest:
      var tracker = PathTracker(velocity: startVelocity ?? .zero)
      for motion in motions { tracker.update(motion, listener: take) }
      return (path, tracker.reckoner.faults)
    case .gesture:
      guard let estimate = GesturePathEstimator().estimate(Array(motions)) else {
        return ([], faults)
      }
      for point in estimate.points { take(.position(point)) }
      faults.saturatedAccelerometer = estimate.saturatedCount
      return (path, faults)
    case .damping, .zeroEndVelocity, .plain:
      let rate = method == .damping ? dampingRate : 0
      var reckoner = DeadReckoner(
        configuration: .init(dampingRate: rate), velocity: startVelocity ?? .zero)
      for motion in motions where reckoner.update(motion) {
        take(
          .position(
            PathPoint(
              index: path.count, timestamp: motion.timestamp, position: reckoner.position,
              velocity: reckoner.velocity, attitude: reckoner.attitude)))
      }
      if method == .zeroEndVelocity {
        ZeroEndVelocity.correct(&path, endVelocity: reckoner.velocity)
      }
      return (path, reckoner.faults)
    }
  }

  /// How well a velocity taken from a reference is known: a standard deviation, in m/s.
  static let knownVelocity = 0.01
}

extension [SensorSample] {
  /// The device motion that our own filter makes of these, in the frame of its attitude.
  ///
  /// The magnetometer is taken as it is, as by `inertial orientation`.
  func deviceMotion(usesMagnetometer: Bool) -> [DeviceMotion] {
    var configuration = InertialFilter.Configuration()
    configuration.usesMagnetometer = usesMagnetometer
    var filter = InertialFilter(configuration: configuration)
    var motions: [DeviceMotion] = []
    motions.reserveCapacity(count)
    for sample in self {
      filter.update(sample)
      guard let quaternion = filter.attitude, let acceleration = sample.acceleration else {
        continue
      }
      let attitude = Attitude(quaternion: quaternion)
      motions.append(
        DeviceMotion(
          timestamp: sample.timestamp, attitude: attitude, rotationRate: filter.rotationRate,
          userAcceleration: acceleration - attitude.gravity))
    }
    return motions
  }
}
