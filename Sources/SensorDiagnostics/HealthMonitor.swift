internal import MotionFusion
internal import RotationMath

/// Finds sensors that fail or change during a recording, and since when.
///
/// Blocks of 2 s are judged: the exact repetition of readings, their magnitude, and the agreement
/// of gravity with the gyroscope.
struct HealthMonitor: Sendable {
  /// The number of blocks that confirm a finding.
  private static let leastBlocks = 2
  /// The range of a moving device's accelerometer in a block, in g, and that of its gyroscope, in
  /// rad/s and in steps of the sensor's resolution. The cross-axis sensitivity of gyroscopes, 1 to
  /// 2 %, and the alignment of their axes then change a reading by more than a step.
  private static let movingForce = 0.2
  private static let movingRate = 0.5
  private static let movingSteps = 200.0
  /// The largest step of an accelerometer whose noise changes each reading, in g.
  private static let finestStep = 0.002
  /// The sum over blocks of the share of the squared reading that turns by the gyroscope spread:
  /// 0.5 is turning back and forth by 30° for four blocks.
  private static let unseenTurn = 0.5
  /// The turn in a block that changes the magnetic field, 30° in radians: more than a bias of
  /// 10°/s.
  private static let fieldTurn = 0.5
  /// The contradiction of gravity and gyroscope beyond which they disagree, also if no hypothesis
  /// explains it.
  private static let disagreement = 0.6

  // These take each reading.
  private(set) var rate = ReadingMonitor()
  private(set) var force = ReadingMonitor()
  private(set) var field = ReadingMonitor()
  private var forceLevel = LevelMonitor()
  private var fieldLevel = LevelMonitor()
  /// The blocks in which a stuck sensor should have changed.
  private var rateBlocks = 0
  private var fieldBlocks = 0
  private var forceTurns = 0.0
  /// The consecutive blocks with impossible rates, and the start of the first one.
  private var fastBlocks = 0
  private var fastStart = 0.0
  /// The time of the first sample; NaN before it.
  private var origin = Double.nan
  private(set) var findings: [SensorFinding] = []

  /// Whether a sensor repeats its reading.
  private(set) var isStuck = false

  /// Takes the readings of a sample.
  mutating func add(_ sample: SensorSample) {
    let now = sample.timestamp
    if origin.isNaN { origin = now }
    if let rate = sample.rotationRate { self.rate.add(rate, at: now) }
    if let force = sample.acceleration { self.force.add(force, at: now) }
    if let field = sample.magneticField { self.field.add(field, at: now) }
  }

  /// Ends a block.
  ///
  /// - Parameters:
  ///   - gravity: After the block.
  ///   - bias: At rest.
  ///   - turn: The largest turn since the block's start by the gyroscope, in radians.
  ///   - start: The block's start, in seconds.
  mutating func endBlock(
    gravity: DirectionMonitor, bias: RestingBias, turn: Double, from start: Double
  ) {
    judgeLevels(from: start)
    judgeRange(
      isProven: gravity.conclusion == 0 || start - origin > SensorConsistency.longestUnitDuration,
      from: start)
    judgeRepeats(gravity: gravity, turn: turn)
    if !isStuck { judgeRotation(gravity) }
    if let excess = bias.excess, !isStuck {
      report(
        .gyroscopeBias,
        "expected a bias below \(figures(SensorLimits.gyroscopeBias)) rad/s (20°/s), got a stationary "
          + "reading of \(figures(excess.rate.length)) at \(seconds(excess.start)) s: the "
          + "bias is beyond the range of gyroscopes, or the numbers are in degrees",
        since: excess.start)
    }
    rate.endBlock()
    force.endBlock()
    field.endBlock()
  }

  /// The seconds since the first sample, with a tenth, for messages.
  private func seconds(_ time: Double) -> String {
    "\((max(time - origin, 0) * 10).rounded() / 10)"
  }

  private mutating func report(
    _ subject: SensorFinding.Subject, _ evidence: String, since start: Double
  ) {
    guard !findings.contains(where: { $0.subject == subject }) else { return }
    findings.append(SensorFinding(subject, evidence, start: max(start - origin, 0)))
  }

  // MARK: - Repeated readings

  private mutating func judgeRepeats(gravity: DirectionMonitor, turn: Double) {
    let stuckRate = rate.stuckAxes
    let stuckForce = force.stuckAxes
    let stuckField = field.stuckAxes
    let isStill =
      stuckRate?.count == 3
      ? force.range <= Self.movingForce
      : rate.range <= max(Self.movingRate, Self.movingSteps * rate.quantum)
    if stuckRate == nil { rateBlocks = 0 } else if !isStill { rateBlocks += 1 }
    if stuckForce?.count != 3 || stuckRate != nil {
      forceTurns = 0
    } else {
      forceTurns += gravity.spread
      if force.isNoisy, force.quantum < Self.finestStep, rate.range > Self.movingRate {
        forceTurns += Self.unseenTurn / Double(Self.leastBlocks)
      }
    }
    if stuckField?.count != 3 || stuckRate != nil {
      fieldBlocks = 0
    } else if turn > Self.fieldTurn {
      fieldBlocks += 1
    }
    // Without noise, as in a simulation, a quantity may be constant.
    guard rate.isNoisy || force.isNoisy else { return }
    let contradiction = gravity.changes.contradiction
    func contradicts(_ run: ReadingMonitor.Run) -> Bool {
      guard let contradiction, contradiction.sum > ChangeMonitor.leastSum else { return false }
      return contradiction.start > run.start - 2 * RotationMonitor.blockDuration
    }
    if let run = stuckRate, rateBlocks >= Self.leastBlocks || contradicts(run) {
      isStuck = true
      reportStuck(.gyroscopeStuck, run, "gyroscope to change in motion", unit: "rad/s")
    } else if let run = stuckForce, run.count == 3,
      forceTurns > Self.unseenTurn || contradicts(run)
    {
      isStuck = true
      reportStuck(
        .accelerometerStuck, run, "accelerometer to change as the gyroscope turns", unit: "g")
    }
    if let run = stuckField, fieldBlocks >= Self.leastBlocks {
      reportStuck(
        .magnetometerStuck, run, "magnetometer to change as the gyroscope turns", unit: "µT")
    }
  }

  private mutating func reportStuck(
    _ subject: SensorFinding.Subject, _ run: ReadingMonitor.Run, _ expected: String, unit: String
  ) {
    report(
      subject,
      "expected the \(expected), got the same \(run.names) in all readings from "
        + "\(seconds(run.start)) s on (\(run.values) \(unit)): "
        + (run.count == 3 ? "it is stuck" : "the axis is stuck"), since: run.start)
  }

  // MARK: - Magnitudes

  private mutating func judgeLevels(from start: Double) {
    let force = forceLevel.change(to: force.meanLength, from: start, known: 0..<Double.infinity)
    reportLevel(.accelerometerUnit, force, "accelerometer")
    let field = fieldLevel.change(to: field.meanLength, from: start, known: SensorLimits.field)
    reportLevel(.magnetometerUnit, field, "magnetometer", unit: " µT")
  }

  private mutating func reportLevel(
    _ subject: SensorFinding.Subject, _ change: LevelMonitor.Change?, _ sensor: String,
    unit: String = ""
  ) {
    guard let (before, after, start) = change else { return }
    report(
      subject,
      "expected the \(sensor)'s mean to stay near \(figures(before))\(unit), got \(figures(after)) "
        + "from \(seconds(start)) s on: the unit changed", since: start)
  }

  /// - Parameter isProven: Whether the unit was right before: a device that moves little at first
  ///   does not show it.
  private mutating func judgeRange(isProven: Bool, from start: Double) {
    let isFast = rate.fast.areOften
    if isFast, fastBlocks == 0 { fastStart = start }
    fastBlocks = isFast ? fastBlocks + 1 : 0
    guard fastBlocks >= Self.leastBlocks, isProven else { return }
    report(
      .gyroscopeUnit,
      "expected gyroscope readings within \(figures(SensorLimits.gyroscopeRange)) rad/s, the range "
        + "of gyroscopes, got readings beyond it from \(seconds(fastStart)) s on: the unit "
        + "changed", since: fastStart)
  }

  // MARK: - Rotation

  private mutating func judgeRotation(_ gravity: DirectionMonitor) {
    // Only after turns about several axes agreed.
    guard let conclusion = gravity.conclusion, let contradiction = gravity.changes.contradiction
    else { return }
    guard let change = gravity.changes.change else {
      guard contradiction.sum > Self.disagreement else { return }
      report(
        .rotation,
        "expected gravity to turn as the gyroscope reports, got other turns from "
          + "\(seconds(contradiction.start)) s on: a unit, sign or axis of the gyroscope or "
          + "the accelerometer changed, or one of them fails",
        since: contradiction.start)
      return
    }
    let time = "from \(seconds(change.start)) s on"
    let factors = [conclusion, change.hypothesis].map {
      RotationHypotheses.factors[RotationHypotheses.family(of: $0)]
    }
    guard factors[1] != 0 else { return }
    if abs(factors[0]) != abs(factors[1]) {
      report(
        .gyroscopeUnit,
        "expected \(figures(abs(factors[0]))) rad of rotation of the device for each rad of the "
          + "gyroscope, as before, got \(figures(abs(factors[1]))) \(time): the unit changed",
        since: change.start)
    } else {
      let map = RotationHypotheses.map(of: change.hypothesis)
      let other =
        map.isMirrored ? "" : ", or of the accelerometer's \(map.inverse) or \(-map.inverse)"
      report(
        .gyroscopeAxes,
        "expected gravity to rotate as the gyroscope's "
          + (conclusion == 0 ? "x,y,z" : "\(RotationHypotheses.map(of: conclusion))")
          + " report, as before, got the rotation of \(map) \(time)\(other): a sign or an axis "
          + "changed", since: change.start)
    }
  }
}

/// Finds a change of a sensor's unit by the mean magnitude of its readings in blocks.
private struct LevelMonitor: Sendable {
  /// The factors of units: g and m/s², their thousandths, µT and gauss, nT.
  private static let bands = [8.0...12, 70...140, 700...1400]
  private static let leastBlocks = 3

  typealias Change = (before: Double, after: Double, start: Double)

  private var usual = 0.0
  private var usualCount = 0
  private var count = 0
  private var start = 0.0

  /// Takes the mean of a block; returns a change of the unit when it is certain.
  ///
  /// - Parameter known: The magnitudes before, for which a change of the unit is distinguished from
  ///   a change of the quantity.
  mutating func change(
    to mean: Double?, from time: Double, known: Range<Double>
  ) -> Change? {
    guard let mean, mean > 0, mean.isFinite else { return nil }
    let ratio = max(mean / max(usual, .leastNormalMagnitude), usual / mean)
    guard usualCount >= Self.leastBlocks, ratio > 4 else {
      count = 0
      usualCount += 1
      usual += (mean - usual) / Double(min(usualCount, 10))
      return nil
    }
    let isInBand = Self.bands.contains { $0.contains(ratio) }
    if isInBand, count == 0 { start = time }
    count = isInBand ? count + 1 : 0
    guard count >= Self.leastBlocks, known.contains(usual) else { return nil }
    return (usual, mean, start)
  }
}
