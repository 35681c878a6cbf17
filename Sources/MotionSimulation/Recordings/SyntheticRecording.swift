public import MotionFusion
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
    case .digits, .lowercase, .characters:
      guard kind == .strokes else { throw .strokesOnly }
      self.init(strokes: try ScreenSimulator().printedStrokes(of: text, by: writer))
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
    self.init(strokes: try ScreenSimulator().strokes(of: text, by: writer))
  }

  private init(strokes: [LabeledRecording<Sample2D>]) {
    var recordings = Recordings(format: Kind.strokes.format)
    recordings.strokes = strokes
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

/// Synthetic recordings of letters, symbols or hand gestures by several writers, to train
/// classifiers.
///
/// The writers' letter shapes deviate twice as much as those of the default writers, so that a
/// classifier does not rely on details of the shapes.
public struct SyntheticTrainingSet: Hashable, Sendable {
  /// What is written.
  let vocabulary: Vocabulary
  let writers: Int
  /// The number of takes of each letter or symbol by each writer on a screen.
  let takes: Int
  /// The number of takes of the vocabulary by each writer in the air.
  let airTakes: Int
  /// The seed of the writers' seeds.
  let seed: UInt64

  /// A training set of this size.
  ///
  /// - Parameters:
  ///   - vocabulary: The vocabulary of the writers. Default: the letters A to Z.
  ///   - writers: The number of writers.
  ///   - takes: The number of takes of each letter or symbol by each writer on a screen.
  ///   - airTakes: The number of takes of the vocabulary by each writer in the air.
  ///   - seed: The seed of the writers.
  /// - Precondition: No count is negative.
  public init(
    _ vocabulary: Vocabulary = .letters, writers: Int, takes: Int = 1, airTakes: Int = 1,
    seed: UInt64
  ) {
    precondition(
      writers >= 0 && takes >= 0 && airTakes >= 0,
      "expected counts of 0 or more, got \(writers), \(takes) and \(airTakes)")
    self.vocabulary = vocabulary
    self.writers = writers
    self.takes = takes
    self.airTakes = airTakes
    self.seed = seed
  }

  /// Strokes on a screen and raw samples in the air, with sensor errors, writer by writer.
  ///
  /// Process the raw samples like real recordings, so that the classifier learns the errors of the
  /// estimated motion too.
  package var strokesAndSamples: Recordings {
    var result = airRecordings(.sensors)
    // Numbered like the strokes, so that leaving out a writer leaves out both.
    for index in result.sensorSamples.indices {
      result.sensorSamples[index].user = "writer-\(index / airTakes)"
    }
    result.strokes = ScreenSimulator().alphabet(
      vocabulary.characters, writers: writers, takes: takes, seed: seed, population: .training)
    return result
  }

  /// Raw samples in the air, with sensor errors, writer by writer.
  public var samples: Recordings { airRecordings(.sensors) }

  /// Gestures of one or several strokes on a screen, writer by writer: each letter in one stroke,
  /// and as people print it; digits and lower-case letters only in printed form.
  public var gestures: Recordings {
    var result = Recordings(format: SyntheticRecording.Kind.strokes.format)
    let simulator = ScreenSimulator()
    for isPrinted in vocabulary.isPrintedOnly ? [true] : [false, true] {
      result.strokes += simulator.alphabet(
        vocabulary.characters, writers: writers, takes: takes, seed: seed,
        population: vocabulary.isPrintedOnly ? .trainingForms : .training, isPrinted: isPrinted)
    }
    return result
  }

  /// The true motion in the air, one recording for each letter, writer by writer.
  public var motion: Recordings { airRecordings(.motion) }

  /// The true motion of whole recordings in the air with a touch, which include the movements
  /// between the gestures. Every second writer moves from letter to letter on varied paths.
  ///
  /// True and not estimated motion: a model does not change with the orientation filter.
  public var streams: [[DeviceMotion]] {
    let alphabet = String(vocabulary.characters)
    var random = SplitMix64(seed: seed)
    return (0..<writers).flatMap { number -> [[DeviceMotion]] in
      let writer = Writer(seed: random.next(), population: .trainingInAir)
      var configuration = AirSimulator.Configuration()
      configuration.travels = number % 2 == 1 ? AirSimulator.TravelVariation() : nil
      let simulator = AirSimulator(configuration: configuration)
      return (0..<airTakes).compactMap { take in
        // Never throws: every letter of the alphabet has a shape.
        let recording =
          vocabulary == .gestures
          ? simulator.recording(of: HandGesture.allCases, by: writer, seed: UInt64(take))
          : try? simulator.recording(of: alphabet, by: writer, seed: UInt64(take))
        return recording?.deviceMotion
      }
    }
  }

  /// The number of movements and of strokes that are not of the vocabulary.
  private static let otherCount = 600
  /// The number of writers of letters that are not of the vocabulary.
  private static let otherWriters = 60
  /// The letters that look like a symbol.
  private static let symbolLikeLetters: Set<Character> = ["O", "V", "X"]

  /// The true motion of a hand-held device in movements that are not of the vocabulary, labelled by
  /// kind: chains of turns and shifts, back and forth or in random directions, complete or cut out.
  /// For hand gestures, it also includes letters.
  package var otherMovements: [LabeledRecording<DeviceMotion>] {
    var random = SplitMix64(seed: seed, stream: RandomStream.others)
    let movements = (0..<Self.otherCount).map { number in
      let movement = OtherMovement(using: &random)
      return LabeledRecording(
        label: "other \(movement.kind.rawValue)", name: "movement \(number)",
        samples: movement.motions())
    }
    guard vocabulary == .gestures else { return movements }
    let letters = SyntheticTrainingSet(writers: Self.otherWriters, takes: 0, seed: seed)
    return movements + letters.motion.deviceMotion
  }

  /// The temperature of confidences of strokes.
  ///
  /// These writers deviate less from their forms than people do (`WriterPopulation.trainingForms`),
  /// and cannot choose it: all their digits are right. Chosen on `unipen-uppercase`,
  /// `unipen-digits` and `unipen-lower`: the calibration errors are 0.01.
  package var temperature: Double {
    switch vocabulary {
    case .letters: 0.7
    case .lowercase, .characters: 0.8
    default: 0.6
    }
  }

  /// Strokes that are not of the vocabulary of symbols: letters that look like none of them, and
  /// random ones. Empty for other vocabularies.
  package var otherStrokes: [LabeledRecording<Sample2D>] {
    guard vocabulary == .symbols else { return [] }
    let letters = LetterShape.letters.filter { !Self.symbolLikeLetters.contains($0) }
    let simulator = ScreenSimulator()
    var strokes: [LabeledRecording<Sample2D>] = []
    for isPrinted in [false, true] {
      strokes += simulator.alphabet(
        letters, writers: Self.otherWriters, takes: 1, seed: seed, population: .training,
        isPrinted: isPrinted)
    }
    var random = SplitMix64(seed: seed, stream: RandomStream.others)
    return strokes
      + (0..<Self.otherCount).map { number in
        LabeledRecording(
          label: "other", user: "writer \(number % Self.otherWriters)", name: "stroke \(number)",
          samples: simulator.randomStroke(using: &random))
      }
  }

  private func airRecordings(_ kind: SyntheticRecording.Kind) -> Recordings {
    let alphabet = String(vocabulary.characters)
    var random = SplitMix64(seed: seed)
    var result = Recordings(format: kind.format)
    for number in 0..<writers {
      let writer = Writer(seed: random.next(), population: .trainingInAir)
      // Hand gestures exceed the range of old phones, and not that of new ones.
      var sensors = SensorModel()
      if number % 2 == 1 { sensors.accelerationRange = 8 }
      for take in 0..<airTakes {
        // Never throws: every letter of the alphabet has a shape.
        let recording =
          vocabulary == .gestures
          ? try? SyntheticRecording(
            HandGesture.allCases.map(\.rawValue).joined(separator: " "), vocabulary: .gestures,
            kind: kind, writer: writer, seed: UInt64(take), sensors: sensors)
          : try? SyntheticRecording(alphabet, kind: kind, writer: writer, seed: UInt64(take))
        result.sensorSamples += recording?.recordings.sensorSamples ?? []
        result.deviceMotion += recording?.recordings.deviceMotion ?? []
      }
    }
    return result
  }
}

/// The vocabulary of synthetic writers.
public enum Vocabulary: String, Hashable, Sendable, CaseIterable {
  /// The letters A to Z.
  case letters
  /// The symbols of ``Symbol``.
  case symbols
  /// The digits 0 to 9, on a screen only.
  case digits
  /// The lower-case letters a to z, on a screen only.
  case lowercase
  /// Capital and lower-case letters and digits, on a screen only.
  case characters
  /// The hand gestures of ``HandGesture``, in the air only.
  case gestures

  /// The letters and symbols that are written; none of hand gestures.
  var characters: [Character] {
    switch self {
    case .letters: LetterShape.letters
    case .symbols: LetterShape.symbols.map(\.letter)
    case .digits: Array("0123456789")
    case .lowercase: Array("abcdefghijklmnopqrstuvwxyz")
    case .characters:
      Self.letters.characters + Self.lowercase.characters + Self.digits.characters
    case .gestures: []
    }
  }

  /// A text in the case of these letters or names.
  package func written(_ text: String) -> String {
    switch self {
    case .letters: text.uppercased()
    case .characters: text
    case .digits, .lowercase, .symbols, .gestures: text.lowercased()
    }
  }

  /// Whether its characters are printed on a screen only: in the forms of `LetterForm`.
  package var isPrintedOnly: Bool {
    switch self {
    case .digits, .lowercase, .characters: true
    case .letters, .symbols, .gestures: false
    }
  }
}
