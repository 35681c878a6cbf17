import MotionRecordings
import TestSupport
import Testing

@testable import GestureRecognition
@testable import GestureTraining

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
  private static func linear() throws -> FeatureModel {
    var weights = [Double](repeating: 0, count: 3 * 28)
    for zone in 0..<9 {
      weights[3 * zone + 1] = 1
      weights[28 + 3 * zone + 2] = 1
    }
    weights[2 * 28 + 27] = 0.5
    var model = try FeatureModel(labels: ["right", "down", "other"], weights: weights)
    model.dampingRate = 3
    return model
  }

  private static func pipeline(dimension: Int) async throws -> GesturePipeline {
    var set = GestureDataSet(dimension: dimension)
    for (label, value) in [("a", 0.0), ("a", 0.1), ("b", 1), ("b", 1.1)] {
      try set.append(
        SampleSeries(
          dimension: dimension, times: [0],
          values: [Double](repeating: value, count: dimension)), label: label)
    }
    return try await GesturePipeline.train(
      .init(dimension: dimension), on: set, trainer: .naiveBayes(nullRejectionCoefficient: 1e3)
    ).pipeline
  }

  @Test("a model recognises its own input kind and rejects others")
  func kinds() async throws {
    let linear = RecognitionModel.features(try Self.linear())
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
    let linear = RecognitionModel.features(try Self.linear())
    let restricted = try linear.restricted(to: ["down", "other", "unheard of"])
    #expect(restricted.labels == ["down", "other"])
    #expect(try restricted.recognize(Self.stroke(down: true)).label == "down")
    #expect(try restricted.recognize(Self.stroke(down: false)).label == "other")
    guard case .features(let model) = restricted else {
      Issue.record("expected a linear model")
      return
    }
    #expect(model.dampingRate == 3)
    #expect(throws: ModelError.self) { try linear.restricted(to: ["down"]) }
    let pipeline = RecognitionModel.pipeline(try await Self.pipeline(dimension: 1))
    #expect(try pipeline.restricted(to: ["b"]).labels == ["b"])
    #expect(throws: ModelError.self) { try pipeline.restricted(to: ["c"]) }
    let letters = RecognitionModel.templates(try .uppercaseLetters())
    #expect(try letters.restricted(to: ["X", "A"]).labels == ["A", "X"])
    #expect(throws: ModelError.self) { try letters.restricted(to: []) }
  }

  /// A labelled stroke and a labelled motion.
  private static var mixed: DataSetContent {
    var recordings = Recordings(format: "none")
    recordings.strokes = [LabeledRecording(label: "a", name: "s", samples: stroke(down: true))]
    recordings.deviceMotion = [
      LabeledRecording(label: "b", name: "m", samples: MotionNormalizerTests.gesture(shape: 1))
    ]
    return .recordings(recordings)
  }

  @Test("a pipeline is not tested on strokes and motions together", arguments: [2, 6])
  func mixedSet(dimension: Int) async throws {
    let model = RecognitionModel.pipeline(try await Self.pipeline(dimension: dimension))
    let error = #expect(throws: RecordingError.self) {
      try model.evaluate(on: Self.mixed, name: "mixed")
    }
    #expect(error?.description.contains("expected strokes or motions, got both") == true)
  }

  @Test("a disturbance changes each motion, of equal names too, and no stroke")
  func disturbance() throws {
    guard case .recordings(var recordings) = Self.mixed else { return }
    recordings.strokes[0].label = "down"
    let longer = MotionNormalizerTests.gesture(shape: 2, rest: 0.2)
    recordings.deviceMotion = [recordings.deviceMotion[0].samples, longer, longer].map {
      LabeledRecording(label: "down", name: "same", samples: $0)
    }
    let model = RecognitionModel.features(try Self.linear())
    let plain = try model.evaluate(on: .recordings(recordings), name: "mixed")
    let same = try model.evaluate(
      on: .recordings(recordings), name: "mixed", disturbance: { $0 })
    #expect(same.results.all.outcomes == plain.results.all.outcomes)
    #expect(plain.results.all.outcomes.map(\.isCorrect).first == true)
    let cut = try model.evaluate(
      on: .recordings(recordings), name: "mixed",
      disturbance: { $0.count > 110 ? [] : $0 })
    #expect(cut.results.all.outcomes.map { $0.recognition == nil } == [false, false, true, true])
  }

  @Test("more classes than a confusion matrix holds throw")
  func manyClasses() throws {
    let row = [Double](repeating: 0, count: 28)
    let vectors = LabeledVectors(
      names: LabeledVectors.zoneNames(count: 28), labels: (0..<5001).map { "class \($0)" },
      values: (0..<5001).flatMap { _ in row })
    let model = RecognitionModel.features(try Self.linear())
    #expect(
      throws: TrainingError.invalidOptions("expected at most 5000 classes, got 5004")
    ) { try model.evaluate(on: .vectors(vectors), name: "many") }
  }

  @Test("train-test: classifier, stages and trainer are those for the training set")
  func trainTest() async throws {
    var (poses, gestures) = (GestureDataSet(dimension: 1), GestureDataSet(dimension: 1))
    for index in 0..<8 {
      let (label, value) = (index % 2 == 0 ? "a" : "b", Double(index % 2) + Double(index) / 100)
      try poses.append(SampleSeries(dimension: 1, times: [0], values: [value]), label: label)
      try gestures.append(
        SampleSeries(dimension: 1, times: [0, 0.1], values: [value, value]), label: label)
    }
    let summary = try await ModelTrainer().evaluate(
      Evaluation(.trainTest), on: DataSetContent(gestures.csv, name: "gestures.csv"),
      name: "gestures.csv",
      training: (DataSetContent(poses.csv, name: "poses.csv"), "poses.csv"))
    #expect(summary.classifier == "gaussian-naive-bayes")
    #expect(summary.results.all.accuracy == 1)
  }

  @Test("letters in the air are centred only where a model is of motions alone")
  func alignment() {
    var motions = Recordings(format: "none")
    if case .recordings(let recordings) = Self.mixed {
      motions.deviceMotion = recordings.deviceMotion
    }
    var trainer = ModelTrainer()
    func alignment(_ content: DataSetContent) -> StrokeAlignment {
      trainer.pathSettings(for: content).alignment
    }
    #expect(alignment(.recordings(motions)) == .center)
    #expect(alignment(Self.mixed) == .topLeft)
    trainer.classifier = .lab
    #expect(alignment(.recordings(motions)) == .topLeft)
    trainer.alignment = .center
    #expect(alignment(Self.mixed) == .center)
  }

  @Test("a file decodes as the model that it was written from")
  func files() async throws {
    let models: [RecognitionModel] = [
      .features(try Self.linear()), .templates(try .uppercaseLetters()),
      .pipeline(try await Self.pipeline(dimension: 2)),
    ]
    for model in models { #expect(try RecognitionModel(file: model.file()) == model) }
  }
}
