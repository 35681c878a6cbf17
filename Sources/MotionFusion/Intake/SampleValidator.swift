/// The first stage of every filter: rejects and counts invalid readings, and measures each
/// sensor's time step.
package struct SampleValidator: Hashable, Sendable, Codable {
  /// The valid readings of a sample, each with the time since that sensor's previous reading.
  package struct ValidSample {
    /// Angular rate in rad/s.
    var rotationRate: Vector3<Double>?
    /// Seconds since the last angular rate; 0 for the first one and after a gap.
    var rotationStep = 0.0
    /// The mean angular rate over this step, ``lead`` seconds later, in rad/s.
    var meanRate = Vector3<Double>.zero
    /// Seconds from this sample to the end of the interval that its angular rate is the mean of.
    var lead = 0.0
    /// Whether the rate is at the end of the gyroscope's range.
    var isRotationSaturated = false
    /// The uncertainty of the turn in radians, after a gap or after a turn beyond the gyroscope's
    /// range.
    var missedTurn = 0.0
    /// Whether that is more than 1°. A few lost samples at 100 Hz or more stay below it.
    var missesTurn: Bool { missedTurn > SampleValidator.leastMissedTurn }
    /// Specific force in g: +1 along the vertical at rest.
    var specificForce: Vector3<Double>?
    /// Seconds since the last specific force; 0 for the first one and after a gap.
    var forceStep = 0.0
    /// The part of this step that the force stands for, in seconds.
    var forceWeight = 0.0
    /// Magnetic field in µT.
    var magneticField: Vector3<Double>?
    /// Seconds since the last field; 0 for the first one and after a gap.
    var fieldStep = 0.0
    /// Whether the sample is later than the one before, or follows a clock reset.
    var isInTime = false
    /// Whether the time before this sample is too long to integrate across.
    var followsGap = false

    /// Multiplies the angular rates.
    mutating func scaleRate(by factors: Vector3<Double>) {
      rotationRate = rotationRate.map { $0 * factors }
      meanRate = meanRate * factors
    }
  }

  /// The delay of a gyroscope's low-pass filter, in seconds.
  ///
  /// A reading is the mean angular rate over one step around its time less this delay. 2 ms is the
  /// delay of an MPU-6050 at its second widest bandwidth (1.9 ms at 188 Hz, InvenSense
  /// RM-MPU-6000A, register 26). Against the attitudes of Core Motion it is 0.0 ms (iPhone 12 mini)
  /// and 2.7 ms (iPhone 5), against the optical reference of BROAD 4.1 ms.
  static let gyroscopeDelay = 0.002
  /// The longest step without a gap, in seconds: across more, the turn is unknown.
  static let longestStep = 1.0
  /// A step shorter than that of any gyroscope, in seconds: an error of the stamps.
  private static let shortestStep = 1e-5
  /// The number of usual steps beyond which a step is a gap: two lost samples.
  private static let gapSteps = 2.5
  /// The time constant of the rms rate and the rms angular acceleration, in seconds. A gap in which
  /// the device turns back begins and ends with low rates.
  private static let activityTime = 8.0
  /// The share of the squared change of the rate across a gap in the mean squared error of its
  /// mean: 0.3 of a Brownian bridge's 1/12.
  private static let suddenShare = 0.025
  /// The uncertainty of a turn across a gap that is counted as a fault, 1° in radians.
  fileprivate static let leastMissedTurn = Double.pi / 180
  /// The longest jolt that saturates the accelerometer, in seconds.
  private static let longestJolt = 0.2
  /// Rates beyond the range of any gyroscope, in rad/s.
  private static let largestRate = 1e4
  /// Forces beyond the range of any accelerometer, in g.
  private static let largestForce = 1e6
  /// Fields beyond the range of any magnetometer, in µT.
  private static let largestField = 1e9
  /// The least magnitude of a reading with a direction, in g or µT.
  private static let leastMagnitude = 1e-3

  /// Whether the samples are in reverse order, with negated times and angular rates.
  private let isReversed: Bool
  private(set) var faults = SampleFaults()
  private var clock = SampleClock()
  private var latestRotation: Double?
  private var latestRate = Vector3<Double>.zero
  /// The mean interval between angular rates.
  private var usualStep = UsualStep()
  /// The mean square of the angular rate, in rad²/s².
  private var meanSquaredRate = 0.0
  /// The mean square of the angular acceleration, in rad²/s⁴.
  private var meanSquaredAcceleration = 0.0
  private var stamps = StampFilter()
  private var latestForce: Double?
  /// The mean interval between forces.
  private var usualForceStep = UsualStep()
  /// The time of the last force within the range.
  private var latestUnsaturatedForce: Double?
  private var latestField: Double?
  // Exact repeats count from ranges of 250°/s and 2 g on.
  private var gyroscopeSaturation = SaturationDetector(leastRange: 245 * .pi / 180)
  private var clipping = ClippingDetector()
  private var accelerometerSaturation = SaturationDetector(leastRange: 1.95)

  /// A validator.
  ///
  /// - Parameter isReversed: Whether the samples are in reverse order, with negated times and
  ///   angular rates.
  package init(isReversed: Bool = false) { self.isReversed = isReversed }

  /// Returns the valid readings of `sample`, possibly none.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  package mutating func validate(_ sample: SensorSample) -> ValidSample {
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
    valid.isInTime = true
    if let rate = sample.rotationRate { validate(rate: rate, at: time, into: &valid) }
    let filtered = time - stamps.lag
    if let acceleration = sample.acceleration {
      validate(force: -acceleration, at: filtered, into: &valid)
    }
    if let field = sample.magneticField { validate(field: field, at: filtered, into: &valid) }
    return valid
  }

  /// Counts a measurement from outside that is not valid.
  mutating func countInvalid() { faults.notFinite += 1 }

  private mutating func forgetTimes() {
    latestRotation = nil
    stamps.restart()
    latestForce = nil
    latestUnsaturatedForce = nil
    clipping.restart()
    latestField = nil
  }

  @inline(__always)  // Benchmark "inertial filter, a sample".
  private mutating func validate(
    rate: Vector3<Double>, at time: Double, into valid: inout ValidSample
  ) {
    // A NaN fails these comparisons.
    let squared = rate.lengthSquared
    guard squared < Self.largestRate * Self.largestRate else {
      faults.notFinite += 1
      return
    }
    if let last = latestRotation, time - last > Self.longestStep {
      // The other sensors went on.
      faults.gaps += 1
      forgetTimes()
      valid.followsGap = true
    }
    if let last = latestRotation {
      let step = time - last
      if usualStep.seconds == 0 { meanSquaredRate = squared }
      usualStep.begin(with: step)
      // The last stamp may have been early.
      let whole = step + stamps.lag
      if whole > Self.gapSteps * usualStep.seconds {
        valid.rotationStep = whole
        valid.missedTurn = missedTurn(until: rate, step: whole)
        stamps.restart()
      } else {
        valid.rotationStep = stamps.filtered(step)
      }
      usualStep.follow(step)
      let share = step * (1 / Self.activityTime)
      meanSquaredRate += (squared - meanSquaredRate) * share
      let change = (rate - latestRate).lengthSquared
      let shortest = max(0.5 * usualStep.seconds, Self.shortestStep)
      meanSquaredAcceleration +=
        change * (1 / Self.activityTime) / max(step, shortest) - meanSquaredAcceleration * share
    }
    latestRotation = time
    valid.meanRate = meanRate(until: rate, step: valid.rotationStep)
    let delay = isReversed ? Self.gyroscopeDelay : -Self.gyroscopeDelay
    valid.lead = max(usualStep.seconds / 2 + delay, 0)
    latestRate = rate
    let isSaturated = gyroscopeSaturation.saturatedAxes(of: rate, squared: squared) > 0
    var missed = ClippingDetector.MissedTurn()
    let step = valid.rotationStep
    let isClipped = clipping.isClipped(
      rate, squared: squared, step: step, isSaturated: isSaturated, missed: &missed)
    if isClipped {
      valid.isRotationSaturated = true
      faults.saturatedGyroscope += 1
    }
    if missed.variance > 0 {
      valid.missedTurn = (valid.missedTurn * valid.missedTurn + missed.variance).squareRoot()
      if step > 0 { valid.meanRate += missed.turn * (1 / step) }
    }
    valid.rotationRate = rate
  }

  /// The mean rate over a step whose last part, as long as the usual step, has this rate.
  ///
  /// In the remaining part, after a sample that was lost, the rate is the mean of both readings.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  private func meanRate(until rate: Vector3<Double>, step: Double) -> Vector3<Double> {
    let usual = usualStep.seconds
    guard step > usual, usual > 0 else { return rate }
    return rate + (latestRate - rate) * (0.5 - 0.5 * usual / step)
  }

  /// The uncertainty of the turn across a gap, in radians; counts a fault if it is large.
  ///
  /// The turn is taken from the mean of the rates before and after. Of a stationary rate of
  /// variance *σ*² and autocorrelation exp(−(*ωt*)²/2), *ω* the ratio of rms acceleration to rms
  /// rate, it is wrong over a time *T* by *Tσ*/√(2 + 12/*x*² + 48/*x*⁴), *x* = *ωT*, within 6 %.
  /// Rates that begin and end suddenly are wrong by a share of the change as in a Brownian bridge,
  /// too. On recordings of BROAD, RepoIMU, TUM-VI, EuRoC and RING the mean squared ratio of the
  /// error to this estimate is 0.1 to 1.3 by set and duration, 0.02 to 1 s.
  @inline(never)
  private mutating func missedTurn(until rate: Vector3<Double>, step: Double) -> Double {
    let change = (rate - latestRate).lengthSquared
    let squared = max(meanSquaredRate, (rate.lengthSquared + latestRate.lengthSquared) / 2)
    guard squared > 0 else { return 0 }
    let x2 = (step * step * meanSquaredAcceleration + change) / squared
    let error = squared / (2 + (12 + 48 / x2) / x2) + change * Self.suddenShare
    let turn = step * error.squareRoot()
    if turn > Self.leastMissedTurn { faults.gaps += 1 }
    return turn
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
    let saturatedAxes = accelerometerSaturation.saturatedAxes(of: force, squared: squared)
    if saturatedAxes > 0 {
      faults.saturatedAccelerometer += 1
      // During a short jolt, a force that is clipped on one axis is better than none.
      guard saturatedAxes == 1, let last = latestUnsaturatedForce,
        time - last < Self.longestJolt
      else { return }
    } else {
      latestUnsaturatedForce = time
    }
    if let last = latestForce {
      valid.forceStep = min(max(time - last, 0), Self.longestStep)
      usualForceStep.begin(with: valid.forceStep)
      // After saturation or a turn that was missed, the forces on both sides are no estimate of
      // that in the gap: its best estimate is the mean so far.
      let isGap = valid.forceStep > Self.gapSteps * usualForceStep.seconds
      let isKnown = !isGap || (valid.missedTurn > 0 && !valid.missesTurn)
      valid.forceWeight = isKnown ? valid.forceStep : usualForceStep.seconds
      usualForceStep.follow(valid.forceStep)
    }
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
    if let last = latestField { valid.fieldStep = min(max(time - last, 0), Self.longestStep) }
    latestField = time
    valid.magneticField = field
  }
}

/// Counts of the faults in a stream of sensor samples.
public struct SampleFaults: Hashable, Sendable, Codable {
  /// Readings or timestamps that are infinite, NaN or beyond the range of any sensor: left out.
  public var notFinite = 0
  /// Samples no later than the one before: left out, unless the clock was set back.
  public var backwardTime = 0
  /// Clock resets: runs of backward samples after which time goes on from the earlier value.
  public var clockResets = 0
  /// Gaps of over 1 s, and shorter ones whose turn is uncertain by more than 1°.
  public var gaps = 0
  /// Gyroscope readings at the end of the sensor's range: the true rate is higher.
  public var saturatedGyroscope = 0
  /// Accelerometer readings at the end of the sensor's range: left out, except those of one
  /// axis during a short jolt.
  public var saturatedAccelerometer = 0
  /// Accelerometer or magnetometer readings of zero, which have no direction: left out.
  public var withoutDirection = 0
  /// Late corrections of the heading: the magnetic field before them was that of iron in the device
  /// or near it.
  public var headingCorrections = 0

  /// No faults.
  package init() {}

  /// The sum of all counts.
  public var total: Int {
    notFinite + backwardTime + clockResets + gaps + saturatedGyroscope + saturatedAccelerometer
      + withoutDirection + headingCorrections
  }
}

extension SampleFaults {
  /// The sums of the counts.
  package static func + (a: Self, b: Self) -> Self { a.combined(with: b, by: +) }

  /// The differences of the counts.
  package static func - (a: Self, b: Self) -> Self { a.combined(with: b, by: -) }

  private func combined(with other: Self, by operation: (Int, Int) -> Int) -> Self {
    var result = Self()
    result.notFinite = operation(notFinite, other.notFinite)
    result.backwardTime = operation(backwardTime, other.backwardTime)
    result.clockResets = operation(clockResets, other.clockResets)
    result.gaps = operation(gaps, other.gaps)
    result.saturatedGyroscope = operation(saturatedGyroscope, other.saturatedGyroscope)
    result.saturatedAccelerometer = operation(saturatedAccelerometer, other.saturatedAccelerometer)
    result.withoutDirection = operation(withoutDirection, other.withoutDirection)
    result.headingCorrections = operation(headingCorrections, other.headingCorrections)
    return result
  }
}
