internal import MotionFusion
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
  ///   - vocabulary: What is written. Default: the letters A to Z.
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

  /// The true motion in the air, one recording for each letter, writer by writer; and the raw
  /// samples of the whole recordings, which hold the movements between the letters.
  public var motion: Recordings {
    var result = airRecordings(.motion)
    result.sensorSamples = airRecordings(.sensors, variesTravels: true).sensorSamples
    return result
  }

  /// - Parameter variesTravels: Whether every second writer moves from letter to letter on varied
  ///   paths; the others move straight.
  private func airRecordings(
    _ kind: SyntheticRecording.Kind, variesTravels: Bool = false
  ) -> Recordings {
    let alphabet = String(vocabulary.characters)
    var random = SplitMix64(seed: seed)
    var result = Recordings(format: kind.format)
    for number in 0..<writers {
      let writer = Writer(seed: random.next(), population: .trainingInAir)
      let travels =
        variesTravels && number % 2 == 1 ? AirSimulator.TravelVariation() : nil
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
          : try? SyntheticRecording(
            alphabet, kind: kind, writer: writer, seed: UInt64(take), travels: travels)
        result.sensorSamples += recording?.recordings.sensorSamples ?? []
        result.deviceMotion += recording?.recordings.deviceMotion ?? []
      }
    }
    return result
  }
}
