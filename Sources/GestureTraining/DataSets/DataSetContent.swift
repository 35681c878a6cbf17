public import GestureRecognition
internal import MotionFusion
public import MotionRecordings

/// The content of a data set: recordings, feature vectors, or series of any sensor.
public enum DataSetContent: Sendable {
  /// Recordings of device motion, raw samples, and strokes.
  case recordings(Recordings)
  /// Feature vectors: a table, or the lab's training log.
  case vectors(LabeledVectors)
  /// Series of any sensor.
  case series(GestureDataSet)

  /// The name of the format of a table of feature vectors.
  package static let vectorFormat = "vectors"

  /// Reads the bytes of a file, which messages call `name`.
  ///
  /// - Parameters:
  ///   - name: The name of the file in messages.
  ///   - format: The name of its format; `nil` detects it from the content.
  ///   - sampleRate: Samples a second, for files of series without times.
  ///   - reader: The reader of recordings.
  /// - Throws: `RecordingError`.
  package init(
    _ bytes: [UInt8], name: String, format: String? = nil, sampleRate: Double? = nil,
    reader: RecordingReader = RecordingReader(options: ReadingOptions(damage: .skip))
  ) throws {
    let seriesFormat =
      format == nil
      ? GestureDataSet.Format(of: bytes)
      : format.flatMap(GestureDataSet.Format.init(rawValue:))
    if let seriesFormat {
      self = .series(
        try GestureDataSet(bytes, format: seriesFormat, name: name, sampleRate: sampleRate))
    } else if format == Self.vectorFormat || (format == nil && LabeledVectors.hasTuples(bytes)) {
      self = .vectors(try LabeledVectors.vectors(bytes, name: name))
    } else {
      do {
        self = .recordings(try reader.read(file: bytes, name: name, format: format))
      } catch let error as RecordingError {
        guard case .unknownFormat(let header, _) = error.problem, header.contains("label") else {
          throw error
        }
        self = .vectors(try LabeledVectors(bytes, name: name))
      }
    }
  }

  /// Reads the file or folder at `path`; `-` is standard input.
  ///
  /// - Throws: `FileError` or `RecordingError`.
  public init(
    path: String, format: String? = nil, sampleRate: Double? = nil,
    reader: RecordingReader = RecordingReader(options: ReadingOptions(damage: .skip))
  ) throws {
    if path != "-", InputFile.isFolder(path) {
      self = .recordings(try reader.read(path, format: format))
    } else {
      try self.init(
        InputFile.read(path), name: InputFile.displayName(path), format: format,
        sampleRate: sampleRate, reader: reader)
    }
  }

  /// The warnings of the reader.
  package var warnings: [RecordingWarning] {
    switch self {
    case .recordings(let recordings): recordings.warnings
    case .vectors(let vectors): vectors.warnings
    case .series: []
    }
  }

  /// Whether it holds only motions of devices.
  package var isMotionOnly: Bool {
    guard case .recordings(let recordings) = self, recordings.strokes.isEmpty else { return false }
    return !recordings.deviceMotion.isEmpty || !recordings.sensorSamples.isEmpty
  }

  /// Whether it holds only strokes.
  package var isStrokeOnly: Bool {
    guard case .recordings(let recordings) = self, !recordings.strokes.isEmpty else { return false }
    return recordings.deviceMotion.isEmpty && recordings.sensorSamples.isEmpty
  }

  /// The gestures; empty for feature vectors.
  public var gestures: [RecordedGesture] {
    switch self {
    case .recordings(let recordings): recordings.gestures()
    case .vectors: []
    case .series(let set): set.gestures
    }
  }

  /// The classes of its examples.
  package var labels: Set<String> {
    if case .vectors(let vectors) = self { return Set(vectors.labels ?? []) }
    return Set(gestures.compactMap(\.label))
  }

  /// The data set as series for a pipeline.
  ///
  /// - Parameters:
  ///   - channels: The channels taken of device motion.
  ///   - name: The name of the data set in messages.
  package func series(
    channels: [MotionChannel], name: String
  ) throws(RecordingError) -> GestureDataSet {
    let set: GestureDataSet
    switch self {
    case .series(let series): set = series
    case .recordings(let recordings):
      set = try GestureDataSet(recordings.gestures(), channels: channels, name: name)
    case .vectors:
      throw RecordingError(
        file: name,
        problem: .malformed("expected series, got feature vectors: use a zone classifier"))
    }
    guard !set.series.isEmpty else {
      throw RecordingError(file: name, problem: .malformed("no labelled series to train on"))
    }
    return set
  }
}

extension DataSetContent {
  /// Removes recordings whose samples and label repeat those of an earlier one.
  ///
  /// Feature vectors and series of any sensor are kept: short or quantised ones can be equal by
  /// chance.
  ///
  /// - Returns: The number of removed recordings, and of those left that repeat the samples of an
  ///   earlier one with another label.
  package mutating func removeDuplicates() -> (removed: Int, contradictory: Int) {
    guard case .recordings(var recordings) = self else { return (0, 0) }
    var counts = (removed: 0, contradictory: 0)
    Self.removeDuplicates(from: &recordings.deviceMotion, &counts)
    Self.removeDuplicates(from: &recordings.strokes, &counts)
    Self.removeDuplicates(from: &recordings.sensorSamples, &counts)
    if counts.removed > 0 { self = .recordings(recordings) }
    return counts
  }

  private static func removeDuplicates<Sample: Hashable>(
    from recordings: inout [LabeledRecording<Sample>],
    _ counts: inout (removed: Int, contradictory: Int)
  ) {
    var known: [[Sample]: Set<String?>] = [:]
    let before = recordings.count
    var contradictory = 0
    recordings.removeAll { recording in
      guard recording.samples.count > 1 else { return false }
      let isNew = known[recording.samples, default: []].insert(recording.label).inserted
      if isNew, known[recording.samples, default: []].count > 1 { contradictory += 1 }
      return !isNew
    }
    counts.removed += before - recordings.count
    counts.contradictory += contradictory
  }
}
