internal import MotionFusion
internal import MotionRecordings
internal import MotionSimulation

/// A made-up recording of a text in one of our own formats, and when each letter was written.
struct SyntheticRecording {
  /// What is recorded, and how.
  enum Kind: String, ExplainedArgument {
    case sensors
    case motion
    case strokes

    var explanation: String {
      switch self {
      case .sensors: "the phone's raw sensors, all letters in one recording"
      case .motion: "the phone's motion without error, one recording a letter"
      case .strokes: "strokes on a screen, one recording a letter"
      }
    }

    /// The format that holds it.
    var format: String {
      switch self {
      case .sensors: "inertial-sensors"
      case .motion: "inertial-motion"
      case .strokes: "inertial-strokes"
      }
    }
  }

  /// A letter and when it was written.
  struct Gesture: Encodable {
    var label: String
    var start: Double
    var end: Double
  }

  let recordings: Recordings
  let gestures: [Gesture]
  let sampleCount: Int

  /// `text` as `writer` writes it.
  init(
    _ text: String, kind: Kind, writer: Writer, seed: UInt64, perfect: Bool
  ) throws(SimulationError) {
    if kind == .strokes {
      try self.init(strokesOf: text, writer: writer)
    } else {
      var configuration = AirSimulator.Configuration()
      if perfect { configuration.sensors = .perfect }
      let recording = try AirSimulator(configuration: configuration)
        .recording(of: text, by: writer, seed: seed)
      self.init(recording, kind: kind, user: "writer-\(writer.seed)")
    }
  }

  private init(strokesOf text: String, writer: Writer) throws(SimulationError) {
    var recordings = Recordings(format: Kind.strokes.format)
    recordings.strokes = try ScreenSimulator().strokes(of: text, by: writer)
    gestures = recordings.strokes.map { stroke in
      Gesture(
        label: stroke.label ?? "", start: stroke.samples.first?.timestamp ?? 0,
        end: stroke.samples.last?.timestamp ?? 0)
    }
    sampleCount = recordings.strokes.map(\.samples.count).reduce(0, +)
    self.recordings = recordings
  }

  private init(_ recording: SimulatedRecording, kind: Kind, user: String) {
    var recordings = Recordings(format: kind.format)
    if kind == .sensors {
      let name = recording.text
      recordings.sensorSamples = [
        LabeledRecording(label: name, user: user, name: name, samples: recording.samples)
      ]
      recordings.references = [LabeledRecording(name: name, samples: recording.reference)]
    } else {
      let motion = recording.deviceMotion
      recordings.deviceMotion = recording.letters.enumerated().map { index, letter in
        LabeledRecording(
          label: String(letter.character), user: user, name: "\(recording.text)#\(index)",
          samples: Array(motion[letter.samples]))
      }
    }
    gestures = recording.letters.map {
      Gesture(label: String($0.character), start: $0.times.lowerBound, end: $0.times.upperBound)
    }
    sampleCount = recording.samples.count
    self.recordings = recordings
  }
}
