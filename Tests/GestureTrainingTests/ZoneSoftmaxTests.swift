import GestureRecognition
import GestureTraining
import Testing

@Suite("ZoneSoftmax")
struct ZoneSoftmaxTests {
  /// One zone: a share of time, a movement right and down, and the constant.
  static let classifier = ZoneTrainer(features: ZoneFeatures(columns: 1, rows: 1), .softmax())

  static func example(_ label: String, _ x: Double, _ y: Double) -> Example<[Double]> {
    Example(representation: [1, x, y, 1], label: label)
  }

  @Test("the classes of a trained model are in alphabetical order")
  func model() async throws {
    let examples = [
      Self.example("right", 1, 0), Self.example("down", 0, 1), Self.example("left", -1, 0),
    ]
    let model = try await Self.classifier.train(examples)
    #expect(model.labels == ["down", "left", "right"])
    #expect(model.metadata["classifier"] == "zone-softmax")
    for example in examples {
      let recognition = try Self.classifier.recognize(example.representation, with: model)
      #expect(recognition.label == example.label)
    }
  }

  @Test("no examples, one class and vectors of another length throw")
  func errors() async {
    await #expect(throws: TrainingError.noExamples) { try await Self.classifier.train([]) }
    await #expect(throws: TrainingError.oneClass("a")) {
      try await Self.classifier.train([Self.example("a", 1, 0)])
    }
    await #expect(throws: TrainingError.self) {
      try await Self.classifier.train([
        Self.example("a", 1, 0), Example(representation: [1, 2], label: "b"),
      ])
    }
  }
}
