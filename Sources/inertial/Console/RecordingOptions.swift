internal import ArgumentParser
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

  /// The recordings at `path`; what was wrong and did not stop the reader is told as a warning.
  func read(_ path: String) throws -> Recordings {
    let reader = RecordingReader(
      options: ReadingOptions(damage: skipBadSamples ? .skip : .refuse, platform: platform))
    let recordings = try reader.read(path, format: format)
    for warning in recordings.warnings { Console.warning("\(warning)") }
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
