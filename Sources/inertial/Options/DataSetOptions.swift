internal import ArgumentParser
internal import GestureRecognition
internal import MotionRecordings

/// The data set of a subcommand.
struct DataSetOptions: ParsableArguments {
  /// The names of all formats of data sets.
  private static let formats = RecordingOptions.formats + [DataSetContent.vectorFormat]

  @Option(
    help: ArgumentHelp("Labelled recordings or series: a folder or a file.", valueName: "path"))
  var dataset: String?

  @Option(
    help: ArgumentHelp(
      "The format of the data set (default: detected from the content): "
        + formats.joined(separator: ", ") + ".",
      valueName: "name"))
  var format: String?

  @Flag(help: "Keep examples whose samples and label repeat those of another one.")
  var keepDuplicates = false

  func validate() throws { try RecordingOptions.check(format, among: Self.formats) }

  /// The path of `--dataset`.
  var path: String {
    get throws {
      guard let dataset else { throw ValidationError("Expected a data set: --dataset PATH.") }
      return dataset
    }
  }

  /// The content of the data set at `path`; damaged samples are skipped and counted.
  ///
  /// - Parameter sampleRate: Samples a second, for files of series without times.
  func content(at path: String, sampleRate: Double? = nil) throws -> DataSetContent {
    var content = try DataSetContent(path: path, format: format, sampleRate: sampleRate)
    for warning in content.warnings {
      if case .gaps = warning.kind { continue }
      Console.warning("\(warning)")
    }
    if !keepDuplicates {
      let count = content.removeDuplicates()
      if count > 0 {
        Console.warning(
          "\(InputFile.displayName(path)): \(counted(count, "duplicate")) left out; "
            + "--keep-duplicates keeps them")
      }
    }
    return content
  }
}
