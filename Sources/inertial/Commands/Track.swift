internal import ArgumentParser
internal import DeadReckoning
internal import MotionFusion
internal import MotionRecordings

/// `inertial track`: device motion, or raw samples, to a path.
struct Track: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Estimate the path of a device, and its errors against a reference.",
    discussion: """
      Device motion is used unchanged; raw samples become device motion as in 'inertial \
      orientation'. The start-up transient is skipped and counted. Lengths are in metres.

      With a reference, errors of the whole path and of consecutive windows are reported. Each \
      window starts with the true velocity. The linear correction and the smoother also use the \
      true velocity at the end, as from an ideal zero-velocity detector; online is the method \
      alone. Window errors are medians, with the shares of errors within one and two standard \
      deviations. The navigator takes the samples before a window as well. If the reference marks \
      movement, precision and recall of zero-velocity detection are reported for each sample \
      before any revision.
      """,
    examples: """
      inertial track hello.csv --mode 6d --output path.csv
      inertial track walk.csv --loop --floor 0.02
      inertial track drive.csv --measurements gnss.csv --measurement-frame enu
      """)

  @Argument(help: "The recordings: files, folders, or - for standard input.")
  var recordings: [String]

  @Flag(help: "Use raw samples also where the recording has device motion.")
  var raw = false

  @Flag(help: "Smooth the attitude of raw samples by a forward and a backward pass.")
  var offline = false

  @Flag(help: "Report the loop-closure error: the distance from the first to the last point.")
  var loop = false

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "The lengths of the windows to compare with a reference, in seconds.",
      valueName: "seconds"))
  var windows = [1.0, 2, 3]

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

  /// The device motion of a recording and its reference.
  private struct Input {
    var name: String
    var motions: [DeviceMotion]
    var poses: [ReferencePose]
    /// The number of skipped samples of the start-up transient.
    var startup: Int
    /// The number of headings and attitudes from outside that were used.
    var usedMeasurements = 0
    /// The faults of the raw samples.
    var faults = SampleFaults()
    /// Samples in their file, from which the motions follow one by one.
    var samples: RecordedSamples?
    /// The heading of the frame of the motions, and of the measurements by default.
    var heading = ReferenceHeading.magneticNorth
    /// Whether the attitudes are those of the device, which no measurement corrects.
    var hasOwnAttitudes = false

    /// Whether there is a motion.
    var hasMotions: Bool { !motions.isEmpty || samples != nil }
  }

  func validate() throws {
    guard !recordings.isEmpty else {
      throw ValidationError("Expected at least one recording, got none.")
    }
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
    let estimation = path.estimation
    let outside = try measurements.read()
    var files: [TrackAnswer.File] = []
    var sections: [TrackReport.Section] = []
    var accuracies: [PathAccuracy] = []
    let inputs = reading.inputs(at: recordings)
    var batch = Batch(count: inputs.count)
    for recording in inputs {
      try batch.process {
        let content = try reading.open(
          recording, for: raw ? .rawSamples : .motion, requiresSensors: true)
        for var input in try self.inputs(in: content, path: recording, outside) {
          var view = LiveView()
          var estimate = try track(&input, by: estimation, outside) { if live { view.show($0) } }
          if live { view.finish() }
          estimate.faults = estimate.faults + input.faults
          let used = outside.used(
            input.usedMeasurements + estimate.usedMeasurementCount, by: input.name,
            angular: input.hasOwnAttitudes ? false : nil)
          guard !estimate.findings.contains(.singlePoint) else {
            throw ToolError(.badData, "\(input.name): \(PathFinding.singlePoint)")
          }
          var file = TrackAnswer.File(
            name: input.name, estimate, startupSamples: input.startup, usedMeasurements: used,
            isLoop: loop)
          for finding in file.findings { Console.warning("\(file.name): \(finding)") }
          let accuracy = PathAccuracy(
            of: estimate, by: estimation, from: input.motions, reference: input.poses,
            windowLengths: windows)
          if let accuracy {
            file.add(accuracy)
            accuracies.append(accuracy)
          }
          files.append(file)
          sections.append(
            TrackReport.Section(
              name: file.name, summary: file.line, tiles: file.tiles, path: estimate.points,
              truth: accuracy?.truePath ?? []))
        }
      }
    }
    guard !batch.isFailed else { return try batch.finish() }
    if let output {
      guard let only = sections.first, sections.count == 1 else {
        throw ValidationError("--output: expected one recording, got \(sections.count).")
      }
      try Self.writeTable(only.path, to: output)
    }
    if let report {
      let page = TrackReport(lead: "Method \(estimation.method.rawValue).", sections: sections)
      try OutputFile.write(page.html, to: report)
    }
    guard output != "-", report != "-" else { return try batch.finish() }
    let result = TrackAnswer(
      method: estimation.method, mode: sampling.mode, files: files,
      windows: accuracies.pooledWindows)
    try answer.show(result) { Self.text(result, sections) }
    try batch.finish()
  }

  /// The path of a recording; of a streamed one, the motions are passed on as they are estimated.
  private func track(
    _ input: inout Input, by estimation: PathEstimation, _ outside: Measurements,
    listener: (PathEvent) -> Void
  ) throws -> PathEstimate {
    let measurements = outside.values(
      angular: false, of: input.heading, in: input.heading.axes)
    guard let samples = input.samples else {
      return estimation.estimate(input.motions, measurements: measurements, listener: listener)
    }
    let estimate = try estimation.estimate(
      capacity: samples.count, measurements: measurements, listener: listener
    ) { update in
      let angles = outside.values(angular: true, of: input.heading, in: .northWestUp)
      let (motion, _) = try motionEstimation.estimate(samples, measurements: angles) {
        update($0)
      }
      input.faults = motion.faults
      input.startup = motion.startupSampleCount
      input.usedMeasurements = motion.usedMeasurementCount
    }
    if estimate.points.isEmpty { try outside.explainNoMotion(of: input.name) }
    return estimate
  }

  /// Whether the path of streamed samples follows from their motions one by one; the gesture method
  /// needs all of them, and zero end velocity all points.
  private func streams(_ samples: RecordedSamples) -> Bool {
    samples.isStreamed && samples.kinds.hasAcceleration && !offline
      && ![.gesture, .zeroEndVelocity].contains(path.estimation.method)
  }

  private var motionEstimation: MotionEstimation {
    MotionEstimation(
      usesMagnetometer: sampling.mode == .nineAxis, isOffline: offline,
      blockSize: sampling.decimate,
      skipsStartup: !sampling.keepStartup)
  }

  private func inputs(
    in content: StreamedRecordings, path: String, _ outside: Measurements
  ) throws -> [Input] {
    let heading = content.others.referenceHeading
    let references = content.others.references.samplesByName()
    let inputs: [Input]
    if !content.others.deviceMotion.isEmpty, !(raw && !content.sensorSamples.isEmpty) {
      inputs = content.others.deviceMotion.map { recording in
        let startup = sampling.startupCount(in: recording.samples)
        return Input(
          name: recording.name, motions: Array(recording.samples[startup...]),
          poses: references[recording.name] ?? [], startup: startup, hasOwnAttitudes: true)
      }
    } else {
      inputs = try content.sensorSamples.map { recording in
        guard !streams(recording.samples) else {
          return Input(
            name: recording.name, motions: [], poses: [], startup: 0, samples: recording.samples)
        }
        var estimate = motionEstimation.estimate(
          try recording.samples.whole(),
          measurements: outside.values(angular: true, of: heading, in: .northWestUp))
        if estimate.motions.isEmpty {
          try outside.explainNoMotion(of: recording.name)
        }
        estimate.turnFrame(to: heading)
        let poses = references[recording.name] ?? []
        if !estimate.pointsNorth || heading == .unknown {
          estimate.motions.alignHeading(with: poses)
        }
        return Input(
          name: recording.name, motions: estimate.motions, poses: poses,
          startup: estimate.startupSampleCount, usedMeasurements: estimate.usedMeasurementCount,
          faults: estimate.faults, heading: heading)
      }
    }
    guard inputs.contains(where: \.hasMotions) else {
      throw RecordingError(
        file: path,
        problem: .malformed("expected gyroscope and accelerometer samples, got no motion"))
    }
    return inputs
  }

  private static func writeTable(_ path: [PathPoint], to output: String) throws {
    let file = try PendingFile(output)
    var table = TableWriter([
      "t", "x", "y", "z", "vx", "vy", "vz", "qw", "qx", "qy", "qz", "resting",
      "position_deviation",
    ])
    for point in path {
      table.add(point.timestamp)
      table.add(point.position)
      table.add(point.velocity)
      table.add(point.attitude.quaternion)
      table.add(point.isStationary)
      table.add(point.uncertainty?.positionDeviation)
      table.endRow()
      try file.write(table.takeText())
    }
    try file.write(table.takeText())
    try file.finish()
  }

  private static func text(
    _ answer: TrackAnswer, _ sections: [TrackReport.Section]
  ) -> String {
    var lines: [String] = []
    for (file, section) in zip(answer.files, sections) {
      lines.append("\(file.name): \(file.line)")
      lines += file.windows?.map(\.line) ?? []
      if Console.answersGoToTerminal {
        // View from above; rows count downwards.
        let seen = section.path.map {
          Sample2D(x: $0.position.x, y: -$0.position.y, timestamp: $0.timestamp)
        }
        lines += StrokePicture(seen).braille(rows: 12)
      }
    }
    if answer.files.count > 1, let windows = answer.windows {
      lines.append("all recordings:")
      lines += windows.map(\.line)
    }
    return lines.joined(separator: "\n")
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
