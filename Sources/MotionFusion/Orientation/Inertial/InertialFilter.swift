internal import RealModule

/// The package's own orientation filter: for any 6- or 9-axis unit, at any rate, without tuning.
///
/// Three corrections act where each is simplest. The gyro is integrated, exactly and with
/// its coning, to an *almost-inertial* frame that only drifts. There the specific force is
/// low-passed: the user's acceleration averages out, because a device that stays nearby has no
/// lasting velocity, and what remains turns the frame's vertical upright. The heading is one angle
/// on top, corrected by the magnetic field as far as its strength and dip are the Earth's. The
/// rate at which gravity has to correct, and the mean rate at rest, reveal the gyro's bias to a
/// Kalman filter.
///
/// The architecture follows D. Laidig and T. Seel, *VQF: Highly accurate IMU orientation
/// estimation with bias estimation and magnetic disturbance rejection*, Information Fusion 91
/// (2023), doi:10.1016/j.inffus.2022.10.014. What differs: a time step of its own for every
/// sample, the coning term, a time constant that follows the motion, a Kalman filter with
/// correlated errors for the heading, and uncertainties for all it says.
///
/// ```swift
/// var filter = InertialFilter()
/// for sample in samples {
///   filter.update(sample)
///   print(filter.attitude as Any, filter.gyroscopeBias)
/// }
/// ```
public struct InertialFilter: OrientationFilter {
  /// The parameters.
  public let configuration: Configuration
  /// The angular rate at the last sample in the device frame, in rad/s, bias removed.
  public private(set) var rotationRate = Vector3<Double>.zero
  /// Whether the magnetometer gave *x* its direction.
  public private(set) var isNorthKnown = false

  private var screen = SampleScreen()
  private var bias: GyroscopeBiasEstimator
  private var rest = RestMonitor()
  private var inclination = InclinationEstimator()
  private var heading = HeadingEstimator()
  private var field = FieldMonitor()
  /// The last turn, for the coning term.
  private var previousTurn = Vector3<Double>.zero

  /// A filter that has seen nothing yet.
  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
    bias = GyroscopeBiasEstimator(deviation: configuration.bias.initialDeviation)
  }

  /// Takes one sample of any of the sensors.
  public mutating func update(_ sample: SensorSample) {
    let admitted = screen.admit(sample)
    if admitted.followsGap { bridgeGap() }
    if let rate = admitted.rotationRate {
      turn(rate, step: admitted.rotationStep)
      if admitted.isRotationSaturated { distrust(turn: admitted.hiddenTurn) }
    }
    if let force = admitted.specificForce { level(force, step: admitted.forceStep) }
    if configuration.usesMagnetometer, let reading = admitted.magneticField {
      align(reading, step: admitted.fieldStep)
    }
  }
}

extension InertialFilter {
  /// Finds north afresh: the magnetic field so far was not the Earth's. Until the next usable
  /// reading ``isNorthKnown`` is false, and *x* stays where it is.
  public mutating func forgetNorth() {
    isNorthKnown = false
    heading.forget()
    field = FieldMonitor()
  }
}

// MARK: - What it knows

extension InertialFilter {
  /// The attitude at the last sample, device to reference; `nil` until gravity was seen.
  public var attitude: Quaternion<Double>? {
    inclination.hasGravity
      ? heading.turn * inclination.deviceToLevel : nil
  }

  /// The attitude without the magnetometer: *x* is where the filter started, and drifts.
  public var attitudeWithoutHeading: Quaternion<Double>? {
    inclination.hasGravity ? inclination.deviceToLevel : nil
  }

  /// The gyro's bias in the device frame, in rad/s.
  public var gyroscopeBias: Vector3<Double> { bias.bias }
  /// Whether the device lies still.
  public var isResting: Bool { rest.isResting }
  /// Whether the magnetic field is not the Earth's just now, and is left out.
  public var isFieldDisturbed: Bool { field.isDisturbed }
  /// What was wrong with the samples so far.
  public var faults: SampleFaults { screen.faults }

  /// What the smoother takes from a pass of the filter.
  var smootherBias: InertialSmoother.Bias {
    InertialSmoother.Bias(
      value: bias.bias, variance: bias.variance, isResting: rest.isResting)
  }

  /// How far off the estimates may be: standard deviations.
  ///
  /// On the ten BROAD trials that we have, the squared error over the variance is 0.8 in the mean for
  /// the inclination (0.1 through 2.1 by trial) and 0.9 for the heading (0.1 through 2.7: rooms bend
  /// the field more or less). That of the bias allows for a gyro that warms up; where it does not,
  /// the bias is off by a tenth of it.
  public var uncertainty: OrientationUncertainty? {
    guard inclination.hasGravity else { return nil }
    return OrientationUncertainty(
      inclination: inclination.deviation(biasDeviation: bias.deviation.length),
      heading: max(heading.variance, 0).squareRoot(), gyroscopeBias: bias.deviation)
  }
}

// MARK: - The steps

extension InertialFilter {
  @inline(__always)
  private mutating func turn(_ rate: Vector3<Double>, step: Double) {
    rest.observe(rate: rate, step: step, configuration.bias)
    rotationRate = rate - bias.bias
    // A reading is the mean since the one before, as sensors with a low-pass give it; the cross
    // product is what the axis' own motion between the two adds (J. E. Bortz, 1971).
    let turn = rotationRate * step
    inclination.turn(by: turn + previousTurn.cross(turn) / 12)
    previousTurn = turn
  }

  @inline(__always)
  private mutating func level(_ force: Vector3<Double>, step: Double) {
    rest.observe(force: force, step: step, configuration.bias)
    let drift = inclination.level(
      force, step: step, rate: rotationRate, bias: bias.bias,
      biasVariance: bias.variance.maximumMagnitude, configuration.inclination)
    guard step > 0 else { return }
    heading.drift(
      step: step, vertical: inclination.vertical, rate: rotationRate, bias: bias,
      configuration.heading)
    estimateBias(from: drift, step: step)
  }

  /// Observes the bias: all of it at rest, its horizontal part in motion.
  @inline(__always)
  private mutating func estimateBias(
    from drift: InclinationEstimator.Drift?, step: Double
  ) {
    let parameters = configuration.bias
    let walk = parameters.walk * parameters.walk
    let initial = parameters.initialDeviation * parameters.initialDeviation
    bias.wander(walk * step, limit: initial)
    // With a density r of the observation's noise the variance settles at √(walk r).
    if rest.isResting {
      let settled = parameters.restDeviation * parameters.restDeviation
      let variance = settled * settled / (walk * step)
      let mean = rest.meanRate
      bias.observe(.unitX, mean.x, variance: variance, limit: parameters.limit)
      bias.observe(.unitY, mean.y, variance: variance, limit: parameters.limit)
      bias.observe(.unitZ, mean.z, variance: variance, limit: parameters.limit)
    } else if let drift {
      let settled = parameters.motionDeviation * parameters.motionDeviation
      let variance = settled * settled / (walk * step)
      bias.observe(drift.x, drift.rate.x, variance: variance, limit: parameters.limit)
      bias.observe(drift.y, drift.rate.y, variance: variance, limit: parameters.limit)
    }
  }

  private mutating func align(_ reading: Vector3<Double>, step: Double) {
    guard inclination.hasGravity else { return }
    let level = inclination.deviceToLevel.act(reading)
    field.observe(
      level, step: step, turning: rotationRate.length, isLevel: inclination.isSettled,
      configuration.heading)
    if field.hasDisprovedReference {
      // Who keeps a frame of its own learns of the jump when north is found again.
      isNorthKnown = false
      heading.forget()
      return
    }
    guard !field.isDisturbed else { return }
    heading.correct(
      to: level, step: step, isLevel: inclination.isSettled, isResting: rest.isResting,
      configuration.heading)
    isNorthKnown = true
  }

  /// Starts gravity and heading afresh, and keeps what a pause does not change.
  private mutating func bridgeGap() {
    rest.restart()
    inclination.restart()
    field.restart()
    heading.forget()
    previousTurn = .zero
  }

  /// After readings at the end of the gyro's range the attitude may be off by this angle in radians.
  private mutating func distrust(turn: Double) {
    inclination.loosen(by: turn)
    heading.loosen(by: turn)
  }
}
