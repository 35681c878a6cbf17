/// The filter of a ``MotionEstimator``: the inertial filter, or that of another method.
struct EstimatorFilter: Hashable, Sendable, Codable {
  /// The inertial filter; unused if there is another one.
  private(set) var inertial = InertialFilter()
  private var other: Other?
  /// Whether there is no other filter. A stored flag: testing ``other`` copies it, which would cost
  /// workload "motion-estimator-1000" a fifth of its instructions.
  private let isInertial: Bool

  private indirect enum Other: Hashable, Sendable, Codable {
    case complementary(ComplementaryFilter)
    case mahony(MahonyFilter)
    case madgwick(MadgwickFilter)

    var filter: any OrientationFilter {
      switch self {
      case .complementary(let filter): filter
      case .mahony(let filter): filter
      case .madgwick(let filter): filter
      }
    }

    mutating func update(_ sample: SensorSample) {
      switch self {
      case .complementary(var filter):
        filter.update(sample)
        self = .complementary(filter)
      case .mahony(var filter):
        filter.update(sample)
        self = .mahony(filter)
      case .madgwick(var filter):
        filter.update(sample)
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

    var initial: Self {
      switch self {
      case .complementary(let filter): .complementary(filter.initial)
      case .mahony(let filter): .mahony(filter.initial)
      case .madgwick(let filter): .madgwick(filter.initial)
      }
    }
  }

  init(_ method: OrientationMethod, usesMagnetometer: Bool) {
    if case .inertial = method { isInertial = true } else { isInertial = false }
    switch method {
    case .inertial(var configuration):
      configuration.usesMagnetometer = configuration.usesMagnetometer && usesMagnetometer
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

  /// Returns to the initial state.
  mutating func restart() {
    inertial = inertial.initial
    other = other?.initial
  }

  @inline(__always)
  mutating func update(_ sample: SensorSample) {
    if isInertial { inertial.update(sample) } else { other?.update(sample) }
  }

  mutating func forgetNorth() {
    if isInertial { inertial.forgetNorth() } else { other?.forgetNorth() }
  }

  // Inlined: a call would copy the whole filter (workload `motion-estimator-1000`).
  var attitude: Quaternion<Double>? {
    @inline(__always) get { isInertial ? inertial.attitude : selected.attitude }
  }
  var rotationRate: Vector3<Double> {
    @inline(__always) get { isInertial ? inertial.rotationRate : selected.rotationRate }
  }
  var gyroscopeBias: Vector3<Double> {
    @inline(__always) get { isInertial ? inertial.gyroscopeBias : selected.gyroscopeBias }
  }
  var isNorthKnown: Bool {
    @inline(__always) get { isInertial ? inertial.isNorthKnown : selected.isNorthKnown }
  }
  var uncertainty: OrientationUncertainty? { selected.uncertainty }
  var faults: SampleFaults { isInertial ? inertial.faults : selected.faults }

  private var selected: any OrientationFilter {
    @inline(never) get { other?.filter ?? inertial }
  }
}
