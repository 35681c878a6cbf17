internal import ArgumentParser
internal import GestureRecognition
internal import GestureTraining
internal import MotionFusion
internal import MotionRecordings
public import MotionSimulation

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

/// `inertial convert`: one recording format to another.
struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Convert a recording to another format.",
    discussion: """
      Input formats:
      \(RecordingReader.formats.map { "  \($0.name): \($0.summary)" }.joined(separator: "\n"))

      Formats of data sets of series: tables (inertial-series), files with a name, notes and a \
      checksum (inertial-data-set), and text and CSV files of the Gesture Recognition Toolkit \
      (grt, grt-csv; its CSV files have no header). Labelled recordings of motion and strokes can \
      be converted to series.
      """,
    examples: "inertial convert hello.csv --to tum --output hello.txt")

  @Argument(help: "The recording: a file, a folder, or - for standard input.")
  var recording: String

  @Option(
    help: ArgumentHelp(
      "The format to write: " + Self.formats.joined(separator: ", ") + ".",
      valueName: "name"))
  var to: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write; - is standard output. sensor-logger writes a folder, or a zip archive "
        + "if the name ends in .zip.", valueName: "file"))
  var output = "-"

  @Flag(help: "Label series by the names of their classes, where they have one, not by numbers.")
  var classNames = false

  @Option(
    name: .customLong("channel"),
    help: ArgumentHelp(
      "A vector of device motion in a data set of series; may be repeated: "
        + MotionChannel.allCases.map(\.rawValue).joined(separator: ", ")
        + " (default: the first two).", valueName: "name"))
  var channels: [MotionChannel] = []

  @OptionGroup var reading: RecordingOptions
  @OptionGroup var answer: OutputOptions

  private struct Answer: Encodable {
    var from: String
    var to: String
    var recordings: Int
    var samples: Int
    var warnings: [String]
  }

  private static let formats =
    RecordingWriter.formats + SeriesSet.Format.allCases.map(\.rawValue)

  func validate() throws {
    guard Self.formats.contains(to) else {
      throw ValidationError(
        "--to: expected one of \(Self.formats.joined(separator: ", ")), got '\(to)'.")
    }
    try reading.requireFormat(orSeries: SeriesSet.Format(rawValue: to) != nil)
    guard !(output == "-" && RecordingWriter.writesFolder(to)) else {
      throw ValidationError(
        "--to \(to) writes a folder or a zip archive: --output NAME or --output NAME.zip.")
    }
    try answer.requireFiles(output: output, inputs: [recording])
  }

  func run() throws {
    if let format = SeriesSet.Format(rawValue: to) { return try writeSeries(as: format) }
    let recordings = try reading.open(recording, for: .copying)
    try RecordingWriter.write(recordings, format: to, to: output)
    guard output != "-" else { return }
    let counts = recordings.sampleCounts
    let summary = Answer(
      from: recordings.others.format, to: to, recordings: counts.count,
      samples: counts.reduce(0, +), warnings: recordings.others.warnings.map(\.description))
    try answer.show(summary) {
      "\(counted(summary.recordings, "recording")) with \(counted(summary.samples, "sample")): "
        + "\(summary.from) to \(summary.to), \(output)"
    }
  }

  /// Writes a data set of series, or converts recordings to one.
  private func writeSeries(as format: SeriesSet.Format) throws {
    let content = try reading.content(at: recording, sampleRate: nil)
    let warnings = content.warnings.map(\.description)
    var set = try content.series(
      channels: channels.isEmpty ? PipelineSettings.defaultChannels : channels, name: recording)
    if classNames { set.series = set.series.labelledByName() }
    try OutputFile.write(set.file(format), to: output)
    guard output != "-" else { return }
    let summary = Answer(
      from: "series", to: to, recordings: set.series.series.count,
      samples: set.series.series.reduce(0) { $0 + $1.count }, warnings: warnings)
    try answer.show(summary) {
      "\(summary.recordings) series with \(summary.samples) samples: \(output)"
    }
  }
}

/// `inertial simulate`: a synthetic recording of a text, with ground truth.
struct Simulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Simulate a recording of a text, with ground truth.",
    discussion: """
      The same text, writer and seed yield the same recording. Raw sensor samples include \
      sensor errors, a touch column, and the true attitude and position.
      """,
    examples: #"""
      inertial simulate "HELLO WORLD" --output hello.csv
      inertial simulate "square cross" --vocabulary symbols --kind strokes --output symbols.csv
      inertial simulate "shake wave" --vocabulary gestures --output gestures.csv
      """#)

  @Argument(help: "The letters A to Z, with spaces between words; or names with spaces.")
  var text: String

  @Option(help: "What the text contains.")
  var vocabulary = Vocabulary.letters

  @Option(help: "The kind of samples.")
  var kind = SyntheticRecording.Kind.sensors

  @Option(help: ArgumentHelp("The seed of the synthetic writer.", valueName: "number"))
  var writer: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "The seed of the phone's grip and the sensors' errors.", valueName: "number"))
  var seed: UInt64 = 1

  @Flag(
    help: ArgumentHelp(
      "Write in the air without resting before and after letters.",
      discussion: "The hand moves on from each letter to the next one."))
  var withoutRests = false

  @Flag(help: "Use sensors without errors.")
  var perfect = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; - is standard output.", valueName: "file"))
  var output = "-"

  @OptionGroup var answer: OutputOptions

  private struct Answer: Encodable {
    struct Gesture: Encodable {
      var label: String
      var start: Double
      var end: Double
    }

    var text: String
    var format: String
    var writer: UInt64
    var seed: UInt64
    var samples: Int
    var gestures: [Gesture]
    var output: String
  }

  func validate() throws {
    try answer.requireFiles(output: output)
    guard !withoutRests || (kind != .strokes && vocabulary != .gestures) else {
      throw ValidationError("--without-rests: expected letters or symbols in the air.")
    }
  }

  func run() throws {
    let written = vocabulary == .letters ? text.uppercased() : text.lowercased()
    let synthetic: SyntheticRecording
    do {
      synthetic = try SyntheticRecording(
        written, vocabulary: vocabulary, kind: kind, writer: Writer(seed: writer), seed: seed,
        sensors: perfect ? .perfect : SensorModel(), hasRests: !withoutRests)
    } catch {
      throw ValidationError("\(text): \(error).")
    }
    guard !synthetic.letters.isEmpty else {
      throw ValidationError("Expected \(vocabulary.explanation), got none.")
    }
    try RecordingWriter.write(synthetic.recordings, format: kind.format, to: output)
    guard output != "-" else { return }
    let summary = Answer(
      text: written, format: kind.format, writer: writer, seed: seed,
      samples: synthetic.recordings.sampleCounts.reduce(0, +),
      gestures: synthetic.letters.map {
        Answer.Gesture(label: $0.label, start: $0.times.lowerBound, end: $0.times.upperBound)
      }, output: output)
    try answer.show(summary) {
      "\(counted(summary.gestures.count, vocabulary.noun)) in \(summary.samples) samples: \(output)"
    }
  }
}

extension SyntheticRecording.Kind: ExplainedArgument {
  /// A short description, for the help.
  public var explanation: String {
    switch self {
    case .sensors: "raw sensor samples of a phone in the air, all letters in one recording"
    case .motion: "true motion of a phone in the air, one recording for each letter"
    case .strokes: "strokes on a screen, one recording for each letter"
    }
  }
}

extension Vocabulary: ExplainedArgument {
  /// The words of a text, for the help.
  public var explanation: String {
    switch self {
    case .letters: "letters A to Z"
    case .symbols: "names of \(Symbol.allCases.map(\.rawValue).joined(separator: ", "))"
    case .gestures: "names of \(HandGesture.allCases.map(\.rawValue).joined(separator: ", "))"
    }
  }

  /// One of them, in answers.
  fileprivate var noun: String {
    switch self {
    case .letters: "letter"
    case .symbols: "symbol"
    case .gestures: "gesture"
    }
  }
}
