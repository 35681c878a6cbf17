internal import ArgumentParser
internal import DeviceMotion
internal import GestureRecognition
internal import MotionRecordings

/// What a data set holds.
enum DataSetContent {
  /// Recordings of devices in motion, of their raw sensors, and strokes.
  case recordings(Recordings)
  /// A table of feature vectors.
  case vectors(LabeledVectors)
  /// Series of the samples of any sensor.
  case series(SeriesSet)

  /// Whether it is of devices in motion, and of nothing else.
  var isMotionOnly: Bool {
    guard case .recordings(let recordings) = self, recordings.strokes.isEmpty else { return false }
    return !recordings.deviceMotion.isEmpty || !recordings.sensorSamples.isEmpty
  }

  /// The gestures of devices in motion, of which raw samples are cut at marks of touches.
  var motions: [LabeledRecording<DeviceMotion>] {
    guard case .recordings(var recordings) = self else { return [] }
    recordings.strokes = []
    return GestureInput.all(in: recordings).map(\.labeledMotion)
  }
}

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
    let recordings: Recordings
    if path != "-", InputFile.isFolder(path) {
      recordings = try reader.read(path, format: format)
    } else {
      let bytes = try InputFile.read(path)
      let named = format.flatMap(SeriesSet.Format.init(rawValue:))
      if let kind = format == nil ? SeriesSet.Format(of: bytes) : named {
        return .series(try SeriesSet(bytes, format: kind, path: path, sampleRate: sampleRate))
      }
      recordings =
        path == "-"
        ? try reader.read(bytes, name: InputFile.displayName(path), format: format)
        : try reader.read(path, format: format)
    }
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

  // MARK: - Examples

  /// The strokes and motions of a data set, or its feature vectors, as examples for zones.
  func examples(
    of content: DataSetContent, at path: String, for classifier: ZonePerceptron, air: AirOptions
  ) throws -> ExampleSet<[Double]> {
    if case .vectors(let vectors) = content { return try examples(of: vectors, for: classifier) }
    var set = ExampleSet<[Double]>(examples: [])
    if case .recordings(let recordings) = content {
      set = try classifier.examples(of: recordings.strokes)
    }
    var airborne = classifier
    airborne.features = ZoneFeatures(
      columns: classifier.features.columns, rows: classifier.features.rows,
      alignment: air.alignment)
    let motions = try airborne.examples(
      of: content.motions, stabilizer: air.stabilizer, dampingRate: air.dampingRate)
    set.examples += motions.examples
    set.refused += motions.refused
    return try Self.checked(set, path, "strokes or motions that can be learned from")
  }

  /// The motions of a data set as examples that are kept.
  func examples(
    of content: DataSetContent, at path: String, for classifier: NearestTemplates
  ) throws -> ExampleSet<MotionSeries> {
    try Self.checked(
      classifier.examples(of: content.motions), path, "motions of a device to learn from")
  }

  /// The motions of a data set as examples for zones of several quantities.
  func examples(
    of content: DataSetContent, at path: String, for classifier: MotionZoneSoftmax
  ) throws -> ExampleSet<[Double]> {
    try Self.checked(
      classifier.examples(of: content.motions), path, "motions of a device to learn from")
  }

  /// A data set as series for a pipeline.
  func series(
    of content: DataSetContent, at path: String, channels: [MotionChannel]
  ) throws -> SeriesSet {
    let set: SeriesSet
    switch content {
    case .series(let series): set = series
    case .recordings(let recordings):
      set = try SeriesSet(GestureInput.all(in: recordings), channels: channels, path: path)
    case .vectors:
      throw ValidationError("A table of feature vectors of letters is read by zone classifiers.")
    }
    guard !set.series.series.isEmpty else {
      throw ToolError(.badData, "\(path): no labelled series to learn from")
    }
    return set
  }

  private static func checked<R>(
    _ set: ExampleSet<R>, _ path: String, _ expected: String
  ) throws -> ExampleSet<R> {
    guard !set.examples.isEmpty else {
      throw ToolError(.badData, "\(path): no labelled \(expected)")
    }
    return set
  }

  private func examples(
    of vectors: LabeledVectors, for classifier: ZonePerceptron
  ) throws -> ExampleSet<[Double]> {
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
