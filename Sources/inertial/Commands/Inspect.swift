internal import ArgumentParser
internal import MotionFusion
internal import MotionRecordings

/// `inertial inspect`: what a recording contains, and what is wrong with it.
struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Describe recordings: format, sensors, rates, gaps, units and axes that are wrong.",
    discussion: """
      Units and axes that the numbers contradict are named with the option that corrects them. The \
      last line names the subcommands for the recording.
      """,
    examples: "inertial inspect hello.csv")

  @Argument(help: "The recordings: files, folders, or - for standard input.")
  var recordings: [String]

  @OptionGroup var reading: RecordingOptions
  @OptionGroup var answer: OutputOptions

  private struct Part: Encodable {
    var name: String
    var kind: RecordingSummary.Kind
    var label: String?
    var user: String?
    var samples: Int
    var seconds: Double
    var sensors: [RecordingSummary.Sensor]
    var gaps: Int
    var longestInterval: Double
    var touches: Int?
    var faults: SampleFaults?
    var findings: [String]

    init(_ summary: RecordingSummary) {
      name = summary.name
      kind = summary.kind
      label = summary.label
      user = summary.user
      samples = summary.samples
      seconds = summary.duration
      sensors = summary.sensors
      gaps = summary.gaps
      longestInterval = summary.longestInterval
      touches = summary.touches
      faults = summary.faults
      findings = summary.findings.map(\.description)
    }
  }

  private struct File: Encodable {
    var file: String
    var format: String
    var recordings: [Part]
    var warnings: [String]
    /// Subcommands for this file.
    var subcommands: [String]
  }

  private struct Answer: Encodable {
    var files: [File] = []
  }

  func validate() throws {
    guard !recordings.isEmpty else {
      throw ValidationError("Expected at least one recording, got none.")
    }
    try reading.requireFormat()
  }

  func run() throws {
    var result = Answer()
    var batch = Batch(count: recordings.count)
    for path in recordings {
      try batch.process {
        let content = try reading.open(path, for: .copying)
        result.files.append(
          try File(
            file: InputFile.displayName(path), format: content.others.format,
            recordings: content.summaries().map(Part.init),
            warnings: content.others.warnings.map(\.description),
            subcommands: content.subcommands))
      }
    }
    guard !batch.isFailed else { return try batch.finish() }
    try answer.show(result) { result.files.map(Self.text).joined(separator: "\n\n") }
    try batch.finish()
  }

  /// A file's name as an argument of a shell.
  private static func argument(_ file: String) -> String {
    guard file != InputFile.displayName("-") else { return "-" }
    let isPlain = file.allSatisfy { $0.isLetter || $0.isNumber || "._/+-#".contains($0) }
    return isPlain ? file : "'" + file.replacing("'", with: "'\\''") + "'"
  }

  private static func text(_ file: File) -> String {
    var lines = ["\(file.file): \(file.format), \(counted(file.recordings.count, "recording"))"]
    // Of a data set the first recordings are enough for a reader.
    let shown = 10
    for recording in file.recordings.prefix(shown) { lines += text(recording) }
    if file.recordings.count > shown {
      lines.append("  and \(file.recordings.count - shown) more; --json lists all of them")
    }
    if !file.subcommands.isEmpty {
      lines.append(
        "For this file: "
          + file.subcommands.map { "inertial \($0) \(argument(file.file))" }.joined(separator: ", ")
      )
    }
    return lines.joined(separator: "\n")
  }

  private static func text(_ recording: Part) -> [String] {
    let kind =
      switch recording.kind {
      case .sensorSamples: "raw samples"
      case .deviceMotion: "device motion"
      case .stroke: "stroke"
      case .reference: "reference"
      }
    let facts: [String?] = [
      recording.label.map { "label \($0)" }, recording.user.map { "user \($0)" },
      "\(counted(recording.samples, "sample")) in \(decimal(recording.seconds, places: 2)) s",
      recording.touches.map { $0 == 1 ? "1 touch" : "\($0) touches" },
      recording.gaps > 0
        ? "\(counted(recording.gaps, "gap")), the longest "
          + "\(decimal(recording.longestInterval, places: 2)) s" : nil,
    ]
    var lines = [
      "  \(recording.name): \(kind), " + facts.compactMap(\.self).joined(separator: ", ")
    ]
    for sensor in recording.sensors {
      let rate = sensor.rate.map { "\(decimal($0, places: 1)) Hz, " } ?? ""
      lines.append(
        "    \(sensor.name): \(rate)median \(decimal(sensor.median, places: 3)) \(sensor.unit), "
          + "largest \(decimal(sensor.largest, places: 3)) \(sensor.unit)")
    }
    if let faults = recording.faults?.text { lines.append("    \(faults)") }
    lines += recording.findings.map { "    \($0)" }
    return lines
  }
}
