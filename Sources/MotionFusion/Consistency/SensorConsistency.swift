/// Finds wrong units and axes of sensors in their samples, while they stream in.
///
/// Each contradiction is one ``SensorFinding``, with the correction to apply:
///
/// ```swift
/// var consistency = SensorConsistency()
/// for sample in samples {
///   consistency.update(sample)
///   if let finding = consistency.findings.first { print(finding) }
/// }
/// ```
///
/// ``MotionEstimator``, ``MotionEstimation`` and ``MotionManager`` run these checks and have the
/// findings.
///
/// ## Units
///
/// Medians of the readings, after 4 s: time steps, the magnitude of the accelerometer (1 g when
/// stationary) and of the magnetometer (22 to 67 µT), and rates beyond any gyroscope's range.
///
/// ## Axes, and the gyroscope's unit
///
/// The mean specific force over seconds is gravity, which is constant in the world, and so is the
/// magnetic field. Rotated by the gyroscope they stay constant only if the axes and the unit of the
/// gyroscope agree with those of the other sensor. The residuals of all 24 rotations of the axes,
/// the same mirrored, and the same in degrees or divided by 57.3, are compared over blocks of 2 s.
/// One is accepted if its mean squared residual is below 1 % of the vector's square and all others
/// have three times as much, so that a device that is stationary, turns about one axis, or moves
/// like a pendulum yields no finding. With a magnetometer the sensor that differs from the other
/// two is the wrong one.
///
/// ## What samples cannot show
///
/// - **The sign of the accelerometer, and that of the magnetometer.** Both sides of *df/dt* = -ω ×
///   *f* change their sign with *f*, and so does every other law of motion if *up* is not known.
///   Axes that are wrong by a map *M* therefore have two corrections, *M*⁻¹ and -*M*⁻¹. Face up and
///   stationary, ``SensorSample/acceleration`` is (0, 0, -1).
/// - **A rotation of all sensors together**: the mount. ``SensorCorrection`` corrects it.
/// - **Mirrored axes of all sensors**: they look like a gyroscope of the opposite sign.
/// - With gyroscope and accelerometer only, which of the two is rotated.
public struct SensorConsistency: Hashable, Sendable, Codable {
  /// The duration after which units are judged, in seconds.
  private static let unitDuration = 4.0
  /// The duration after which units are no longer judged, in seconds.
  private static let longestUnitDuration = 60.0
  /// The interval between judgements of units, in seconds.
  private static let unitInterval = 2.0
  /// The number of samples that show the unit of time.
  private static let timeCount = 50
  /// The number of samples before units are no longer judged.
  private static let longestUnitCount = 1000

  /// The contradictions so far, each subject once.
  public private(set) var findings: [SensorFinding] = []

  // Flags instead of optionals: testing those copies the monitors.
  private var magnitudes = MagnitudeMonitor()
  private var judgesUnits = true
  private var rotation = RotationMonitor()
  private var judgesAxes = true
  private var sampleCount = 0
  private var start: Double?
  private var nextJudgement = 0.0

  /// A check before the first sample.
  public init() {}

  /// The findings in a whole recording.
  ///
  /// - Parameter samples: In the order of time.
  public static func findings(in samples: some Sequence<SensorSample>) -> [SensorFinding] {
    var consistency = SensorConsistency()
    for sample in samples { consistency.update(sample) }
    consistency.finish()
    return consistency.findings
  }

  /// Takes one sample, as it came from the source.
  ///
  /// Readings that are not finite, and samples without a finite time, are ignored.
  ///
  /// - Complexity: O(1), without allocation except for a finding.
  public mutating func update(_ sample: SensorSample) {
    guard judgesUnits || judgesAxes, sample.timestamp.isFinite else { return }
    if judgesUnits { judgeUnits(with: sample) }
    if judgesAxes {
      rotation.update(sample)
      if rotation.isComplete { concludeRotation() }
    }
  }

  /// Ends the samples: judges the units of a short recording.
  public mutating func finish() {
    if judgesUnits { report(magnitudes.findings(isComplete: true)) }
    judgesUnits = false
    if judgesAxes { concludeRotation() }
  }

  // MARK: - Units

  private mutating func judgeUnits(with sample: SensorSample) {
    magnitudes.update(sample)
    sampleCount += 1
    let time = sample.timestamp
    if start == nil || time < start ?? time {
      start = time
      nextJudgement = time + Self.unitDuration
    }
    guard time >= nextJudgement && sampleCount > Self.timeCount || sampleCount == Self.timeCount
    else { return }
    let found = magnitudes.findings(isComplete: false)
    guard sampleCount > Self.timeCount else {
      return report(found.filter { $0.subject == .timeUnit })
    }
    report(found)
    nextJudgement = time + Self.unitInterval
    if time - (start ?? time) > Self.longestUnitDuration, sampleCount > Self.longestUnitCount {
      judgesUnits = false
    }
  }

  private mutating func report(_ found: [SensorFinding]) {
    for finding in found where !findings.contains(where: { $0.subject == finding.subject }) {
      findings.append(finding)
      // In a wrong unit of time, rates and intervals mean nothing.
      if finding.subject == .timeUnit { judgesAxes = false }
    }
  }

  // MARK: - Axes

  private mutating func concludeRotation() {
    judgesAxes = false
    report(RotationVerdict(gravity: rotation.gravity, field: rotation.field).findings)
    rotation = RotationMonitor(isEnded: true)
  }
}
