internal import GestureRecognition
internal import MotionFusion
internal import MotionRecordings

/// Series of the samples of any sensor, and where they come from.
struct SeriesSet {
  /// The formats of data sets of series.
  enum Format: String, CaseIterable {
    /// A table with columns series, label and time.
    case table = "inertial-series"
    /// A data set with its name, notes and class names, in a file with a checksum.
    case file = "inertial-data-set"
    /// The text files of the Gesture Recognition Toolkit.
    case grt

    /// Those that are written too.
    static let written = [Format.table, .file]

    /// The format of a file that begins with these bytes; `nil` when it is none of them.
    init?(of bytes: [UInt8]) {
      let line = String(
        decoding: bytes.prefix(4096).prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
      let columns = line.split(separator: ",").map { $0.filter { !" \"\u{FEFF}".contains($0) } }
      if GestureDataSet.isFile(bytes) {
        self = .file
      } else if line.hasPrefix("GRT_LABELLED_") {
        self = .grt
      } else if ["series", "label", "time"].allSatisfy(columns.contains) {
        self = .table
      } else {
        return nil
      }
    }
  }

  /// The series; their labels are the classes.
  var series: GestureDataSet
  /// Where each comes from.
  var names: [String]
  /// What their vectors are where they were taken from the motion of a device.
  var channels: [MotionChannel]?

  /// The data set of a file.
  ///
  /// - Parameter sampleRate: Samples a second, for files that hold no times.
  init(_ bytes: [UInt8], format: Format, path: String, sampleRate: Double?) throws {
    let file = InputFile.displayName(path)
    switch format {
    case .table: series = try GestureDataSet(csv: bytes, file: file)
    case .file:
      do {
        series = try GestureDataSet(file: bytes)
      } catch {
        throw ToolError(.badData, "\(file): \(error)")
      }
    case .grt:
      series = try GestureDataSet(grt: bytes, file: file)
      if let sampleRate { series = try series.timed(sampleRate: sampleRate) }
    }
    names = series.series.indices.map { "\(file)#\($0)" }
  }

  /// The data set in a file; `nil` where it is none of series, or the format that was named is
  /// another.
  static func ifAny(
    in input: NamedInput, format name: String?, sampleRate: Double? = nil
  ) throws -> SeriesSet? {
    guard let bytes = input.bytes else { return nil }
    let named = name.flatMap(Format.init(rawValue:))
    guard let format = name == nil ? Format(of: bytes) : named else { return nil }
    return try SeriesSet(bytes, format: format, path: input.path, sampleRate: sampleRate)
  }

  /// Labelled recordings as series: of these channels of motion, or of the points of strokes.
  init(_ inputs: [GestureInput], channels: [MotionChannel], path: String) throws {
    let isOfStrokes = inputs.contains { if case .stroke = $0.samples { true } else { false } }
    guard isOfStrokes || !channels.isEmpty else {
      throw ToolError(
        .badData,
        "\(path): recordings of motion; expected series, as the model did not learn from motion")
    }
    self.channels = isOfStrokes ? nil : channels
    series = GestureDataSet(name: path, dimension: isOfStrokes ? 2 : 3 * channels.count)
    names = []
    for input in inputs {
      do throws(DataSetError) {
        try series.append(input.series(channels: channels))
        names.append(input.name)
      } catch {
        throw ToolError(.badData, "\(path): \(input.name): \(error)")
      }
    }
  }

  /// The bytes of a file of these series; `nil` for a format that is only read.
  func file(_ format: Format) throws -> [UInt8]? {
    switch format {
    case .table: series.csv
    case .file: try series.file()
    case .grt: nil
    }
  }

  /// The usual number of samples a second; 1 where series are of one sample each.
  var sampleRate: Double {
    let steps = series.series.lazy.flatMap { zip($0.times.dropFirst(), $0.times) }
      .map { $0 - $1 }.filter { $0 > 0 }
    return Quantiles(Array(steps)).map { 1 / $0.value(at: 0.5) } ?? 1
  }

  /// The series as examples to learn from or to be tested on.
  var examples: ExampleSet<LabeledSeries> {
    var set = PipelineRecipe.examples(of: series)
    for (index, name) in names.enumerated() { set.examples[index].name = name }
    return set
  }
}

extension GestureInput {
  /// The gesture as a pipeline takes it.
  func series(channels: [MotionChannel]) -> LabeledSeries {
    switch samples {
    case .stroke(let samples):
      LabeledSeries(LabeledRecording(label: truth, user: user, samples: samples))
    case .motion(let samples):
      LabeledSeries(
        LabeledRecording(label: truth, user: user, samples: samples), channels: channels)
    }
  }
}

extension GestureDataSet {
  /// The same with the vectors of each series so many a second.
  fileprivate func timed(sampleRate: Double) throws(DataSetError) -> GestureDataSet {
    var result = selecting([])
    for part in series {
      try result.append(
        LabeledSeries(
          label: part.label, user: part.user, dimension: dimension,
          times: part.times.indices.map { Double($0) / sampleRate }, values: part.values))
    }
    return result
  }
}
