public import MotionFusion

/// Tracks a device by an error-state Kalman filter, and smooths the path when the device stops.
///
/// The filter integrates angular rate and acceleration together and carries the covariance of six
/// errors: of position, velocity, attitude, the biases of both sensors and the accelerometer's
/// scale. When a ``ZeroVelocityDetector`` detects a stationary phase, a zero-velocity update
/// corrects all of them; the attitude of device motion is a slow measurement of attitude. At the
/// start of a stationary phase, a smoother corrects the movement since the last one and delivers it
/// as a ``PathEvent/revision(_:_:)``. It does so again at the end of the phase, or after half a
/// second, if that changes the path by a quarter of its standard deviation. Every point has an
/// uncertainty.
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
/// A value type without a clock. Memory is allocated once, for revisions of up to 4096 samples;
/// nothing is allocated per sample, and a revision allocates its points.
///
/// ## Method
///
/// An error-state Kalman filter as in J. Solà, *Quaternion kinematics for the error-state Kalman
/// filter*, 2017, arXiv:1711.02508, section 7, with the attitude error in the reference frame. The
/// smoother follows A. E. Bryson and M. Frazier in its form for discrete measurements (G. J.
/// Bierman, *Fixed interval smoothing with discrete measurements*, International Journal of Control
/// 18, 1973): it yields the estimates of Rauch, Tung and Striebel without inverting a covariance,
/// and has the least cost if measurements are rare.
///
/// The covariance is propagated through all steps between two checkpoints at once, which is exact.
/// Checkpoints are at measurements, and a fifth of a second after the checkpoint before. Between
/// checkpoints, smoothed points are as exact as at them. Their uncertainty is interpolated linearly
/// in time, with a mean error of a fortieth and more next to a stationary phase. The standard
/// deviations of the latest point are approximate, with a mean error of some thousandths, and of a
/// few hundredths just after a stationary phase.
///
/// ## Stationary phases
///
/// A device is stationary where its readings are steady and nothing pushes it. A push is an
/// acceleration of over six standard deviations of the errors of tilt and accelerometer, within
/// limits of 0.02 and 0.1 g; what pushes for over 1.5 s is an error of the tilt. A velocity that
/// contradicts a new phase rejects it, for half a second. Then it counts as an error that has
/// grown steadily since the last phase, and the position changes by half of its product with that
/// time.
///
/// A zero-velocity update has the variance of the velocity in such phases: by its innovations that
/// of a hand, which sways by centimetres per second, or that of a table, which does not.
///
/// The vertical is known of a device that was at rest for half a second, without seeming to gather
/// speed, and since then has neither turned by 10° nor been shaken. A push then is no error of the
/// tilt, however long it lasts; along the vertical, only an error of the accelerometer explains it.
/// A velocity that contradicts a phase by over three standard deviations is that of a lift or a
/// vehicle at constant speed.
///
/// ## Between stationary phases
///
/// The inclination of device motion follows mean accelerations within seconds and is wrong by up to
/// 2° in handheld motion, which causes most of the path's error. It is therefore only a weak
/// measurement, with the deviation that device motion states; so is its gyroscope bias. Instead,
/// the velocity has the prior of a hand that moves back and forth: a zero mean and the mean square
/// of the velocities of the last 30 s. It does not correct the accelerometer's bias and scale (a
/// Schmidt-Kalman filter): a walk in circles has a constant acceleration in the device. The prior
/// is not applied after an external measurement of velocity or position, which a vehicle needs.
///
/// ## External measurements
///
/// ``observe(velocity:deviation:)`` and ``observe(position:deviation:)`` take measurements of
/// satellite navigation, optical flow or the like.
///
/// ## Faulty samples
///
/// A `MotionEstimator` has checked the samples of its motion; ``PathSession`` checks other motion.
/// Across a gap that leaves the velocity unknown (`MotionQuality/gap`; without a quality, of over
/// 0.25 s) the position is kept, the velocity is unknown again, with the matching covariance, and
/// earlier points are no longer revised. A motion is left out if it is not finite, its attitude is
/// not a rotation, or it is not later than the previous one (unless the clock was set back).
/// Saturated accelerometer readings are replaced by a cubic that continues the readings on both
/// sides: it adds *T*² (*m*₀ - *m*₁)/12 to the integral of the chord for slopes *m* at the ends of
/// the time *T*. Velocity and position are corrected when it is known, and their covariance raised.
public struct InertialNavigator: Sendable {
  /// The latest point; `nil` before the first sample.
  public var latest: PathPoint? { timestamp.map { point(at: $0) } }

  let configuration: Configuration
  /// The estimate and its covariance.
  var filter: NavigationFilter
  /// The uncertainty of the latest point.
  var uncertainty: PathUncertainty?
  /// The data for revisions.
  var history: NavigationHistory
  var timestamp: Double?
  var nextIndex = 0
  /// The last measured specific force in m/s² and angular rate in rad/s.
  var force = Vector3<Double>.zero
  var rate = Vector3<Double>.zero

  var detector: ZeroVelocityDetector
  /// Detects a push by the acceleration without gravity, relative to its limits.
  var pushDetector: ZeroVelocityDetector
  /// The time since which a device that is quiet otherwise is pushed; infinite if it is not.
  var pushStart = Double.infinity
  /// The time for which the readings have not been steady since the vertical was known, in seconds.
  var unsteadyTime = 0.0
  /// The vertical in the device after half a second at rest, while the device keeps it; `nil` once
  /// it has turned or was shaken for longer than a jolt. As long as it is kept, a velocity is real:
  /// that of a lift or a car at constant speed, in which the device is as quiet as at rest.
  var keptVertical: Vector3<Double>?
  var notes = NavigationNotes()
  /// The start of the current acceleration that was taken for a tilt; infinite if there is none.
  var steadyStart = Double.infinity
  var intensity = MotionIntensity()
  var motionScale = MotionScale()
  var phase = StationaryPhase()
  var stage = Stage.moving
  /// The index of the latest point at the last revision.
  var revisedIndex = -1
  var nextVelocityUpdate = -Double.infinity
  var nextAttitudeUpdate = -Double.infinity
  /// Whether a velocity or position was measured externally.
  var isReferenced = false
  /// The number of external measurements in a row that contradict the path, and the time of the
  /// last one that agreed, or of the start.
  var contradictions = 0
  var agreementTime = 0.0
  /// The time of the next revision by such measurements; infinite if it needs none.
  var nextReferenceRevision = Double.infinity
  /// The time of the last zero-velocity update, or of the start.
  var movementStart = 0.0
  /// The number of consecutive stationary phases whose zero-velocity update was rejected.
  var rejectedPhases = 0
  var floor = FloorConstraint()
  var sway = Sway()

  var saturation = SaturationBridge()
  /// The attitude at the last saturated reading.
  var saturatedAttitude = Quaternion<Double>.identity

  /// The stage of the current phase: in a stationary one, whether the movement before it is final.
  enum Stage { case moving, stationary, settled }

  /// Creates a navigator at the start of a path.
  ///
  /// - Parameters:
  ///   - configuration: The parameters.
  ///   - position: The position at the first sample, in metres, with the standard deviation
  ///     ``Configuration/initialPositionDeviation``.
  ///   - velocity: The velocity at the first sample, in m/s, with the standard deviation
  ///     ``Configuration/initialVelocityDeviation``.
  public init(
    configuration: Configuration = Configuration(), position: Vector3<Double> = .zero,
    velocity: Vector3<Double> = .zero
  ) {
    self.configuration = configuration
    filter = NavigationFilter(sensors: configuration.sensors, velocity: velocity)
    filter.position = position
    detector = ZeroVelocityDetector(configuration: configuration.detector)
    pushDetector = ZeroVelocityDetector(
      configuration: .init(window: configuration.detector.window, accelerationLimit: 1))
    history = NavigationHistory(capacity: configuration.capacity)
  }

  /// Takes the next sample and passes the events that follow to `listener`.
  ///
  /// One position. When a stationary phase is detected or has lasted for half a second, a revision
  /// that ends with this sample follows. When the phase is over, a revision that ends with the
  /// previous sample comes first. A sample that is left out causes no event.
  ///
  /// - Complexity: O(1), and O(*n*) in the samples since the last stationary phase for a revision.
  public mutating func update(_ motion: DeviceMotion, listener: (PathEvent) -> Void) {
    // Written so that a NaN fails.
    guard DeadReckoner.isPlausible(motion), motion.rotationRate.maximumMagnitude <= 1e6,
      motion.gravity.maximumMagnitude <= 1e6
    else { return }
    guard let passage = integrate(motion) else { return }
    let time = motion.timestamp
    bridgeSaturation(motion)
    detectZeroVelocity(motion, step: passage.duration, listener)
    if time >= nextAttitudeUpdate {
      measureAttitude(of: motion)
      measureVelocityPrior()
    }
    let measured =
      phase.isActive && !phase.isFalse && time >= nextVelocityUpdate
      && measureZeroVelocity(at: time)
    if measured { measureFloor() }
    let isDue = filter.pending.duration >= Self.checkpointInterval - passage.duration / 2
    if isDue || history.isEmpty { takeCheckpoint() }
    uncertainty = filter.uncertainty
    history.append(
      NavigationHistory.Step(
        index: nextIndex, timestamp: time, position: filter.position, velocity: filter.velocity,
        attitude: filter.attitude, isStationary: isStationary, passage: passage))
    nextIndex += 1
    listener(.position(point(at: time)))
    settle(at: time, measured: measured, listener)
    if time >= nextReferenceRevision { reviseByReferences(listener) }
  }

  /// Delivers the last revision; the stream may continue.
  public mutating func finish(listener: (PathEvent) -> Void) {
    if nextReferenceRevision < .infinity {
      reviseByReferences(listener)
    } else if stage == .stationary {
      reviseAgain(listener)
    }
  }

  /// Starts a new path at the origin with the last sample, at a known velocity. The knowledge about
  /// the attitude and the sensors is kept.
  ///
  /// - Parameters:
  ///   - velocity: The velocity at the last sample in the reference frame, in m/s.
  ///   - deviation: The standard deviation of each component, in m/s.
  ///   - capacity: The largest number of samples of the path that a revision covers.
  mutating func startAgain(velocity: Vector3<Double>, deviation: Double, capacity: Int) {
    history = NavigationHistory(capacity: capacity)
    filter.startAgain(velocity: velocity, deviation: deviation)
    uncertainty = filter.uncertainty
    phase.end()
    stage = .moving
    floor = FloorConstraint()
    revisedIndex = -1
    nextIndex = 0
    history.appendCheckpoint(at: 0, of: &filter)
    guard let timestamp else { return }
    movementStart = timestamp
    agreementTime = timestamp
    keptVertical = nil
    history.append(
      NavigationHistory.Step(
        index: 0, timestamp: timestamp, position: filter.position, velocity: filter.velocity,
        attitude: filter.attitude, isStationary: false, passage: ErrorStep()))
    nextIndex = 1
  }

  /// Stores the covariance at the current sample before it changes.
  @inline(never)
  mutating func takeCheckpoint() {
    history.appendCheckpoint(at: nextIndex, of: &filter)
  }

  /// The longest time between checkpoints, in seconds.
  static let checkpointInterval = 0.2

  /// Whether the device is quiet, and at rest rather than at constant velocity.
  private var isStationary: Bool { phase.isActive && !phase.isRejected && !phase.isFalse }

  /// The latest point, at this time.
  @inline(__always)
  private func point(at time: Double) -> PathPoint {
    PathPoint(
      index: nextIndex - 1, timestamp: time, position: filter.position, velocity: filter.velocity,
      attitude: Attitude(quaternion: filter.attitude), isStationary: isStationary,
      uncertainty: uncertainty)
  }
}

extension InertialNavigator {
  /// The parameters of a navigator. The defaults serve a phone in the hand and a sensor on the
  /// foot.
  public struct Configuration: Hashable, Sendable {
    /// The parameters of zero-velocity detection. Default: steady readings within 0.07 g.
    ///
    /// These depend neither on the attitude nor on an accelerometer's offset; the filter rejects
    /// false detections.
    public var detector = ZeroVelocityDetector.Configuration(
      statistic: .unknownGravity, accelerationLimit: 0.07)
    /// The errors of the sensors.
    public var sensors = Sensors()
    /// The standard deviation of each component of the velocity at the start, in m/s.
    /// Default: 0.3 m/s.
    public var initialVelocityDeviation = 0.3
    /// The standard deviation of each component of the position at the start, in metres. Default:
    /// 0, so that the path starts at the origin of its frame.
    public var initialPositionDeviation = 0.0
    /// The standard deviation of the heading of device motion in the frame of external
    /// measurements, in radians, constant for about a minute. Default: 0, so that device motion
    /// defines the frame.
    public var initialHeadingDeviation = 0.0
    /// The standard deviation of the height of level ground under a foot, in metres; infinite for
    /// no assumption (default).
    ///
    /// For a sensor on the foot of a person who walks on level floors: 0.02 m. Constrains strides
    /// only: movements from stance to stance by 0.4 m and more.
    public var floorDeviation: Double {
      get { floor.deviation }
      set { floor.deviation = newValue }
    }

    /// The limit of acceleration without gravity in a stationary phase: its root mean square over
    /// the detector's window, in g. Steady readings can be those of a steady push. Where tilt
    /// and sensor are known better, so that six standard deviations of their errors are less, the
    /// limit is that, and at least `leastAcceleration`.
    var accelerationLimit = 0.1
    let leastAcceleration = 0.02
    /// The longest push to one side of a device that does not turn, in seconds: a movement there
    /// and back by half a metre in 2 s has one of 1 s.
    let longestPush = 1.5
    /// The cosine of the largest turn since the last rest after which the vertical is still
    /// known, 10°: a gyroscope's scale that is wrong by 2 % then makes an error of 0.2°.
    let keptTurn = 0.985
    /// The longest time without steady readings since the last rest after which the vertical is
    /// still known, in seconds: that of a few jolts, as by rails, each with the detector's window.
    let joltTime = 0.5
    var intensity = MotionIntensity.Configuration()
    var zeroVelocity = ZeroVelocityUpdate()
    var attitude = AttitudeUpdate()
    /// Whether the velocity has the prior of a hand that moves back and forth.
    var usesVelocityPrior = true
    var floor = FloorConstraint.Configuration()
    /// The largest number of samples that a revision covers: 0.2 kB each, 2 kB at measurements.
    var capacity = 4096
    /// The duration of a stationary phase after which the movement before it is final, in seconds.
    let settlingTime = 0.5
    /// The smallest change, in standard deviations, for which a path is revised again when a
    /// stationary phase has ended or lasted; 0 to revise it always.
    var leastRevision = 0.25

    /// Creates the default parameters.
    public init() {}
  }

  /// The errors of the sensors, as standard deviations.
  public struct Sensors: Hashable, Sendable {
    /// Velocity random walk: the velocity error after one second of accelerometer noise, growing
    /// with the square root of time, in m/s. Default: 0.03 m/s.
    public var accelerationNoise = 0.03
    /// The accelerometer's bias at the start, in m/s². Default: 0.1 m/s².
    public var accelerationBias = 0.1
    /// The same along the vertical at the start, in m/s². Across it, the tilt that the force shows
    /// contains the offset.
    let verticalBias =
      InertialFilter.AccelerometerConstants.deviation * SensorSample.standardGravity
    /// The relative error of the accelerometer's scale at the start, the same on all axes: a third
    /// of the calibration tolerance in data sheets, 3 % (InvenSense MPU-6050).
    let accelerationScale = 0.01
    /// Angle random walk: the attitude error after one second of gyroscope noise, in radians.
    /// Default: 0.002.
    public var rotationNoise = 0.002
    /// The gyroscope's bias that device motion has not removed, in rad/s, unless the motion states
    /// its deviation. Default: 0.005 rad/s.
    public var rotationBias = 0.005

    /// Additional velocity error per m/s² of acceleration, for scale and alignment, in m/s.
    var accelerationShare = 0.005
    /// The random walk of the accelerometer's bias in one second, in m/s².
    var accelerationBiasWalk = 1e-4
    /// Additional attitude error per rad/s of angular rate, in radians.
    var rotationShare = 0.002
    /// The random walk of that bias in one second, in relation to its deviation: device motion
    /// changes its own correction as it estimates the bias, within about 100 s.
    var rotationBiasWalk = 0.14
  }

  /// The zero-velocity update: how precisely a stationary device has no velocity.
  struct ZeroVelocityUpdate: Hashable, Sendable {
    /// The standard deviation of each component, in m/s, due to the compression of a sole.
    let deviation = 0.01
    /// The distance of the point about which the device may turn, in metres; multiplied by the
    /// angular rate it adds to the deviation.
    let leverArm = 0.1
    /// The correlation time of the error, in seconds: the interval between updates.
    let correlationTime = 0.05
    /// The largest velocity, in standard deviations, at which an update is accepted at once. Phases
    /// longer than the settling time are always accepted, and so is the phase after `patience`
    /// rejected ones.
    let gate = 6.0
    /// The same where the vertical is known, so that the covariance of the velocity is true; no
    /// phase is accepted beyond it.
    let knownGate = 3.0
    /// The number of consecutive phases that are rejected.
    let patience = 2
  }

  /// The attitude of device motion as a measurement, beyond the angular rate it was made from.
  struct AttitudeUpdate: Hashable, Sendable {
    /// The standard deviation of the inclination, in radians, unless the motion states it.
    var inclination = Double.pi / 180
    /// The standard deviation of the heading, in radians.
    let heading = 2 * Double.pi / 180
    /// The correlation time of the error, in seconds.
    let correlationTime = 1.5
    /// The correlation time of the heading relative to the frame of external measurements, in
    /// seconds.
    let headingCorrelationTime = 60.0
    /// The time from one update to the next, in seconds.
    var interval = 0.5
    /// The tilt from the vertical of device motion, in radians, that its errors rarely reach in a
    /// stationary phase: 2.3°.
    let steadyTilt = 0.04
    /// The time for which such a tilt is a steady acceleration, in seconds.
    let steadyTime = 3.0
    /// The difference, in radians, beyond which the reference frame is a new one and is adopted.
    let newFrame = 20 * Double.pi / 180
  }
}
