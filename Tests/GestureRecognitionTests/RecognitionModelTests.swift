import TestSupport
import Testing

@testable import GestureRecognition

@Suite("RecognitionModel")
struct RecognitionModelTests {
  /// A straight stroke, to the right or down.
  private static func stroke(down: Bool) -> [Sample2D] {
    (0..<10).map {
      let way = Double($0)
      return Sample2D(x: down ? 0 : way, y: down ? way : 0, timestamp: way / 10)
    }
  }

  /// A model that classifies right and down by the net movement in all zones.
  private static func linear() throws -> LinearModel {
    var weights = [Double](repeating: 0, count: 3 * 28)
    for zone in 0..<9 {
      weights[3 * zone + 1] = 1
      weights[28 + 3 * zone + 2] = 1
    }
    weights[2 * 28 + 27] = 0.5
    var model = try LinearModel(labels: ["right", "down", "other"], weights: weights)
    model.minimumConfidence = 0.1
    model.dampingRate = 3
    return model
  }

  private static func pipeline(dimension: Int) async throws -> GesturePipeline {
    var set = GestureDataSet(dimension: dimension)
    for (label, value) in [("a", 0.0), ("a", 0.1), ("b", 1), ("b", 1.1)] {
      try set.append(
        LabeledSeries(
          label: label, dimension: dimension, times: [0],
          values: [Double](repeating: value, count: dimension)))
    }
    return try await GesturePipeline.train(
      .init(dimension: dimension), on: set, trainer: .naiveBayes(nullRejectionCoefficient: 1e3)
    ).pipeline
  }

  @Test("a model recognises its own input kind and rejects others")
  func kinds() async throws {
    let linear = RecognitionModel.linear(try Self.linear())
    #expect(try linear.recognize(Self.stroke(down: true)).label == "down")
    #expect(try linear.recognize(Self.stroke(down: false)).label == "right")
    // With less magnification, the movement is below the score of "other".
    #expect(try linear.recognize(Self.stroke(down: true), minSize: 90).label == "other")
    let templates = RecognitionModel.templates(TemplateModel())
    #expect(throws: GestureError.needsMotion) { try templates.recognize(Self.stroke(down: true)) }
    let flat = RecognitionModel.pipeline(try await Self.pipeline(dimension: 2))
    #expect(try flat.recognize([Sample2D(x: 1, y: 1, timestamp: 0)]).label == "b")
    #expect(throws: GestureError.needsSeries(dimension: 2)) { try flat.recognize([DeviceMotion]()) }
    let single = RecognitionModel.pipeline(try await Self.pipeline(dimension: 1))
    #expect(throws: GestureError.needsSeries(dimension: 1)) {
      try single.recognize(Self.stroke(down: true))
    }
  }

  @Test("a restricted model recognises its remaining classes as before")
  func restriction() async throws {
    let linear = RecognitionModel.linear(try Self.linear())
    let restricted = try linear.restricted(to: ["down", "other", "unheard of"])
    #expect(restricted.labels == ["down", "other"])
    #expect(try restricted.recognize(Self.stroke(down: true)).label == "down")
    #expect(try restricted.recognize(Self.stroke(down: false)).label == "other")
    guard case .linear(let model) = restricted else {
      Issue.record("expected a linear model")
      return
    }
    #expect(model.minimumConfidence == 0.1 && model.dampingRate == 3)
    #expect(throws: ModelError.self) { try linear.restricted(to: ["down"]) }
    let pipeline = RecognitionModel.pipeline(try await Self.pipeline(dimension: 1))
    #expect(try pipeline.restricted(to: ["b"]).labels == ["b"])
    #expect(throws: ModelError.self) { try pipeline.restricted(to: ["c"]) }
    let letters = RecognitionModel.templates(try .uppercaseLetters())
    #expect(try letters.restricted(to: ["X", "A"]).labels == ["A", "X"])
    #expect(throws: ModelError.self) { try letters.restricted(to: []) }
  }

  @Test("a file decodes as its own model kind and is rejected as another")
  func files() async throws {
    let models: [RecognitionModel] = [
      .linear(try Self.linear()), .templates(try .uppercaseLetters()),
      .pipeline(try await Self.pipeline(dimension: 2)),
    ]
    for model in models { #expect(try RecognitionModel(file: model.file()) == model) }
    #expect(throws: ModelError.otherKind("pipeline", expected: ["nearest-templates"])) {
      try TemplateModel(file: models[2].file())
    }
    let unknown = ModelEnvelope.model.seal(Array(#"{"classifier":"oracle"}"#.utf8), version: 1)
    let error = #expect(throws: ModelError.self) { try RecognitionModel(file: unknown) }
    #expect(error?.description.contains("oracle") == true)
    #expect(error?.description.contains("motion-zone-softmax") == true)
  }
}
