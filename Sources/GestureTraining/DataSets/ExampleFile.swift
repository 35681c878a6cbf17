package import GestureRecognition
internal import MotionFusion
internal import MotionRecordings
internal import Platform

/// A file of labelled examples of one kind: device motion, strokes, or series of any sensor.
///
/// Each change is written at once, under a lock and to the file's present content, so that examples
/// of other programs are kept. A write replaces the whole file: other programs never read a part.
package struct ExampleFile: Sendable {
  private static let motionFormat = "inertial-motion"
  private static let strokeFormat = "inertial-strokes"

  package let path: String
  /// The examples in order, without names.
  package private(set) var gestures: [RecordedGesture] = []
  /// The data set of a file of series, without these, and its format.
  private var seriesFile: (set: GestureDataSet, format: GestureDataSet.Format)?
  /// The version of the file that was read or written; `nil` for no file.
  private var stamp: FileStamp?
  /// The examples that this value added, in order.
  private var added: [RecordedGesture] = []

  /// Reads the examples at `path`; none if the file is missing.
  ///
  /// - Throws: `FileError`, or `RecordingError` for a file of other content.
  package init(_ path: String) throws {
    self.path = path
    stamp = FileStamp(path)
    try read()
  }

  /// Reads the file; without one there are no examples.
  private mutating func read() throws {
    var content: DataSetContent?
    do {
      content = try DataSetContent(path: path, reader: RecordingReader())
    } catch FileError.missing {}
    switch content {
    case .recordings(let recordings):
      guard recordings.sensorSamples.isEmpty && recordings.references.isEmpty else {
        throw mismatch("expected examples as device motion or strokes, got \(recordings.format)")
      }
      gestures =
        recordings.deviceMotion.map { RecordedGesture(.motion($0.samples), of: $0) }
        + recordings.strokes.map { RecordedGesture(.stroke($0.samples), of: $0) }
      seriesFile = nil
    case .series(let set):
      guard let format = GestureDataSet.Format(of: try InputFile.read(path)),
        format == .table || format == .file
      else {
        throw mismatch(
          "expected a data set with times, got one of GRT; convert it to inertial-series")
      }
      gestures = set.gestures
      seriesFile = (set.selecting([]), format)
    case .vectors: throw mismatch("expected examples, got feature vectors")
    case nil: (gestures, seriesFile) = ([], nil)
    }
    for index in gestures.indices { gestures[index].name = "" }
  }

  /// The number of examples of each class.
  package var counts: [String: Int] {
    gestures.reduce(into: [:]) { counts, gesture in counts[gesture.label ?? "", default: 0] += 1 }
  }

  // MARK: - Changes

  /// Reads the file again if it changed.
  ///
  /// - Throws: The errors of ``init(_:)``; this value is then unchanged.
  package mutating func refresh() throws {
    let present = FileStamp(path)
    guard present != stamp else { return }
    try read()
    stamp = present
  }

  /// Adds examples and writes the file.
  ///
  /// - Parameters:
  ///   - examples: Gestures with labels.
  ///   - keepsDuplicates: Whether to add examples whose samples and label are in the file already.
  /// - Returns: The number of added examples; the others were duplicates.
  /// - Throws: `RecordingError` for an example without a label, or with another kind or dimension
  ///   than the others, and `FileError`; the file is then unchanged.
  package mutating func add(
    _ examples: [RecordedGesture], keepsDuplicates: Bool = false
  ) throws -> Int {
    try change { file in
      var known = keepsDuplicates ? [] : Set(file.examples)
      var added: [RecordedGesture] = []
      for example in examples where keepsDuplicates || known.insert(example.unnamed).inserted {
        let kinds = [file.gestures.first?.samples.kind, example.samples.kind].compactMap(\.self)
        guard Set(kinds).count == 1 else {
          throw file.mismatch("expected examples of one kind, got \(kinds[0]) and \(kinds[1])")
        }
        guard example.unnamed.label?.isEmpty == false else {
          throw file.mismatch("expected a label, got none")
        }
        var stored = example.unnamed
        stored.user = example.user?.trimmed
        file.gestures.append(stored)
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
      file.gestures.remove(at: index)
      if file.gestures.isEmpty { file.seriesFile = nil }
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

  /// Writes the whole file under a temporary name and renames it; without an example it is removed.
  private func write() throws {
    var recordings = Recordings(format: Self.motionFormat)
    var set = seriesFile?.set
    for gesture in gestures {
      switch gesture.samples {
      case .motion(let samples):
        recordings.deviceMotion.append(
          LabeledRecording(label: gesture.label, user: gesture.user, samples: samples))
      case .stroke(let samples):
        recordings.strokes.append(
          LabeledRecording(label: gesture.label, user: gesture.user, samples: samples))
      case .series(let series):
        var grown = set ?? GestureDataSet(dimension: series.dimension)
        do throws(DataSetError) {
          try grown.append(series, label: gesture.label, user: gesture.user)
        } catch {
          throw mismatch(error.description)
        }
        set = grown
      }
    }
    if gestures.isEmpty {
      try OutputFile.remove(path)
    } else if let set {
      try OutputFile.write(set.file(seriesFile?.format ?? .table), to: path)
    } else {
      let format = recordings.strokes.isEmpty ? Self.motionFormat : Self.strokeFormat
      try RecordingWriter.write(recordings, format: format, to: path)
    }
  }

  private func mismatch(_ problem: String) -> RecordingError {
    RecordingError(file: path, problem: .malformed(problem))
  }
}

extension RecordedGesture {
  /// The gesture without name and user, by which duplicates are found.
  fileprivate var unnamed: RecordedGesture {
    var samples = samples
    if case .motion(let motions) = samples { samples = .motion(motions.map(\.asStored)) }
    return RecordedGesture(label: label?.trimmed, samples: samples)
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
