internal import ArgumentParser
internal import GestureRecognition
internal import MotionFusion
public import MotionRecordings

/// How a subcommand reads recordings.
struct RecordingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The recordings' format, where the header alone does not tell: "
        + RecordingReader.formats.map(\.name).joined(separator: ", ") + ".",
      valueName: "name"))
  var format: String?

  @Option(
    help: ArgumentHelp(
      "The platform of the device that recorded, where the file does not tell it or tells it "
        + "wrongly: their accelerometers have opposite signs."))
  var platform: ReadingOptions.Platform?

  @Flag(
    help: """
      Leave out samples that are not finite or go back in time, with a warning that counts them; \
      without this the first one is an error.
      """)
  var skipBadSamples = false

  /// What is done with recordings, by which they need other sensors.
  enum Use {
    /// They are written as they are.
    case copying
    /// Their raw samples are read.
    case rawSamples
    /// Device motion is taken where it is there, and made of raw samples elsewhere.
    case motion
  }

  /// The first option that was set; `nil` where all are as usual.
  var firstSet: String? {
    let options = [
      ("--format", format != nil), ("--platform", platform != nil),
      ("--skip-bad-samples", skipBadSamples),
    ]
    return options.first { $0.1 }?.0
  }

  /// Refuses a format that there is not; those of series are for subcommands that read them too.
  func requireFormat(orSeries: Bool = false) throws {
    try Self.check(format, among: orSeries ? Self.formats : RecordingReader.formats.map(\.name))
  }

  /// Refuses a format that there is not.
  static func check(_ format: String?, among known: [String]) throws {
    guard let format, !known.contains(format) else { return }
    throw ValidationError(
      "There is no format '\(format)'; expected one of \(known.joined(separator: ", ")).")
  }

  /// The names of the formats of recordings, and of series where a subcommand reads them too.
  static let formats =
    RecordingReader.formats.map(\.name) + SeriesSet.Format.allCases.map(\.rawValue)

  /// The recordings at `path`; what was wrong and did not stop the reader is told as a warning,
  /// and which sensor of a device's motion is missing where that is needed.
  func read(_ path: String, for use: Use) throws -> Recordings {
    try read(NamedInput(path), for: use)
  }

  /// The recordings in `input`, as ``read(_:for:)-(String,_)``.
  func read(_ input: NamedInput, for use: Use) throws -> Recordings {
    let reader = RecordingReader(
      options: ReadingOptions(damage: skipBadSamples ? .skip : .refuse, platform: platform))
    let recordings = try input.recordings(reader, format: format)
    for warning in recordings.warnings { Console.warning("\(warning)") }
    guard use != .copying else { return recordings }
    let whole = use == .motion ? Set(recordings.deviceMotion.map(\.name)) : []
    for recording in recordings.sensorSamples where !whole.contains(recording.name) {
      for (sensor, isMissing) in [
        ("gyroscope", recording.samples.allSatisfy { $0.rotationRate == nil }),
        ("accelerometer", recording.samples.allSatisfy { $0.acceleration == nil }),
      ] where isMissing {
        Console.warning("\(recording.name): no \(sensor) is in it; expected both sensors of motion")
      }
    }
    return recordings
  }
}

extension ReadingOptions.Platform: ExplainedArgument {
  /// The accelerometer's sign, for the help.
  public var explanation: String {
    switch self {
    case .iOS: "face up at rest the accelerometer reads -1 g on z"
    case .android: "face up at rest it reads +1 g"
    }
  }
}
