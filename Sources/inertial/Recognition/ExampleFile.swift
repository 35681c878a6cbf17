internal import GestureRecognition
internal import MotionFusion
internal import MotionRecordings

/// A file of labelled examples of one kind that grows, in our own table of that kind.
struct ExampleFile {
  private static let motionFormat = "inertial-motion"
  private static let strokeFormat = "inertial-strokes"

  let path: String
  private(set) var recordings: Recordings

  /// The examples at `path`; none where there is no such file yet.
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
        "\(path) holds \(recordings.format): examples are kept as device motion or strokes")
    }
  }

  /// The number of examples of each class.
  var counts: [String: Int] {
    let labels = recordings.deviceMotion.map(\.label) + recordings.strokes.map(\.label)
    return labels.reduce(into: [:]) { counts, label in counts[label ?? "", default: 0] += 1 }
  }

  /// Adds an example.
  mutating func append(_ samples: GestureInput.Samples, label: String, user: String?) throws {
    switch samples {
    case .motion(let motions):
      recordings.deviceMotion.append(
        LabeledRecording(label: label, user: user, samples: motions))
    case .stroke(let stroke):
      recordings.strokes.append(LabeledRecording(label: label, user: user, samples: stroke))
    }
    guard recordings.deviceMotion.isEmpty || recordings.strokes.isEmpty else {
      throw ToolError(
        .badData, "\(path): one file holds strokes or device motion, not both")
    }
  }

  /// Writes the file anew, so that nobody ever meets half an example.
  func write() throws {
    let format = recordings.strokes.isEmpty ? Self.motionFormat : Self.strokeFormat
    try RecordingWriter.write(recordings, format: format, to: path)
  }
}
