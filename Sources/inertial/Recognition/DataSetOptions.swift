internal import ArgumentParser
internal import GestureRecognition
internal import MotionFusion
internal import MotionRecordings

/// Where labelled examples come from.
struct DataSetOptions: ParsableArguments {
  /// The name of tables of feature vectors, which are no recordings.
  static let vectorFormat = "lab-letters"
  /// The names of all formats that are data sets.
  private static let formats = RecordingOptions.formats + [vectorFormat]

  @Option(
    help: ArgumentHelp(
      "Labelled recordings or series: a folder or a file.", valueName: "path"))
  var dataset: String?

  @Option(
    help: ArgumentHelp(
      "The data set's format, where the header alone does not tell: "
        + formats.joined(separator: ", ")
        + ", the last for tables of feature vectors.",
      valueName: "name"))
  var format: String?

  func validate() throws { try RecordingOptions.check(format, among: Self.formats) }

  /// The path that `--dataset` names.
  var path: String {
    get throws {
      guard let dataset else { throw ValidationError("Name a data set: --dataset PATH.") }
      return dataset
    }
  }

  /// What is at `path`.
  ///
  /// Damaged samples are left out and counted: one bad row should not cost a data set.
  ///
  /// - Parameter sampleRate: Samples a second, for files of series that hold no times.
  func content(at path: String, sampleRate: Double? = nil) throws -> DataSetContent {
    if format == Self.vectorFormat { return .vectors(try vectors(at: path)) }
    let reader = RecordingReader(options: ReadingOptions(damage: .skip))
    let input = try NamedInput(path)
    if let series = try SeriesSet.ifAny(in: input, format: format, sampleRate: sampleRate) {
      return .series(series)
    }
    let recordings = try input.recordings(reader, format: format)
    for warning in recordings.warnings {
      if case .gaps = warning.kind { continue }
      Console.warning("\(warning)")
    }
    return .recordings(recordings)
  }

  private func vectors(at path: String) throws -> LabeledVectors {
    // The data set is a folder of this table and one of weights.
    let path = InputFile.isFolder(path) ? path + "/vectors.csv" : path
    let vectors = try LabeledVectors(InputFile.read(path), name: InputFile.displayName(path))
    for warning in vectors.warnings { Console.warning("\(warning)") }
    return vectors
  }
}
