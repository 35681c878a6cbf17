public import MotionFusion
internal import RealModule

/// Finds wrong units and axes of sensors, and sensors that fail or change, in their samples, while
/// they stream in.
///
/// Each contradiction is one ``SensorFinding``, with the correction to apply or the time since
/// when:
///
/// ```swift
/// var consistency = SensorConsistency()
/// for sample in samples {
///   consistency.update(sample)
///   if let finding = consistency.findings.first { print(finding) }
/// }
/// ```
///
/// The readers of `MotionRecordings` and the `MotionManager` of `MotionDelivery` run these checks
/// and provide the findings.
///
/// ## Units
///
/// Medians of the readings, after 4 s: time steps, the magnitude of the accelerometer (1 g when
/// stationary) and of the magnetometer (22 to 67 µT), and rates beyond any gyroscope's range.
///
/// ## Axes, and the gyroscope's unit
///
/// The mean specific force over seconds is gravity, which is constant in the world, and so is the
/// magnetic field. After rotation by the gyroscope's angles, they stay constant only if the axes
/// and the unit of the gyroscope agree with those of the other sensor. The residuals of all 24
/// rotations of the axes, of their mirror images, and of rates in degrees or divided by 57.3 are
/// compared over blocks of 2 s. One is accepted if its mean squared residual is below 1 % of the
/// vector's square and all others have three times as much, so that a device that is stationary,
/// turns about one axis, or moves like a pendulum yields no finding. The gyroscope's bias is its
/// mean reading at rest. If there is a magnetometer, the sensor that differs from the other two is
/// the wrong one.
///
/// ## Sensors that fail or change
///
/// Judged over blocks of 2 s, with the time from which on (``SensorFinding/start``):
///
/// - **Stuck**: readings, or one axis of the gyroscope, that repeat exactly for 4 s and 40 readings
///   while the other sensor or the other axes show motion. If neither gyroscope nor accelerometer
///   has noise, as in a simulation, readings may be constant and yield no finding.
/// - **Unit**: a mean magnitude that changes by the factor of a unit for 6 s, rates beyond any
///   gyroscope's range, or another factor between the turns of gravity and of the gyroscope.
/// - **Axes**: turns of gravity that agreed with the gyroscope, and then with another of the above
///   hypotheses; or with none of them (``SensorFinding/Subject/rotation``). Turns that a bias
///   within 3°/s of the estimated one explains do not count.
/// - **Range**: readings that repeat the largest value of an axis, three in a row, three times.
/// - **Bias**: a rate above 20°/s about a horizontal axis that gravity does not follow.
///
/// ## Limits
///
/// - **The sign of the accelerometer, and that of the magnetometer.** Both sides of *df/dt* = -ω ×
///   *f* change their sign with *f*, and so does every other law of motion if *up* is not known.
///   Axes that are wrong by a map *M* therefore have two corrections, *M*⁻¹ and -*M*⁻¹. Face up and
///   stationary, `SensorSample/acceleration` is (0, 0, -1).
/// - **A rotation of all sensors together**: the mount. ``SensorCorrection`` corrects it.
/// - **Mirrored axes of all sensors**: they look like a gyroscope of the opposite sign.
/// - With gyroscope and accelerometer only, which of the two is rotated.
public struct SensorConsistency: Sendable {
  /// The duration after which units are judged, in seconds.
  private static let unitDuration = 4.0
  /// The duration after which units are no longer judged, in seconds.
  static let longestUnitDuration = 60.0
  /// The interval between judgements of units, in seconds.
  private static let unitInterval = 2.0
  /// The number of samples that show the unit of time.
  private static let timeCount = 50
  /// The number of samples before units are no longer judged.
  private static let longestUnitCount = 1000

  /// The contradictions so far, each subject once.
  public private(set) var findings: [SensorFinding] = []

  // Flags instead of optionals: testing those copies the monitors.
  private var rests = RestMonitor()
  private var magnitudes = MagnitudeMonitor()
  private var judgesUnits = true
  private var rotation = RotationMonitor()
  private var judgesAxes = true
  private var hasConcluded = false
  private var turns = OppositeTurns()
  private var healthCount = 0
  private var sampleCount = 0
  private var start: Double?
  private var nextJudgement = 0.0

  /// A check before the first sample.
  public init() {}

  /// The check of a whole recording.
  ///
  /// - Parameter samples: In the order of time.
  package init(_ samples: some Sequence<SensorSample>) {
    for sample in samples { update(sample) }
    finish()
  }

  /// The findings in a whole recording.
  ///
  /// - Parameter samples: In the order of time.
  public static func findings(in samples: some Sequence<SensorSample>) -> [SensorFinding] {
    SensorConsistency(samples).findings
  }

  /// What recordings in a row show together, each too short to show it: rates of the opposite sign.
  ///
  /// - Parameter recordings: Of one device, such as a gesture each; without findings of their own.
  package static func finding(inGestures recordings: some Sequence<[SensorSample]>)
    -> SensorFinding?
  {
    var turns = OppositeTurns()
    for samples in recordings {
      turns.restart()
      for sample in samples { turns.update(sample) }
    }
    return turns.finding
  }

  /// Takes one sample, unchanged from the source.
  ///
  /// Readings that are not finite, and samples without a finite time, are ignored.
  ///
  /// - Complexity: O(1). It allocates for a finding, and where readings are larger or smaller than
  ///   all before.
  public mutating func update(_ sample: SensorSample) {
    guard sample.timestamp.isFinite else { return }
    let sample = sample.measured
    rotation.health.add(sample)
    let window = rests.add(
      force: sample.acceleration, rate: sample.rotationRate, at: sample.timestamp)
    guard judgesUnits || judgesAxes else { return }
    if judgesUnits { judgeUnits(with: sample, ended: window) }
    if judgesAxes {
      rotation.update(sample, ended: window)
      if !hasConcluded { turns.update(sample) }
      if rotation.isComplete, !hasConcluded { concludeRotation() }
      if rotation.health.findings.count > healthCount {
        healthCount = rotation.health.findings.count
        report(rotation.health.findings)
      }
    }
  }

  /// The stationary quarter seconds of a whole recording, and those in which the accelerometer
  /// reads +1 g on *z*: the device lies face down, or its sign is the opposite.
  package var stationaryCounts: (all: Int, faceDown: Int) {
    (rests.count, rests.faceDownCount)
  }

  /// Whether turns about several axes have shown which axes of the gyroscope are gravity's.
  package var comparesAxes: Bool { rotation.gravity.conclusion != nil || turns.factor != nil }

  /// Ends the samples: judges the units of a short recording.
  public mutating func finish() {
    if judgesUnits { report(unitFindings(isComplete: true)) }
    judgesUnits = false
    if judgesAxes, !hasConcluded { concludeRotation() }
    rests.endWindow()
    report(rangeFindings)
  }

  /// Ends the samples of a recording, whose estimate may also show a bias at its limit.
  package mutating func finish(_ estimate: MotionEstimate) {
    finish()
    guard estimate.isBiasLimited, let bias = estimate.gyroscopeBias else { return }
    let degrees = [bias.x, bias.y, bias.z].map { figures($0 * 180 / .pi) }.joined(separator: ",")
    report([
      SensorFinding(
        .gyroscopeBias,
        "expected a gyroscope bias below the largest one that is estimated, got \(degrees) deg/s: "
          + "the bias is larger, or the rates are wrong; a known bias is --gyro-bias x,y,z")
    ])
  }

  // MARK: - Units

  private mutating func judgeUnits(with sample: SensorSample, ended window: RestMonitor.Window?) {
    magnitudes.update(sample, ended: window)
    sampleCount += 1
    let time = sample.timestamp
    if start == nil || time < start ?? time {
      start = time
      nextJudgement = time + Self.unitDuration
    }
    guard time >= nextJudgement && sampleCount > Self.timeCount || sampleCount == Self.timeCount
    else { return }
    let found = unitFindings(isComplete: false)
    guard sampleCount > Self.timeCount else {
      return report(found.filter { $0.subject == .timeUnit })
    }
    report(found)
    nextJudgement = time + Self.unitInterval
    if time - (start ?? time) > Self.longestUnitDuration, sampleCount > Self.longestUnitCount {
      judgesUnits = false
    }
  }

  /// The units that the whole recording contradicts. A gyroscope whose unit gravity has confirmed
  /// can only have changed it later.
  private func unitFindings(isComplete: Bool) -> [SensorFinding] {
    magnitudes.findings(isComplete: isComplete).filter {
      $0.subject != .gyroscopeUnit || rotation.gravity.conclusion != 0
    }
  }

  private mutating func report(_ found: [SensorFinding]) {
    for finding in found where !findings.contains(where: { $0.subject == finding.subject }) {
      findings.append(finding)
      // If the unit of time is wrong, rates and intervals are meaningless.
      if finding.subject == .timeUnit { judgesAxes = false }
    }
  }

  // MARK: - Axes

  private mutating func concludeRotation() {
    hasConcluded = true
    guard !rotation.health.isStuck else { return }
    report(RotationVerdict(gravity: rotation.gravity, field: rotation.field).findings)
    guard rotation.gravity.conclusion == nil, let finding = turns.finding else { return }
    report([finding])
  }

  // MARK: - Ranges

  private var rangeFindings: [SensorFinding] {
    func finding(
      _ subject: SensorFinding.Subject, _ sensor: String, _ monitor: ReadingMonitor,
      _ size: (Double) -> String, _ cut: String
    ) -> SensorFinding? {
      monitor.ceiling.map { value, readings, axes in
        SensorFinding(
          subject,
          "expected each extreme of the \(sensor) once, got \(readings) readings of \(axes) at the "
            + "largest of \(size(value)): its range ends there, and \(cut) cut off")
      }
    }
    return [
      finding(
        .gyroscopeRange, "gyroscope", rotation.health.rate,
        { "\(figures($0)) rad/s (\(figures($0 * 180 / .pi)) deg/s)" }, "faster turns are"),
      finding(
        .accelerometerRange, "accelerometer", rotation.health.force, { "\(figures($0)) g" },
        "more is"),
    ].compactMap(\.self)
  }
}

/// A contradiction between the samples and the units or axes of `SensorSample`.
///
/// ``description`` is one sentence: what was expected, what was found, and the corrections.
public struct SensorFinding: Hashable, Sendable, Codable {
  /// The contradicted property. A ``SensorConsistency`` reports each at most once.
  public enum Subject: String, Hashable, Sendable, Codable, CaseIterable {
    /// Time steps outside the range of motion sensors.
    case timeUnit
    /// Angular rates in another unit.
    case gyroscopeUnit
    /// An accelerometer that reads other than 1 g.
    case accelerometerUnit
    /// A magnetometer that reads the Earth's field in another unit.
    case magnetometerUnit
    /// Axes of the gyroscope that differ from those of the other sensors.
    case gyroscopeAxes
    /// Axes of the accelerometer that differ from those of the other sensors.
    case accelerometerAxes
    /// Axes of the magnetometer that differ from those of the other sensors.
    case magnetometerAxes
    /// A gyroscope, or an axis of it, that repeats one reading in motion.
    case gyroscopeStuck
    /// An accelerometer that repeats one reading while the gyroscope turns.
    case accelerometerStuck
    /// A magnetometer that repeats one reading while the gyroscope turns.
    case magnetometerStuck
    /// A gyroscope whose readings end at a ceiling.
    case gyroscopeRange
    /// An accelerometer whose readings end at a ceiling.
    case accelerometerRange
    /// Turns of gravity that no longer agree with the gyroscope, for an unknown reason.
    case rotation
    /// A gyroscope bias beyond the largest one that is estimated.
    case gyroscopeBias
  }

  /// A correction, a part of ``SensorCorrection``.
  public enum Remedy: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The unit of the numbers, a name of ``SensorUnits``.
    case unit(String)
    /// ``SensorCorrection/gyroscopeAxes``.
    case gyroscopeAxes(AxisMap)
    /// ``SensorCorrection/accelerometerAxes``.
    case accelerometerAxes(AxisMap)
    /// ``SensorCorrection/magnetometerAxes``.
    case magnetometerAxes(AxisMap)

    /// The option of the command-line tool, such as `--gyro-axes -x,-y,-z`.
    public var description: String {
      switch self {
      case .unit(let name): "--units \(name)"
      case .gyroscopeAxes(let map): "--gyro-axes \(map)"
      case .accelerometerAxes(let map): "--accel-axes \(map)"
      case .magnetometerAxes(let map): "--mag-axes \(map)"
      }
    }
  }

  /// The contradicted property.
  public let subject: Subject
  /// The time from which on, in seconds after the first sample; `nil` for all samples.
  ///
  /// That of a change is the start of a block of 2 s.
  public let start: Double?
  /// The expected and the measured figures.
  public let evidence: String
  /// The corrections that agree with the data, the most likely first; empty if none is known.
  ///
  /// Several are alternatives, which the data cannot distinguish.
  public let remedies: [Remedy]

  init(_ subject: Subject, _ evidence: String, start: Double? = nil, remedies: [Remedy] = []) {
    self.subject = subject
    self.start = start
    self.evidence = evidence
    self.remedies = remedies
  }
}

extension SensorFinding: CustomStringConvertible {
  /// The evidence and the corrections.
  public var description: String {
    remedies.isEmpty
      ? evidence
      : evidence + "; correct it with "
        + remedies.map { $0.description }.joined(separator: " or ")
  }
}

/// The number with three significant digits, for messages.
package func figures(_ number: Double) -> String {
  guard number.isFinite, number != 0 else { return "\(number)" }
  let exponent = Double.log10(abs(number)).rounded(.down)
  let scale = Double.pow(10, abs(2 - exponent))
  let rounded =
    exponent > 2 ? (number / scale).rounded() * scale : (number * scale).rounded() / scale
  let text = "\(rounded)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
