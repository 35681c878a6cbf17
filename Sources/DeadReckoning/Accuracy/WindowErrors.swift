internal import MotionFusion

/// The median errors of paths over windows of one length.
///
/// Every window starts with the true velocity.
public struct WindowErrors: Hashable, Sendable {
  /// The length of a window, in seconds.
  public let seconds: Double
  /// The number of windows.
  public let count: Int
  /// The error with the true velocity at both ends and linear correction, as with an ideal
  /// zero-velocity detector.
  public let linear: PathError
  /// The same with the navigator's smoother.
  public let smoothed: PathError
  /// The error of the method itself, with the true velocity at the start only.
  public let online: PathError
}

/// The errors over all windows of one length.
struct WindowSamples: Sendable {
  private let seconds: Double
  private var linear: [PathError] = []
  private var smoothed: [PathError] = []
  private var online: [PathError] = []

  /// The errors over the windows of `motions`.
  init(
    seconds: Double, _ motions: [DeviceMotion], _ reference: ReferencePath,
    _ estimation: PathEstimation
  ) {
    self.seconds = seconds
    guard let first = motions.first, let last = motions.last, last.timestamp > first.timestamp
    else { return }
    let rate = Double(motions.count - 1) / (last.timestamp - first.timestamp)
    // Bounded by the recording, so that any length converts to Int.
    let steps = Int(min((seconds * rate).rounded(), Double(motions.count)))
    for window in reference.windows(of: max(1, steps)) {
      let part = motions[window.indices]
      func error(_ path: [PathPoint]) -> PathError? {
        // A left-out sample would shift the others against the reference.
        guard path.count == part.count else { return nil }
        return reference.error(of: path.map { $0.position }, from: part.startIndex)
      }
      var online = estimation
      online.startVelocity = window.startVelocity
      guard let linear = error(Self.linear(part, over: window)),
        let smoothed = error(Self.smoothed(part, over: window)),
        let found = error(online.estimate(part).points)
      else { continue }
      self.linear.append(linear)
      self.smoothed.append(smoothed)
      self.online.append(found)
    }
  }

  private static func linear(
    _ motions: ArraySlice<DeviceMotion>, over window: ReferencePath.Window
  ) -> [PathPoint] {
    var estimation = PathEstimation(method: .unstabilized)
    estimation.startVelocity = window.startVelocity
    var path = estimation.estimate(motions).points
    let error = (path.last?.velocity ?? window.endVelocity) - window.endVelocity
    ZeroEndVelocity.correct(&path, endVelocity: error)
    return path
  }

  private static func smoothed(
    _ motions: ArraySlice<DeviceMotion>, over window: ReferencePath.Window
  ) -> [PathPoint] {
    var configuration = InertialNavigator.Configuration()
    configuration.initialVelocityDeviation = PathEstimation.startVelocityDeviation
    // No detection: the velocity at the end is given.
    configuration.detector.accelerationLimit = 1e-9
    var navigator = InertialNavigator(
      configuration: configuration, velocity: window.startVelocity)
    var path: [PathPoint] = []
    for motion in motions { navigator.update(motion) { path.apply($0) } }
    navigator.observe(
      velocity: window.endVelocity, deviation: PathEstimation.startVelocityDeviation
    ) { path.apply($0) }
    return path
  }

  mutating func append(_ other: Self) {
    linear += other.linear
    smoothed += other.smoothed
    online += other.online
  }

  /// The medians; `nil` without any window.
  var medians: WindowErrors? {
    guard let linear = linear.median, let smoothed = smoothed.median, let online = online.median
    else { return nil }
    return WindowErrors(
      seconds: seconds, count: self.linear.count, linear: linear, smoothed: smoothed,
      online: online)
  }
}
