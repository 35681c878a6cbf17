extension InertialFilter {
  /// The parameters of an ``InertialFilter``, in physical units.
  public struct Configuration: Hashable, Sendable, Codable {
    /// Whether the magnetometer corrects the heading. Default: true.
    public var usesMagnetometer = true
    /// Whether the magnetometer's hard-iron offset is estimated and subtracted.
    package var calibratesMagnetometer = false
    /// The bounds of the time constant of the correction by gravity, in seconds. It follows the
    /// motion: fast turns shorten it, translation lengthens it; equal bounds fix it. Default:
    /// 1...4.
    public var inclinationTimeConstants: ClosedRange<Double> = 1...4
    /// The largest component of the gyroscope bias, in rad/s. Within a stationary phase at most
    /// 2°/s are estimated, because a slow turn looks similar. Default: 8°/s.
    public var largestBias = 8 * Double.pi / 180

    /// The default parameters.
    public init() {}
  }
}

extension InertialFilter {
  /// Constants of the correction by gravity, chosen on recordings of BROAD, RepoIMU (T-stick and
  /// pendulum), TUM-VI, EuRoC and RING.
  ///
  /// The motion sets the time constant by `timeConstant` over the root of `balance` alone. On a
  /// grid, this value and the bounds have the least mean logarithm of the inclination error, with
  /// equal weights for all sets. Constants chosen without a set are worse on it than these
  /// (Figures.md).
  enum InclinationConstants {
    /// The nominal time constant of the low-pass on the specific force, in seconds.
    static let timeConstant = 3.2
    /// The time constant of the low-pass in both directions, in seconds.
    static let smoothingTimeConstant = 3.0
    /// The ratio of rms horizontal velocity to rms angular rate at which the time constant is
    /// nominal: the length in metres of an arm that swings the device.
    static let balance = 0.2
    /// The time over which these mean squares are taken, in seconds.
    static let intensityTime = 8.0
    /// The bounds of the time constant without a gyroscope, in seconds: that of a share of 0.1 per
    /// sample at 100 Hz, as in ``GravitySeparator``. On ten trials of BROAD, whose turns the
    /// low-pass cannot follow, the inclination is wrong by 25° (rms) with 0.1 s, 60° with 1 s.
    static let withoutGyroscope = 0.1...0.1
  }

  /// Constants of the bias estimation, as in VQF (Laidig and Seel, 2023), except for the
  /// innovations.
  enum BiasConstants {
    /// The initial standard deviation of a component, 0.5°/s in rad/s.
    static let initialDeviation = 0.5 * Double.pi / 180
    /// The random walk: standard deviation after one second, 0.02°/s in rad/s.
    static let walk = 0.02 * Double.pi / 180
    /// The steady-state deviation of the estimate in motion, 0.14°/s in rad/s.
    static let motionDeviation = 0.14 * Double.pi / 180
    /// The averaging time of the innovations in motion, in seconds, and the number of standard
    /// deviations of their mean beyond which the bias is far from its estimate. Chosen on the
    /// development halves of all sets: EuRoC has a bias of 4.5°/s; of the others the
    /// pendulum changes, by 0.06°.
    static let innovationTime = 3.0
    static let innovationGate = 2.0
    /// The steady-state deviation of the estimate in a stationary phase, 0.03°/s in rad/s.
    static let stationaryDeviation = 0.03 * Double.pi / 180
  }

  /// Constants of the estimation of the gyroscope's scale.
  ///
  /// Turns about a horizontal axis move gravity by the true angle. The noise is that of the bias.
  enum ScaleConstants {
    /// The initial standard deviation: half a percent is typical. At 1 %, rates that are 1 % too
    /// high are corrected better (BROAD 2.5° instead of 3.2°), and undisturbed rates worse (2.0°
    /// instead of 1.9°).
    static let deviation = 0.005
    /// The largest error: three times that of the worst sensors on the market (3 %, InvenSense
    /// PS-MPU-6000A).
    static let largest = 0.1
    /// The time after an unmeasured turn without observations, in seconds: about three time
    /// constants of the mean force.
    static let hold = 10.0
  }

  /// Constants of the detection of stationary phases, as in VQF.
  enum StationaryConstants {
    /// The time without motion before a phase is stationary, in seconds.
    static let duration = 1.5
    /// The time constant of the reference means, in seconds.
    static let timeConstant = 0.5
    /// The largest deviation of the angular rate from its mean, 2°/s in rad/s.
    static let rotation = 2 * Double.pi / 180
    /// The largest mean rate about the vertical, 2°/s in rad/s: a faster one is a slow turn.
    static let largestRate = 2 * Double.pi / 180
    /// The largest share of a faster rate about a horizontal axis that the force may follow, and
    /// the force's deviation in g: otherwise the rate is a turn.
    static let largestTurnShare = 0.25
    static let forceDeviation = 0.005
    /// The largest deviation of the specific force from its mean, in g.
    static let acceleration = 0.05
  }

  /// Constants of the heading, chosen on ten trials of BROAD.
  enum HeadingConstants {
    /// The random walk of the heading by the gyroscope: standard deviation after one second, 0.2°
    /// in radians.
    static let walk = 0.2 * Double.pi / 180
    /// The random walk due to the gyroscope's scale and alignment: standard deviation after one
    /// second at 1 rad/s, 0.08° in radians. It has no memory of turns in one direction, whose
    /// errors add up: the scale is a state, too.
    static let turningWalk = 0.08 * Double.pi / 180
    /// The normalised innovation beyond which a reading loses weight.
    static let innovationGate = 3.0
    /// The averaging time of innovations, in seconds.
    static let innovationTime = 10.0
  }
}
