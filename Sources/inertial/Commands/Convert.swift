internal import ArgumentParser
internal import GestureRecognition
internal import MotionRecordings

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
