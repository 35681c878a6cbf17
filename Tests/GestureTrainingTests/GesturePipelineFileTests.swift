import GestureRecognition
import GestureTraining
import Testing

@Suite("GesturePipeline files")
struct GesturePipelineFileTests {
  @Test(
    "a saved pipeline decodes to an equal value",
    arguments: [
      PipelineTrainer.logisticRegression(penalty: 0.01), .averagedPerceptron(),
      .naiveBayes(), .naiveBayes(nullRejectionCoefficient: .infinity),
    ])
  func roundTrip(trainer: PipelineTrainer) async throws {
    var pipeline = try await GesturePipeline.train(
      GesturePipelineTests.configuration, on: GesturePipelineTests.set(count: 9, seed: 1),
      trainer: trainer
    ).pipeline
    pipeline.metadata["note"] = "a \"quoted\" / ü"
    let bytes = try pipeline.file()
    let read = try GesturePipeline(file: bytes)
    #expect(read == pipeline)
    #expect(try read.file() == bytes)
  }

  @Test("an altered pipeline file is rejected")
  func file() async throws {
    let bytes = try await GesturePipeline.train(
      GesturePipelineTests.configuration, on: GesturePipelineTests.set(count: 9, seed: 1),
      trainer: .logisticRegression(penalty: 0.1)
    ).pipeline.file()
    #expect(throws: ModelError.truncated) { try GesturePipeline(file: bytes.dropLast(9)) }
    #expect(throws: ModelError.notAModel) { try GesturePipeline(file: [0x30]) }
    for place in stride(from: 60, to: bytes.count - 2, by: 97) {
      var altered = bytes
      altered[place] ^= 1
      #expect(throws: ModelError.altered) { try GesturePipeline(file: altered) }
    }
    #expect(throws: ModelError.self) {
      try GesturePipeline(file: LinearModel.uppercaseLetters().file())
    }
  }
}
