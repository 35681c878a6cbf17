internal import GestureRecognition
internal import MotionFusion
internal import MotionRecordings

/// A file of labelled examples of one kind, in the package's own format.
struct ExampleFile {
  private static let motionFormat = "inertial-motion"
  private static let strokeFormat = "inertial-strokes"

  let path: String
  private(set) var recordings: Recordings

  /// Reads the examples at `path`; none if the file is missing.
  init(_ path: String) throws {
    self.path = path
    do {
      recordings = try RecordingReader().read(path)
    } catch FileError.missing {
      recordings = Recordings(format: Self.motionFormat)
    }
    guard recordings.sensorSamples.isEmpty, recordings.references.isEmpty else {
      throw ToolError(
        .badData,
        "\(path): expected examples as device motion or strokes, got \(recordings.format)")
    }
  }

  /// The number of examples of each class.
  var counts: [String: Int] {
    let labels = recordings.deviceMotion.map(\.label) + recordings.strokes.map(\.label)
    return labels.reduce(into: [:]) { counts, label in counts[label ?? "", default: 0] += 1 }
  }

  /// Adds an example.
  mutating func append(_ samples: Gesture, label: String, user: String?) throws {
    switch samples {
    case .motion(let motions):
      recordings.deviceMotion.append(
        LabeledRecording(label: label, user: user, samples: motions))
    case .stroke(let stroke):
      recordings.strokes.append(LabeledRecording(label: label, user: user, samples: stroke))
    case .series:
      throw ToolError(.badData, "\(path): expected device motion or strokes, got series")
    }
    guard recordings.deviceMotion.isEmpty || recordings.strokes.isEmpty else {
      throw ToolError(.badData, "\(path): expected strokes or device motion, got both")
    }
  }

  /// Writes the whole file to a temporary name and renames it.
  func write() throws {
    let format = recordings.strokes.isEmpty ? Self.motionFormat : Self.strokeFormat
    try RecordingWriter.write(recordings, format: format, to: path)
  }
}
