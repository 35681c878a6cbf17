internal import MotionFusion
public import MotionRecordings

/// A synthetic recording of a text, ready to be written to a file, with the time of each letter.
public struct SyntheticRecording: Sendable {
  /// The samples that are recorded.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Raw sensor samples of a phone in the air, all letters in one recording.
    case sensors
    /// True motion of a phone in the air, one recording for each letter.
    case motion
    /// Strokes on a screen, one recording for each letter.
    case strokes

    /// The name of the format that holds the recording.
    package var format: String {
      switch self {
      case .sensors: "inertial-sensors"
      case .motion: "inertial-motion"
      case .strokes: "inertial-strokes"
      }
    }
  }

  /// The recordings; raw samples come with the true attitude and position as reference.
  public let recordings: Recordings
  /// The letters in order, each with its time from touch to release in seconds.
  ///
  /// Times of strokes start at each letter's touch, the others at the start of the text.
  public let letters: [(label: String, times: ClosedRange<Double>)]

  /// The recording of `text` by `writer`.
  ///
  /// - Parameters:
  ///   - text: The letters A to Z, with spaces between words.
  ///   - kind: The samples to record.
  ///   - writer: The writer.
  ///   - seed: The seed of the grip, the plane and the sensors' errors; strokes have none of these.
  ///   - sensors: The sensors of the phone.
  ///   - hasRests: Whether the hand is stationary before and after each letter in the air.
  /// - Throws: ``SimulationError/unsupportedCharacter(_:position:)`` with the character's position.
  public init(
    _ text: String, kind: Kind, writer: Writer, seed: UInt64, sensors: SensorModel = SensorModel(),
    hasRests: Bool = true
  ) throws(SimulationError) {
    guard kind != .strokes else {
      try self.init(strokesOf: text, writer: writer)
      return
    }
    var configuration = AirSimulator.Configuration()
    configuration.sensors = sensors
    configuration.hasRests = hasRests
    let recording = try AirSimulator(configuration: configuration)
      .recording(of: text, by: writer, seed: seed)
    self.init(recording, kind: kind, user: "writer-\(writer.seed)")
  }

  /// The recording of a text, of names of symbols, or of names of hand gestures.
  ///
  /// - Parameters:
  ///   - text: Letters with spaces between words, or names with spaces between them.
  ///   - vocabulary: The vocabulary of the text.
  ///   - kind: The samples to record.
  ///   - writer: The writer.
  ///   - seed: The seed of the grip, the plane and the sensors' errors; strokes have none of these.
  ///   - sensors: The sensors of the phone.
  ///   - hasRests: Whether the hand is stationary before and after each letter or symbol in the
  ///     air; it always is between hand gestures.
  /// - Throws: ``SimulationError`` for a character or a name without a shape, and for strokes of
  ///   hand gestures.
  public init(
    _ text: String, vocabulary: Vocabulary, kind: Kind, writer: Writer, seed: UInt64,
    sensors: SensorModel = SensorModel(), hasRests: Bool = true
  ) throws(SimulationError) {
    switch vocabulary {
    case .letters:
      try self.init(
        text, kind: kind, writer: writer, seed: seed, sensors: sensors, hasRests: hasRests)
    case .symbols:
      let symbols = try Self.values(Symbol.self, of: text)
      try self.init(
        String(symbols.map(\.character)), kind: kind, writer: writer, seed: seed, sensors: sensors,
        hasRests: hasRests)
    case .gestures:
      guard kind != .strokes else { throw .withoutStrokes }
      let gestures = try Self.values(HandGesture.self, of: text)
      var configuration = AirSimulator.Configuration()
      configuration.sensors = sensors
      let recording = AirSimulator(configuration: configuration)
        .recording(of: gestures, by: writer, seed: seed)
      self.init(recording, kind: kind, user: "writer-\(writer.seed)")
    }
  }

  /// The values that the words of a text name.
  private static func values<Value: RawRepresentable<String> & CaseIterable>(
    _ type: Value.Type, of text: String
  ) throws(SimulationError) -> [Value] {
    var values: [Value] = []
    for word in text.split(separator: " ") {
      guard let value = Value(rawValue: word.lowercased()) else {
        throw .unknownName(String(word), expected: type.allCases.map(\.rawValue))
      }
      values.append(value)
    }
    return values
  }

  private init(strokesOf text: String, writer: Writer) throws(SimulationError) {
    var recordings = Recordings(format: Kind.strokes.format)
    recordings.strokes = try ScreenSimulator().strokes(of: text, by: writer)
    letters = recordings.strokes.map { stroke in
      let end = stroke.samples.last?.timestamp ?? 0
      return (stroke.label ?? "", (stroke.samples.first?.timestamp ?? 0)...end)
    }
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
          label: letter.label, user: user, name: "\(recording.text)#\(index)",
          samples: Array(motion[letter.samples]))
      }
    }
    letters = recording.letters.map { ($0.label, $0.times) }
    self.recordings = recordings
  }
}
