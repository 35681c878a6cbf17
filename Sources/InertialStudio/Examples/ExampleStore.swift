internal import GestureRecognition
internal import GestureTraining
internal import MotionFusion
internal import MotionRecordings
internal import Platform
internal import StudioEngine

/// The examples of the studio's folder: a table of strokes and one of motions, which
/// `inertial train` reads too.
///
/// Examples that `inertial collect` or another studio adds to the files are kept and listed.
/// Gestures without a label stay in the files but do not count as examples.
struct ExampleStore: Sendable {
  /// The maximum number of examples of a kind; each change rewrites the whole file.
  static let limit = 5000

  let folder: String
  private var files: [StoredExample.Kind: ExampleFile] = [:]

  /// Reads the folder; a missing file holds no examples.
  init(folder: String) throws(StudioError) {
    self.folder = folder
    for kind in StoredExample.Kind.allCases {
      do {
        files[kind] = try ExampleFile(InputFile.regular(path(of: kind)))
      } catch {
        throw .folder(path: path(of: kind), cause: error)
      }
    }
  }

  func path(of kind: StoredExample.Kind) -> String { "\(folder)/\(kind.fileName)" }

  /// The examples of a kind in the order of adding, as of the last change or ``refresh(_:)``.
  func all(_ kind: StoredExample.Kind) -> [StoredExample] {
    (files[kind]?.gestures ?? []).compactMap { Self.example($0, kind) }
  }

  /// The examples as recordings, named by their numbers.
  func recordings(_ kind: StoredExample.Kind) -> Recordings {
    var recordings = Recordings(format: kind == .stroke ? "inertial-strokes" : "inertial-motion")
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

  /// The label of an example of a kind; `nil` for other gestures.
  private static func label(of gesture: RecordedGesture, _ kind: StoredExample.Kind) -> String? {
    guard let label = gesture.label, !label.isEmpty else { return nil }
    return switch (kind, gesture.samples) {
    case (.stroke, .stroke), (.motion, .motion): label
    default: nil
    }
  }

  /// A gesture as an example of a kind; `nil` for other gestures.
  ///
  /// Its number follows from what it holds: whatever changes the file, a number names the same
  /// example. After a restart an old number names none.
  private static func example(
    _ gesture: RecordedGesture, _ kind: StoredExample.Kind
  ) -> StoredExample? {
    guard let label = label(of: gesture, kind) else { return nil }
    var hasher = Hasher()
    hasher.combine(label)
    hasher.combine(gesture.user)
    hasher.combine(gesture.samples)
    // Integers of the page have 53 bits.
    return StoredExample(
      id: hasher.finalize() & (1 << 53 - 1), label: label, user: gesture.user,
      samples: gesture.samples)
  }

  // MARK: - Changes

  /// Reads the file of a kind again if another program changed it.
  mutating func refresh(_ kind: StoredExample.Kind) throws(RequestFailure) {
    try change(kind) { file in try file.refresh() }
  }

  /// Adds an example and writes the file.
  mutating func add(
    _ samples: Gesture, label: String, kind: StoredExample.Kind
  ) throws(RequestFailure) -> StoredExample {
    let example = RecordedGesture(label: try StoredExample.checked(label), samples: samples)
    try add([example], kind, full: "the data set is full: it holds \(Self.limit) examples")
    guard let added = all(kind).last else {
      throw .notFound("another program removed the example")
    }
    return added
  }

  /// Adds the labelled gestures of a file and writes the data set.
  ///
  /// - Returns: The number of examples that were added.
  mutating func add(
    _ content: Recordings, name: String, kind: StoredExample.Kind
  ) throws(RequestFailure) -> Int {
    let examples = content.gestures().filter { Self.label(of: $0, kind) != nil }
    for example in examples { _ = try StoredExample.checked(example.label ?? "") }
    guard !examples.isEmpty else {
      throw .unprocessable("\(name): expected labelled \(kind.rawValue)s, got none")
    }
    try add(examples, kind, full: "\(name): expected at most \(Self.limit) examples in all")
    return examples.count
  }

  private mutating func add(
    _ examples: [RecordedGesture], _ kind: StoredExample.Kind, full: String
  ) throws(RequestFailure) {
    try refresh(kind)
    guard all(kind).count + examples.count <= Self.limit else { throw .unprocessable(full) }
    try change(kind) { file in _ = try file.add(examples, keepsDuplicates: true) }
  }

  /// Removes an example and writes the file.
  mutating func remove(_ id: Int, kind: StoredExample.Kind) throws(RequestFailure) {
    try refresh(kind)
    let index = files[kind]?.gestures.firstIndex { Self.example($0, kind)?.id == id }
    guard let index else { throw .notFound("there is no example \(id)") }
    try change(kind) { file in try file.remove(at: index) }
  }

  /// Changes the file of a kind; an error changes nothing.
  private mutating func change(
    _ kind: StoredExample.Kind, _ body: (inout ExampleFile) throws -> Void
  ) throws(RequestFailure) {
    guard var file = files[kind] else { return }
    do {
      try body(&file)
    } catch {
      throw RequestFailure(status: 507, reason: "\(path(of: kind)) cannot be used: \(error)")
    }
    files[kind] = file
  }
}
