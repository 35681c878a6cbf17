internal import ArgumentParser
internal import DeadReckoning
internal import MotionFusion
internal import MotionRecordings

/// `inertial track`: device motion, or raw samples, to a path.
struct Track: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Follows a device through space, and tells the errors of its path where it can.",
    discussion: """
      Where a recording holds device motion that is taken; raw samples go through our own filter, \
      as by inertial orientation. What sensors report before they are settled at their start is \
      skipped and counted. Lengths are in metres.

      Where a recording has a reference, the path as a whole is compared with it, and so are \
      windows of some seconds one after another, each started with the true velocity: once with \
      the true velocity at the end too, as an ideal rest detector would give (linear correction and \
      smoother), and once with what the method itself finds (online). Their errors are medians. \
      Where the reference tells when the device moved, the rest that the method found is held \
      against it, each sample as it came, before any revision.

      Without a recording, --simulated-letters measures the methods on letters whose truth is known.
      """,
    examples: """
      inertial track hello.csv --mode 6d --output path.csv
      inertial track --simulated-letters --accelerometer-range 2
      """)

  @Argument(help: "The recordings: files, folders, or - for standard input.")
  var recordings: [String] = []

  @Option(help: "How acceleration becomes a path.")
  var method = TrackMethod.navigator

  @Option(
    help: ArgumentHelp(
      "The rate of exponential damping, in 1/s; without this 2.", valueName: "rate"))
  var damping: Double?

  @Flag(help: "Use raw samples even where device motion is there too.")
  var raw = false

  @Flag(help: "The path ends where it began: tell how far it does not.")
  var loop = false

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "The lengths of the windows that are compared with a reference, in seconds.",
      valueName: "seconds"))
  var windows = Self.usualWindows

  private static let usualWindows = [1.0, 2, 3]

  @Flag(help: "Tell on standard error where the device is, ten times a second.")
  var live = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write a table with time, position, velocity, attitude and uncertainty of the one "
        + "recording, or with the errors of simulated letters; - is standard output.",
      valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Write a page that shows the path in three views, or the simulated letters.",
      valueName: "file"))
  var report: String?

  @OptionGroup var sampling: SampleOptions
  @OptionGroup var reading: RecordingOptions
  @OptionGroup var answer: OutputOptions
  @OptionGroup(title: "Simulated letters") var letters: SimulatedLetters

  /// A recording ready to be followed.
  private struct Input {
    var name: String
    var motions: [DeviceMotion]
    var poses: [ReferencePose]
    /// The samples before these that were skipped.
    var startup: Int
  }

  func validate() throws {
    guard letters.simulatedLetters || !recordings.isEmpty else {
      throw ValidationError("Name at least one recording.")
    }
    guard !letters.simulatedLetters || recordings.isEmpty else {
      throw ValidationError("--simulated-letters takes no recording.")
    }
    if letters.simulatedLetters, let option = recordingOption {
      throw ValidationError("\(option) goes with recordings, not with --simulated-letters.")
    }
    if let damping {
      guard damping >= 0, damping.isFinite else {
        throw ValidationError("--damping \(damping) is no rate; expected 0 or more, in 1/s.")
      }
      guard method == .damping else {
        throw ValidationError("--damping goes with --method exponential-damping.")
      }
    }
    guard windows.allSatisfy({ $0 > 0 && $0.isFinite }) else {
      throw ValidationError("--windows \(windows) are no lengths; expected positive seconds.")
    }
    try reading.requireFormat()
    try answer.requireFiles(output: output, report: report)
  }

  /// The first option that was set and says nothing of simulated letters.
  private var recordingOption: String? {
    let options = [
      ("--method", method != .navigator), ("--raw", raw), ("--loop", loop),
      ("--windows", windows != Self.usualWindows), ("--live", live),
    ]
    return options.first { $0.1 }?.0 ?? sampling.firstSet ?? reading.firstSet
  }

  func run() throws {
    if letters.simulatedLetters { return try compareLetters() }
    var files: [TrackAnswer.File] = []
    var sections: [TrackReport.Section] = []
    var pooled = windows.map { WindowSamples(seconds: $0) }
    for path in recordings {
      for input in try inputs(
        in: try reading.read(path, for: raw ? .rawSamples : .motion), path: path)
      {
        let (file, points) = follow(input, &pooled)
        files.append(file)
        sections.append(TrackReport.Section(name: file.name, summary: file.line, path: points))
      }
    }
    if let output {
      guard let only = sections.first, sections.count == 1 else {
        throw ValidationError("--output takes one recording, not \(sections.count).")
      }
      try OutputFile.write(Self.table(only.path), to: output)
    }
    if let report { try OutputFile.write(TrackReport(sections: sections).html, to: report) }
    guard output != "-", report != "-" else { return }
    let result = TrackAnswer(
      method: method, mode: sampling.mode, files: files, windows: pooled.compactMap(\.medians))
    try answer.show(result) { Self.text(result, sections) }
  }

  private func compareLetters() throws {
    let (result, pictures) = try letters.compare()
    if let output { try OutputFile.write(result.table, to: output) }
    if let report {
      try OutputFile.write(LetterReport(answer: result, pictures: pictures).html, to: report)
    }
    guard output != "-", report != "-" else { return }
    try answer.show(result) { result.text }
  }

  private func inputs(in content: Recordings, path: String) throws -> [Input] {
    var inputs: [Input] = []
    let references = content.references.samplesByName()
    if !content.deviceMotion.isEmpty, !(raw && !content.sensorSamples.isEmpty) {
      for recording in content.deviceMotion {
        let startup = sampling.startupCount(in: recording.samples)
        inputs.append(
          Input(
            name: recording.name, motions: Array(recording.samples[startup...]),
            poses: references[recording.name] ?? [], startup: startup))
      }
    } else {
      for recording in content.sensorSamples {
        let startup = sampling.startupCount(in: recording.samples)
        var motions = Array(recording.samples[startup...]).blockMeans(of: sampling.decimate)
          .deviceMotion(usesMagnetometer: sampling.mode == .nineAxis)
        if content.format == "broad" { motions.turnFrame(by: .pi / 2) }
        let poses = references[recording.name] ?? []
        if sampling.mode == .sixAxis || content.format != "broad" {
          motions.alignHeading(with: poses)
        }
        inputs.append(
          Input(name: recording.name, motions: motions, poses: poses, startup: startup))
      }
    }
    guard inputs.contains(where: { !$0.motions.isEmpty }) else {
      throw RecordingError(
        file: path,
        problem: .malformed("no motion is in it; expected gyroscope and accelerometer samples"))
    }
    return inputs
  }

  private func follow(
    _ input: Input, _ pooled: inout [WindowSamples]
  ) -> (TrackAnswer.File, [PathPoint]) {
    var run = TrackRun(method: method)
    if let damping { run.dampingRate = damping }
    var view = LiveView()
    var revisions = 0
    var claims: [Bool] = []
    let (points, faults) = run.path(of: input.motions[...]) { event in
      switch event {
      case .position(let point): claims.append(point.isStationary)
      case .revision: revisions += 1
      }
      if live { view.show(event) }
    }
    if live { view.finish() }
    var file = TrackAnswer.File(
      name: input.name, samples: points.count,
      seconds: (points.last?.timestamp ?? 0) - (points.first?.timestamp ?? 0),
      pathLength: zip(points, points.dropFirst()).reduce(0) {
        $0 + $1.0.position.distance(to: $1.1.position)
      }, rests: zip(points, points.dropFirst()).count { !$0.isStationary && $1.isStationary },
      revisions: revisions, startupSamples: input.startup, faults: faults)
    if let first = points.first, let last = points.last {
      if loop { file.loopClosureError = first.position.distance(to: last.position) }
      file.endDeviation = last.uncertainty?.positionDeviation
    }
    guard let reference = ReferencePath(of: input.motions, in: input.poses) else {
      return (file, points)
    }
    if points.count == input.motions.count {
      if let known = reference.known {
        let error = reference.error(of: points[known].map(\.position), from: known.lowerBound)
        file.endError = error?.end
        file.rmse = error?.rootMeanSquare
      }
      file.rest = TrackAnswer.RestFigures(claims, reference)
    }
    var detector = ZeroVelocityDetector()
    file.detectorRest = TrackAnswer.RestFigures(
      input.motions.map { detector.update($0) }, reference)
    var medians: [WindowErrors] = []
    for index in pooled.indices {
      let samples = WindowSamples(seconds: windows[index], input.motions, reference, run)
      pooled[index].append(samples)
      if let errors = samples.medians { medians.append(errors) }
    }
    file.windows = medians.isEmpty ? nil : medians
    return (file, points)
  }

  private static func table(_ path: [PathPoint]) -> String {
    var text = "t,x,y,z,vx,vy,vz,qw,qx,qy,qz,resting,position_deviation\n"
    for point in path {
      let (p, v, q) = (point.position, point.velocity, point.attitude.quaternion)
      let deviation = point.uncertainty.map { "\($0.positionDeviation)" } ?? ""
      text +=
        "\(point.timestamp),\(p.x),\(p.y),\(p.z),\(v.x),\(v.y),\(v.z),"
        + "\(q.w),\(q.x),\(q.y),\(q.z),\(point.isStationary ? 1 : 0),\(deviation)\n"
    }
    return text
  }

  private static func text(
    _ answer: TrackAnswer, _ sections: [TrackReport.Section]
  ) -> String {
    var lines: [String] = []
    for (file, section) in zip(answer.files, sections) {
      lines.append("\(file.name): \(file.line)")
      lines += file.windows?.map(\.line) ?? []
      if Console.answersGoToTerminal {
        // From above, y up.
        let seen = section.path.map {
          Sample2D(x: $0.position.x, y: -$0.position.y, timestamp: $0.timestamp)
        }
        lines += StrokePicture(seen).braille(rows: 12)
      }
    }
    if answer.files.count > 1, let windows = answer.windows {
      lines.append("together:")
      lines += windows.map(\.line)
    }
    return lines.joined(separator: "\n")
  }
}
