internal import ArgumentParser
internal import GestureRecognition
internal import GestureTraining
internal import MotionFusion
internal import MotionRecordings
internal import MotionReports
public import MotionSimulation

/// `inertial inspect`: what a recording contains, and what is wrong with it.
struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Describe recordings: format, sensors, rates, gaps, and wrong units and axes.",
    discussion: """
      If the numbers contradict units or axes, the answer lists the option that corrects them. The \
      last line suggests the next commands. If the file does not state a unit, the command infers \
      it and prints the evidence ('guessed' with --json). It also prints columns that are not used \
      ('unused'). If a unit remains undecided, the error suggests the --columns that states it.
      """,
    examples: "inertial inspect hello.csv")

  @Argument(help: "The recordings: files, folders, or - for standard input.")
  var recordings: [String]

  @OptionGroup var reading: RecordingOptions
  @OptionGroup var answer: OutputOptions

  func validate() throws { try reading.requireFormat(orSeries: true) }

  func run() throws {
    var result = InspectionAnswer()
    try Batch.run(recordings) { path in
      do {
        let start = result
        try reading.process(path, for: .copying, checksLater: true) { content in
          result = start
          try result.add(content, name: path, options: readingArguments)
        }
      } catch let error as RecordingError where error.isUnknownFormat && path != "-" {
        guard let content = try? reading.content(at: path, sampleRate: nil),
          result.add(content, name: path)
        else { throw error }
      }
    } answer: {
      try answer.show(result) { result.text }
    }
  }

  /// The reading options as typed, for the commands that the answer suggests.
  private var readingArguments: [String] {
    let typed = CommandLine.arguments.drop { $0 != "inspect" }.dropFirst()
    return typed.filter { !recordings.contains($0) && $0 != "--json" && $0 != "--" }
  }
}

/// `inertial convert`: one recording format to another.
struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Convert a recording to another format.",
    discussion: """
      Input formats:
      \(RecordingReader.formats.map { "  \($0.name): \($0.summary)" }.joined(separator: "\n"))

      To inertial-motion, the motion of raw samples is estimated.

      Formats of series: tables (inertial-series), files with a name, notes and a checksum \
      (inertial-data-set), and text and CSV files of the Gesture Recognition Toolkit (grt, grt-csv; \
      its CSV files have no header). Labelled recordings of motion and strokes can be converted to \
      series.

      --columns describes any other table: the columns of time, gyro, accel, mag, useraccel, gravity \
      and attitude, each with its unit. #2 is the second column, time=row/119 a rate of rows, \
      time=sec+nsec the sum of two columns, attitude=qw qx qy qz a quaternion (qw -qx -qy -qz its \
      inverse), attitude=yaw pitch roll [deg zyx] angles with the order of their axes, recording=id one \
      recording for each value of a column, and gyro=x y z [deg/s] from gyro.csv uses columns of \
      another file. Omitted units are inferred from the numbers; if they remain undecided, the \
      command fails and asks.
      """,
    examples: "inertial convert hello.csv --to tum --output hello.txt")

  @Argument(help: "The recording: a file, a folder, or - for standard input.")
  var recording: String

  @Option(
    help: ArgumentHelp(
      "The format to write: " + Self.formats.joined(separator: ", ") + ".",
      valueName: "name"),
    completion: .list(Self.formats))
  var to: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write; - is standard output. sensor-logger writes a folder, or a zip archive "
        + "if the name ends in .zip.", valueName: "file"))
  var output = "-"

  @Flag(help: "Label series by the names of their classes, if they have names, instead of numbers.")
  var classNames = false

  @Option(
    name: .customLong("channel"),
    help: ArgumentHelp(
      "A vector of device motion in a data set of series; repeat the option for several (default: "
        + "user-acceleration and rotation-rate).", valueName: "name"))
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
    RecordingWriter.formats + GestureDataSet.Format.allCases.map(\.rawValue)

  func validate() throws {
    guard Self.formats.contains(to) else {
      throw ValidationError(
        "--to: expected one of \(Self.formats.joined(separator: ", ")), got '\(to)'.")
    }
    try reading.requireFormat(orSeries: GestureDataSet.Format(rawValue: to) != nil)
    guard !(output == "-" && RecordingWriter.writesFolder(to)) else {
      throw ValidationError(
        "--to \(to) writes a folder or a zip archive: --output NAME or --output NAME.zip.")
    }
    try answer.requireFiles(output: output, inputs: [recording])
  }

  func run() throws {
    if let format = GestureDataSet.Format(rawValue: to) { return try writeSeries(as: format) }
    let summary = try reading.process(
      recording, for: .copying, checksLater: output != "-"
    ) { recordings in
      try RecordingWriter.write(recordings, format: to, to: output)
      let counts = recordings.sampleCounts
      return Answer(
        from: recordings.others.format, to: to, recordings: counts.count,
        samples: counts.reduce(0, +), warnings: recordings.others.warnings.map(\.description))
    }
    guard output != "-" else { return }
    try answer.show(summary) {
      "\(counted(summary.recordings, "recording")) with \(counted(summary.samples, "sample")): "
        + "\(summary.from) to \(summary.to), \(output)"
    }
  }

  /// Writes a data set of series, or converts recordings to one.
  private func writeSeries(as format: GestureDataSet.Format) throws {
    let content = try reading.content(at: recording, sampleRate: nil)
    let warnings = content.warnings.map(\.description)
    var set = try content.series(
      channels: channels.isEmpty ? PipelineSettings.defaultChannels : channels, name: recording)
    if classNames { set = set.labelledByName() }
    try OutputFile.write(set.file(format), to: output)
    guard output != "-" else { return }
    let summary = Answer(
      from: "series", to: to, recordings: set.series.count,
      samples: set.series.reduce(0) { $0 + $1.representation.count }, warnings: warnings)
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
      Equal texts, writers and seeds yield equal recordings. Raw sensor samples include sensor \
      errors, a touch column, and the true attitude and position.
      """,
    examples: #"""
      inertial simulate "HELLO WORLD" --output hello.csv
      inertial simulate "square cross" --vocabulary symbols --kind strokes --output symbols.csv
      inertial simulate "shake wave" --vocabulary gestures --output gestures.csv
      """#)

  @Argument(help: "Letters A to Z with spaces between words, or names separated by spaces.")
  var text: String

  @Option(help: "The contents of the text.")
  var vocabulary = Vocabulary.letters

  @Option(help: "The kind of samples.")
  var kind = SyntheticRecording.Kind.sensors

  @Option(
    help: ArgumentHelp(
      "The seed of the synthetic writer, a whole number of at least 0.", valueName: "number"))
  var writer: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "The seed of the phone's grip and the sensors' errors, a whole number of at least 0.",
      valueName: "number"))
  var seed: UInt64 = 1

  @Flag(
    help: "Write in the air without rests: the hand moves directly from letter to letter.")
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
    let written = vocabulary.written(text)
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
    case .digits: "digits, as strokes"
    case .lowercase: "letters a to z, as strokes"
    case .characters: "letters and digits, as strokes"
    case .symbols: "names of \(Symbol.allCases.map(\.rawValue).joined(separator: ", "))"
    case .gestures: "names of \(HandGesture.allCases.map(\.rawValue).joined(separator: ", "))"
    }
  }

  /// One of them, in answers.
  fileprivate var noun: String {
    switch self {
    case .letters, .lowercase: "letter"
    case .digits: "digit"
    case .characters: "character"
    case .symbols: "symbol"
    case .gestures: "gesture"
    }
  }
}
