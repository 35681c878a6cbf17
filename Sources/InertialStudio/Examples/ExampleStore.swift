internal import Foundation
internal import GestureRecognition
internal import MotionFusion
internal import MotionRecordings

/// The examples of the studio's folder: a table of strokes and one of motions, which
/// `inertial train` reads too.
struct ExampleStore: Sendable {
  /// The most examples of a kind; a file is written whole at each change.
  static let limit = 5000

  let folder: String
  private var examples: [StoredExample.Kind: [StoredExample]] = [:]
  private var nextID = 1

  /// Reads the folder; a missing file holds no examples.
  init(folder: String) throws(StudioError) {
    self.folder = folder
    for kind in StoredExample.Kind.allCases {
      let path = path(of: kind)
      do {
        let recordings = try RecordingReader().read(path)
        append(recordings, kind)
      } catch FileError.missing {
        continue
      } catch {
        throw .folder(path: path, reason: "\(error)")
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
    var changed = self
    guard all(kind).count < Self.limit else {
      throw .unprocessable("the data set is full: it holds \(Self.limit) examples")
    }
    let example = StoredExample(id: nextID, label: label, user: nil, samples: samples)
    changed.nextID += 1
    changed.examples[kind, default: []].append(example)
    try changed.write(kind)
    self = changed
    return example
  }

  /// Adds the labelled gestures of a file and writes the data set.
  ///
  /// - Returns: The number of examples that were added.
  mutating func add(
    _ content: Recordings, name: String, kind: StoredExample.Kind
  ) throws(RequestFailure) -> Int {
    var changed = self
    let before = all(kind).count
    changed.append(content, kind)
    let added = changed.all(kind).count - before
    guard added > 0 else {
      throw .unprocessable("\(name): expected labelled \(kind.rawValue)s, got none")
    }
    guard changed.all(kind).count <= Self.limit else {
      throw .unprocessable("\(name): expected at most \(Self.limit) examples in all")
    }
    try changed.write(kind)
    self = changed
    return added
  }

  /// Removes an example and writes the file.
  mutating func remove(_ id: Int, kind: StoredExample.Kind) throws(RequestFailure) {
    var changed = self
    changed.examples[kind]?.removeAll { $0.id == id }
    guard changed.all(kind).count < all(kind).count else {
      throw .notFound("there is no example \(id)")
    }
    try changed.write(kind)
    self = changed
  }

  private mutating func append(_ recordings: Recordings, _ kind: StoredExample.Kind) {
    for gesture in recordings.gestures() {
      guard let label = gesture.label, !label.isEmpty else { continue }
      switch (kind, gesture.samples) {
      case (.stroke, .stroke), (.motion, .motion):
        examples[kind, default: []].append(
          StoredExample(id: nextID, label: label, user: gesture.user, samples: gesture.samples))
        nextID += 1
      default: continue
      }
    }
  }

  /// Writes the file of a kind; without examples it is removed.
  private func write(_ kind: StoredExample.Kind) throws(RequestFailure) {
    do {
      if all(kind).isEmpty {
        try FileManager.default.removeItem(atPath: path(of: kind))
      } else {
        try RecordingWriter.write(recordings(kind), format: kind.format, to: path(of: kind))
      }
    } catch let error as FileError {
      throw RequestFailure(status: 507, reason: "\(error)")
    } catch {
      throw RequestFailure(status: 507, reason: "\(path(of: kind)) cannot be written: \(error)")
    }
  }

  private static func checked(_ label: String) throws(RequestFailure) -> String {
    let label = label.trimmingCharacters(in: .whitespacesAndNewlines)
    guard (1...16).contains(label.count),
      !label.unicodeScalars.contains(where: { CharacterSet.controlCharacters.contains($0) })
    else { throw .unprocessable("expected a label of 1 to 16 characters, got '\(label)'") }
    return label
  }
}
