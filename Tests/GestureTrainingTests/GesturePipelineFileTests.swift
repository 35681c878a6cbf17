import GestureRecognition
import GestureTraining
import Testing

@Suite("GesturePipeline files")
struct GesturePipelineFileTests {
  @Test(
    "a saved pipeline decodes to an equal value",
    arguments: [
      PipelineTrainer.logisticRegression, .naiveBayes(),
      .naiveBayes(nullRejectionCoefficient: .infinity),
    ])
  func roundTrip(trainer: PipelineTrainer) async throws {
    var pipeline = try await GesturePipeline.train(
      GesturePipelineTests.configuration, on: GesturePipelineTests.set(count: 9, seed: 1),
      trainer: trainer
    ).pipeline
    pipeline.metadata["note"] = "a \"quoted\" / ü"
    let bytes = try RecognitionModel.pipeline(pipeline).file()
    let read = try RecognitionModel(file: bytes)
    #expect(read == .pipeline(pipeline))
    #expect(try read.file() == bytes)
  }

  @Test("an altered pipeline file is rejected")
  func file() async throws {
    let pipeline = try await GesturePipeline.train(
      GesturePipelineTests.configuration, on: GesturePipelineTests.set(count: 9, seed: 1),
      trainer: .logisticRegression
    ).pipeline
    let bytes = try RecognitionModel.pipeline(pipeline).file()
    #expect(throws: ModelError.truncated) { try RecognitionModel(file: bytes.dropLast(9)) }
    #expect(throws: ModelError.notAModel) { try RecognitionModel(file: [0x30]) }
    for place in stride(from: 60, to: bytes.count - 2, by: 97) {
      var altered = bytes
      altered[place] ^= 1
      #expect(throws: ModelError.altered) { try RecognitionModel(file: altered) }
    }
  }
}
