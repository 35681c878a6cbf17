extension InertialFilter {
  /// The parameters of an ``InertialFilter``, in physical units.
  public struct Configuration: Hashable, Sendable, Codable {
    /// Whether the magnetometer corrects the heading. Default: true.
    public var usesMagnetometer = true
    /// Whether the magnetometer's hard-iron offset is estimated and subtracted.
    package var calibratesMagnetometer = false
    /// The factor of the deviation of the device's velocity, which the filter estimates: with a
    /// larger one the vertical follows the gyroscope for longer. Default: 1.
    public var velocityScale = 1.0
    /// The largest component of the gyroscope bias, in rad/s. In a stationary phase alone at most
    /// 2°/s are estimated about the vertical, because a slow turn looks alike; a steady rate up to
    /// the largest bias then widens the deviations. Default: 20°/s, the most that low-cost parts
    /// specify.
    public var largestBias = 20 * Double.pi / 180

    /// The default parameters.
    public init() {}
  }
}

extension InertialFilter {
  /// Constants of the correction by gravity, chosen on the development recordings of BROAD, RepoIMU
  /// (T-stick and pendulum), TUM-VI, EuRoC, RING and phones, each set with the same weight.
  /// Constants.md shows how little the errors change around them.
  enum InclinationConstants {
    /// The correlation time of the velocity, in seconds.
    static let correlation = 2.0
    /// The velocity's deviation at the start, 0.7 m/s in g·s, and the time for which it counts, in
    /// seconds.
    static let initialVelocity = 0.7 / SensorSample.standardGravity
    static let initialTime = 3.0
    /// The averaging time of the mean square of the velocity, in seconds.
    static let velocityTime = 30.0
    /// The mean square of the velocity in relation to that of its estimate.
    static let velocityShare = 2.0
    /// The bounds of the velocity's deviation, 0.03 and 5 m/s in g·s. In a stationary phase it is
    /// the lower one.
    static let velocities = 0.03 / SensorSample.standardGravity...5 / SensorSample.standardGravity
    /// The number of standard deviations of the velocity beyond which the surroundings move, as a
    /// vehicle does, and the variance of a component that the velocity then has, in relation to the
    /// excess of its square.
    static let velocityGate = 4.0
    static let carriedShare = 2.0
    /// The averaging time of the force that shows a lost vertical, in seconds, and the cosine of
    /// its angle to the vertical, 45°: a true vertical there takes a change of velocity by 10 m/s.
    static let meanTime = 1.0
    static let leastCosine = 0.7
    /// The least mean force that shows a vertical, in g: twice what sensors with an offset of
    /// 0.08 g on each axis read in free fall.
    static let leastForce = 0.3
    /// The standard deviation of an unmeasured turn in relation to the expected one: that of
    /// clipped rates has long tails.
    static let missedScale = 2.0
    /// The unmeasured turn beyond which the next force sets the vertical, in radians.
    static let lostTurn = 1.5
    /// The random walk of the tilt: standard deviation after one second, 0.1° in radians.
    static let walk = 0.1 * Double.pi / 180
    /// The random walk of the tilt due to the gyroscope's scale and alignment: after one second at
    /// 1 rad/s, in radians.
    static let turningWalk = 0.003
    /// The variance of the tilt by the first force, (14°)² in rad²: the device may move.
    static let initialVariance = 0.06
    /// The largest variance of a vertical with a valid dip: (5°)² in rad².
    static let settledVariance = 0.0076
    /// The time constant of the tilt without a gyroscope, in seconds: that of a share of 0.1 a
    /// sample at 100 Hz, as in ``GravitySeparator``. On ten trials of BROAD, whose turns the
    /// low-pass cannot follow, the inclination is wrong by 25° (rms) with 0.1 s, 60° with 1 s.
    static let withoutGyroscope = 0.1
  }

  /// Constants of the recovery of the vertical after a pause.
  enum RecoveryConstants {
    /// The mean square of a component of the horizontal force before any motion, in g²: that of the
    /// median of the sets; the time for which it counts, and that of the mean, in seconds.
    static let initialForce = 0.02
    static let initialTime = 3.0
    static let usualTime = 30.0
    /// The variance of a force's direction in relation to the mean square: after a pause the motion
    /// may be stronger.
    static let forceShare = 1.5
    /// The least variance of the unmeasured turn, in relation to that of a force's direction.
    static let leastRatio = 20.0
    /// The duration of the recovery, in seconds.
    static let duration = 3.0
    /// The correlation time of force and velocity, in seconds.
    static let correlation = 0.5
    /// The time for which the vertical follows the mean force, in seconds, if the variance of a
    /// force's direction is more than (11°)² in rad² and the share of the first step this.
    static let followingTime = 0.25
    static let followedVariance = 0.04
    static let followedShare = 0.8
  }

  /// Constants of the bias estimation.
  enum BiasConstants {
    /// The initial standard deviation of a component, 3°/s in rad/s. Phones have up to 5.5°/s.
    static let initialDeviation = 3 * Double.pi / 180
    /// The weight of this deviation against the three components that are found, in components.
    static let priorWeight = 0.1
    /// The largest deviation of the velocity with which the prior widens, 1.5 m/s in g·s: that of a
    /// hand. Errors on the development recordings and in simulated vehicles are flat from 1 m/s on.
    static let largestVelocity = 1.5 / SensorSample.standardGravity
    /// The deviation of the bias that forces do not show, 0.3°/s in rad/s, for the heading's drift.
    static let unseenDeviation = 0.3 * Double.pi / 180
    /// The time between adaptations of the prior, in seconds.
    static let priorInterval = 0.5
    /// The random walk: standard deviation after one second, 0.01°/s in rad/s.
    static let walk = 0.01 * Double.pi / 180
    /// The random walk about a horizontal axis at a velocity of this many standard deviations or
    /// more: standard deviation after one second, 0.2°/s in rad/s. Constants.md shows what steps of
    /// the bias and the development recordings say.
    private static let largestWalk = 0.2 * Double.pi / 180
    private static let unusualVelocity = 5.0
    /// The time after a rest for which its mean rate is the bias, in seconds: an unusual velocity
    /// then is that of a vehicle.
    static let knownTime = 60.0
    /// The variance of this walk after one second, at a velocity with this square in relation to
    /// its variance.
    static func walkVariance(at square: Double) -> Double {
      let share = square / (unusualVelocity * unusualVelocity)
      return largestWalk * largestWalk * min(share * share, 1)
    }
    /// The standard deviation of the mean rate of a stationary phase, after a second, in rad/s.
    private static let restNoise = 0.09 * Double.pi / 180
    /// The variance of the mean rate of a stationary phase, after `time` seconds, in rad²/s².
    static func restVariance(after time: Double) -> Double { restNoise * restNoise / time }
    /// The number of standard deviations of the mean rate at rest beyond which the bias has changed
    /// by a step, if a turn that the force does not show confirms it, or the device turns about the
    /// vertical.
    static let stepGate = 3.0
  }

  /// Constants of the estimation of the gyroscope's scale.
  ///
  /// Turns about a horizontal axis move gravity by the true angle.
  enum ScaleConstants {
    /// The initial standard deviation: half a percent is typical. At 1 %, rates that are 1 % too
    /// high are corrected better (BROAD 2.5° instead of 3.2°), and undisturbed rates worse (2.0°
    /// instead of 1.9°).
    static let deviation = 0.005
  }

  /// Constants of the detection of stationary phases, most of them as in VQF.
  enum StationaryConstants {
    /// The time without motion before a phase is stationary, in seconds.
    static let duration = 1.5
    /// The time constant of the reference means, in seconds.
    static let timeConstant = 0.5
    /// The time constant of the readings that are compared with the means, in seconds: the motors
    /// of a drone shake it while it stands.
    static let smoothing = 0.025
    /// The largest deviation of the angular rate from its mean, 2°/s in rad/s.
    static let rotation = 2 * Double.pi / 180
    /// The largest mean rate about the vertical that differs from the bias by its errors, 2°/s in
    /// rad/s: a faster one is a slow turn, also before the bias is known.
    static let largestRate = 2 * Double.pi / 180
    /// The largest deviation of the specific force from its mean, in g.
    static let acceleration = 0.05
    /// The largest change of the mean force since the start of the phase, in g: a vehicle that
    /// starts softly.
    static let drift = 0.02
    /// The largest difference between the turns by rate and by force in a phase, 0.5° in radians:
    /// half of what ends the phase.
    static let unseenTurn = 0.5 * Double.pi / 180
  }

  /// Constants of the accelerometer's offset.
  package enum AccelerometerConstants {
    /// The standard deviation of each component, in g. Data sheets allow 0.05 g to 0.08 g
    /// (InvenSense MPU-6050), 0.04 g (Bosch BMI160).
    package static let deviation = 0.05
    /// The standard deviation of the error of the scale that all axes share: the calibration
    /// tolerance in data sheets is 3 % (InvenSense MPU-6050).
    static let scaleDeviation = 0.02
    /// The standard deviation of the force along the vertical at rest, in g: scales of the axes, of
    /// 0.5 %.
    static let noise = 0.005
    /// The largest deviation of a force at rest, in standard deviations, and the averaging time, in
    /// seconds, of deviations within a rest.
    static let gate = 3.0
    static let pushTime = 0.25
    /// The change from one rest to the next, in g.
    static let walk = 0.002
    /// The smallest offset that is subtracted, in g. Those of the recordings of BROAD, RepoIMU and
    /// EuRoC are up to 0.015 g. Without this limit the inclination errors of BROAD, whose offsets
    /// are up to 0.01 g, grew by 0.02° live and by 0.03° offline; no other one by over 0.01°.
    static let least = 0.02
    /// The least offset in relation to its standard deviation.
    static let leastRatio = 2.0
  }

  /// Constants of the heading, chosen on ten trials of BROAD.
  enum HeadingConstants {
    /// The random walk of the heading by the gyroscope: standard deviation after one second, 0.2°
    /// in radians.
    static let walk = 0.2 * Double.pi / 180
    /// The normalised innovation beyond which a reading loses weight.
    static let innovationGate = 3.0
    /// The variance of a heading that observations set, in rad²: it weighs nothing beside them.
    static let unknownVariance = 1e4
  }
}
