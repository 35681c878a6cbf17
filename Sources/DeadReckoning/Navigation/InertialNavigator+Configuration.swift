extension InertialNavigator {
  /// The parameters of a navigator. The defaults serve a phone in the hand and a sensor on the
  /// foot.
  public struct Configuration: Hashable, Sendable {
    /// The parameters of zero-velocity detection. Default: the stance hypothesis at 0.07 g.
    ///
    /// The stance hypothesis does not depend on the attitude; the filter rejects false detections.
    public var detector = ZeroVelocityDetector.Configuration(
      statistic: .stanceHypothesis, accelerationLimit: 0.07)
    /// The errors of the sensors.
    public var sensors = Sensors()
    /// The standard deviation of each component of the velocity at the start, in m/s.
    /// Default: 0.3 m/s.
    public var initialVelocityDeviation = 0.3
    /// The standard deviation of each component of the position at the start, in metres. Default:
    /// 0: the path starts at the origin of its frame.
    public var initialPositionDeviation = 0.0
    /// The standard deviation of the heading of device motion in the frame of measurements from
    /// outside, in radians, constant for about a minute. Default: 0: device motion defines the
    /// frame.
    public var initialHeadingDeviation = 0.0
    /// The standard deviation of the height of level ground under a foot, in metres; infinite for
    /// no assumption (default).
    ///
    /// For a sensor on the foot of somebody who walks on level floors: 0.02 m. Constrains strides
    /// only: movements from stance to stance that no gesture of a hand resembles.
    public var floorDeviation: Double {
      get { floor.deviation }
      set { floor.deviation = newValue }
    }

    /// The limit of acceleration without gravity in a stationary phase: its root mean square over
    /// the detector's window, in g. The stance hypothesis can mistake a push for a tilt.
    var accelerationLimit = 0.1
    var intensity = MotionIntensity.Configuration()
    var zeroVelocity = ZeroVelocityUpdate()
    var attitude = AttitudeUpdate()
    var disagreement = AttitudeDisagreement.Configuration()
    var velocityPrior = VelocityPrior.Configuration()
    var floor = FloorConstraint.Configuration()
    /// The longest time between samples that is integrated across, in seconds.
    let longestStep = DeadReckoner.longestStep
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
    /// The accelerometer's bias at the start, in m/s². Default: 0.03 m/s².
    public var accelerationBias = 0.03
    /// Angle random walk: the attitude error after one second of gyroscope noise, in radians.
    /// Default: 0.002. It is scaled by how much device motion and integrated rates disagree.
    public var rotationNoise = 0.002
    /// The gyroscope's bias that device motion has not removed, in rad/s. Default: 0.005 rad/s.
    public var rotationBias = 0.005

    /// Additional velocity error per m/s² of acceleration, for scale and alignment, in m/s.
    var accelerationShare = 0.005
    /// The random walk of the accelerometer's bias in one second, in m/s².
    var accelerationBiasWalk = 1e-4
    /// Additional attitude error per rad/s of angular rate, in radians.
    var rotationShare = 0.002
    /// The random walk of the gyroscope's bias in one second, in rad/s: device motion changes its
    /// own correction as it estimates the bias. Scaled like the angle random walk.
    var rotationBiasWalk = 7e-4
    /// The same in a stationary phase, in which device motion corrects the bias, in rad/s.
    let stationaryRotationBiasWalk = 0.001
  }

  /// The zero-velocity update: how precisely a stationary device has no velocity.
  struct ZeroVelocityUpdate: Hashable, Sendable {
    /// The standard deviation of each component, in m/s: tremor, and the give of a sole.
    let deviation = 0.01
    /// The distance of the point about which the device may turn, in metres; multiplied by the
    /// angular rate it adds to the deviation.
    let leverArm = 0.1
    /// The correlation time of the error, in seconds: the interval between updates.
    let correlationTime = 0.05
    /// The standard deviation of each component of the velocity, in m/s, below which the end of a
    /// stationary phase makes the path before it final.
    let certainty = 0.02
    /// The angular rate, in rad/s, below which for `stillTime` the device does not turn, so that
    /// the gyroscope reads its bias. A foot that rolls over the ground turns faster.
    let stillRate = 0.03
    /// In seconds.
    let stillTime = 0.2
    /// The standard deviation of the mean rate of such a device over `correlationTime`, in rad/s:
    /// that of a hand.
    let rateDeviation = 0.02
    /// The largest velocity, in standard deviations, at which an update is accepted at once. Phases
    /// longer than the settling time are always accepted, and so is the phase after `patience`
    /// rejected ones.
    let gate = 6.0
    /// The number of consecutive phases that are rejected.
    let patience = 2
  }

  /// The attitude of device motion as a measurement, beyond the angular rate it was made from.
  struct AttitudeUpdate: Hashable, Sendable {
    /// The standard deviation of the inclination, in radians; scaled by the disagreement.
    var inclination = Double.pi / 180
    /// The standard deviation of the heading, in radians.
    let heading = 2 * Double.pi / 180
    /// The correlation time of the error, in seconds.
    let correlationTime = 1.5
    /// That of the heading against the frame of measurements from outside, in seconds.
    let headingCorrelationTime = 60.0
    /// The time from one update to the next, in seconds.
    var interval = 0.5
    /// The difference, in radians, beyond which the reference frame is a new one and is adopted.
    let newFrame = 20 * Double.pi / 180
  }
}
