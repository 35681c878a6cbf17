import MotionRecordings
import MotionSimulation
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

  @Test("classifiers of one input use its settings")
  func settings() {
    for classifier in Classifier.allCases {
      #expect(classifier.settings.contains(.pipeline) == (classifier.input == .series))
      #expect(classifier.settings.contains(.zones) == (classifier.input == .zones))
      #expect(classifier.settings.contains(.templates) == (classifier.input == .motions))
    }
  }
}
