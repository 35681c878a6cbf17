extension InertialNavigator {
  /// The constants of a navigator, in physical units. One set serves a phone in the hand and a sensor
  /// on the foot.
  public struct Configuration: Hashable, Sendable, Codable {
    /// How rest is recognised. Default: the stance hypothesis at 0.07 g, which asks nothing of the
    /// attitude; what the filter cannot believe it refuses.
    public var rest = ZeroVelocityDetector.Configuration(
      statistic: .stanceHypothesis, accelerationLimit: 0.07)
    /// The root mean square of the acceleration over the same window, in g, gravity being where the
    /// navigator knows it, beyond which that is no rest: the stance hypothesis takes a push across
    /// gravity for a tilt. Default: 0.1 g.
    public var pushLimit = 0.1
    /// How quiet a device has to be for rest after a gentle movement.
    public var vigor = Vigor()
    /// What is wrong with the sensors.
    public var sensors = Sensors()
    /// How exactly rest is rest.
    public var zeroVelocity = ZeroVelocity()
    /// How far the attitude of device motion is believed.
    public var attitude = AttitudeAid()
    /// What is assumed of the ground under a foot.
    public var ground = Ground()
    /// The standard deviation of each component of the velocity at the start, in m/s: the device
    /// may be under way. Default: 0.3 m/s.
    public var initialVelocity = 0.3
    /// The longest time between samples that is integrated across, in seconds. Default: 0.25 s.
    public var longestStep = 0.25
    /// The most samples that a revision goes back: a fifth of a kilobyte each, and two where something
    /// is measured. Default: 4096.
    public var capacity = 4096
    /// Time at rest after which the movement before it is final, in seconds. Default: 0.5 s.
    public var settlingTime = 0.5

    /// How far a rest has to move what was told of the movement before it, in standard deviations, to be told
    /// again when it is over or has lasted; 0 to tell it always. Default: 0.25.
    public var leastRevision = 0.25

    /// The defaults.
    public init() {}
  }

  /// How quiet a device has to be for rest: as ``Configuration/rest`` says after a vigorous movement, and
  /// quieter after a gentle one, in proportion.
  ///
  /// The limits of rest are scaled by the largest share that the angular rate had of ``rate``, or the
  /// acceleration of ``push``; the square of that share falls exponentially with the time constant ``duration``.
  /// Before the first movement the scale is 1, and a rest keeps the scale that it began with.
  public struct Vigor: Hashable, Sendable, Codable {
    /// The angular rate of a vigorous movement, in rad/s. Default: 3 rad/s.
    public var rate = 3.0
    /// The acceleration of a vigorous movement, in g. Default: 1 g.
    public var push = 1.0
    /// The time constant after which a movement counts less, in seconds. Default: 0.3 s.
    public var duration = 0.3
    /// The least scale of the limits; 1 for the same limits after every movement. Default: 0.5.
    public var leastShare = 0.5

    /// The defaults.
    public init() {}
  }

  /// What is wrong with the sensors: standard deviations.
  public struct Sensors: Hashable, Sendable, Codable {
    /// Of the velocity after one second of accelerometer noise, growing with the square root of
    /// time, in m/s. Default: 0.02 m/s.
    public var accelerationNoise = 0.02
    /// The same for every m/s² of acceleration, for scale and alignment are never perfect.
    /// Default: 0.005 m/s.
    public var accelerationShare = 0.005
    /// Of the velocity that went missing at the end of the accelerometer's range and was bridged, as a
    /// share of what the slopes at both ends let expect. Default: 1.
    public var bridgeShare = 1.0
    /// Of the accelerometer's bias at the start, in m/s². Default: 0.03 m/s².
    public var accelerationBias = 0.03
    /// Of how far that bias wanders in one second, in m/s². Default: 1e-4 m/s².
    public var accelerationBiasWalk = 1e-4
    /// Of the attitude after one second of gyro noise, in radians. Default: 0.002.
    public var rotationNoise = 0.002
    /// The same for every rad/s of angular rate. Default: 0.001.
    public var rotationShare = 0.001
    /// Of the bias that device motion left in the angular rate, in rad/s. Default: 0.005 rad/s.
    public var rotationBias = 0.005
    /// Of how far that bias wanders in one second, in rad/s. Default: 1e-5 rad/s.
    public var rotationBiasWalk = 1e-5
    /// The same at rest, where device motion learns more of it and leaves less. Default: 0.001 rad/s.
    public var rotationBiasWalkAtRest = 0.001

    /// The defaults.
    public init() {}
  }

  /// How exactly a device recognised to be at rest has no velocity.
  public struct ZeroVelocity: Hashable, Sendable, Codable {
    /// Standard deviation of each component, in m/s: tremor, and the give of a sole.
    /// Default: 0.01 m/s.
    public var deviation = 0.01
    /// How far away the point may be about which the device still turns, in metres; with the
    /// angular rate it makes a velocity. Default: 0.1 m.
    public var leverArm = 0.1
    /// Seconds after which the deviation is another one: rest is measured that often.
    /// Default: 0.05 s.
    public var correlationTime = 0.05
    /// The standard deviation of each component of the velocity, in m/s, below which the end of a rest
    /// makes what was before it final. Default: 0.02 m/s.
    public var certainty = 0.02
    /// The angular rate at rest, in rad/s, below which for ``stillTime`` the device does not turn at all,
    /// so that what the gyro reads is its bias. A foot that rolls over the ground turns faster. Default: 0.03 rad/s.
    public var stillRate = 0.03
    /// That time, in seconds. Default: 0.2 s.
    public var stillTime = 0.2
    /// The standard deviation of the mean rate of such a device over ``correlationTime``, in rad/s.
    /// Default: 0.02 rad/s, that of a hand.
    public var rateDeviation = 0.02
    /// How far, in standard deviations, the velocity may be from zero for rest to be believed at once.
    /// Rest longer than ``Configuration/settlingTime`` is believed in any case, and so is the rest
    /// after ``patience`` that were not. Default: 6.
    public var gate = 6.0
    /// How many rests one after another are not believed. Default: 2.
    public var patience = 2

    /// The defaults.
    public init() {}
  }

  /// How far the attitude of device motion is believed, beyond the angular rate it was made from.
  public struct AttitudeAid: Hashable, Sendable, Codable {
    /// Standard deviation of its direction of gravity, in radians. Default: 1°.
    public var inclination = Double.pi / 180
    /// Standard deviation of its heading, in radians. Default: 2°.
    public var heading = 2 * Double.pi / 180
    /// Seconds after which its error is another one. Default: 1 s.
    public var correlationTime = 1.0
    /// Seconds from one comparison to the next. Default: 0.5 s.
    public var interval = 0.5
    /// A difference beyond this, in radians, is a new reference frame, which is adopted.
    /// Default: 20°.
    public var newFrame = 20 * Double.pi / 180

    /// The defaults.
    public init() {}
  }

  /// What is assumed of the ground under a foot: strides end on the floor that they began on, unless
  /// they clearly do not.
  ///
  /// A stride is a movement from rest to rest that goes far, takes little time and swings the sensor
  /// round, as no gesture of a hand does. Without this the height of a walker drifts by about a
  /// centimetre a stride.
  public struct Ground: Hashable, Sendable, Codable {
    /// The standard deviation of the floor's height, in metres; infinite for no assumption.
    /// Default: 0.02 m.
    public var deviation = 0.02
    /// The change of height, in metres, beyond which a stride led to another floor or a stair.
    /// Default: 0.08 m.
    public var largestChange = 0.08
    /// The least distance of a stride on the horizontal, in metres. Default: 0.4 m.
    public var strideLength = 0.4
    /// The longest time of a stride, in seconds; two, where the rest between was too short to be seen.
    /// Default: 2.5 s.
    public var strideTime = 2.5
    /// The angular rate that the swing of a stride reaches at least, in rad/s. Default: 3 rad/s.
    public var swingRate = 3.0
    /// The angular rate at which a foot stands rather than rolls, in rad/s. Default: 0.5 rad/s.
    public var standingRate = 0.5

    /// The defaults.
    public init() {}
  }
}
