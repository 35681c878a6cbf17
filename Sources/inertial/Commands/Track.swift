internal import ArgumentParser
internal import DeadReckoning
internal import MotionFusion
internal import MotionRecordings
internal import MotionReports

/// `inertial track`: device motion, or raw samples, to a path.
struct Track: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Estimate the path of a device, and its errors against a reference.",
    discussion: """
      Device motion is used unchanged; raw samples become device motion as in 'inertial \
      orientation'. The start-up transient is skipped and counted. Lengths are in metres.

      With a reference, the command reports errors of the whole path and medians of the errors of \
      consecutive windows, with the shares within one and two standard deviations. Each window \
      starts with the true velocity. The linear correction and the smoother also use the true \
      velocity at its end, as from an ideal zero-velocity detector; online is the method alone. The \
      navigator also processes the samples before a window. If the reference marks movement, the \
      command reports precision and recall of zero-velocity detection, before any revision.
      """,
    examples: #"""
      inertial track hello.csv --mode 6d --output path.csv
      inertial track hello.csv --mode 6d --loop --report path.html
      printf 'time_s,pos_x_m,pos_y_m,pos_z_m,pos_sigma_m\n1,0,0,0,0.1\n' > gnss.csv
      inertial track hello.csv --mode 6d --measurements gnss.csv --measurement-frame enu
      """#)

  @Argument(help: "The recordings: files, folders, or - for standard input.")
  var recordings: [String]

  @Flag(help: "Use raw samples even if the recording has device motion.")
  var raw = false

  @Flag(help: "Smooth the attitude of raw samples with a forward and a backward pass.")
  var offline = false

  @Flag(help: "Report the loop-closure error: the distance from the first to the last point.")
  var loop = false

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "The lengths of the windows to compare with a reference, in seconds (default: 1 2 3).",
      valueName: "seconds"))
  var windows: [Double] = []

  @Flag(help: "Write the current position to standard error, ten times a second.")
  var live = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write time, position, velocity, attitude and uncertainty of a single recording as CSV; "
        + "- is standard output.",
      valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp("Write an HTML page with the path in three views.", valueName: "file"))
  var report: String?

  @OptionGroup var measurements: MeasurementOptions
  @OptionGroup var path: PathOptions
  @OptionGroup var sampling: SampleOptions
  @OptionGroup var reading: RecordingOptions
  @OptionGroup var answer: OutputOptions

  func validate() throws {
    guard windows.allSatisfy({ $0 > 0 && $0.isFinite }) else {
      throw ValidationError("--windows: expected positive lengths in seconds, got \(windows).")
    }
    guard measurements.file == nil || path.method == .navigator else {
      throw ValidationError(
        "--measurements requires --method navigator, got \(path.method.rawValue).")
    }
    try reading.requireFormat()
    try answer.requireFiles(
      output: output, report: report, inputs: recordings + [measurements.file])
  }

  func run() throws {
    var analysis = TrackAnalysis(
      path.estimation,
      motion: MotionEstimation(
        usesMagnetometer: sampling.usesMagnetometer, isOffline: offline,
        blockSize: sampling.decimate, skipsStartup: !sampling.keepStartup))
    analysis.usesRawSamples = raw
    analysis.isLoop = loop
    if !windows.isEmpty { analysis.windowLengths = windows }
    analysis.hasReport = report != nil
    analysis.measurements = try measurements.read()
    var table: PathTable?
    let inputs = reading.inputs(at: recordings)
    try Batch.run(inputs) { recording in
      let start = analysis
      // After the warnings about the samples, which a check in the same pass yields at its end.
      var warnings: [String] = []
      defer { for warning in warnings { Console.warning(warning) } }
      try reading.process(
        recording, for: raw ? .rawSamples : .motion, requiresSensors: true,
        checksLater: output != "-"
      ) { content in
        (analysis, warnings) = (start, [])
        sampling.warnWithoutMagnetometer(content)
        if let output, analysis.count == 0 {
          let isStreamed = inputs.count == 1 && content.isStreamed
          table = try PathTable(path: output, isHeld: output == "-" && !isStreamed)
        }
        analysis.warn = { warnings.append($0) }
        var view = LiveView()
        try analysis.add(content, name: recording) {
          if live { view.show($0) }
        } _: { point, place in
          if place == 0 { try table?.add(point) }
        }
        if live { view.finish() }
      }
    } answer: {
      if output != nil {
        guard analysis.count == 1 else {
          throw ValidationError(
            "--output: expected one recording, got \(analysis.count); choose one by --recording.")
        }
        try table?.finish()
      }
      if let report { try OutputFile.write(analysis.report.html, to: report) }
      guard output != "-", report != "-" else { return }
      let result = analysis.answer
      try answer.show(result) {
        result.text(drawing: Console.answersGoToTerminal ? analysis.paths : [])
      }
    }
  }
}

/// The current position on standard error, every 0.1 s of the recording.
///
/// A terminal shows one line that is rewritten; other outputs receive a line for each position.
struct LiveView {
  private var next = -Double.infinity
  private var start: Double?
  private let isTerminal = Console.messagesGoToTerminal

  /// Shows an event of a tracker.
  mutating func show(_ event: PathEvent) {
    switch event {
    case .position(let point):
      if let start, point.timestamp < start {
        // The next recording.
        finish()
        self = Self()
      }
      guard point.timestamp >= next else { return }
      next = point.timestamp + 0.1
      let start = start ?? point.timestamp
      self.start = start
      write(Self.line(point, since: start))
    case .revision(let range, _):
      write("revised the last \(range.count) samples")
    }
  }

  /// Ends the line.
  func finish() {
    if isTerminal { Console.write("\n") }
  }

  private func write(_ line: String) {
    Console.write(isTerminal ? "\r\u{1B}[2K\(line)" : line + "\n")
  }

  private static func line(_ point: PathPoint, since start: Double) -> String {
    let p = point.position
    var text = "\(decimal(point.timestamp - start, places: 1)) s  "
    text += [p.x, p.y, p.z].map { decimal($0, places: 3) }.joined(separator: " ") + " m"
    if let uncertainty = point.uncertainty {
      text += " ± \(decimal(uncertainty.positionDeviation, places: 3))"
    }
    return text + "  \(decimal(point.velocity.length, places: 2)) m/s"
      + (point.isStationary ? "  stationary" : "")
  }
}
