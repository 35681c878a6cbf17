internal import ArgumentParser
internal import GestureRecognition
internal import MotionFusion
public import MotionRecordings

/// The input options of recordings.
struct RecordingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The recordings' format (default: detected from the header): "
        + RecordingReader.formats.map(\.name).joined(separator: ", ") + ".",
      valueName: "name"))
  var format: String?

  @Option(
    help: ArgumentHelp(
      "The platform of the recording device, which sets the sign of acceleration (default: that "
        + "of the file)."))
  var platform: ReadingOptions.Platform?

  @Option(
    help: ArgumentHelp(
      "The columns and units of a table in no known format, such as time=t [ms], gyro=gx gy gz "
        + "[deg/s], accel=ax ay az [g]; #2 is the second column.",
      valueName: "map"),
    transform: { try ColumnMap($0) })
  var columns: ColumnMap?

  @Flag(
    help: """
      Skip samples that are not finite or go back in time, with a warning that counts them \
      (default: the first one is an error).
      """)
  var skipBadSamples = false

  @OptionGroup(title: "Corrections of raw samples") var corrections: CorrectionOptions

  /// The use of the recordings, which determines the required sensors.
  enum Use {
    /// Written unchanged.
    case copying
    /// Raw samples.
    case rawSamples
    /// Device motion, estimated from raw samples where absent.
    case motion
  }

  /// Rejects an unknown format; `orSeries` also allows the formats of series.
  func requireFormat(orSeries: Bool = false) throws {
    try Self.check(format, among: orSeries ? Self.formats : RecordingReader.formats.map(\.name))
  }

  /// Rejects a format that is not among `known`.
  static func check(_ format: String?, among known: [String]) throws {
    guard let format, !known.contains(format) else { return }
    throw ValidationError(
      "--format: expected one of \(known.joined(separator: ", ")), got '\(format)'.")
  }

  /// The names of the formats of recordings and series.
  static let formats =
    RecordingReader.formats.map(\.name) + SeriesSet.Format.allCases.map(\.rawValue)

  private var reader: RecordingReader {
    RecordingReader(
      options: ReadingOptions(
        damage: skipBadSamples ? .skip : .reject, platform: platform,
        correction: corrections.correction, columns: columns))
  }

  /// The inputs at `paths`, of which each may fail alone: of the folder of a data set, its files.
  func inputs(at paths: [String]) -> [String] {
    paths.flatMap { reader.files(at: $0, format: format) }
  }

  /// Recordings or series at `path`; prints the reader's warnings.
  func content(at path: String, sampleRate: Double?) throws -> DataSetContent {
    let start = ContinuousClock.now
    let content = try DataSetContent(
      path: path, format: format, sampleRate: sampleRate, reader: reader)
    Console.detail("\(InputFile.displayName(path)): read in \(elapsed(since: start))")
    for warning in content.warnings { Console.warning("\(warning)") }
    return content
  }

  /// The recordings at `path` in memory; prints warnings, also for missing sensors.
  func read(_ path: String, for use: Use) throws -> Recordings {
    try open(path, for: use, by: { StreamedRecordings(try reader.read(path, format: format)) })
      .others
  }

  /// The recordings at `path`, of which long ones stay in their file; prints warnings, also for
  /// missing sensors unless `requiresSensors` makes them an error.
  func open(
    _ path: String, for use: Use, requiresSensors: Bool = false
  ) throws -> StreamedRecordings {
    try open(
      path, for: use, requiresSensors: requiresSensors,
      by: { try reader.open(path, format: format) })
  }

  private func open(
    _ path: String, for use: Use, requiresSensors: Bool = false,
    by read: () throws -> StreamedRecordings
  ) throws -> StreamedRecordings {
    let start = ContinuousClock.now
    let recordings = try read()
    let others = recordings.others
    let samples =
      recordings.sensorSamples.map(\.samples.count) + others.deviceMotion.map(\.samples.count)
      + others.strokes.map(\.samples.count)
    Console.detail(
      "\(InputFile.displayName(path)): \(others.format), "
        + "\(counted(samples.count, "recording")) with \(counted(samples.reduce(0, +), "sample")), "
        + "\(recordings.isStreamed ? "checked" : "read") in \(elapsed(since: start))")
    for warning in others.warnings { Console.warning("\(warning)") }
    guard use != .copying else { return recordings }
    try requireMotionSensors(in: recordings, path: path)
    let whole = use == .motion ? Set(others.deviceMotion.map(\.name)) : []
    for recording in recordings.sensorSamples where !whole.contains(recording.name) {
      for (sensor, isPresent) in [
        ("gyroscope", recording.samples.kinds.hasRotationRate),
        ("accelerometer", recording.samples.kinds.hasAcceleration),
      ] where !isPresent {
        let problem = "expected a gyroscope and an accelerometer, got no \(sensor)"
        guard !requiresSensors else {
          throw RecordingError(file: recording.name, problem: .malformed(problem))
        }
        Console.warning("\(recording.name): \(problem)")
      }
    }
    return recordings
  }

  /// Rejects recordings of which none has a gyroscope or an accelerometer, nor anything else.
  private func requireMotionSensors(in recordings: StreamedRecordings, path: String) throws {
    guard recordings.others.strokes.isEmpty, recordings.others.deviceMotion.isEmpty,
      !recordings.sensorSamples.isEmpty,
      !recordings.sensorSamples.contains(where: {
        $0.samples.kinds.hasRotationRate || $0.samples.kinds.hasAcceleration
      })
    else { return }
    throw RecordingError(
      file: InputFile.displayName(path),
      problem: .malformed("expected a gyroscope or an accelerometer, got neither"))
  }
}

extension ReadingOptions.Platform: ExplainedArgument {
  /// The accelerometer's sign, for the help.
  public var explanation: String {
    switch self {
    case .iOS: "stationary and face up, the accelerometer measures -1 g on z"
    case .android: "stationary and face up, the accelerometer measures +1 g on z"
    }
  }
}
