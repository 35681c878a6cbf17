internal import DeadReckoning
internal import MotionFusion

/// The errors over windows of one length: medians, in metres.
struct WindowErrors: Encodable {
  /// Of one way to correct a path.
  struct Figures: Encodable {
    var endError: Double
    var rmse: Double

    init(_ error: PathError) {
      endError = error.end
      rmse = error.rootMeanSquare
    }
  }

  /// The length of a window in seconds.
  var seconds: Double
  /// How many there are.
  var count: Int
  /// With the true velocity at both ends, as an ideal rest detector would give: linear correction.
  var linear: Figures
  /// The same with the navigator's smoother.
  var smoothed: Figures
  /// With the true velocity at the start alone; the online rest detector has to do the rest.
  var online: Figures
}

/// The errors of every window of one length, to be pooled over recordings.
struct WindowSamples {
  var seconds: Double
  var linear: [PathError] = []
  var smoothed: [PathError] = []
  var online: [PathError] = []

  init(seconds: Double) { self.seconds = seconds }

  /// The errors over the windows of `motions`.
  init(seconds: Double, _ motions: [DeviceMotion], _ reference: ReferencePath, _ run: TrackRun) {
    self.seconds = seconds
    guard let first = motions.first, let last = motions.last, last.timestamp > first.timestamp
    else { return }
    let rate = Double(motions.count - 1) / (last.timestamp - first.timestamp)
    // A window beyond the recording, of however many steps, is none.
    let steps = Int(min((seconds * rate).rounded(), Double(motions.count)))
    for window in reference.windows(of: max(1, steps)) {
      let part = motions[window.indices]
      func error(_ path: [PathPoint]) -> PathError? {
        // A sample that was left out would put the others beside the wrong reference.
        guard path.count == part.count else { return nil }
        return reference.error(of: path.map(\.position), from: part.startIndex)
      }
      var plain = TrackRun(method: .plain, startVelocity: window.startVelocity).path(of: part)
        .points
      let left = (plain.last?.velocity ?? window.endVelocity) - window.endVelocity
      ZeroEndVelocity.correct(&plain, endVelocity: left)
      var online = run
      online.startVelocity = window.startVelocity
      guard let linear = error(plain),
        let smoothed = error(Self.smoothed(part, over: window)),
        let found = error(online.path(of: part).points)
      else { continue }
      self.linear.append(linear)
      self.smoothed.append(smoothed)
      self.online.append(found)
    }
  }

  private static func smoothed(
    _ motions: ArraySlice<DeviceMotion>, over window: ReferencePath.Window
  ) -> [PathPoint] {
    var configuration = InertialNavigator.Configuration()
    configuration.initialVelocity = TrackRun.knownVelocity
    // Rest is told, not recognised.
    configuration.rest.accelerationLimit = 1e-9
    var navigator = InertialNavigator(
      configuration: configuration, velocity: window.startVelocity)
    var path: [PathPoint] = []
    for motion in motions { navigator.update(motion) { path.apply($0) } }
    navigator.observe(velocity: window.endVelocity, deviation: TrackRun.knownVelocity) {
      path.apply($0)
    }
    return path
  }

  mutating func append(_ other: Self) {
    linear += other.linear
    smoothed += other.smoothed
    online += other.online
  }

  /// The medians; `nil` without a window.
  var medians: WindowErrors? {
    guard let linear = linear.median, let smoothed = smoothed.median, let online = online.median
    else { return nil }
    return WindowErrors(
      seconds: seconds, count: self.linear.count, linear: .init(linear), smoothed: .init(smoothed),
      online: .init(online))
  }
}
