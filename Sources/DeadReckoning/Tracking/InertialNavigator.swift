public import MotionFusion

/// Follows a device by a Kalman filter, and smooths the way it came when it comes to rest.
///
/// The filter integrates angular rate and acceleration together and carries the covariance of five
/// errors: of position, velocity, attitude and the biases of both sensors. Where a
/// ``ZeroVelocityDetector`` recognises rest, the velocity is measured to be zero, which tells the other
/// errors too; the attitude of device motion is a slow measurement of attitude. When rest begins, a
/// smoother goes back over the movement since the last rest and its result is delivered as a
/// ``PathEvent/revision(_:_:)``; so it is when rest is over or has lasted, if that told more
/// (``Configuration/leastRevision``). Every point says how well position and velocity are known.
///
/// ```swift
/// var navigator = InertialNavigator()
/// var path: [PathPoint] = []
/// for motion in motions {
///   navigator.update(motion) { path.apply($0) }
/// }
/// navigator.finish { path.apply($0) }
/// ```
///
/// It is a value without a clock. Memory is bounded by ``Configuration/capacity`` and taken once;
/// nothing is allocated per sample, and a revision allocates its points.
///
/// ## The mathematics
///
/// An error-state Kalman filter as in J. Solà, *Quaternion kinematics for the error-state Kalman
/// filter*, 2017, arXiv:1711.02508, section 7, with the attitude error in the reference frame. The
/// smoother is that of A. E. Bryson and M. Frazier in its form for discrete measurements (G. J. Bierman,
/// *Fixed interval smoothing with discrete measurements*, International Journal of Control 18, 1973): it
/// gives the estimates of Rauch, Tung and Striebel without inverting a covariance, and costs least where
/// measurements are rare.
///
/// The covariance is carried through all the steps between two checkpoints at once: how errors pass
/// through several steps is known exactly. There is a checkpoint where something is measured, and a
/// fifth of a second after the one before. Between them a smoothed point is as exact as at them; its
/// uncertainty is linear in time, which is off by a fortieth in the mean, and more next to a rest. That of
/// the latest point leaves out what hardly matters in so short a time: its standard deviations are off by
/// some thousandths in the mean, and by a few hundredths where a rest has just ended.
///
/// ## Trouble
///
/// Samples that are not finite, whose attitude is no rotation, or which are not later than the one
/// before are left out and counted in ``faults``. Across a gap the position is kept, the velocity is
/// unknown again, and the covariance says so; what was before it is no more revised. Where the
/// accelerometer is at the end of its range, the missing area is that of a cubic which continues the
/// readings on both sides, *T*² (*m*₀ - *m*₁)/12 above the chord for slopes *m* at the ends of the time
/// *T*; velocity and position are corrected when it is known, and their covariance raised.
public struct InertialNavigator: Sendable {
  /// The constants it was made with.
  public let configuration: Configuration
  /// What was wrong with the samples so far.
  public internal(set) var faults = SampleFaults()
  /// The stage that recognises rest.
  public internal(set) var rest: ZeroVelocityDetector
  /// The latest point; `nil` before the first sample.
  public var latest: PathPoint? { timestamp.map { point(at: $0) } }
  /// What is left of the accelerometer's bias, in the device frame in m/s².
  public var accelerationBias: Vector3<Double> { filter.accelerationBias }
  /// What device motion left of the gyro's bias, in the device frame in rad/s.
  public var rotationBias: Vector3<Double> { filter.rotationBias }

  /// The estimate and its covariance.
  var filter: NavigationFilter
  /// How well the latest point is known.
  var uncertainty: PathUncertainty?
  /// What is remembered for revisions.
  var history: NavigationHistory
  var timestamp: Double?
  var nextIndex = 0
  var backwardInARow = 0
  /// The last specific force in m/s² and angular rate in rad/s, as they were read.
  var force = Vector3<Double>.zero
  var rate = Vector3<Double>.zero

  /// Notices a push by what is felt beside gravity.
  var push: ZeroVelocityDetector
  var vigor = MotionIntensity()
  var stop = Stop()
  var phase = Phase.moving
  /// The latest sample when the way was last revised.
  var revisedIndex = -1
  var nextVelocityUpdate = -Double.infinity
  var nextAttitudeUpdate = -Double.infinity
  /// Rests one after another that were not believed.
  var refusedRests = 0
  var stride = Stride()

  var saturation = SaturationBridge()
  /// The attitude when the accelerometer was last at the end of its range.
  var attitudeAtCut = Quaternion<Double>.identity

  /// Where it is between a movement and what makes it final.
  enum Phase { case moving, resting, settled }

  /// A navigator at the origin.
  ///
  /// - Parameters:
  ///   - configuration: The constants.
  ///   - velocity: How the device moves at the first sample, in m/s, as far as it is known; how far that
  ///     is, ``Configuration/initialVelocity`` says.
  /// - Precondition: The capacity is positive.
  public init(configuration: Configuration = Configuration(), velocity: Vector3<Double> = .zero) {
    precondition(configuration.capacity > 0, "a capacity of \(configuration.capacity) is none")
    self.configuration = configuration
    filter = NavigationFilter(sensors: configuration.sensors, velocity: velocity)
    rest = ZeroVelocityDetector(configuration: configuration.rest)
    push = ZeroVelocityDetector(
      configuration: .init(
        window: configuration.rest.window, accelerationLimit: configuration.pushLimit))
    history = NavigationHistory(capacity: configuration.capacity)
  }

  /// Takes the next sample and tells `listener` what follows from it: a position, after it a revision that
  /// ends with it where rest was recognised or has lasted, and before it one that ends with the sample
  /// before where rest is over. A sample that is left out tells nothing.
  ///
  /// - Complexity: O(1), and O(*n*) in the samples since the last rest where there is a revision.
  public mutating func update(_ motion: DeviceMotion, listener: (PathEvent) -> Void) {
    // Written so that a NaN fails it.
    guard DeadReckoner.isPossible(motion), motion.rotationRate.maximumMagnitude <= 1e6,
      motion.gravity.maximumMagnitude <= 1e6
    else {
      faults.notFinite += 1
      return
    }
    guard let passage = integrate(motion) else { return }
    let time = motion.timestamp
    bridgeSaturation(motion)
    recogniseRest(motion, listener)
    if time >= nextAttitudeUpdate { measureAttitude(motion.attitude.quaternion, at: time) }
    let measured = stop.isStationary && time >= nextVelocityUpdate && measureZeroVelocity(at: time)
    if measured {
      measureStillness(at: time)
      stand(at: time)
    }
    let isDue = filter.pending.duration >= Self.checkpointInterval - passage.duration / 2
    if isDue || history.isEmpty { takeCheckpoint() }
    uncertainty = filter.uncertainty
    history.append(
      NavigationHistory.Step(
        index: nextIndex, timestamp: time, position: filter.position, velocity: filter.velocity,
        attitude: filter.attitude, isStationary: stop.isStationary, passage: passage))
    nextIndex += 1
    listener(.position(point(at: time)))
    settle(at: time, measured: measured, listener)
  }

  /// Tells `listener` what is still to be said of the way since the last rest; the stream may go on.
  public mutating func finish(listener: (PathEvent) -> Void) {
    if phase == .resting { reviseAgain(listener) }
  }

  /// Takes a velocity that is known from elsewhere at the last sample, and tells `listener` how the way
  /// since the last rest is revised by it.
  ///
  /// - Parameters:
  ///   - known: The velocity in the reference frame, in m/s.
  ///   - deviation: The standard deviation of each component, in m/s; positive.
  ///   - listener: What is told.
  /// - Precondition: `deviation` is finite and positive.
  public mutating func observe(
    velocity known: Vector3<Double>, deviation: Double, listener: (PathEvent) -> Void
  ) {
    precondition(deviation > 0 && deviation.isFinite, "a deviation of \(deviation) is none")
    guard timestamp != nil, known.isFinite else { return }
    // After the last sample, whose index is one less than the next.
    nextIndex -= 1
    defer { nextIndex += 1 }
    let variance = Matrix3(scale: deviation * deviation)
    guard measure(.velocity, innovation: known - filter.velocity, noise: variance) else { return }
    uncertainty = filter.uncertainty
    history.replaceLast {
      ($0.position, $0.velocity, $0.attitude) = (filter.position, filter.velocity, filter.attitude)
    }
    revise(listener)
  }

  /// Brings the covariance up to the sample at hand and remembers it, before something changes it.
  @inline(never)
  mutating func takeCheckpoint() {
    // Another change at the same sample.
    guard history.isEmpty || filter.pending.duration > 0 else { return }
    history.appendCheckpoint(at: nextIndex, of: &filter)
  }

  /// The longest time from one covariance to the next, in seconds.
  private static let checkpointInterval = 0.2

  /// The latest point, whose time this is.
  @inline(__always)
  private func point(at time: Double) -> PathPoint {
    PathPoint(
      index: nextIndex - 1, timestamp: time, position: filter.position, velocity: filter.velocity,
      attitude: Attitude(quaternion: filter.attitude), isStationary: stop.isStationary,
      uncertainty: uncertainty)
  }
}
