internal import ArgumentParser
internal import GestureRecognition
internal import MotionRecordings

/// Where labelled examples come from.
struct DataSetOptions: ParsableArguments {
  /// The name of tables of feature vectors, which are no recordings.
  static let vectorFormat = "lab-letters"

  @Option(
    help: ArgumentHelp(
      "Labelled recordings: a folder or a file.", valueName: "path"))
  var dataset: String?

  @Option(
    help: ArgumentHelp(
      "The data set's format, where the header alone does not tell: "
        + (RecordingReader.formats.map(\.name) + [vectorFormat]).joined(separator: ", ")
        + ", the last for tables of feature vectors.",
      valueName: "name"))
  var format: String?

  /// The path that `--dataset` names.
  var path: String {
    get throws {
      guard let dataset else { throw ValidationError("Name a data set: --dataset PATH.") }
      return dataset
    }
  }

  /// The recordings at `path`; `nil` for a table of feature vectors, which holds none.
  ///
  /// Damaged samples are left out and counted: one bad row should not cost a data set.
  func recordings(in path: String) throws -> Recordings? {
    guard format != Self.vectorFormat else { return nil }
    let reader = RecordingReader(options: ReadingOptions(damage: .skip))
    let recordings = try reader.read(path, format: format)
    for warning in recordings.warnings {
      if case .gaps = warning.kind { continue }
      Console.warning("\(warning)")
    }
    return recordings
  }

  /// Whether the recordings are of devices in motion, and of nothing else.
  static func isMotionOnly(_ recordings: Recordings?) -> Bool {
    guard let recordings, recordings.strokes.isEmpty else { return false }
    return !recordings.deviceMotion.isEmpty || !recordings.sensorSamples.isEmpty
  }

  /// The examples in the file or folder at `path`.
  func examples(
    in path: String, for classifier: ZonePerceptron, air: AirOptions
  ) throws -> ExampleSet<[Double]> {
    guard let recordings = try recordings(in: path) else {
      return try vectors(in: path, for: classifier)
    }
    return try examples(of: recordings, at: path, for: classifier, air: air)
  }

  /// The examples of `recordings`, or of the feature vectors at `path` where there are none.
  func examples(
    of recordings: Recordings?, at path: String, for classifier: ZonePerceptron, air: AirOptions
  ) throws -> ExampleSet<[Double]> {
    guard let recordings else { return try vectors(in: path, for: classifier) }
    var set = try classifier.examples(of: recordings.strokes)
    var airborne = classifier
    airborne.features = ZoneFeatures(
      columns: classifier.features.columns, rows: classifier.features.rows,
      alignment: air.alignment)
    let motions = try airborne.examples(
      of: recordings.deviceMotion, stabilizer: air.stabilizer, dampingRate: air.dampingRate)
    set.examples += motions.examples
    set.refused += motions.refused
    guard !set.examples.isEmpty else {
      throw ToolError(.badData, "\(path): no labelled strokes or motions that can be learned from")
    }
    return set
  }

  /// The letters in the air of `recordings`.
  func examples(
    of recordings: Recordings?, at path: String, for classifier: NearestTemplates
  ) throws -> ExampleSet<MotionSeries> {
    var motions = recordings
    motions?.strokes = []
    let set = try classifier.examples(
      of: motions.map { GestureInput.all(in: $0).map(\.labeledMotion) } ?? [])
    guard !set.examples.isEmpty else {
      throw ToolError(.badData, "\(path): no labelled motions of a device to learn from")
    }
    return set
  }

  private func vectors(
    in path: String, for classifier: ZonePerceptron
  ) throws -> ExampleSet<[Double]> {
    // The data set is a folder of this table and one of weights.
    let path = InputFile.isFolder(path) ? path + "/vectors.csv" : path
    let vectors = try LabeledVectors(
      InputFile.read(path), name: InputFile.displayName(path))
    for warning in vectors.warnings { Console.warning("\(warning)") }
    guard let labels = vectors.labels else {
      throw RecordingError(file: vectors.file, line: 1, problem: .missingColumns(["label"]))
    }
    let width = vectors.names.count
    guard width == classifier.features.count else {
      throw ToolError(
        .badData,
        "\(vectors.file): \(width) features; the classifier reads \(classifier.features.count)")
    }
    return ExampleSet(
      examples: labels.enumerated().map { row, label in
        Example(
          representation: Array(vectors.values[row * width..<(row + 1) * width]), label: label,
          name: "\(vectors.file)#\(row)")
      })
  }
}
