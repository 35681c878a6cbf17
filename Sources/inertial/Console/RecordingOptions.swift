public import ArgumentParser
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
      "The recording device's platform, ios or android, where the file does not tell it or tells "
        + "it wrongly: their accelerometers have opposite signs."))
  var platform: ReadingOptions.Platform?

  @Flag(
    help: ArgumentHelp(
      "Leave out samples that are not finite or go back in time, with a warning that counts them.",
      discussion: "Without this the first such sample is an error."))
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

extension ReadingOptions.Platform: ExpressibleByArgument {}
