/// The first stage of every filter: rejects and counts invalid readings, and measures each
/// sensor's time step.
struct SampleValidator: Hashable, Sendable, Codable {
  /// The valid readings of a sample, each with the time since that sensor's previous reading.
  struct ValidSample {
    /// Angular rate in rad/s.
    var rotationRate: Vector3<Double>?
    /// Seconds since the last angular rate; 0 for the first one and after a gap.
    var rotationStep = 0.0
    /// Whether the rate is at the end of the gyroscope's range.
    var isRotationSaturated = false
    /// The largest turn in radians that a saturated gyroscope may have missed so far.
    var missedTurn = 0.0
    /// Specific force in g: +1 along the vertical at rest.
    var specificForce: Vector3<Double>?
    /// Seconds since the last specific force; 0 for the first one and after a gap.
    var forceStep = 0.0
    /// Magnetic field in µT.
    var magneticField: Vector3<Double>?
    /// Seconds since the last field; 0 for the first one and after a gap.
    var fieldStep = 0.0
    /// Whether the time before this sample is too long to integrate across.
    var followsGap = false
  }

  /// The longest step without a gap, in seconds: across more, the turn is unknown.
  static let longestStep = 1.0
  /// The longest jolt that saturates the accelerometer, in seconds.
  private static let longestJolt = 0.2
  /// The largest rate beyond the gyroscope's range, as a share of the range.
  private static let excessRateShare = 0.2
  /// Saturated readings further apart than this, in seconds, belong to different turns.
  private static let saturationPause = 0.5
  /// Rates beyond the range of any gyroscope, in rad/s.
  private static let largestRate = 1e4
  /// Forces beyond the range of any accelerometer, in g.
  private static let largestForce = 1e6
  /// Fields beyond the range of any magnetometer, in µT.
  private static let largestField = 1e9
  /// The least magnitude of a reading with a direction, in g or µT.
  private static let leastMagnitude = 1e-3

  private(set) var faults = SampleFaults()
  private var clock = SampleClock()
  private var latestRotation: Double?
  private var latestSaturation: Double?
  private var missedTurn = 0.0
  private var latestForce: Double?
  /// The time of the last force within the range.
  private var latestUnsaturatedForce: Double?
  private var latestField: Double?
  // The smallest ranges of gyroscopes and accelerometers are 250°/s and 2 g.
  private var gyroscopeSaturation = SaturationDetector(leastRange: 245 * .pi / 180)
  private var accelerometerSaturation = SaturationDetector(leastRange: 1.95)

  /// Returns the valid readings of `sample`, possibly none.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  mutating func validate(_ sample: SensorSample) -> ValidSample {
    var valid = ValidSample()
    let time = sample.timestamp
    guard time.isFinite else {
      faults.notFinite += 1
      return valid
    }
    switch clock.advance(to: time, longestStep: Self.longestStep) {
    case .start, .step: break
    case .gap:
      faults.gaps += 1
      forgetTimes()
      valid.followsGap = true
    case .backward:
      faults.backwardTime += 1
      return valid
    case .reset:
      faults.backwardTime += 1
      faults.clockResets += 1
      forgetTimes()
      valid.followsGap = true
    }
    if let rate = sample.rotationRate { validate(rate: rate, at: time, into: &valid) }
    if let acceleration = sample.acceleration {
      validate(force: -acceleration, at: time, into: &valid)
    }
    if let field = sample.magneticField { validate(field: field, at: time, into: &valid) }
    return valid
  }

  private mutating func forgetTimes() {
    latestRotation = nil
    latestForce = nil
    latestUnsaturatedForce = nil
    latestSaturation = nil
    latestField = nil
  }

  @inline(__always)  // Benchmark "inertial filter, a sample".
  private mutating func validate(
    rate: Vector3<Double>, at time: Double, into valid: inout ValidSample
  ) {
    // A NaN fails these comparisons.
    guard rate.lengthSquared < Self.largestRate * Self.largestRate else {
      faults.notFinite += 1
      return
    }
    if let last = latestRotation { valid.rotationStep = min(time - last, Self.longestStep) }
    latestRotation = time
    if gyroscopeSaturation.saturatedAxes(of: rate) > 0 {
      valid.isRotationSaturated = true
      faults.saturatedGyroscope += 1
      if let last = latestSaturation, time - last > Self.saturationPause { missedTurn = 0 }
      latestSaturation = time
      missedTurn += Self.excessRateShare * rate.maximumMagnitude * valid.rotationStep
      valid.missedTurn = missedTurn
    }
    valid.rotationRate = rate
  }

  @inline(__always)  // Benchmark "inertial filter, a sample".
  private mutating func validate(
    force: Vector3<Double>, at time: Double, into valid: inout ValidSample
  ) {
    let squared = force.lengthSquared
    guard squared < Self.largestForce * Self.largestForce else {
      faults.notFinite += 1
      return
    }
    guard squared > Self.leastMagnitude * Self.leastMagnitude else {
      faults.withoutDirection += 1
      return
    }
    let saturatedAxes = accelerometerSaturation.saturatedAxes(of: force)
    if saturatedAxes > 0 {
      faults.saturatedAccelerometer += 1
      // During a short jolt, a force that is clipped on one axis is better than none.
      guard saturatedAxes == 1, let last = latestUnsaturatedForce,
        time - last < Self.longestJolt
      else { return }
    } else {
      latestUnsaturatedForce = time
    }
    if let last = latestForce { valid.forceStep = min(time - last, Self.longestStep) }
    latestForce = time
    valid.specificForce = force
  }

  @inline(__always)  // Benchmark "inertial filter, a sample".
  private mutating func validate(
    field: Vector3<Double>, at time: Double, into valid: inout ValidSample
  ) {
    let squared = field.lengthSquared
    guard squared < Self.largestField * Self.largestField else {
      faults.notFinite += 1
      return
    }
    guard squared > Self.leastMagnitude * Self.leastMagnitude else {
      faults.withoutDirection += 1
      return
    }
    if let last = latestField { valid.fieldStep = min(time - last, Self.longestStep) }
    latestField = time
    valid.magneticField = field
  }
}
