public import DeviceMotion

/// How far the paths that exponential damping, a ``GestureWindow`` and an ``InertialNavigator`` find of
/// one gesture are from the true one.
///
/// Errors are those of the shape, ``PathError/shape(of:from:)``. Damping and the window are given the
/// gesture's samples alone; the navigator, which works on streams, is given the recording with what
/// is before and after it, and its revised path counts.
public struct GestureComparison: Hashable, Sendable {
  /// The rates of exponential damping that were tried, in 1/s.
  public let dampingRates: [Double]
  /// The error of each of them, in metres.
  public let damped: [Double]
  /// The error of a ``GestureWindow``, in metres.
  public let window: Double
  /// The error of an ``InertialNavigator``, in metres.
  public let navigator: Double

  /// Twelve rates from 0.025 to 6 in 1/s: of a letter slower ones make the plain integral, faster ones
  /// hardly a path.
  public static let defaultDampingRates = [
    0.025, 0.05, 0.1, 0.16, 0.25, 0.4, 0.63, 1, 1.6, 2.5, 4, 6,
  ]

  /// Reckons a gesture by all of them.
  ///
  /// - Parameters:
  ///   - gesture: The indices of the gesture's samples.
  ///   - recording: The recording that it is part of, in the order of time.
  ///   - truth: The true position at each of the gesture's samples, in metres, in the axes of the
  ///     recording's reference frame.
  ///   - dampingRates: The rates of damping, in 1/s.
  /// - Returns: `nil` where samples are left out by a method, since a path without them can't be held
  ///   against the truth, or fewer than two are in the gesture.
  /// - Precondition: The gesture lies in the recording, and no rate is negative.
  /// - Complexity: O(*n*) in the samples of the recording, for each rate in those of the gesture.
  public init?(
    of gesture: Range<Int>, in recording: [DeviceMotion], from truth: [Vector3<Double>],
    dampingRates: [Double] = defaultDampingRates
  ) {
    let motions = Array(recording[gesture])
    var damped: [Double] = []
    for rate in dampingRates {
      let path = DeadReckoner.path(
        of: motions, stabilizer: .exponentialDamping, dampingRate: rate)
      guard let error = PathError.shape(of: path.map(\.location), from: truth) else { return nil }
      damped.append(error)
    }
    var navigator = InertialNavigator()
    var path: [PathPoint] = []
    path.reserveCapacity(recording.count)
    for motion in recording { navigator.update(motion) { path.apply($0) } }
    navigator.finish { path.apply($0) }
    guard path.count == recording.count,
      let estimate = GestureWindow().estimate(motions),
      let window = PathError.shape(of: estimate.points.map(\.position), from: truth),
      let navigated = PathError.shape(of: path[gesture].map(\.position), from: truth)
    else { return nil }
    self.dampingRates = dampingRates
    self.damped = damped
    self.window = window
    self.navigator = navigated
  }
}
