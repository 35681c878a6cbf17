public import MotionFusion

/// The paths that exponential damping, a ``GesturePathEstimator`` and an ``InertialNavigator`` find of one
/// gesture, one position for each of its samples, in metres.
///
/// Damping and the window are given the gesture's samples alone; the navigator, which works on streams,
/// is given the recording with what is before and after it, and its revised path counts.
public struct GesturePaths: Hashable, Sendable {
  /// The gesture's samples.
  public let motions: [DeviceMotion]
  /// The path of a ``GesturePathEstimator``.
  public let window: [Vector3<Double>]
  /// The path of an ``InertialNavigator``, from where the recording begins.
  public let navigator: [Vector3<Double>]

  /// Reckons a gesture.
  ///
  /// - Parameters:
  ///   - gesture: The indices of the gesture's samples.
  ///   - recording: The recording that it is part of, in the order of time.
  /// - Returns: `nil` where samples are left out, since a path without them can't be held against the
  ///   truth, or fewer than two are in the gesture.
  /// - Precondition: The gesture lies in the recording.
  /// - Complexity: O(*n*) in the samples of the recording.
  public init?(of gesture: Range<Int>, in recording: [DeviceMotion]) {
    motions = Array(recording[gesture])
    var navigator = InertialNavigator()
    var path: [PathPoint] = []
    path.reserveCapacity(recording.count)
    for motion in recording { navigator.update(motion) { path.apply($0) } }
    navigator.finish { path.apply($0) }
    guard path.count == recording.count, let estimate = GesturePathEstimator().estimate(motions),
      estimate.points.count == motions.count
    else { return nil }
    window = estimate.points.map(\.position)
    self.navigator = path[gesture].map(\.position)
  }

  /// The path under exponential damping at this rate in 1/s.
  ///
  /// - Precondition: The rate is finite and not negative.
  public func damped(at rate: Double) -> [Vector3<Double>] {
    DeadReckoner.path(of: motions, stabilizer: .exponentialDamping, dampingRate: rate)
      .map(\.location)
  }
}
