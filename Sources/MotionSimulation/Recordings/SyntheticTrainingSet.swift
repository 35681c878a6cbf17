public import MotionFusion
public import MotionRecordings

/// Synthetic recordings of letters, symbols or hand gestures by several writers, to train
/// classifiers.
///
/// The writers' letter shapes deviate twice as much as those of the default writers, so that a
/// classifier does not rely on details of the shapes.
public struct SyntheticTrainingSet: Hashable, Sendable {
  /// What is written.
  let vocabulary: Vocabulary
  /// The number of writers.
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
  ///   - seed: The seed of the writers' seeds.
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
  public var strokesAndSamples: Recordings {
    var result = airRecordings(.sensors)
    // As the strokes: leaving a writer out leaves out both.
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
  /// and as people print it.
  public var gestures: Recordings {
    var result = Recordings(format: SyntheticRecording.Kind.strokes.format)
    let simulator = ScreenSimulator()
    for isPrinted in [false, true] {
      result.strokes += simulator.alphabet(
        vocabulary.characters, writers: writers, takes: takes, seed: seed, population: .training,
        isPrinted: isPrinted)
    }
    return result
  }

  /// The true motion in the air, one recording for each letter, writer by writer.
  public var motion: Recordings { airRecordings(.motion) }

  /// The true motion of whole recordings in the air with a touch, which hold the movements between
  /// the gestures. Every second writer moves from letter to letter on varied paths.
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
  /// kind: chains of turns and shifts, to and fro or in random directions, as a whole or cut out;
  /// for hand gestures also letters.
  public var otherMovements: [LabeledRecording<DeviceMotion>] {
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

  /// Strokes that are not of the vocabulary of symbols: letters that look like none of them, and
  /// random ones. Empty for other vocabularies.
  public var otherStrokes: [LabeledRecording<Sample2D>] {
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
