internal import Foundation
internal import GestureRecognition
internal import MotionFusion
internal import MotionRecordings

/// The examples of the studio's folder: a table of strokes and one of motions, which
/// `inertial train` reads too.
///
/// Each change is made to the files' present content under a lock: examples that `inertial collect`
/// or another studio added are kept.
struct ExampleStore: Sendable {
  /// The most examples of a kind; a file is written whole at each change.
  static let limit = 5000

  let folder: String
  private var examples: [StoredExample.Kind: [StoredExample]] = [:]
  private var nextID = 1
  /// The versions of the files that `examples` holds; `nil` for a missing file.
  private var stamps: [StoredExample.Kind: FileStamp] = [:]

  /// Reads the folder; a missing file holds no examples.
  init(folder: String) throws(StudioError) {
    self.folder = folder
    for kind in StoredExample.Kind.allCases {
      do {
        try refresh(kind)
      } catch {
        throw .folder(path: path(of: kind), cause: error)
      }
    }
  }

  /// The file of a kind.
  func path(of kind: StoredExample.Kind) -> String { "\(folder)/\(kind.fileName)" }

  /// The examples of a kind in the order of adding.
  func all(_ kind: StoredExample.Kind) -> [StoredExample] { examples[kind] ?? [] }

  /// The examples as recordings, named by their numbers.
  func recordings(_ kind: StoredExample.Kind) -> Recordings {
    var recordings = Recordings(format: kind.format)
    for example in all(kind) {
      let name = "\(example.id)"
      switch example.samples {
      case .stroke(let stroke):
        recordings.strokes.append(
          LabeledRecording(label: example.label, user: example.user, name: name, samples: stroke))
      case .motion(let motions):
        recordings.deviceMotion.append(
          LabeledRecording(label: example.label, user: example.user, name: name, samples: motions))
      case .series: break
      }
    }
    return recordings
  }

  /// Adds an example and writes the file.
  mutating func add(
    _ samples: Gesture, label: String, kind: StoredExample.Kind
  ) throws(RequestFailure) -> StoredExample {
    let label = try Self.checked(label)
    return try change(kind) { (store) throws(RequestFailure) in
      guard store.all(kind).count < Self.limit else {
        throw .unprocessable("the data set is full: it holds \(Self.limit) examples")
      }
      return store.append(samples, label: label, user: nil, kind)
    }
  }

  /// Adds the labelled gestures of a file and writes the data set.
  ///
  /// - Returns: The number of examples that were added.
  mutating func add(
    _ content: Recordings, name: String, kind: StoredExample.Kind
  ) throws(RequestFailure) -> Int {
    try change(kind) { (store) throws(RequestFailure) in
      let gestures = Self.examples(in: content, kind)
      for gesture in gestures {
        _ = store.append(gesture.samples, label: gesture.label ?? "", user: gesture.user, kind)
      }
      guard !gestures.isEmpty else {
        throw .unprocessable("\(name): expected labelled \(kind.rawValue)s, got none")
      }
      guard store.all(kind).count <= Self.limit else {
        throw .unprocessable("\(name): expected at most \(Self.limit) examples in all")
      }
      return gestures.count
    }
  }

  /// Removes an example and writes the file.
  mutating func remove(_ id: Int, kind: StoredExample.Kind) throws(RequestFailure) {
    try change(kind) { (store) throws(RequestFailure) in
      guard let index = store.all(kind).firstIndex(where: { $0.id == id }) else {
        throw .notFound("there is no example \(id)")
      }
      store.examples[kind]?.remove(at: index)
    }
  }

  private mutating func append(
    _ samples: Gesture, label: String, user: String?, _ kind: StoredExample.Kind
  ) -> StoredExample {
    let example = StoredExample(id: nextID, label: label, user: user, samples: samples)
    nextID += 1
    examples[kind, default: []].append(example)
    return example
  }

  // MARK: - Files

  /// Changes the present examples of a kind, and writes them; an error changes nothing.
  private mutating func change<Result>(
    _ kind: StoredExample.Kind, _ body: (inout ExampleStore) throws(RequestFailure) -> Result
  ) throws(RequestFailure) -> Result {
    do {
      return try FileLock.withLock(on: path(of: kind)) {
        var changed = self
        try changed.refresh(kind)
        let result = try body(&changed)
        try changed.write(kind)
        self = changed
        return result
      }
    } catch let failure as RequestFailure {
      throw failure
    } catch {
      throw RequestFailure(status: 507, reason: "\(path(of: kind)) cannot be changed: \(error)")
    }
  }

  /// Reads the file of a kind if it changed; a missing one holds no examples. Known examples keep
  /// their numbers.
  private mutating func refresh(_ kind: StoredExample.Kind) throws {
    let path = path(of: kind)
    let present = FileStamp(path)
    guard present != stamps[kind] else { return }
    let gestures: [RecordedGesture]
    do {
      gestures = Self.examples(in: try RecordingReader().read(path), kind)
    } catch FileError.missing {
      gestures = []
    }
    var known = Dictionary(grouping: all(kind)) { $0.samples }
    examples[kind] = []
    for gesture in gestures {
      let index = known[gesture.samples]?.firstIndex { $0.label == gesture.label }
      if let index, let example = known[gesture.samples]?.remove(at: index) {
        examples[kind]?.append(example)
      } else {
        _ = append(gesture.samples, label: gesture.label ?? "", user: gesture.user, kind)
      }
    }
    stamps[kind] = present
  }

  /// The labelled gestures of a kind.
  private static func examples(
    in content: Recordings, _ kind: StoredExample.Kind
  ) -> [RecordedGesture] {
    content.gestures().filter { gesture in
      guard gesture.label?.isEmpty == false else { return false }
      return switch (kind, gesture.samples) {
      case (.stroke, .stroke), (.motion, .motion): true
      default: false
      }
    }
  }

  /// Writes the file of a kind; without examples it is removed.
  private mutating func write(_ kind: StoredExample.Kind) throws {
    let path = path(of: kind)
    if all(kind).isEmpty {
      try OutputFile.remove(path)
    } else {
      try RecordingWriter.write(recordings(kind), format: kind.format, to: path)
    }
    stamps[kind] = FileStamp(path)
  }

  private static func checked(_ label: String) throws(RequestFailure) -> String {
    let label = label.trimmingCharacters(in: .whitespacesAndNewlines)
    guard (1...16).contains(label.count),
      !label.unicodeScalars.contains(where: { CharacterSet.controlCharacters.contains($0) })
    else { throw .unprocessable("expected a label of 1 to 16 characters, got '\(label)'") }
    return label
  }
}
