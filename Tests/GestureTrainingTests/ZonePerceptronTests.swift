import Foundation
import GestureRecognition
import TestSupport
import Testing

@testable import GestureTraining

@Suite("ZonePerceptron")
struct ZonePerceptronTests {
  private let classifier = ZoneTrainer(
    .perceptron(.init(starts: 8, maximumEpochs: 50, seed: 2)))

  /// Straight strokes in four directions, shaken.
  private func strokes(count: Int, seed: UInt64) -> [LabeledRecording<Sample2D>] {
    var random = SplitMix64(seed: seed)
    let directions: [(label: String, x: Double, y: Double)] = [
      ("down", 0, 1), ("left", -1, 0), ("right", 1, 0), ("up", 0, -1),
    ]
    return (0..<count).flatMap { repetition in
      directions.map { direction in
        LabeledRecording(
          label: direction.label, user: "writer \(repetition % 2)",
          samples: (0..<30).map { index in
            let way = Double(index) * 10
            return Sample2D(
              x: 500 + way * direction.x + 10 * random.nextNormal(),
              y: 500 + way * direction.y + 10 * random.nextNormal(),
              timestamp: Double(index) / 60)
          })
      }
    }
  }

  @Test("separable classes are learned, and unseen vectors recognised")
  func learning() async throws {
    let set = try classifier.features.examples(of: strokes(count: 10, seed: 1))
    let model = try await classifier.train(set.examples)
    #expect(model.labels == ["down", "left", "right", "up"])
    #expect(model.metadata["converged"] == "8")
    #expect(model.metadata["classifier"] == "zone-perceptron")
    let recognizer = GestureRecognizer(.features(model))
    for stroke in strokes(count: 5, seed: 99) {
      #expect(try recognizer.recognize(stroke.samples).label == stroke.label)
    }
    let result = try await Evaluation(.leaveOneUserOut).run(classifier, on: set)
    #expect(result.accuracy == 1)
    #expect(result.labels == model.labels)
  }

  @Test("recordings without features are rejected, those without a label throw")
  func refusals() throws {
    var recordings = strokes(count: 1, seed: 1)
    recordings[1].samples = []
    recordings[2].samples[4].y = .nan
    recordings[2].name = "third"
    let set = try classifier.features.examples(of: recordings)
    #expect(set.examples.count == 2)
    #expect(set.rejected.map(\.name) == ["recording 1", "third"])
    #expect(set.rejected.map(\.reason).last == .notFinite(sample: 4))
    recordings[3].label = nil
    #expect(throws: TrainingError.unlabeled(example: "recording 3")) {
      try classifier.features.examples(of: recordings)
    }
    let short = LabeledRecording(
      label: "A",
      samples: (0..<19).map {
        DeviceMotion(
          timestamp: Double($0) / 100, attitude: .identity, rotationRate: .zero,
          userAcceleration: .zero)
      })
    #expect(
      try classifier.features.examples(of: [short]).rejected.map(\.reason)
        == [.tooShort(seconds: 0.18, minimum: 0.2)])
  }

  @Test("no examples, one class, other lengths and NaN throw")
  func errors() async throws {
    await #expect(throws: TrainingError.noExamples) { try await classifier.train([]) }
    let ones = [Double](repeating: 1, count: 28)
    let one = Example(representation: ones, label: "A", name: "first")
    await #expect(throws: TrainingError.oneClass("A")) { try await classifier.train([one, one]) }
    let odd = Example(representation: [1.0, 2], label: "B", name: "odd")
    await #expect(throws: TrainingError.featureCount(example: "odd", found: 2, expected: 28)) {
      try await classifier.train([one, odd])
    }
    var broken = Example(representation: ones, label: "B", name: "broken")
    broken.representation[5] = .nan
    await #expect(throws: TrainingError.featureNotFinite(example: "broken", feature: 5)) {
      try await classifier.train([one, broken])
    }
  }

  // MARK: - The lab's vectors

  private static func rows(_ name: String) throws -> [Example<[Double]>] {
    let folder = try #require(Locations.recordings)
    let text = try String(
      contentsOf: folder.appending(path: "lab-letters/\(name)"), encoding: .utf8)
    return text.split(whereSeparator: \.isNewline).dropFirst().map { line in
      let fields = line.split(separator: ",")
      return Example(
        representation: fields.dropFirst().compactMap { Double($0) }, label: String(fields[0]))
    }
  }

  @Test(
    "the lab's weights recognise 423 of the lab's 457 vectors",
    .needsRecordings
  )
  func labWeights() throws {
    let weights = try Self.rows("weights.csv")
    let vectors = try Self.rows("vectors.csv")
    let model = try FeatureModel(
      labels: weights.map(\.label), weights: weights.flatMap(\.representation))
    let read = try model.recognize(batch: vectors.map(\.representation))
    #expect(vectors.count == 457)
    #expect(zip(read, vectors).count { $0.label == $1.label } == 423)
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
