extension InertialFilter {
  /// The parameters of an ``InertialFilter``, in physical units.
  public struct Configuration: Hashable, Sendable, Codable {
    /// Whether the magnetometer gives the heading. Default: yes.
    public var usesMagnetometer = true
    /// Gravity: how it is told from what the user does.
    public var inclination = Inclination()
    /// The gyro's bias, and rest, at which it shows itself.
    public var bias = Bias()
    /// The heading, and how far to believe the magnetic field.
    public var heading = Heading()

    /// The defaults.
    public init() {}

    /// Parameters of the correction by gravity.
    public struct Inclination: Hashable, Sendable, Codable {
      /// Time constant of the low-pass on the specific force in the almost-inertial frame, in
      /// seconds, when moving and turning are in ``balance``. Default: 3 s.
      public var timeConstant = 3.0
      /// The bounds of that time constant as it follows the motion, in seconds: turning
      /// shortens it, because the gyro's errors then grow, and moving about lengthens it. Equal
      /// bounds keep it fixed. Default: 1 through 5 s.
      public var timeConstants: ClosedRange<Double> = 1...5
      /// The horizontal velocity over the angular rate, both as root mean squares, at which the
      /// time constant is the nominal one: the length in metres of an arm that swings the device
      /// about. Default: 0.23 m.
      public var balance = 0.23
      /// Seconds over which those root mean squares are taken. Default: 8 s.
      public var activityTime = 8.0

      /// The defaults.
      public init() {}
    }

    /// Parameters of the bias estimation.
    public struct Bias: Hashable, Sendable, Codable {
      /// Standard deviation of a component at the start, in rad/s. Default: 0.5°/s.
      public var initialDeviation = 0.5 * Double.pi / 180
      /// How it wanders: standard deviation after one second, growing with the square root of
      /// time, in rad/s. Default: 0.02°/s.
      public var walk = 0.02 * Double.pi / 180
      /// The largest component that is believed, in rad/s. Default: 2°/s.
      public var limit = 2 * Double.pi / 180
      /// The deviation at which estimation in motion settles, in rad/s. Default: 0.14°/s.
      public var motionDeviation = 0.14 * Double.pi / 180
      /// The deviation at which estimation at rest settles, in rad/s. Default: 0.03°/s.
      public var restDeviation = 0.03 * Double.pi / 180
      /// Time the device must not move to be at rest, in seconds. Default: 1.5 s.
      public var restDuration = 1.5
      /// Time constant of the means that rest is measured from, in seconds. Default: 0.5 s.
      public var restTimeConstant = 0.5
      /// Largest distance of the angular rate from its mean at rest, in rad/s. Default: 2°/s.
      public var restRotation = 2 * Double.pi / 180
      /// Largest distance of the specific force from its mean at rest, in g. Default: 0.05 g.
      public var restAcceleration = 0.05

      /// The defaults.
      public init() {}
    }

    /// Parameters of the heading and of the judgement on the magnetic field.
    public struct Heading: Hashable, Sendable, Codable {
      /// How the heading wanders without a magnetometer: standard deviation after one second,
      /// in radians. Default: 0.2°.
      public var walk = 0.2 * Double.pi / 180
      /// How it wanders by turning, for scale and alignment of the gyro are never perfect:
      /// standard deviation after one second at 1 rad/s, in radians. Default: 0.08°.
      public var turningWalk = 0.08 * Double.pi / 180
      /// Standard deviation of the field's direction from north where nothing is wrong with it,
      /// in radians: indoors it bends from place to place. Default: 4°.
      public var fieldDeviation = 4 * Double.pi / 180
      /// Seconds after which a moving device meets another such deviation. Default: 2 s.
      public var fieldCorrelation = 2.0
      /// The same for a device at rest. Default: 2 s.
      public var fieldCorrelationAtRest = 2.0
      /// The innovation, over its standard deviation, beyond which a reading loses weight.
      /// Default: 3.
      public var innovationGate = 3.0
      /// Seconds over which innovations are averaged, to notice that the gyro drifts by more than
      /// its noise and bias: by its scale and alignment. Default: 10 s.
      public var surpriseTime = 10.0
      /// Largest distance of the field's strength from the reference, as a share of it.
      /// Default: 0.08.
      public var strengthTolerance = 0.08
      /// Largest distance of the field's dip from the reference, in radians. Default: 10°.
      public var dipTolerance = 10 * Double.pi / 180
      /// Time constant at which the reference follows a field that is believed, in seconds.
      /// Default: 20 s.
      public var referenceTimeConstant = 20.0
      /// Time in motion after which another steady field becomes the reference at the latest, in
      /// seconds; sooner if the reference itself has seen less motion. Default: 20 s.
      public var adoptionTime = 20.0
      /// Time in motion after which a field is proven to be the surroundings' and not the
      /// device's, in seconds; a third of it where the device turns fast. Default: 3 s, more than a
      /// radian at the least turning that counts.
      public var proofTime = 3.0

      /// The defaults.
      public init() {}
    }
  }
}
