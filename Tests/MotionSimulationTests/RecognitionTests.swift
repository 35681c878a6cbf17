import Foundation
import GestureRecognition
import MotionFusion
import MotionRecordings
import MotionSimulation
import TestSupport
import Testing

@testable import GestureTraining

/// Accuracy of models on synthetic letters, and of synthetic training on real letters.
@Suite("Recognition of synthetic and of real letters")
struct RecognitionTests {
  static func correct(
    _ model: FeatureModel, _ examples: [Example<[Double]>]
  ) throws -> Double {
    let recognitions = try model.recognize(batch: examples.map(\.representation))
    let correct = zip(recognitions, examples).count { $0.label == $1.label }
    return Double(correct) / Double(examples.count)
  }

  @Test("a model of half the writers recognises the other half")
  func halves() async throws {
    let strokes = ScreenSimulator().alphabet(writers: 78, seed: 11)
    let examples = try ZoneFeatures().examples(of: strokes)
    #expect(examples.rejected.isEmpty)
    let half = examples.examples.count / 2
    let classifier = ZoneTrainer(
      .perceptron(MulticlassPerceptron(starts: 8, maximumEpochs: 100)))
    let model = try await classifier.train(Array(examples.examples[..<half]))
    #expect(try Self.correct(model, Array(examples.examples[half...])) >= 0.95)
  }

  @Test("the built-in stroke model recognises unseen writers, every letter")
  func shipped() throws {
    let model = try FeatureModel.uppercaseZones()
    #expect(model.labels == LetterShape.letters.map(String.init))
    let strokes = ScreenSimulator().alphabet(writers: 40, seed: 987_654_321)
    let examples = try ZoneFeatures().examples(of: strokes).examples
    #expect(try Self.correct(model, examples) >= 0.95)
    for letter in model.labels {
      #expect(try Self.correct(model, examples.filter { $0.label == letter }) >= 0.7)
    }
  }

  @Test("the built-in stroke model recognises letters in the air by their true motion")
  func synthetic() throws {
    let recognizer = try GestureRecognizer(.features(.uppercaseZones()))
    let text = String(LetterShape.letters)
    var correct = 0
    for seed in 100..<106 as Range<UInt64> {
      let recording = try AirSimulator().recording(of: text, by: Writer(seed: seed), seed: seed)
      let motion = recording.deviceMotion
      for letter in recording.letters {
        let recognition = try recognizer.recognize(Array(motion[letter.samples]))
        if recognition.label == letter.label { correct += 1 }
      }
    }
    #expect(Double(correct) / (6 * 26) >= 0.9)
  }

  @Test(
    "the built-in stroke model recognises recorded touch-screen letters",
    .needsRecordings)
  func touchScreen() throws {
    let folder = try #require(Locations.recordings)
    let path = folder.appending(path: "lab-letters/vectors.csv").path
    let vectors = try LabeledVectors(try InputFile.read(path), name: path)
    let labels = try #require(vectors.labels)
    let width = vectors.names.count
    let examples = labels.enumerated().map { index, label in
      Example(
        representation: Array(vectors.values[(index * width)..<((index + 1) * width)]),
        label: label)
    }
    #expect(examples.count == 457)
    // Measured: 414 of 457.
    #expect(try Self.correct(.uppercaseZones(), examples) >= 0.896)
  }

  @Test(
    "the built-in stroke model recognises recorded air letters, among their ten",
    .needsRecordings)
  func air() throws {
    let folder = try #require(Locations.recordings)
    let recordings = try RecordingReader()
      .read(folder.appending(path: "air-letters").path, format: "air-letters").deviceMotion
    #expect(recordings.count == 500)
    let examples = try ZoneFeatures().examples(of: recordings).examples
    let model = try FeatureModel.uppercaseZones()
    let possible = Set(recordings.compactMap(\.label))
    #expect(possible.count == 10)
    var correct = 0
    for example in examples {
      let recognition = try model.recognize(example.representation)
      let best = ([recognition.label] + recognition.alternatives.map(\.label))
        .first(where: possible.contains)
      if best == example.label { correct += 1 }
    }
    #expect(Double(correct) / Double(recordings.count) >= 0.7)
  }
}

/// Acceptance of letters and other movements by the built-in motion model.
@Suite("Built-in motion model")
struct ShippedMotionModelTests {
  /// Ten seconds of random slow waves, without stationary intervals.
  private static func movement(seed: UInt64) -> [DeviceMotion] {
    var random = SplitMix64(seed: seed)
    func wave() -> (Double) -> Double {
      let parts = (0..<4).map { _ in
        (
          size: random.nextNormal(), rate: Double.random(in: 1...9, using: &random),
          phase: Double.random(in: 0...7, using: &random)
        )
      }
      return { time in parts.reduce(0) { $0 + $1.size * sin($1.rate * time + $1.phase) } }
    }
    let waves = (0..<6).map { _ in wave() }
    var attitude = Quaternion<Double>.identity
    return (0..<1000).map { index in
      let time = Double(index) / 100
      let rate = Vector3(waves[0](time), waves[1](time), waves[2](time))
      attitude = attitude * Quaternion(rotationVector: rate * 0.01)
      return DeviceMotion(
        timestamp: time, attitude: Attitude(quaternion: attitude), rotationRate: rate,
        userAcceleration: Vector3(waves[3](time), waves[4](time), waves[5](time)) * 0.1)
    }
  }

  @Test(
    "letters of unseen writers are accepted, random movement is rejected")
  func similarity() throws {
    let model = try TemplateModel.uppercaseLetters()
    let recording = try AirSimulator().recording(of: "ABCXYZ", by: Writer(seed: 321), seed: 2)
    for letter in recording.letters {
      let recognition = try model.recognize(Array(recording.deviceMotion[letter.samples]))
      #expect(recognition.isGesture, "\(letter.label)")
    }
    for seed in 1...3 as ClosedRange<UInt64> {
      let recognition = try model.recognize(Self.movement(seed: seed))
      #expect(!recognition.isGesture, "seed \(seed): \(recognition.similarity ?? .nan)")
    }
  }
}

extension ZoneFeatures {
  /// The features of strokes, as examples.
  fileprivate func examples(
    of strokes: [LabeledRecording<Sample2D>]
  ) throws -> ExampleSet<[Double]> {
    try ExampleSet(
      strokes.map { RecordedGesture(.stroke($0.samples), of: $0) }, where: { _ in true },
      represent: { gesture throws(GestureError) in
        try vector(ofJoined: gesture.stroke, minSize: 0)
      })
  }

  /// The features of the paths of motions, as examples.
  fileprivate func examples(
    of motions: [LabeledRecording<DeviceMotion>]
  ) throws -> ExampleSet<[Double]> {
    try ExampleSet(
      motions.map { RecordedGesture(.motion($0.samples), of: $0) }, where: { _ in true },
      represent: { gesture throws(GestureError) in
        try vector(of: (gesture.motions ?? []).stroke(), minSize: Self.smallestGesture)
      })
  }
}
