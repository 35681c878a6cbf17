internal import GestureRecognition
internal import MotionFusion
internal import MotionSimulation

/// Examples to learn from that made-up writers write, on a screen and in the air.
///
/// What is written in the air comes as raw sensor samples, errors and all, and goes through the
/// same chain as a real recording: the model learns what the chain does to letters too.
struct SyntheticExamples {
  /// How many writers.
  var writers: Int
  /// How often each writes each letter on a screen.
  var takes: Int
  /// How often each writes the alphabet in the air.
  var airTakes: Int
  /// What the writers are drawn from.
  var seed: UInt64

  /// The examples, writer by writer.
  func examples(
    for features: ZoneFeatures, air: AirOptions
  ) throws -> ExampleSet<[Double]> {
    let strokes = ScreenSimulator().alphabet(
      writers: writers, takes: takes, seed: seed, population: .training)
    var set = try features.examples(of: strokes)
    let alphabet = String(LetterShape.letters)
    var random = SplitMix64(seed: seed)
    for _ in 0..<writers {
      let writer = Writer(seed: random.next(), population: .trainingInAir)
      for take in 0..<airTakes {
        let recording = try SyntheticRecording(
          alphabet, kind: .sensors, writer: writer, seed: UInt64(take), perfect: false)
        let motions = GestureInput.all(in: recording.recordings).map(\.labeledMotion)
        set.append(
          try features.examples(
            of: motions, stabilizer: air.stabilizer, dampingRate: air.dampingRate))
      }
    }
    return set
  }

  /// The examples in the air as device motion without the sensors' errors, writer by writer.
  func motionExamples(for normalizer: MotionNormalizer) throws -> ExampleSet<MotionSeries> {
    let alphabet = String(LetterShape.letters)
    var random = SplitMix64(seed: seed)
    var set = ExampleSet<MotionSeries>(examples: [])
    for _ in 0..<writers {
      let writer = Writer(seed: random.next(), population: .trainingInAir)
      for take in 0..<airTakes {
        let recording = try SyntheticRecording(
          alphabet, kind: .motion, writer: writer, seed: UInt64(take), perfect: false)
        set.append(try normalizer.examples(of: recording.recordings.deviceMotion))
      }
    }
    return set
  }
}
