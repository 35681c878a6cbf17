internal import MotionFusion

/// The median errors of paths over windows of one length.
///
/// Every window starts with the true velocity. The navigator has processed the samples before it,
/// which determine attitude and sensor errors, but not the true position or velocity.
package struct WindowErrors: Hashable, Sendable {
  /// The length of a window, in seconds.
  package let seconds: Double
  /// The number of windows.
  package let count: Int
  /// The error with the true velocity at both ends and linear correction, as with an ideal
  /// zero-velocity detector.
  package let linear: PathError
  /// The error of the navigator's smoother with the true velocity at both ends, without
  /// zero-velocity detection.
  package let smoothed: PathError
  /// The error of the method itself, with the true velocity at the start only.
  package let online: PathError
  /// The consistency of the last position's uncertainty with its error, smoothed.
  package let smoothedConsistency: PathConsistency?
  /// This share for the method itself; `nil` for a method without uncertainty.
  package let onlineConsistency: PathConsistency?
  /// This share for the last velocity, with an allowance for the reference's own error.
  package let onlineVelocityConsistency: PathConsistency?
}

/// The errors over all windows of one length.
struct WindowSamples: Sendable {
  private let seconds: Double
  private var linear: [PathError] = []
  private var smoothed: [PathError] = []
  private var online: [PathError] = []
  private var smoothedEnds: [NormalizedError] = []
  private var onlineEnds: [NormalizedError] = []
  private var onlineVelocities: [NormalizedError] = []

  /// The distance of the tracked point from the accelerometer, in metres.
  ///
  /// It rotates the velocity of the reference. In windows of 1 to 10 s the vertical errors of BROAD
  /// are those of velocities that are wrong by 3 to 7 mm times the angular rate.
  private static let leverArm = 0.003

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
    // Takes the samples before each window as well.
    var navigator = estimation.makeNavigator()
    var taken = 0
    for window in reference.windows(of: max(1, steps)) {
      let part = motions[window.indices]
      while taken <= part.startIndex {
        navigator.update(motions[taken]) { _ in }
        taken += 1
      }
      func error(_ path: [PathPoint]) -> PathError? {
        // A left-out sample would shift the others against the reference.
        guard path.count == part.count else { return nil }
        return reference.error(of: path.map { $0.position }, from: part.startIndex)
      }
      func end(_ path: [PathPoint]) -> NormalizedError? {
        guard let first = path.first, let last = path.last, let uncertainty = last.uncertainty,
          let start = reference.positions[part.startIndex],
          let end = reference.positions[part.endIndex - 1]
        else { return nil }
        return NormalizedError(
          (last.position - first.position) - (end - start), covariance: uncertainty.position)
      }
      let smoothedPath = Self.path(of: part, over: window, by: navigator, isSmoothed: true)
      let onlinePath: [PathPoint]
      if estimation.method == .navigator {
        onlinePath = Self.path(of: part, over: window, by: navigator, isSmoothed: false)
      } else {
        var online = estimation
        online.startVelocity = window.startVelocity
        onlinePath = online.estimate(part).points
      }
      guard let linear = error(Self.linear(part, over: window)),
        let smoothed = error(smoothedPath), let found = error(onlinePath)
      else { continue }
      if let last = onlinePath.last, let uncertainty = last.uncertainty {
        let deviation = Self.deviation(at: part.last)
        let velocity = NormalizedError(
          last.velocity - window.endVelocity,
          covariance: uncertainty.velocity + Matrix3(scale: deviation * deviation))
        if let velocity { onlineVelocities.append(velocity) }
      }
      self.linear.append(linear)
      self.smoothed.append(smoothed)
      self.online.append(found)
      if let end = end(smoothedPath) { smoothedEnds.append(end) }
      if let end = end(onlinePath) { onlineEnds.append(end) }
    }
  }

  /// The standard deviation of each component of the reference's velocity, in m/s.
  private static func deviation(at motion: DeviceMotion?) -> Double {
    let turning = leverArm * (motion?.rotationRate.length ?? 0)
    let fixed = PathEstimation.startVelocityDeviation
    return (fixed * fixed + turning * turning).squareRoot()
  }

  private static func linear(
    _ motions: ArraySlice<DeviceMotion>, over window: ReferencePath.Window
  ) -> [PathPoint] {
    var estimation = PathEstimation(method: .unstabilized)
    estimation.startVelocity = window.startVelocity
    var path = estimation.estimate(motions).points
    let error = (path.last?.velocity ?? window.endVelocity) - window.endVelocity
    path.removeDrift(endVelocity: error)
    return path
  }

  /// The path of a window by a navigator that took the samples up to its first one.
  private static func path(
    of motions: ArraySlice<DeviceMotion>, over window: ReferencePath.Window,
    by navigator: InertialNavigator, isSmoothed: Bool
  ) -> [PathPoint] {
    var navigator = navigator
    navigator.startAgain(
      velocity: window.startVelocity, deviation: deviation(at: motions.first),
      capacity: motions.count)
    // No detection where the velocity at the end is given.
    if isSmoothed {
      navigator.detector = ZeroVelocityDetector(configuration: .init(accelerationLimit: 1e-9))
    }
    var path = navigator.latest.map { [$0] } ?? []
    for motion in motions.dropFirst() { navigator.update(motion) { path.apply($0) } }
    if isSmoothed {
      navigator.observe(
        velocity: window.endVelocity, deviation: deviation(at: motions.last))
    }
    navigator.finish { path.apply($0) }
    return path
  }

  mutating func append(_ other: Self) {
    linear += other.linear
    smoothed += other.smoothed
    online += other.online
    smoothedEnds += other.smoothedEnds
    onlineEnds += other.onlineEnds
    onlineVelocities += other.onlineVelocities
  }

  /// The medians; `nil` without any window.
  var medians: WindowErrors? {
    guard let linear = linear.median, let smoothed = smoothed.median, let online = online.median
    else { return nil }
    return WindowErrors(
      seconds: seconds, count: self.linear.count, linear: linear, smoothed: smoothed,
      online: online, smoothedConsistency: NormalizedError.consistency(of: smoothedEnds),
      onlineConsistency: NormalizedError.consistency(of: onlineEnds),
      onlineVelocityConsistency: NormalizedError.consistency(of: onlineVelocities))
  }
}

/// The agreement of the standard deviations of paths with their errors.
///
/// For Gaussian errors the shares are 0.68 and 0.95, and the mean square is 1.
package struct PathConsistency: Hashable, Sendable {
  /// The share of errors, axis by axis, within one standard deviation.
  package let withinOne: Double
  /// The share within two standard deviations.
  package let withinTwo: Double
  /// The mean of *e*ᵀ *P*⁻¹ *e* / 3.
  package let meanSquare: Double
}

/// The error of a last position in standard deviations.
struct NormalizedError: Hashable, Sendable {
  /// By axis.
  private let components: Vector3<Double>
  /// *e*ᵀ *P*⁻¹ *e* / 3.
  private let square: Double

  /// `nil` if the covariance is singular.
  init?(_ error: Vector3<Double>, covariance: Matrix3<Double>) {
    guard let information = covariance.inverse else { return nil }
    components = Vector3(
      abs(error.x) / covariance.c0.x.squareRoot(), abs(error.y) / covariance.c1.y.squareRoot(),
      abs(error.z) / covariance.c2.z.squareRoot())
    square = error.dot(information * error) / 3
  }

  /// The consistency of several errors; `nil` without any.
  static func consistency(of errors: [Self]) -> PathConsistency? {
    guard !errors.isEmpty else { return nil }
    let count = Double(errors.count)
    func share(within limit: Double) -> Double {
      let inside = errors.reduce(0) { sum, error in
        sum + [error.components.x, error.components.y, error.components.z].count { $0 <= limit }
      }
      return Double(inside) / (3 * count)
    }
    return PathConsistency(
      withinOne: share(within: 1), withinTwo: share(within: 2),
      meanSquare: errors.reduce(0) { $0 + $1.square } / count)
  }
}
