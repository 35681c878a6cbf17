public import MotionFusion

/// Tracks a device by dead reckoning, and corrects each movement linearly when the device stops.
///
/// A ``DeadReckoner`` with a ``ZeroVelocityDetector``. In motion every sample yields a
/// ``PathEvent/position(_:)``. When the device is detected to be stationary, the remaining velocity
/// is an error; it is subtracted as a linear drift since the last stationary phase
/// (``Stabilizer/zeroEndVelocity``), and the corrected movement follows as a
/// ``PathEvent/revision(_:_:)``. While stationary, the velocity is zero and the position is
/// constant. ``InertialNavigator`` estimates sensor errors and uncertainty as well.
///
/// In the middle of a smooth movement, the acceleration also vanishes. A quiet window therefore
/// does not count as rest while the dead-reckoned velocity exceeds three deviations of its drift
/// since the last rest: 0.02 m/s, 0.1 m/s² (an inclination error of 0.6°) and 3 % of the largest
/// speed. A device that is quiet for half a second counts as at rest in any case.
///
/// ```swift
/// var tracker = PathTracker()
/// var path: [PathPoint] = []
/// for motion in motions {
///   tracker.update(motion) { path.apply($0) }
/// }
/// ```
///
/// Memory is bounded: of a movement of more than 8192 samples only the last ones are revised.
/// Nothing is allocated per sample; a revision allocates its points.
public struct PathTracker: Sendable {
  /// The integrating stage; its position and velocity are the latest.
  public private(set) var reckoner: DeadReckoner

  private var detector: RestDetector
  /// The movement since the last stationary phase; a ring when it is full.
  private var movement: SampleRing<PathPoint>
  private var movementStart: Double?
  private var nextIndex = 0
  /// The position of the current stationary phase.
  private var held: Vector3<Double>?
  private var isStationary = false
  /// Whether the velocity contradicts the quiet window that has not ended.
  private var isContradicted = false

  /// The standard deviations of the drift, in m/s, in m/s² and as a share of the largest speed, and
  /// the number of deviations that contradicts rest.
  private static let drift = (speed: 0.02, acceleration: 0.1, share: 0.03, gate: 3.0)
  /// The duration of a quiet phase that is rest at any velocity, in seconds (the navigator's
  /// value).
  private static let patience = 0.5

  /// The number of samples of a movement that are remembered.
  static let usualCapacity = 8192

  /// Creates a tracker at the origin.
  ///
  /// - Parameters:
  ///   - detector: The parameters of zero-velocity detection.
  ///   - velocity: The velocity at the first sample, in m/s. An error of it remains until the first
  ///     stationary phase.
  public init(
    detector: ZeroVelocityDetector.Configuration = ZeroVelocityDetector.Configuration(),
    velocity: Vector3<Double> = .zero
  ) {
    self.init(detector: detector, velocity: velocity, capacity: Self.usualCapacity)
  }

  /// Creates a tracker that remembers up to `capacity` samples of a movement.
  init(
    detector: ZeroVelocityDetector.Configuration, velocity: Vector3<Double> = .zero, capacity: Int
  ) {
    reckoner = DeadReckoner(velocity: velocity)
    self.detector = RestDetector(configuration: detector)
    movement = SampleRing(capacity: capacity)
  }

  /// Takes the next sample and passes the events that follow to `listener`.
  ///
  /// One position, and before it a revision where the device is newly detected to be stationary. A
  /// sample that is left out causes no event.
  ///
  /// - Complexity: O(1), and O(*n*) in the samples of the movement for a revision.
  public mutating func update(_ motion: DeviceMotion, listener: (PathEvent) -> Void) {
    let step = motion.timestamp - (reckoner.timestamp ?? motion.timestamp)
    guard
      reckoner.update(
        timestamp: motion.timestamp, attitude: motion.attitude,
        userAcceleration: motion.userAcceleration - detector.offset, gap: motion.quality?.gap)
    else { return }
    if SampleGap.before(step, motion.quality?.gap) >= .velocity {
      // The reckoner has restarted: there is no drift before.
      movement.removeAll()
      movementStart = motion.timestamp
    }
    let (wasStationary, wasQuiet) = (isStationary, detector.isStationary)
    let isQuiet = detector.update(motion)
    if isQuiet != wasQuiet { isContradicted = isQuiet && contradictsRest(at: motion.timestamp) }
    if isContradicted, let start = detector.stationarySince,
      motion.timestamp - start >= Self.patience
    {
      isContradicted = false
    }
    isStationary = isQuiet && !isContradicted
    if isStationary {
      if !wasStationary { correct(from: detector.stationarySince ?? motion.timestamp, listener) }
      reckoner.velocity = .zero
      if let held { reckoner.position = held }
      movement.removeAll()
      movementStart = motion.timestamp
    } else {
      if wasStationary { held = nil }
      if movementStart == nil { movementStart = motion.timestamp }
    }
    let point = PathPoint(
      index: nextIndex, timestamp: motion.timestamp, position: reckoner.position,
      velocity: reckoner.velocity, attitude: motion.attitude, isStationary: isStationary)
    nextIndex += 1
    if !isStationary { movement.append(point) }
    listener(.position(point))
  }

  /// Whether the velocity since the last rest is more than drift.
  private func contradictsRest(at time: Double) -> Bool {
    guard let movementStart else { return false }
    var largest = 0.0
    for offset in 0..<movement.count {
      largest = max(largest, movement[offset].velocity.lengthSquared)
    }
    let deviation =
      Self.drift.speed + Self.drift.acceleration * (time - movementStart)
      + Self.drift.share * largest.squareRoot()
    return reckoner.velocity.length > Self.drift.gate * deviation
  }

  // MARK: - Correction

  /// Subtracts the linear drift that reaches the velocity at `stop`, and holds the position from
  /// there on.
  private mutating func correct(from stop: Double, _ listener: (PathEvent) -> Void) {
    held = reckoner.position
    guard let first = movement.first, let start = movementStart else { return }
    // The samples of the window that detected the stationary phase belong to that phase.
    var end = first
    for offset in 0..<movement.count where movement[offset].timestamp <= stop {
      end = movement[offset]
    }
    let drift = LinearDrift(endVelocity: end.velocity, from: start, to: end.timestamp)
    var points: [PathPoint] = []
    points.reserveCapacity(movement.count)
    var place = end.position
    for offset in 0..<movement.count {
      var point = movement[offset]
      if point.timestamp <= end.timestamp, let drift {
        drift.subtract(from: &point)
        place = point.position
      } else {
        point.position = place
        point.velocity = .zero
        point.isStationary = true
      }
      points.append(point)
    }
    held = place
    listener(.revision(first.index..<first.index + points.count, points))
  }
}

/// Detects whether a device is stationary, also with an accelerometer's offset or a wrong attitude.
///
/// Gravity that is subtracted with a wrong attitude looks like motion, and so does an offset. What
/// a device reads while its readings are steady for a second, within half of the usual limit, is
/// rest, and is subtracted from there on: just over the limit, a push as long and as even moves a
/// device by 0.25 m. For 9 s after a clipped reading the stance hypothesis, which does not depend
/// on the attitude, decides too. A value type without a clock; it does not allocate per sample.
package struct RestDetector: Sendable {
  /// Whether the device was stationary over the window that ends at the last sample.
  package private(set) var isStationary = false
  /// The start of the current stationary phase, in seconds; `nil` in motion.
  package var stationarySince: Double? {
    guard isStationary else { return nil }
    return detector.stationarySince ?? levelDetector.stationarySince
      ?? steadyDetector.stationarySince
  }
  /// The user acceleration at rest, in the device frame, in g; zero if rest was found without it.
  private(set) var offset = Vector3<Double>.zero

  private var detector: ZeroVelocityDetector
  /// A detector that does not depend on the attitude.
  private var levelDetector: ZeroVelocityDetector
  /// One that does not depend on an offset either.
  private var steadyDetector: ZeroVelocityDetector
  /// The last time that was not quiet.
  private var unquietTime = -Double.infinity
  private var saturation = SaturationBridge()
  /// The time until which the attitude may be wrong by a clipped reading.
  private var tiltedUntil = -Double.infinity
  /// The duration of steady readings that is rest, in seconds.
  private static let patience = 1.0
  /// The least time between the readings of it, in seconds: 50 a second at 100 Hz.
  private static let steadyStep = 0.015
  /// An orientation filter recovers from a clipped reading within three time constants of its
  /// inclination, 3 s each.
  private static let recovery = 9.0

  /// Creates a detector with the parameters of zero-velocity detection.
  package init(configuration: ZeroVelocityDetector.Configuration) {
    detector = ZeroVelocityDetector(configuration: configuration)
    var other = configuration
    other.statistic = .stanceHypothesis
    levelDetector = ZeroVelocityDetector(configuration: other)
    other.statistic = .unknownGravity
    other.window = max(other.window, Self.patience)
    other.accelerationLimit /= 2
    steadyDetector = ZeroVelocityDetector(configuration: other)
  }

  /// Takes the next sample.
  ///
  /// - Returns: Whether the device is stationary.
  /// - Complexity: O(1), no allocation.
  @discardableResult package mutating func update(_ motion: DeviceMotion) -> Bool {
    let time = motion.timestamp
    _ = saturation.take(motion.acceleration, at: time)
    if saturation.isSaturated { tiltedUntil = time + Self.recovery }
    let isQuiet = detector.update(motion, offset: offset)
    // Its window restarts after a pause.
    let isLevel = time < tiltedUntil && levelDetector.update(motion)
    let isSteady = !isQuiet && isSteady(motion)
    if isSteady { offset = steadyDetector.meanAcceleration - motion.gravity }
    isStationary = isQuiet || isLevel || isSteady
    return isStationary
  }

  /// Whether the readings were steady for a second without a longer quiet pause; an offset at the
  /// limit is quiet by the noise now and then.
  private mutating func isSteady(_ motion: DeviceMotion) -> Bool {
    let time = motion.timestamp
    if time - unquietTime > Self.patience / 2 { steadyDetector.restart(at: time) }
    unquietTime = time
    // Not every reading is needed, at any rate: workload `path-tracker`.
    let step = abs(time - steadyDetector.latest)
    guard step >= Self.steadyStep else { return steadyDetector.isStationary }
    return steadyDetector.update(motion)
  }
}
