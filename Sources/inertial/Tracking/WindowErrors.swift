internal import DeadReckoning
internal import DeviceMotion

/// The errors over windows of one length: medians, in metres.
struct WindowErrors: Encodable {
  /// Of one way to correct a path.
  struct Figures: Encodable {
    var endError: Double
    var rmse: Double
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
  var linear: [ReferenceTrack.Errors] = []
  var smoothed: [ReferenceTrack.Errors] = []
  var online: [ReferenceTrack.Errors] = []

  init(seconds: Double) { self.seconds = seconds }

  /// The errors over the windows of `motions`.
  init(seconds: Double, _ motions: [DeviceMotion], _ reference: ReferenceTrack, _ run: TrackRun) {
    self.seconds = seconds
    guard let first = motions.first, let last = motions.last, last.timestamp > first.timestamp
    else { return }
    let rate = Double(motions.count - 1) / (last.timestamp - first.timestamp)
    for window in reference.windows(of: Int((seconds * rate).rounded())) {
      guard let start = reference.velocities[window.lowerBound],
        let end = reference.velocities[window.upperBound - 1]
      else { continue }
      let part = motions[window]
      func errors(_ path: [PathPoint]) -> ReferenceTrack.Errors? {
        // A sample that was left out would put the others beside the wrong reference.
        guard path.count == window.count else { return nil }
        return reference.errors(of: path.map(\.position), from: window.lowerBound)
      }
      var plain = TrackRun(method: .plain, startVelocity: start).path(of: part).points
      let left = (plain.last?.velocity ?? end) - end
      TrackRun.endAtRest(&plain, endVelocity: left)
      var online = run
      online.startVelocity = start
      guard let linear = errors(plain),
        let smoothed = errors(Self.smoothed(part, from: start, to: end)),
        let found = errors(online.path(of: part).points)
      else { continue }
      self.linear.append(linear)
      self.smoothed.append(smoothed)
      self.online.append(found)
    }
  }

  private static func smoothed(
    _ motions: ArraySlice<DeviceMotion>, from start: Vector3<Double>, to end: Vector3<Double>
  ) -> [PathPoint] {
    var configuration = InertialNavigator.Configuration()
    configuration.initialVelocity = TrackRun.knownVelocity
    // Rest is told, not recognised.
    configuration.rest.accelerationLimit = 1e-9
    var navigator = InertialNavigator(configuration: configuration, velocity: start)
    var path: [PathPoint] = []
    for motion in motions { navigator.update(motion) { path.apply($0) } }
    navigator.observe(velocity: end, deviation: TrackRun.knownVelocity) { path.apply($0) }
    return path
  }

  mutating func append(_ other: Self) {
    linear += other.linear
    smoothed += other.smoothed
    online += other.online
  }

  /// The medians; `nil` without a window.
  var medians: WindowErrors? {
    func figures(_ errors: [ReferenceTrack.Errors]) -> WindowErrors.Figures {
      WindowErrors.Figures(
        endError: Self.median(errors.map(\.end)), rmse: Self.median(errors.map(\.rmse)))
    }
    guard !linear.isEmpty else { return nil }
    return WindowErrors(
      seconds: seconds, count: linear.count, linear: figures(linear), smoothed: figures(smoothed),
      online: figures(online))
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
