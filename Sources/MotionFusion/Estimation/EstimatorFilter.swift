/// The filter of a ``MotionEstimator``: the inertial filter or that of another method.
struct EstimatorFilter: Sendable {
  /// The inertial filter; if ``other`` is set, only its magnetometer calibration is used.
  private(set) var inertial = InertialFilter()
  private var other: Other?
  /// Whether there is no other filter. A stored flag: testing ``other`` copies it, which would cost
  /// workload "motion-estimator-1000" a fifth of its instructions.
  private let isInertial: Bool
  /// Whether the last sample aligned *x* of the other filter with north again.
  private var hasNewNorth = false

  private enum Other: Sendable {
    case complementary(ComplementaryFilter)
    case mahony(MahonyFilter)
    case madgwick(MadgwickFilter)

    var readout: Readout {
      switch self {
      case .complementary(let filter): Readout(filter)
      case .mahony(let filter): Readout(filter)
      case .madgwick(let filter): Readout(filter)
      }
    }

    mutating func update(_ checked: CheckedSample) {
      switch self {
      case .complementary(var filter):
        filter.update(checked)
        self = .complementary(filter)
      case .mahony(var filter):
        filter.update(checked)
        self = .mahony(filter)
      case .madgwick(var filter):
        filter.update(checked)
        self = .madgwick(filter)
      }
    }

    mutating func forgetNorth() {
      switch self {
      case .complementary(var filter):
        filter.forgetNorth()
        self = .complementary(filter)
      case .mahony(var filter):
        filter.forgetNorth()
        self = .mahony(filter)
      case .madgwick(var filter):
        filter.forgetNorth()
        self = .madgwick(filter)
      }
    }
  }

  /// The values that an estimator reads at every sample.
  struct Estimates {
    var attitude: Quaternion<Double>?
    var rotationRate: Vector3<Double>
    var gyroscopeBias: Vector3<Double>
    /// Whether the last sample, or a measurement after it, aligned *x* with north again.
    var hasNewNorth: Bool
    var isStationary: Bool
  }

  init(_ method: OrientationMethod, usesMagnetometer: Bool) {
    if case .inertial = method { isInertial = true } else { isInertial = false }
    switch method {
    case .inertial(var configuration):
      configuration.usesMagnetometer = configuration.usesMagnetometer && usesMagnetometer
      configuration.calibratesMagnetometer = true
      inertial = InertialFilter(configuration: configuration)
    case .complementary(let inclination, let heading):
      other = .complementary(
        ComplementaryFilter(
          inclinationTimeConstant: inclination, headingTimeConstant: heading,
          usesMagnetometer: usesMagnetometer))
    case .mahony(let proportional, let integral):
      other = .mahony(
        MahonyFilter(
          proportionalGain: proportional, integralGain: integral,
          usesMagnetometer: usesMagnetometer))
    case .madgwick(let gain):
      other = .madgwick(MadgwickFilter(gain: gain, usesMagnetometer: usesMagnetometer))
    }
  }

  @inline(never)
  mutating func update(_ checked: CheckedSample) {
    if isInertial { inertial.update(checked) } else { updateOther(checked) }
  }

  private mutating func updateOther(_ checked: CheckedSample) {
    let before = selected
    var knewNorth = before.isNorthKnown
    let isMisled = inertial.magnetic.calibrate(
      checked, gyroscopeBias: before.gyroscopeBias, attitude: before.attitude,
      isNorthKnown: knewNorth, judgesFields: false)
    if isMisled {
      other?.forgetNorth()
      knewNorth = false
    }
    var calibrated = checked
    calibrated.magneticField? -= inertial.magnetic.calibrator.correction
    other?.update(calibrated)
    hasNewNorth = selected.isNorthKnown && !knewNorth
  }

  /// Takes an external heading or attitude, in the filter's frame; only the inertial filter uses
  /// it.
  ///
  /// - Parameter time: The time of the last sample, in seconds.
  /// - Returns: Whether it was used.
  mutating func observe(_ measurement: MotionMeasurement, at time: Double) -> Bool {
    guard isInertial else { return false }
    let age = time - measurement.timestamp
    switch measurement.quantity {
    case .heading(let angle):
      return inertial.observe(heading: angle, deviation: measurement.deviation, age: age)
    case .attitude(let attitude):
      return inertial.observe(attitude: attitude, deviation: measurement.deviation, age: age)
    case .position, .velocity: return false
    }
  }

  /// The estimates after the last sample.
  ///
  /// This function is mutating and not inlined, so that the fields are read in place. A getter
  /// copies the whole filter first, which costs workload `motion-estimator-1000` an eighth of its
  /// instructions.
  @inline(never)
  mutating func estimates() -> Estimates {
    if isInertial {
      return Estimates(
        attitude: inertial.attitude, rotationRate: inertial.rotationRate,
        gyroscopeBias: inertial.gyroscopeBias, hasNewNorth: inertial.hasNewNorth,
        isStationary: inertial.isStationary)
    }
    let filter = selected
    return Estimates(
      attitude: filter.attitude, rotationRate: filter.rotationRate,
      gyroscopeBias: filter.gyroscopeBias, hasNewNorth: hasNewNorth, isStationary: false)
  }

  /// ``uncertainty``, read in place like ``estimates()``.
  @inline(never)
  mutating func currentUncertainty() -> OrientationUncertainty? {
    isInertial ? inertial.uncertainty : selected.uncertainty
  }

  var attitude: Quaternion<Double>? { isInertial ? inertial.attitude : selected.attitude }
  var gyroscopeBias: Vector3<Double> {
    isInertial ? inertial.gyroscopeBias : selected.gyroscopeBias
  }
  var uncertainty: OrientationUncertainty? {
    isInertial ? inertial.uncertainty : selected.uncertainty
  }

  private var selected: Readout {
    @inline(never) get { other?.readout ?? Readout(inertial) }
  }

  /// The requirements that all filters share. Embedded Swift has no values of protocol type.
  private struct Readout {
    let attitude: Quaternion<Double>?
    let rotationRate, gyroscopeBias: Vector3<Double>
    let isNorthKnown: Bool
    let uncertainty: OrientationUncertainty?

    init(_ filter: some OrientationFilter) {
      attitude = filter.attitude
      rotationRate = filter.rotationRate
      gyroscopeBias = filter.gyroscopeBias
      isNorthKnown = filter.isNorthKnown
      uncertainty = filter.uncertainty
    }
  }
}

/// A method of orientation estimation, with its parameters.
public enum OrientationMethod: Hashable, Sendable, Codable {
  /// ``InertialFilter``: bias estimation, stationary phases, disturbance rejection.
  case inertial(InertialFilter.Configuration = InertialFilter.Configuration())
  /// A complementary filter, with the time constants of its corrections by gravity and by north, in
  /// seconds.
  case complementary(inclinationTimeConstant: Double = 2, headingTimeConstant: Double = 10)
  /// ``MahonyFilter``, with its gains in 1/s and 1/s².
  case mahony(proportionalGain: Double = 0.74, integralGain: Double = 0.0012)
  /// ``MadgwickFilter``, with its gain in rad/s.
  case madgwick(gain: Double = 0.1)
}

/// The methods of orientation estimation by name.
package enum OrientationMethodName: String, CaseIterable, Sendable {
  case inertial, complementary, mahony, madgwick

  /// The method with its default parameters.
  package var method: OrientationMethod {
    switch self {
    case .inertial: .inertial()
    case .complementary: .complementary()
    case .mahony: .mahony()
    case .madgwick: .madgwick()
    }
  }
}
