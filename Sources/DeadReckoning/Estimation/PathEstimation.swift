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
  /// The velocity at the first sample, in m/s, where it is known; the gesture method estimates it.
  var startVelocity: Vector3<Double>?

  /// Creates an estimation by this method.
  public init(method: PathMethod = .navigator, dampingRate: Double = 2) {
    self.method = method
    self.dampingRate = dampingRate
  }

  /// Estimates the path of `motions`.
  ///
  /// - Parameters:
  ///   - motions: In the order of time.
  ///   - listener: Receives every event as it occurs.
  public func estimate(
    _ motions: some Sequence<DeviceMotion>, listener: (PathEvent) -> Void = { _ in }
  ) -> PathEstimate {
    var estimate = PathEstimate()
    estimate.points.reserveCapacity(motions.underestimatedCount)
    func take(_ event: PathEvent) {
      estimate.apply(event)
      listener(event)
    }
    switch method {
    case .navigator:
      var configuration = InertialNavigator.Configuration()
      if startVelocity != nil {
        configuration.initialVelocityDeviation = Self.startVelocityDeviation
      }
      var navigator = InertialNavigator(
        configuration: configuration, velocity: startVelocity ?? .zero)
      for motion in motions { navigator.update(motion, listener: take) }
      navigator.finish(listener: take)
      estimate.faults = navigator.faults
    case .zeroVelocity:
      var tracker = PathTracker(velocity: startVelocity ?? .zero)
      for motion in motions { tracker.update(motion, listener: take) }
      estimate.faults = tracker.reckoner.faults
    case .gesture:
      guard let gesture = GesturePathEstimator().estimate(Array(motions)) else { break }
      for point in gesture.points { take(.position(point)) }
      estimate.faults.saturatedAccelerometer = gesture.saturatedCount
    case .exponentialDamping, .constantDeceleration, .zeroEndVelocity, .unstabilized:
      let reckoner = integrate(motions, listener: take)
      estimate.faults = reckoner.faults
      if method == .zeroEndVelocity {
        ZeroEndVelocity.correct(&estimate.points, endVelocity: reckoner.velocity)
      }
    }
    return estimate
  }

  /// Dead reckoning, with the damping of the method.
  private func integrate(
    _ motions: some Sequence<DeviceMotion>, listener: (PathEvent) -> Void
  ) -> DeadReckoner {
    let rate = method == .exponentialDamping ? dampingRate : 0
    var reckoner = DeadReckoner(
      configuration: .init(dampingRate: rate), velocity: startVelocity ?? .zero)
    var index = 0
    for motion in motions {
      let last = reckoner.timestamp
      guard reckoner.update(motion) else { continue }
      if method == .constantDeceleration {
        let step = max(motion.timestamp - (last ?? motion.timestamp), 0)
        reckoner.decelerate(by: Self.deceleration, over: step)
      }
      listener(
        .position(
          PathPoint(
            index: index, timestamp: motion.timestamp, position: reckoner.position,
            velocity: reckoner.velocity, attitude: reckoner.attitude)))
      index += 1
    }
    return reckoner
  }

  /// The standard deviation of a velocity that is taken from a reference, in m/s.
  static let startVelocityDeviation = 0.01
  /// The deceleration of nonlinear damping, in m/s²: an error of 0.05 g is suppressed entirely.
  private static let deceleration = 0.5
}
