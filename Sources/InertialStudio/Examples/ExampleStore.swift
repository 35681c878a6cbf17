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
  /// The numbers of the gestures of the files.
  private var ids: [StoredExample.Kind: [Int]] = [:]
  /// The next number. It begins at random, so that a page that was open before a restart cannot
  /// name another example by an old number.
  private var nextID = Int.random(in: 1 << 20..<1 << 40)

  /// Reads the folder; a missing file holds no examples.
  init(folder: String) throws(StudioError) {
    self.folder = folder
    for kind in StoredExample.Kind.allCases {
      do {
        let file = try ExampleFile(InputFile.regular(path(of: kind)))
        files[kind] = file
        number(file.gestures, kind, before: [])
      } catch {
        throw .folder(path: path(of: kind), cause: error)
      }
    }
  }

  func path(of kind: StoredExample.Kind) -> String { "\(folder)/\(kind.fileName)" }

  /// The examples of a kind in the order of adding, as of the last change or ``refresh(_:)``.
  func all(_ kind: StoredExample.Kind) -> [StoredExample] {
    zip(ids[kind] ?? [], files[kind]?.gestures ?? []).compactMap { id, gesture in
      guard let label = Self.label(of: gesture, kind) else { return nil }
      return StoredExample(id: id, label: label, user: gesture.user, samples: gesture.samples)
    }
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
    guard let index = ids[kind]?.firstIndex(of: id) else {
      throw .notFound("there is no example \(id)")
    }
    try change(kind, without: index) { file in try file.remove(at: index) }
  }

  /// Changes the file of a kind and numbers its examples again; an error changes nothing.
  ///
  /// - Parameter removed: The index of a gesture that `body` removes.
  private mutating func change(
    _ kind: StoredExample.Kind, without removed: Int? = nil,
    _ body: (inout ExampleFile) throws -> Void
  ) throws(RequestFailure) {
    guard var file = files[kind] else { return }
    var before = Array(zip(file.gestures, ids[kind] ?? []))
    if let removed { before.remove(at: removed) }
    do {
      try body(&file)
    } catch {
      throw RequestFailure(status: 507, reason: "\(path(of: kind)) cannot be used: \(error)")
    }
    files[kind] = file
    number(file.gestures, kind, before: before)
  }

  /// Numbers the gestures of a file: those that it held before keep their numbers.
  private mutating func number(
    _ gestures: [RecordedGesture], _ kind: StoredExample.Kind,
    before: [(gesture: RecordedGesture, id: Int)]
  ) {
    // Most changes are at the end, and equal arrays are mostly one and the same.
    let kept = zip(before, gestures).prefix { $0.gesture == $1 }.count
    var known = Dictionary(grouping: before.dropFirst(kept)) { $0.gesture }
    ids[kind] = before.prefix(kept).map(\.id)
    for gesture in gestures.dropFirst(kept) {
      if known[gesture]?.isEmpty == false, let id = known[gesture]?.removeFirst().id {
        ids[kind]?.append(id)
      } else {
        ids[kind]?.append(nextID)
        nextID += 1
      }
    }
  }
}
