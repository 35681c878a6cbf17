internal import MotionFusion
internal import MotionRecordings

/// A file of labelled examples of one kind: device motion, strokes, or series of any sensor.
///
/// Each write replaces the whole file, so that other programs never read a part of it.
package struct ExampleFile: Sendable {
  private static let motionFormat = "inertial-motion"
  private static let strokeFormat = "inertial-strokes"

  /// The path of the file.
  package let path: String
  private var content: Content

  private enum Content: Sendable {
    case none
    case recordings(Recordings)
    case series(GestureDataSet, SeriesSet.Format)
  }

  /// Reads the examples at `path`; none if the file is missing.
  ///
  /// - Throws: `FileError`, or `RecordingError` for a file of other content.
  package init(_ path: String) throws {
    self.path = path
    let content: DataSetContent
    do {
      content = try DataSetContent(path: path, reader: RecordingReader())
    } catch FileError.missing {
      self.content = .none
      return
    }
    switch content {
    case .recordings(let recordings)
    where recordings.sensorSamples.isEmpty && recordings.references.isEmpty:
      self.content = .recordings(recordings)
    case .recordings(let recordings):
      throw Self.mismatch(
        path, "expected examples as device motion or strokes, got \(recordings.format)")
    case .series(let set):
      self.content = .series(set.series, try Self.seriesFormat(of: path))
    case .vectors:
      throw Self.mismatch(path, "expected examples, got feature vectors")
    }
  }

  /// The number of examples of each class.
  package var counts: [String: Int] {
    switch content {
    case .none: [:]
    case .recordings(let recordings):
      (recordings.deviceMotion.map(\.label) + recordings.strokes.map(\.label))
        .reduce(into: [:]) { counts, label in counts[label ?? "", default: 0] += 1 }
    case .series(let set, _): set.counts
    }
  }

  /// Adds an example.
  ///
  /// - Throws: `RecordingError` for an example of another kind or dimension than the others; the
  ///   examples are then unchanged.
  package mutating func append(_ samples: Gesture, label: String, user: String?) throws {
    switch (samples, content) {
    case (.series(let series), .none):
      try append(
        series, label: label, user: user, to: GestureDataSet(dimension: series.dimension), .table)
    case (.series(let series), .series(let set, let format)):
      try append(series, label: label, user: user, to: set, format)
    case (.motion, .none), (.stroke, .none):
      content = .recordings(Recordings(format: Self.motionFormat))
      try append(samples, label: label, user: user)
    case (.motion(let motions), .recordings(var recordings)) where recordings.strokes.isEmpty:
      recordings.deviceMotion.append(LabeledRecording(label: label, user: user, samples: motions))
      content = .recordings(recordings)
    case (.stroke(let stroke), .recordings(var recordings)) where recordings.deviceMotion.isEmpty:
      recordings.strokes.append(LabeledRecording(label: label, user: user, samples: stroke))
      content = .recordings(recordings)
    default:
      throw Self.mismatch(path, "expected examples of one kind, got \(kind) and \(samples.kind)")
    }
  }

  /// Removes the last example; without one it has no effect.
  package mutating func removeLast() {
    switch content {
    case .none: break
    case .recordings(var recordings):
      if recordings.strokes.popLast() == nil { _ = recordings.deviceMotion.popLast() }
      let isEmpty = recordings.strokes.isEmpty && recordings.deviceMotion.isEmpty
      content = isEmpty ? .none : .recordings(recordings)
    case .series(let set, let format):
      let rest = set.selecting(set.series.indices.dropLast())
      content = rest.series.isEmpty ? .none : .series(rest, format)
    }
  }

  /// Writes the whole file under a temporary name and renames it; without an example it is removed.
  ///
  /// - Throws: `FileError`.
  package func write() throws {
    switch content {
    case .none: try OutputFile.remove(path)
    case .recordings(let recordings):
      let format = recordings.strokes.isEmpty ? Self.motionFormat : Self.strokeFormat
      try RecordingWriter.write(recordings, format: format, to: path)
    case .series(let set, let format):
      try OutputFile.write(format == .file ? set.file() : set.csv, to: path)
    }
  }

  // MARK: - Series

  private mutating func append(
    _ series: LabeledSeries, label: String, user: String?, to set: GestureDataSet,
    _ format: SeriesSet.Format
  ) throws {
    var (set, series) = (set, series)
    series.label = label
    series.user = user
    do throws(DataSetError) {
      try set.append(series)
    } catch {
      throw Self.mismatch(path, error.description)
    }
    content = .series(set, format)
  }

  /// The format of a file of series.
  ///
  /// - Throws: `RecordingError` for the text files of the Gesture Recognition Toolkit.
  private static func seriesFormat(of path: String) throws -> SeriesSet.Format {
    guard let format = SeriesSet.Format(of: try InputFile.read(path)), format != .grt else {
      throw mismatch(
        path, "expected a format that can be written, got grt; convert it to inertial-series")
    }
    return format
  }

  // MARK: - Messages

  private var kind: String {
    switch content {
    case .none: "none"
    case .recordings(let recordings): recordings.strokes.isEmpty ? "device motion" : "strokes"
    case .series: "series"
    }
  }

  private static func mismatch(_ path: String, _ problem: String) -> RecordingError {
    RecordingError(file: path, problem: .malformed(problem))
  }
}

extension Gesture {
  fileprivate var kind: String {
    switch self {
    case .stroke: "strokes"
    case .motion: "device motion"
    case .series: "series"
    }
  }
}
