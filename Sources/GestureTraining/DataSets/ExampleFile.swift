package import GestureRecognition
internal import MotionFusion
internal import MotionRecordings

/// A file of labelled examples of one kind: device motion, strokes, or series of any sensor.
///
/// Each change is written at once, under a lock and to the file's present content, so that examples
/// of other programs are kept. A write replaces the whole file: other programs never read a part.
package struct ExampleFile: Sendable {
  private static let motionFormat = "inertial-motion"
  private static let strokeFormat = "inertial-strokes"

  package let path: String
  private var content = Content.none
  /// The version of the file that `content` was read from or written to; `nil` for no file.
  private var stamp: FileStamp?
  /// The examples that this value added, in order.
  private var added: [RecordedGesture] = []

  private enum Content: Sendable {
    case none
    case recordings(Recordings)
    case series(GestureDataSet, GestureDataSet.Format)
  }

  /// Reads the examples at `path`; none if the file is missing.
  ///
  /// - Throws: `FileError`, or `RecordingError` for a file of other content.
  package init(_ path: String) throws {
    self.path = path
    stamp = FileStamp(path)
    content = try Self.read(path)
  }

  /// The content of the file at `path`; empty if it is missing.
  private static func read(_ path: String) throws -> Content {
    let content: DataSetContent
    do {
      content = try DataSetContent(path: path, reader: RecordingReader())
    } catch FileError.missing {
      return .none
    }
    switch content {
    case .recordings(let recordings)
    where recordings.sensorSamples.isEmpty && recordings.references.isEmpty:
      return .recordings(recordings)
    case .recordings(let recordings):
      throw mismatch(
        path, "expected examples as device motion or strokes, got \(recordings.format)")
    case .series(let set):
      return .series(set, try seriesFormat(of: path))
    case .vectors:
      throw mismatch(path, "expected examples, got feature vectors")
    }
  }

  /// The number of examples of each class.
  package var counts: [String: Int] {
    gestures.reduce(into: [:]) { counts, gesture in counts[gesture.label ?? "", default: 0] += 1 }
  }

  /// The examples in order, without names.
  package var gestures: [RecordedGesture] {
    switch content {
    case .none: []
    case .recordings(let recordings):
      recordings.deviceMotion.map {
        RecordedGesture(label: $0.label, user: $0.user, samples: .motion($0.samples))
      }
        + recordings.strokes.map {
          RecordedGesture(label: $0.label, user: $0.user, samples: .stroke($0.samples))
        }
    case .series(let set, _):
      set.series.map {
        RecordedGesture(label: $0.label, user: $0.user, samples: .series($0.representation))
      }
    }
  }

  // MARK: - Changes

  /// Reads the file again if it changed.
  ///
  /// - Throws: The errors of ``init(_:)``; this value is then unchanged.
  package mutating func refresh() throws {
    let present = FileStamp(path)
    guard present != stamp else { return }
    content = try Self.read(path)
    stamp = present
  }

  /// Adds examples and writes the file.
  ///
  /// - Parameters:
  ///   - examples: Gestures with labels.
  ///   - keepsDuplicates: Whether to add examples whose samples and label are in the file already.
  /// - Returns: The number of added examples; the others were duplicates.
  /// - Throws: `RecordingError` for an example of another kind or dimension than the others, and
  ///   `FileError`; the file is then unchanged.
  package mutating func add(
    _ examples: [RecordedGesture], keepsDuplicates: Bool = false
  ) throws -> Int {
    try change { file in
      var known = keepsDuplicates ? [] : Set(file.examples)
      var added: [RecordedGesture] = []
      for example in examples where keepsDuplicates || known.insert(example.unnamed).inserted {
        try file.append(example)
        added.append(example)
      }
      file.added += added
      return added.count
    }
  }

  /// Removes the last example that this value added, and writes the file; without one it has no
  /// effect.
  ///
  /// - Throws: `RecordingError` for a file that another program damaged, and `FileError`.
  package mutating func undo() throws {
    guard let last = added.last?.unnamed else { return }
    try remove(last)
  }

  /// Removes the example at an index of ``gestures``, and writes the file; without effect if
  /// another program removed it.
  ///
  /// - Throws: `RecordingError` for a file that another program damaged, and `FileError`.
  package mutating func remove(at index: Int) throws { try remove(examples[index]) }

  /// Removes the last example that is equal to `example`, which has no name and no user.
  private mutating func remove(_ example: RecordedGesture) throws {
    try change { file in
      if let index = file.added.lastIndex(where: { $0.unnamed == example }) {
        file.added.remove(at: index)
      }
      guard let index = file.examples.lastIndex(of: example) else { return }
      switch file.content {
      case .none: break
      case .recordings(var recordings):
        let motionCount = recordings.deviceMotion.count
        if index < motionCount {
          recordings.deviceMotion.remove(at: index)
        } else {
          recordings.strokes.remove(at: index - motionCount)
        }
        let isEmpty = recordings.strokes.isEmpty && recordings.deviceMotion.isEmpty
        file.content = isEmpty ? .none : .recordings(recordings)
      case .series(let set, let format):
        let rest = set.selecting(set.series.indices.filter { $0 != index })
        file.content = rest.series.isEmpty ? .none : .series(rest, format)
      }
    }
  }

  /// Changes the current content of the file under a lock, and writes it.
  private mutating func change<Result>(
    _ change: (inout ExampleFile) throws -> Result
  ) throws -> Result {
    try FileLock.withLock(on: path) {
      var file = self
      try file.refresh()
      let result = try change(&file)
      try file.write()
      file.stamp = FileStamp(path)
      self = file
      return result
    }
  }

  /// The examples without their names and users.
  private var examples: [RecordedGesture] {
    gestures.map { gesture in
      var example = gesture
      example.user = nil
      return example
    }
  }

  private mutating func append(_ example: RecordedGesture) throws {
    let (label, user) = (example.label ?? "", example.user)
    switch (example.samples, content) {
    case (.series(let series), .none):
      try append(
        series, label: label, user: user, to: GestureDataSet(dimension: series.dimension), .table)
    case (.series(let series), .series(let set, let format)):
      try append(series, label: label, user: user, to: set, format)
    case (.motion, .none), (.stroke, .none):
      content = .recordings(Recordings(format: Self.motionFormat))
      try append(example)
    case (.motion(let motions), .recordings(var recordings)) where recordings.strokes.isEmpty:
      recordings.deviceMotion.append(
        LabeledRecording(label: label, user: user, samples: motions.map(\.asStored)))
      content = .recordings(recordings)
    case (.stroke(let stroke), .recordings(var recordings)) where recordings.deviceMotion.isEmpty:
      recordings.strokes.append(LabeledRecording(label: label, user: user, samples: stroke))
      content = .recordings(recordings)
    default:
      throw Self.mismatch(
        path,
        "expected examples of one kind, got \(gestures.first?.samples.kind ?? "none") and "
          + example.samples.kind)
    }
  }

  /// Writes the whole file under a temporary name and renames it; without an example it is removed.
  private func write() throws {
    switch content {
    case .none: try OutputFile.remove(path)
    case .recordings(let recordings):
      let format = recordings.strokes.isEmpty ? Self.motionFormat : Self.strokeFormat
      try RecordingWriter.write(recordings, format: format, to: path)
    case .series(let set, let format):
      try OutputFile.write(set.file(format), to: path)
    }
  }

  // MARK: - Series

  private mutating func append(
    _ series: SampleSeries, label: String, user: String?, to set: GestureDataSet,
    _ format: GestureDataSet.Format
  ) throws {
    var set = set
    do throws(DataSetError) {
      try set.append(series, label: label, user: user)
    } catch {
      throw Self.mismatch(path, error.description)
    }
    content = .series(set, format)
  }

  /// The format of a file of series.
  ///
  /// - Throws: `RecordingError` for the text files of the Gesture Recognition Toolkit.
  private static func seriesFormat(of path: String) throws -> GestureDataSet.Format {
    guard let format = GestureDataSet.Format(of: try InputFile.read(path)),
      format == .table || format == .file
    else {
      throw mismatch(
        path, "expected a data set with times, got one of GRT; convert it to inertial-series")
    }
    return format
  }

  // MARK: - Messages

  private static func mismatch(_ path: String, _ problem: String) -> RecordingError {
    RecordingError(file: path, problem: .malformed(problem))
  }
}

extension RecordedGesture {
  /// The gesture without name and user, by which duplicates are found.
  fileprivate var unnamed: RecordedGesture {
    var samples = samples
    if case .motion(let motions) = samples { samples = .motion(motions.map(\.asStored)) }
    return RecordedGesture(label: label, samples: samples)
  }
}

extension DeviceMotion {
  /// The motion as the file stores it: without magnetic field, heading and touch.
  fileprivate var asStored: DeviceMotion {
    DeviceMotion(
      timestamp: timestamp, attitude: Attitude(nearlyOfLengthOne: attitude.quaternion) ?? attitude,
      rotationRate: rotationRate,
      userAcceleration: userAcceleration)
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
