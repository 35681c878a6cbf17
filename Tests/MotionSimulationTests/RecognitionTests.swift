import DeviceMotion
import GestureRecognition
import MotionRecordings
import MotionSimulation
import TestSupport
import Testing

/// Whether synthetic letters can be read, and what is learned from them reads real ones.
@Suite("Recognition of synthetic and of real letters")
struct RecognitionTests {
  static func correct(
    _ model: LinearModel, _ examples: [Example<[Double]>]
  ) throws -> Double {
    let recognitions = try model.recognize(batch: examples.map(\.representation))
    let correct = zip(recognitions, examples).count { $0.label == $1.label }
    return Double(correct) / Double(examples.count)
  }

  @Test("a model of half the writers reads the other half")
  func halves() async throws {
    let strokes = ScreenSimulator().alphabet(writers: 78, seed: 11)
    let examples = try ZoneFeatures().examples(of: strokes)
    #expect(examples.refused.isEmpty)
    let half = examples.examples.count / 2
    let classifier = ZonePerceptron(
      perceptron: MulticlassPerceptron(starts: 8, maximumEpochs: 100))
    let model = try await classifier.train(Array(examples.examples[..<half]))
    #expect(try Self.correct(model, Array(examples.examples[half...])) >= 0.95)
  }

  @Test("the shipped model reads writers that it never saw, every letter")
  func shipped() throws {
    let model = try LinearModel.uppercaseLetters()
    #expect(model.labels == LetterShape.letters.map(String.init))
    let strokes = ScreenSimulator().alphabet(writers: 40, seed: 987_654_321)
    let examples = try ZoneFeatures().examples(of: strokes).examples
    #expect(try Self.correct(model, examples) >= 0.95)
    for letter in model.labels {
      #expect(try Self.correct(model, examples.filter { $0.label == letter }) >= 0.7)
    }
  }

  @Test("the shipped model reads letters in the air, by their true motion")
  func synthetic() throws {
    let recognizer = try GestureRecognizer(model: .uppercaseLetters())
    let text = String(LetterShape.letters)
    var correct = 0
    for seed in 100..<106 as Range<UInt64> {
      let recording = try AirSimulator().recording(of: text, by: Writer(seed: seed), seed: seed)
      let motion = recording.deviceMotion
      for letter in recording.letters {
        let recognition = try recognizer.recognize(Array(motion[letter.samples]))
        if recognition.label == String(letter.character) { correct += 1 }
      }
    }
    #expect(Double(correct) / (6 * 26) >= 0.9)
  }

  @Test(
    "the shipped model reads the touch-screen letters of others",
    .enabled(if: Locations.recordings != nil))
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
    #expect(try Self.correct(.uppercaseLetters(), examples) >= 0.88)
  }

  @Test(
    "the shipped model reads the air letters of others, among their ten",
    .enabled(if: Locations.recordings != nil))
  func air() throws {
    let folder = try #require(Locations.recordings)
    let recordings = try RecordingReader()
      .read(folder.appending(path: "air-letters").path, format: "air-letters").deviceMotion
    #expect(recordings.count == 500)
    let examples = try ZoneFeatures().examples(of: recordings, minimumSamples: 2).examples
    let model = try LinearModel.uppercaseLetters()
    let possible = Set(recordings.compactMap(\.label))
    #expect(possible.count == 10)
    var correct = 0
    for example in examples {
      let scores = try model.scores(of: example.representation)
      let best = zip(model.labels, scores).filter { possible.contains($0.0) }
        .max { $0.1 < $1.1 }?.0
      if best == example.label { correct += 1 }
    }
    #expect(Double(correct) / Double(recordings.count) >= 0.7)
  }
}
