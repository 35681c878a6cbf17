internal import ArgumentParser
internal import MotionFusion
internal import MotionRecordings
internal import MotionSimulation

/// `inertial orientation`: estimates the attitude from sensor samples.
struct Orientation: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Estimate the attitude from sensor samples, and its errors against a reference.",
    discussion: """
      Errors are root mean squares in degrees. The x axis points as in the reference if its \
      heading is documented (BROAD: east), otherwise to magnetic north. If either heading is \
      arbitrary (6d, or a reference without heading), a constant rotation about the vertical is \
      subtracted first. Sigma is the estimated standard deviation. The start-up transient is \
      skipped and counted.
      """,
    examples: """
      inertial orientation hello.csv --mode 6d --report attitude.html
      inertial orientation drive.csv --mode 6d --measurements compass.csv
      """)

  @Argument(help: "The recordings: files, folders, or - for standard input.")
  var recordings: [String]

  @Option(help: "The filter.")
  var filter = OrientationMethodName.inertial

  @Flag(help: "Smooth the recording by a forward and a backward pass (inertial filter only).")
  var offline = false

  @Option(
    help: ArgumentHelp(
      "Disturb the samples: "
        + SensorDisturbance.allCases.map(\.rawValue).joined(separator: ", ") + ".",
      valueName: "name"))
  var disturb: SensorDisturbance?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write t, qw, qx, qy, qz of a single recording as CSV; - is standard output.",
      valueName: "file"))
  var output: String?

  @Option(
    help:
      "The axes of the reference frame in --output; default: those of the recording's reference.")
  var frame: WorldAxes?

  @Flag(help: "With --output: the columns qx, qy, qz, qw.")
  var scalarLast = false

  @Flag(
    help: """
      With --output: the columns inclination_sigma, heading_sigma and heading_correction, the turn \
      that a late correction has yet to make, in degrees (inertial filter only).
      """)
  var sigma = false

  @Option(help: ArgumentHelp("Write an HTML report with attitude and errors.", valueName: "file"))
  var report: String?

  @OptionGroup var measurements: MeasurementOptions
  @OptionGroup var sampling: SampleOptions
  @OptionGroup var reading: RecordingOptions
  @OptionGroup var answer: OutputOptions

  /// The largest usual component of a gyroscope bias, in °/s.
  private static let usualBias = 2.0

  private struct Errors: Encodable {
    var totalRMSE: Double
    var headingRMSE: Double
    var inclinationRMSE: Double
  }

  /// Root mean squares in degrees.
  private struct Gravity: Encodable {
    var lowPassAngle: Double
    var lowPassError: Double?
    var fusedError: Double?

    init(angle: Double, _ comparison: GravityComparison?) {
      let degree = 180 / Double.pi
      lowPassAngle = angle * degree
      lowPassError = comparison?.lowPassError.map { $0 * degree }
      fusedError = comparison?.fusedError.map { $0 * degree }
    }
  }

  private struct FileAnswer: Encodable {
    var name: String
    var samples: Int
    var totalRMSE: Double?
    var headingRMSE: Double?
    var inclinationRMSE: Double?
    /// The standard deviations of inclination and heading at the end, in degrees.
    var sigma: [Double]?
    /// The estimated gyroscope bias at the end, in °/s, and its standard deviations.
    var gyroscopeBias: [Double]?
    var gyroscopeBiasSigma: [Double]?
    /// The angle between low-passed and fused gravity, and their errors against the reference.
    var gravity: Gravity?
    /// The number of samples in the start-up transient.
    var startupSamples: Int
    /// The number of measurements from outside that were used; `nil` without --measurements.
    var usedMeasurements: Int?
    var faults: SampleFaults
    /// The wrong units and axes that the samples show.
    var findings: [String]
  }

  private struct Answer: Encodable {
    var filter: String
    var mode: String
    var offline: Bool
    var decimate: Int
    var disturbance: String?
    var files: [FileAnswer]
    var mean: Errors?
  }

  func validate() throws {
    guard !recordings.isEmpty else {
      throw ValidationError("Expected at least one recording, got none.")
    }
    guard !offline || filter == .inertial else {
      throw ValidationError("--offline requires --filter inertial, got \(filter.rawValue).")
    }
    guard !sigma || filter == .inertial else {
      throw ValidationError("--sigma requires --filter inertial, got \(filter.rawValue).")
    }
    guard measurements.file == nil || filter == .inertial else {
      throw ValidationError("--measurements requires --filter inertial, got \(filter.rawValue).")
    }
    guard output != nil || (frame == nil && !scalarLast && !sigma) else {
      throw ValidationError("--frame, --scalar-last and --sigma require --output.")
    }
    try reading.requireFormat()
    try answer.requireFiles(
      output: output, report: report, inputs: recordings + [measurements.file])
  }

  func run() throws {
    let outside = try measurements.read()
    var files: [FileAnswer] = []
    var sections: [OrientationReport.Section] = []
    var table: AttitudeTable?
    let inputs = reading.inputs(at: recordings)
    var batch = Batch(count: inputs.count)
    for path in inputs {
      try batch.process {
        let content = try reading.open(path, for: .rawSamples)
        guard !content.sensorSamples.isEmpty else {
          throw RecordingError(
            file: path, problem: .malformed("expected raw sensor samples, got none"))
        }
        let references = content.others.references.samplesByName()
        let isOnly = inputs.count == 1 && content.sensorSamples.count == 1
        for recording in content.sensorSamples {
          let heading = content.others.referenceHeading
          let isFirst = files.isEmpty
          if let output, isFirst {
            table = try AttitudeTable(
              path: output, axes: frame, heading: heading, scalarLast: scalarLast,
              hasSigma: sigma, isHeld: output == "-" && !isOnly)
          }
          let (file, section) = try solve(
            recording, reference: references[recording.name] ?? [], heading: heading,
            outside, table: isFirst ? table : nil)
          files.append(file)
          if let section { sections.append(section) }
        }
      }
    }
    guard !batch.isFailed else { return try batch.finish() }
    if output != nil {
      guard let table, files.count == 1 else {
        throw ValidationError("--output requires one recording, got \(files.count).")
      }
      try table.finish()
    }
    if let report {
      try OutputFile.write(OrientationReport(lead: lead, sections: sections).html, to: report)
    }
    guard output != "-", report != "-" else { return try batch.finish() }
    let result = Answer(
      filter: filter.rawValue, mode: sampling.mode.rawValue, offline: offline,
      decimate: sampling.decimate, disturbance: disturb?.rawValue,
      files: files, mean: Self.mean(of: files))
    try answer.show(result) { Self.text(result) }
    try batch.finish()
  }

  /// Estimates the attitudes of a recording.
  ///
  /// - Returns: The answer, and the section of the report if there is one.
  private func solve(
    _ recording: StreamedRecordings.Recording, reference: [ReferencePose],
    heading: ReferenceHeading, _ outside: Measurements, table: AttitudeTable?
  ) throws -> (FileAnswer, OrientationReport.Section?) {
    let estimation = MotionEstimation(
      method: filter.method, usesMagnetometer: sampling.mode == .nineAxis, isOffline: offline,
      blockSize: sampling.decimate, skipsStartup: !sampling.keepStartup)
    let samples =
      try disturb.map { RecordedSamples($0.applied(to: try recording.samples.whole())) }
      ?? recording.samples
    let turn = heading.turnFromMagneticNorth
    // Errors need all motions, a report those that it draws.
    let limit = samples.isStreamed ? ThinnedSeries<Moment>.usualLimit : .max
    var kept = ThinnedSeries<Moment>(
      limit: !reference.isEmpty ? .max : report == nil ? 0 : limit)
    var lag = GravityLag()
    var uncertainty: OrientationUncertainty?
    var hasMotion = false
    let angles = outside.values(angular: true, of: heading, in: .northWestUp)
    let (estimate, findings) = try estimation.estimate(samples, measurements: angles) { motion in
      var motion = motion
      hasMotion = true
      if let turn { motion.turnFrame(by: turn) }
      let angle = lag.update(motion).angle
      uncertainty = motion.quality?.uncertainty
      kept.append(Moment(motion: motion, gravityAngle: angle))
      try table?.add(motion)
    }
    if !hasMotion { try outside.explainNoMotion(of: recording.name) }
    let used = outside.used(estimate.usedMeasurementCount, by: recording.name, angular: true)
    let motions = kept.elements.map(\.motion)
    let errors = AttitudeErrors(
      of: motions, from: reference,
      aligningHeading: !estimate.pointsNorth || heading == .unknown,
      within: estimate.sampleInterval)
    let mean = errors?.rootMeanSquare.inDegrees
    let gravity =
      reference.isEmpty
      ? nil
      : GravityComparison(of: motions, reference: reference, within: estimate.sampleInterval)
    let degrees = 180 / Double.pi
    let file = FileAnswer(
      name: recording.name, samples: estimate.sampleCount,
      totalRMSE: mean?.total, headingRMSE: mean?.heading, inclinationRMSE: mean?.inclination,
      sigma: uncertainty.map { [$0.inclination * degrees, $0.heading * degrees] },
      gyroscopeBias: estimate.gyroscopeBias.map { Self.components($0 * degrees) },
      gyroscopeBiasSigma: uncertainty.map { Self.components($0.gyroscopeBias * degrees) },
      gravity: lag.rootMeanSquare.map { Gravity(angle: $0, gravity) },
      startupSamples: estimate.startupSampleCount, usedMeasurements: used, faults: estimate.faults,
      findings: findings.map(\.description))
    guard report != nil else { return (file, nil) }
    let section = OrientationReport.Section(
      name: recording.name, summary: Self.line(file), tiles: Self.tiles(file), motions: motions,
      uncertainties: motions.compactMap { $0.quality?.uncertainty }, errors: errors,
      gravity: gravity
        ?? GravityComparison(
          timestamps: motions.map(\.timestamp), angles: kept.elements.map(\.gravityAngle)))
    return (file, section)
  }

  /// A motion of a report.
  private struct Moment {
    var motion: DeviceMotion
    var gravityAngle: Double
  }

  /// The method, for the report.
  private var lead: String {
    let sensors =
      sampling.mode == .nineAxis
      ? "gyroscope, accelerometer and magnetometer" : "gyroscope and accelerometer"
    let disturbance = disturb.map { ", disturbed: \($0.rawValue)" } ?? ""
    return "Filter \(filter.rawValue)\(offline ? ", smoothed" : "") of \(sensors)\(disturbance)."
  }

  private static func tiles(_ file: FileAnswer) -> [HTML.Tile] {
    var tiles: [HTML.Tile] = []
    func add(_ angle: Double?, _ name: String, _ note: String) {
      guard let angle else { return }
      tiles.append(HTML.Tile("\(decimal(angle, places: 2))°", name, note))
    }
    let square = "root mean square"
    add(file.totalRMSE, "error", square)
    add(file.headingRMSE, "error of the heading", square)
    add(file.inclinationRMSE, "error of the inclination", square)
    add(file.sigma?[1], "sigma of the heading", "at the end")
    add(file.sigma?[0], "sigma of the inclination", "at the end")
    tiles.append(HTML.Tile("\(file.samples)", "samples", file.faults.text ?? "no faults"))
    return tiles
  }

  private static func components(_ vector: Vector3<Double>) -> [Double] {
    [vector.x, vector.y, vector.z]
  }

  private static func mean(of files: [FileAnswer]) -> Errors? {
    let known = files.filter { $0.totalRMSE != nil }
    guard !known.isEmpty else { return nil }
    func mean(_ part: KeyPath<FileAnswer, Double?>) -> Double {
      known.compactMap { $0[keyPath: part] }.reduce(0, +) / Double(known.count)
    }
    return Errors(
      totalRMSE: mean(\.totalRMSE), headingRMSE: mean(\.headingRMSE),
      inclinationRMSE: mean(\.inclinationRMSE))
  }

  private static func line(_ file: FileAnswer) -> String {
    var text = counted(file.samples, "sample")
    if let total = file.totalRMSE, let heading = file.headingRMSE,
      let inclination = file.inclinationRMSE
    {
      text +=
        ", errors \(decimal(total, places: 2))° (heading \(decimal(heading, places: 2))°, "
        + "inclination \(decimal(inclination, places: 2))°)"
    }
    if let sigma = file.sigma {
      text +=
        ", sigma at the end: heading \(decimal(sigma[1], places: 2))°, "
        + "inclination \(decimal(sigma[0], places: 2))°"
    }
    if let bias = file.gyroscopeBias, bias.contains(where: { abs($0) > Self.usualBias }) {
      text +=
        ", gyroscope bias \(bias.map { decimal($0, places: 2) }.joined(separator: ", ")) °/s"
    }
    text += startupText(file.startupSamples)
    return file.faults.text.map { "\(text); \($0)" } ?? text
  }

  private static func text(_ answer: Answer) -> String {
    var lines = answer.files.map { "\($0.name): \(line($0))" }
    if let mean = answer.mean, answer.files.count > 1 {
      lines.append(
        "mean: \(decimal(mean.totalRMSE, places: 2))° (heading "
          + "\(decimal(mean.headingRMSE, places: 2))°, inclination "
          + "\(decimal(mean.inclinationRMSE, places: 2))°)")
    }
    return lines.joined(separator: "\n")
  }
}

extension SensorDisturbance: ExpressibleByArgument {}

extension WorldAxes: ExplainedArgument {
  var explanation: String {
    switch self {
    case .northWestUp: "x north, y west, z up"
    case .eastNorthUp: "x east, y north, z up"
    case .northEastDown: "x north, y east, z down"
    }
  }
}

extension OrientationMethodName: ExplainedArgument {
  /// The description for the help.
  package var explanation: String {
    switch self {
    case .inertial: "with gyroscope bias estimation and magnetic disturbance rejection"
    case .complementary: "gyroscope above a frequency, accelerometer and magnetometer below it"
    case .mahony: "Mahony's explicit complementary filter"
    case .madgwick: "Madgwick's gradient descent"
    }
  }
}
