import MotionRecordings
import MotionSimulation
import RealModule
import RotationMath
import Testing

@testable import GestureRecognition
@testable import GestureTraining

/// What a new classifier is checked for.
@Suite("Catalogue of classifiers")
struct ClassifierTests {
  @Test("each trains on its input under its name", arguments: Classifier.allCases)
  func trains(classifier: Classifier) async throws {
    #expect(!classifier.explanation.isEmpty)
    let kind: SyntheticRecording.Kind =
      switch classifier.input {
      case .motions, .series: .motion
      case .strokes, .zones: .strokes
      }
    var recordings = Recordings(format: kind.rawValue)
    for seed in 1...2 {
      let writer = Writer(seed: UInt64(seed))
      let letters = try SyntheticRecording("LOLO", kind: kind, writer: writer, seed: UInt64(seed))
      recordings.strokes += letters.recordings.strokes
      recordings.deviceMotion += letters.recordings.deviceMotion
    }
    var trainer = ModelTrainer()
    trainer.classifier = classifier
    trainer.starts = 2
    if classifier.settings.contains(.pipeline) { trainer.pipeline.features = .statistics }
    let trained = try await trainer.train(on: .recordings(recordings), name: "letters")
    #expect(trained.classifier == classifier.rawValue)
    #expect(trained.model.labels.sorted() == ["L", "O"])
    #expect(trained.exampleCount == 8)
  }

  @Test("series whose phases differ are read by default, as resampled points cannot")
  func series() async throws {
    var random = SplitMix64(seed: 8)
    func set(count: Int) throws -> DataSetContent {
      var set = GestureDataSet(dimension: 1)
      for index in 0..<3 * count {
        let phase = Double.random(in: 0..<2 * .pi, using: &random)
        try set.append(
          SampleSeries(
            dimension: 1, times: (0..<40).map { Double($0) / 10 },
            values: (0..<40).map { time in
              .sin(Double((1 + index % 3) * time) / 6 + phase) + 0.1 * random.nextNormal()
            }), label: "\(index % 3)")
      }
      return .series(
        try GestureDataSet(set.csv, format: .table, name: "waves", sampleRate: nil))
    }
    let (training, tested) = (try set(count: 12), try set(count: 12))
    func accuracy(_ trainer: ModelTrainer) async throws -> (String, Double) {
      let summary = try await trainer.evaluate(
        Evaluation(.trainTest), on: tested, name: "tested", training: (training, "training"))
      return (summary.classifier, summary.results.all.accuracy)
    }
    let (name, right) = try await accuracy(ModelTrainer())
    #expect(name == "convolution-kernels" && right >= 0.95)
    var regression = ModelTrainer()
    regression.classifier = .logisticRegression
    #expect(try await accuracy(regression).1 < 0.8)
  }

  @Test("classifiers of one input use its settings")
  func settings() {
    for classifier in Classifier.allCases {
      #expect(classifier.settings.contains(.pipeline) == (classifier.input == .series))
      #expect(classifier.settings.contains(.zones) == (classifier.input == .zones))
      #expect(classifier.settings.contains(.templates) == (classifier.input == .motions))
    }
  }
}
