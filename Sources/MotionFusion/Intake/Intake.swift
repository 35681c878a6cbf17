/// The first stage of every sample: decides once what is valid, clipped or missing, and measures
/// each sensor's time step.
///
/// All later stages take its ``CheckedSample`` and repeat none of these checks. A stream has one
/// intake, whose ``faults`` are the counts of every report.
package struct Intake: Sendable {
  /// The delay of a gyroscope's low-pass filter, in seconds.
  ///
  /// A reading is the mean angular rate over one step around its time less this delay. 2 ms is the
  /// delay of an MPU-6050 at its second widest bandwidth (1.9 ms at 188 Hz, InvenSense
  /// RM-MPU-6000A, register 26). Against the attitudes of Core Motion it is 0.0 ms (iPhone 12 mini)
  /// and 2.7 ms (iPhone 5), against the optical reference of BROAD 4.1 ms.
  static let gyroscopeDelay = 0.002
  /// The longest pause that is not a gap, in seconds.
  private static let leastGap = 0.1
  /// The longest gap across which the acceleration is interpolated, in seconds: across more, the
  /// velocity is unknown.
  package static let longestBridge = 0.25
  /// The longest gap across which the angular rate is interpolated, in seconds: across more, the
  /// turn is unknown.
  static let longestStep = 1.0
  /// A step shorter than that of any gyroscope, in seconds: an error of the stamps.
  private static let shortestStep = 1e-5
  /// The number of usual steps beyond which samples were lost: two of them.
  private static let gapSteps = 2.5
  /// The time constant of the rms rate and the rms angular acceleration, in seconds. A gap in which
  /// the device turns back begins and ends with low rates.
  private static let activityTime = 8.0
  /// The share of the squared change of the rate across a gap in the mean squared error of its
  /// mean: 0.3 of a Brownian bridge's 1/12.
  private static let suddenShare = 0.025
  /// The uncertainty of a turn that is not measured, 1° in radians.
  static let leastMissedTurn = Double.pi / 180
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
  package private(set) var faults = SampleFaults()
  private var clock = SampleClock()
  /// The sensors with a reading at the latest time.
  private var latestSensors: SensorSample.Sensors = []
  private var latestRotation: Double?
  private var latestRate = Vector3<Double>.zero
  /// The mean interval between angular rates.
  private var usualStep = UsualStep()
  /// The mean square of the angular rate, in rad²/s².
  private var meanSquaredRate = 0.0
  /// The mean square of the angular acceleration, in rad²/s⁴.
  private var meanSquaredAcceleration = 0.0
  private var stamps = StampFilter()
  /// The time of the last acceleration, clipped or not.
  private var latestAcceleration: Double?
  /// The time of the last one that the filters took.
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
  private var repeats = RepeatDetector()
  private var spikes = SpikeDetector()
  /// The last acceleration, clipped or not.
  private var latestReading: Vector3<Double>?

  /// An intake before its first sample.
  ///
  /// - Parameter isReversed: Whether the samples are in reverse order, with negated times and
  ///   angular rates.
  package init(isReversed: Bool = false) { self.isReversed = isReversed }

  /// Checks a sample; what it rejects is missing from the result.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  package mutating func check(_ sample: SensorSample) -> CheckedSample {
    let time = sample.timestamp
    var checked = CheckedSample(timestamp: time, isTouching: sample.isTouching)
    guard time.isFinite else {
      faults.notFinite += 1
      return checked
    }
    let sensors = sample.sensors
    let isContinued = !sensors.isEmpty && sensors.isDisjoint(with: latestSensors)
    switch clock.advance(to: time, longestStep: Self.leastGap, isContinued: isContinued) {
    case .step(0): latestSensors.formUnion(sensors)
    case .start, .step: latestSensors = sensors
    case .gap(let step):
      latestSensors = sensors
      pause(by: step, usual: max(usualStep.seconds, usualForceStep.seconds), &checked)
    case .backward:
      faults.backwardTime += 1
      return checked
    case .reset:
      faults.backwardTime += 1
      faults.clockResets += 1
      latestSensors = sensors
      checked.gap = .attitude
    }
    if checked.gap == .attitude { forgetTimes() }
    checked.isInTime = true
    if let rate = sample.rotationRate {
      check(rate: rate, with: sample.acceleration, at: time, into: &checked)
    }
    let filtered = time - stamps.lag
    if let acceleration = sample.acceleration {
      check(acceleration: acceleration, at: filtered, into: &checked)
    }
    if let field = sample.magneticField { check(field: field, at: filtered, into: &checked) }
    if let last = latestRotation, time - last > Self.longestStep { checked.lacksRotation = true }
    if checked.lacksRotation {
      checked.missedTurn = .pi
    } else if checked.rotationRate == nil {
      carryRate(to: time, &checked)
    }
    if let last = latestForce, filtered - last > Self.longestStep { checked.lacksForce = true }
    return checked
  }

  /// Counts an external measurement that is not checked.
  package mutating func countInvalid() { faults.notFinite += 1 }

  /// Returns what is unknown after a pause. Counts the pause if it is a gap that this sample has
  /// not yet counted.
  ///
  /// - Parameters:
  ///   - step: Its duration in seconds.
  ///   - usual: The usual step; 0 before the second reading.
  @inline(never)
  private mutating func pause(by step: Double, usual: Double, _ checked: inout CheckedSample) {
    guard Self.isGap(step, usual: usual) else { return }
    if checked.gap == .none { faults.gaps += 1 }
    let gap: SampleGap =
      step > Self.longestStep ? .attitude : step > Self.longestBridge ? .velocity : .bridged
    checked.gap = max(checked.gap, gap)
  }

  /// Whether a step is a gap.
  ///
  /// - Parameters:
  ///   - step: In seconds.
  ///   - usual: The usual step; 0 if it is unknown.
  package static func isGap(_ step: Double, usual: Double) -> Bool {
    usual > 0 ? step > max(leastGap, gapSteps * usual) : step > longestStep
  }

  private mutating func forgetTimes() {
    latestRotation = nil
    stamps.restart()
    spikes.restart()
    latestAcceleration = nil
    latestReading = nil
    latestForce = nil
    latestUnsaturatedForce = nil
    clipping.restart()
    latestField = nil
  }

  @inline(__always)  // Benchmark "inertial filter, a sample".
  private mutating func check(
    rate reading: Vector3<Double>, with force: Vector3<Double>?, at time: Double,
    into checked: inout CheckedSample
  ) {
    var rate = reading
    // A NaN fails these comparisons.
    var squared = rate.lengthSquared
    guard squared < Self.largestRate * Self.largestRate else {
      faults.notFinite += 1
      return
    }
    guard !repeats.isStuck(rate: rate, at: time) else {
      checked.lacksRotation = true
      return
    }
    if let last = latestRotation, time - last > Self.leastGap {
      // If the other sensors continued, the velocity is known.
      let others = checked.gap
      pause(by: time - last, usual: usualStep.seconds, &checked)
      if checked.gap == .attitude {
        forgetTimes()
      } else {
        checked.gap = max(others, min(checked.gap, .bridged))
      }
    }
    var withheld = Vector3<Double>.zero
    if let last = latestRotation {
      let step = time - last
      if spikes.isConcerned(bySquare: (rate - latestRate).lengthSquared, step: step) {
        rate = withoutSpike(rate, with: force, step: step, at: time, turn: &withheld)
        squared = rate.lengthSquared
      }
      if usualStep.seconds == 0 { meanSquaredRate = squared }
      usualStep.begin(with: step)
      // The last stamp may have been early.
      let whole = step + stamps.lag
      if whole > Self.gapSteps * usualStep.seconds {
        checked.rotationStep = whole
        checked.missedTurn = missedTurn(until: rate, step: whole)
        stamps.restart()
      } else {
        checked.rotationStep = stamps.filtered(step)
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
    checked.meanRate = meanRate(until: rate, step: checked.rotationStep)
    checked.lead = lead
    latestRate = rate
    let isSaturated = !gyroscopeSaturation.saturatedAxes(of: rate, squared: squared).isEmpty
    var missed = ClippingDetector.MissedTurn()
    let step = checked.rotationStep
    checked.clippedRotation = clipping.clippedAxes(
      of: rate, squared: squared, step: step, isSaturated: isSaturated, missed: &missed)
    if !checked.clippedRotation.isEmpty { faults.saturatedGyroscope += 1 }
    if missed.variance > 0 {
      checked.missedTurn = (checked.missedTurn * checked.missedTurn + missed.variance).squareRoot()
      if step > 0 { checked.meanRate += missed.turn * (1 / step) }
    }
    if step > 0, withheld != .zero { checked.meanRate += withheld * (1 / step) }
    checked.rotationRate = rate
  }

  /// The rate, or the last accepted one in its place.
  ///
  /// - Parameter turn: Receives what the rates in place of earlier readings lack, in radians.
  @inline(never)
  private mutating func withoutSpike(
    _ rate: Vector3<Double>, with force: Vector3<Double>?, step: Double, at time: Double,
    turn: inout Vector3<Double>
  ) -> Vector3<Double> {
    let change = rate - latestRate
    let force = force.flatMap { force in latestReading.map { force - $0 } }
    switch spikes.judge(change: change, step: step, force: force, at: time) {
    case .accepted(let missed): turn = missed
    case .returned(let count, let missed):
      turn = missed
      faults.notFinite += count
    case .withheld: return latestRate
    }
    return rate
  }

  /// The mean rate over a step whose last part, as long as the usual step, has this rate.
  ///
  /// In the rest of the step, after a lost sample, the rate is the mean of both readings.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  private func meanRate(until rate: Vector3<Double>, step: Double) -> Vector3<Double> {
    let usual = usualStep.seconds
    guard step > usual, usual > 0 else { return rate }
    return rate + (latestRate - rate) * (0.5 - 0.5 * usual / step)
  }

  /// Seconds from an angular rate to the end of the interval that it is the mean of.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  private var lead: Double {
    max(usualStep.seconds / 2 + (isReversed ? Self.gyroscopeDelay : -Self.gyroscopeDelay), 0)
  }

  /// Sets the time for which the last angular rate goes on until a sample without one, and the
  /// uncertainty of this turn.
  ///
  /// For the rate of ``missedTurn(until:step:)``, the expected turn after a time *T* is that of the
  /// last rate over *T*/√(1 + *x*²/3 + *x*⁴/36), within 4 % up to *x* = 3, and its error is
  /// *Tσ*/√(1.5 + 4/*x*²), within 10 %.
  @inline(never)
  private func carryRate(to time: Double, _ checked: inout CheckedSample) {
    guard let last = latestRotation else { return }
    let step = time - last
    let squared = max(meanSquaredRate, latestRate.lengthSquared)
    let x2 = squared > 0 ? step * step * meanSquaredAcceleration / squared : 0
    checked.lead = lead - step / (1 + x2 * (1 / 3 + x2 / 36)).squareRoot()
    let variance = step * step * squared / (1.5 + 4 / x2)
    checked.carriedTurn =
      min(variance, OrientationUncertainty.unknownHeadingVariance).squareRoot()
  }

  /// The uncertainty of the turn while samples were lost, in radians.
  ///
  /// The turn is computed from the mean of the rates before and after. For a stationary rate with
  /// variance *σ*² and autocorrelation exp(−(*ωt*)²/2), where *ω* is the ratio of rms acceleration
  /// to rms rate, its error over a time *T* is *Tσ*/√(2 + 12/*x*² + 48/*x*⁴), *x* = *ωT*, within 6
  /// %. Rates that begin and end suddenly add an error of a share of the change, as in a Brownian
  /// bridge. On recordings of BROAD, RepoIMU, TUM-VI, EuRoC and RING the mean squared ratio of the
  /// error to this estimate is 0.1 to 1.3 by set and duration, 0.02 to 1 s.
  @inline(never)
  private func missedTurn(until rate: Vector3<Double>, step: Double) -> Double {
    let change = (rate - latestRate).lengthSquared
    let squared = max(meanSquaredRate, (rate.lengthSquared + latestRate.lengthSquared) / 2)
    guard squared > 0 else { return 0 }
    let x2 = (step * step * meanSquaredAcceleration + change) / squared
    let error = squared / (2 + (12 + 48 / x2) / x2) + change * Self.suddenShare
    return step * error.squareRoot()
  }

  @inline(__always)  // Benchmark "inertial filter, a sample".
  private mutating func check(
    acceleration: Vector3<Double>, at time: Double, into checked: inout CheckedSample
  ) {
    let squared = acceleration.lengthSquared
    guard squared < Self.largestForce * Self.largestForce else {
      faults.notFinite += 1
      return
    }
    guard squared > Self.leastMagnitude * Self.leastMagnitude else {
      faults.withoutDirection += 1
      return
    }
    guard !repeats.isStuck(force: acceleration, at: time) else {
      checked.acceleration = acceleration
      checked.lacksForce = true
      return
    }
    if let last = latestAcceleration, time - last > Self.leastGap, checked.gap < .velocity {
      // If the gyroscope continued, the attitude is known.
      pause(by: time - last, usual: usualForceStep.seconds, &checked)
      checked.gap = min(checked.gap, .velocity)
    }
    latestAcceleration = time
    latestReading = acceleration
    checked.acceleration = acceleration
    let clipped = accelerometerSaturation.saturatedAxes(of: acceleration, squared: squared)
    if !clipped.isEmpty {
      faults.saturatedAccelerometer += 1
      checked.clippedAcceleration = clipped
      // During a short jolt, a force that is clipped on one axis is better than none.
      guard clipped.count == 1, let last = latestUnsaturatedForce,
        time - last < Self.longestJolt
      else { return }
    } else {
      latestUnsaturatedForce = time
    }
    if let last = latestForce {
      checked.forceStep = min(max(time - last, 0), Self.longestStep)
      usualForceStep.begin(with: checked.forceStep)
      // After saturation or a missed turn, the forces on both sides do not estimate the force in
      // the gap. The best estimate is the mean so far.
      let isGap = checked.forceStep > Self.gapSteps * usualForceStep.seconds
      let isKnown = !isGap || (checked.missedTurn > 0 && !checked.missesTurn)
      checked.forceWeight = isKnown ? checked.forceStep : usualForceStep.seconds
      usualForceStep.follow(checked.forceStep)
    }
    latestForce = time
    checked.showsForce = true
  }

  @inline(__always)  // Benchmark "inertial filter, a sample".
  private mutating func check(
    field: Vector3<Double>, at time: Double, into checked: inout CheckedSample
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
    if let last = latestField { checked.fieldStep = min(max(time - last, 0), Self.longestStep) }
    latestField = time
    checked.magneticField = field
  }
}
