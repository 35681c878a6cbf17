internal import ArgumentParser
internal import MotionFusion
internal import MotionRecordings
internal import MotionReports
internal import MotionSimulation

/// `inertial orientation`: estimates the attitude from sensor samples.
struct Orientation: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Estimate the attitude from sensor samples, and its errors against a reference.",
    discussion: """
      Errors are root mean squares in degrees. The x axis has the direction of the reference's x \
      axis if that is documented (BROAD: east), otherwise magnetic north. If a heading is arbitrary \
      (6d, or a reference without heading), a constant rotation about the vertical is subtracted \
      first. Sigma is the estimated standard deviation. The start-up transient is skipped and \
      counted.

      The tilt of --tilt is the elevation of the device's x axis in degrees, smoothed by a scalar \
      Kalman filter.
      """,
    examples: #"""
      inertial orientation hello.csv --mode 6d --report attitude.html
      inertial orientation hello.csv --mode 6d --tilt tilt.csv
      printf 'time_s,heading_deg,heading_sigma_deg\n2,90,5\n' > compass.csv
      inertial orientation hello.csv --mode 6d --measurements compass.csv
      """#)

  @Argument(help: "The recordings: files, folders, or - for standard input.")
  var recordings: [String]

  @Flag(help: "Smooth with a forward and a backward pass.")
  var offline = false

  @Option(
    help: ArgumentHelp(
      "Disturb the samples first.", valueName: "name"))
  var disturb: SensorDisturbance?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write t, qw, qx, qy, qz of a single recording as CSV; - is standard output.",
      valueName: "file"))
  var output: String?

  @Option(
    help:
      "With --output: the axes of the frame (default: those of the recording's reference).")
  var frame: WorldAxes?

  @Flag(help: "With --output: write the quaternion as qx, qy, qz, qw.")
  var scalarLast = false

  @Flag(
    help: """
      With --output: add the columns inclination_sigma, heading_sigma and heading_correction (the \
      remaining turn of a late correction), in degrees.
      """)
  var sigma = false

  @Option(help: ArgumentHelp("Write an HTML report with attitude and errors.", valueName: "file"))
  var report: String?

  @Option(
    help: ArgumentHelp(
      "Write time, tilt, filtered tilt, gain, variance and yaw of a single recording as CSV; - is "
        + "standard output.", valueName: "file"))
  var tilt: String?

  @Option(
    help: ArgumentHelp(
      "With --tilt: seconds between updates of the filter; 0 uses every motion (default: 0.02).",
      valueName: "seconds"))
  var tiltInterval: Double?

  @OptionGroup(title: "Tilt") var tiltNoise: TiltOptions
  @OptionGroup var measurements: MeasurementOptions
  @OptionGroup var sampling: SampleOptions
  @OptionGroup var reading: RecordingOptions
  @OptionGroup var answer: OutputOptions

  func validate() throws {
    guard output != nil || (frame == nil && !scalarLast && !sigma) else {
      throw ValidationError("--frame, --scalar-last and --sigma require --output.")
    }
    guard tilt != nil || (tiltInterval == nil && !tiltNoise.isGiven) else {
      throw ValidationError("--tilt-interval and the noises of the tilt require --tilt.")
    }
    guard tiltInterval ?? 0 >= 0, tiltInterval?.isFinite ?? true else {
      throw ValidationError("--tilt-interval: expected 0 or more, got \(tiltInterval ?? 0).")
    }
    try reading.requireFormat()
    try answer.requireFiles(
      output: output, report: report, others: [("--tilt", tilt)],
      inputs: recordings + [measurements.file])
  }

  func run() throws {
    var analysis = OrientationAnalysis(
      usesMagnetometer: sampling.usesMagnetometer, isOffline: offline,
      blockSize: sampling.decimate, skipsStartup: !sampling.keepStartup)
    analysis.disturbance = disturb.map { disturb in
      (disturb.rawValue, { disturb.applied(to: $0) })
    }
    analysis.hasReport = report != nil
    if tilt != nil {
      analysis.tilt = TiltSeries(filter: tiltNoise.filter, interval: tiltInterval ?? 0.02)
    }
    analysis.measurements = try measurements.read()
    analysis.warn = { Console.warning($0) }
    var table: AttitudeTable?
    let inputs = reading.inputs(at: recordings)
    try Batch.run(inputs) { path in
      let start = analysis
      try reading.process(path, for: .rawSamples, checksLater: output != "-") { content in
        analysis = start
        sampling.warnWithoutMagnetometer(content)
        guard !content.sensorSamples.isEmpty else {
          throw RecordingError(
            file: path, problem: .malformed("expected raw sensor samples, got none"))
        }
        let references = content.others.references.samplesByName()
        let heading = content.others.referenceHeading
        let isOnly = inputs.count == 1 && content.sensorSamples.count == 1
        for recording in content.sensorSamples {
          let isFirst = analysis.count == 0
          if let output, isFirst {
            table = try AttitudeTable(
              path: output, axes: frame, heading: heading, scalarLast: scalarLast,
              hasSigma: sigma, isHeld: output == "-" && !isOnly)
          }
          let written = isFirst ? table : nil
          try analysis.add(
            recording, reference: references[recording.name] ?? [], heading: heading
          ) { try written?.add($0) }
        }
      }
    } answer: {
      for option in [output.map { _ in "--output" }, tilt.map { _ in "--tilt" }].compactMap(\.self)
      {
        guard analysis.count == 1 else {
          throw ValidationError(
            "\(option) requires one recording, got \(analysis.count); choose one by --recording.")
        }
      }
      try table?.finish()
      if let tilt, let values = analysis.tiltTable { try OutputFile.write(values, to: tilt) }
      if let report { try OutputFile.write(analysis.report.html, to: report) }
      guard ![output, report, tilt].contains("-") else { return }
      let result = analysis.answer
      try answer.show(result) { result.text }
    }
  }
}

/// The constants of the tilt's Kalman filter.
struct TiltOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The process noise of its filter, per update (default: 0.1).",
      valueName: "rad^2"))
  var tiltProcessNoise: Double?

  @Option(
    help: ArgumentHelp(
      "The measurement noise (default: 0.1).", valueName: "rad^2"))
  var tiltMeasurementNoise: Double?

  @Option(
    help: ArgumentHelp(
      "The variance before the first update (default: 0.1).", valueName: "rad^2"))
  var tiltInitialVariance: Double?

  func validate() throws {
    for case (let name, let value?) in [
      ("--tilt-process-noise", tiltProcessNoise), ("--tilt-initial-variance", tiltInitialVariance),
    ] where !(value >= 0 && value.isFinite) {
      throw ValidationError("\(name): expected a variance of 0 or more, got \(value).")
    }
    if let noise = tiltMeasurementNoise, !(noise > 0 && noise.isFinite) {
      throw ValidationError("--tilt-measurement-noise: expected a variance above 0, got \(noise).")
    }
  }

  /// Whether any of the options is present.
  var isGiven: Bool {
    tiltProcessNoise != nil || tiltMeasurementNoise != nil || tiltInitialVariance != nil
  }

  /// The filter with these constants.
  var filter: ScalarKalmanFilter {
    isGiven
      ? ScalarKalmanFilter(
        processNoise: tiltProcessNoise ?? 0.1, measurementNoise: tiltMeasurementNoise ?? 0.1,
        initialVariance: tiltInitialVariance ?? 0.1) : .tilt
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
