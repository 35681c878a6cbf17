import GestureRecognition
import GestureTraining
import MotionFusion
import RotationMath
import TestSupport
import Testing

@Suite("PipelineRecipe")
struct PipelineRecipeTests {
  /// A pipeline with a sliding window of 30 samples.
  private static var windows: PipelineRecipe {
    var configuration = GesturePipelineTests.configuration
    configuration.segmentation = .slidingWindow(length: 30, hop: 5)
    configuration.features = .statistics
    return PipelineRecipe(configuration: configuration, trainer: .logisticRegression)
  }

  @Test("evaluates on unseen series; a whole series averages its windows")
  func evaluation() async throws {
    let set = try GesturePipelineTests.set(count: 30, seed: 1)
    let result = try await Evaluation(.mixed).run(
      Self.windows, on: ExampleSet(examples: set.series))
    #expect(result.total == 30 && result.accuracy > 0.95)
    let pipeline = try await Self.windows.train(set.series)
    let whole = try pipeline.recognizeWhole(set.series[0].representation)
    let all = [whole.confidence] + whole.alternatives.map(\.confidence)
    #expect(abs(all.reduce(0, +) - 1) < 1e-12)
    #expect(all == all.sorted(by: >))
    let short = SampleSeries(dimension: 2, times: [0, 0.1], values: [1, 2, 3, 4])
    #expect(throws: GestureError.tooFewSamples(count: 2, minimum: 30)) {
      try pipeline.recognizeWhole(short)
    }
  }

  @Test("a series has three components per motion channel")
  func channels() throws {
    let motion = DeviceMotion(
      timestamp: 1, attitude: Attitude(quaternion: .identity), rotationRate: Vector3(1, 2, 3),
      userAcceleration: Vector3(4, 5, 6))
    let series = SampleSeries([motion], channels: [.gravity, .rotationRate])
    #expect(series.dimension == 6)
    #expect(series.values == [0, 0, -1, 1, 2, 3])
    var configuration = GesturePipeline.Configuration(channels: [.userAcceleration])
    #expect(configuration.dimension == 3 && configuration.validationError == nil)
    configuration.dimension = 4
    #expect(configuration.validationError != nil)
  }

  @Test("an invalid training set is rejected")
  func errors() async throws {
    let recipe = PipelineRecipe(
      configuration: GesturePipeline.Configuration(dimension: 1), trainer: .naiveBayes())
    func example(_ label: String, _ values: [Double], dimension: Int = 1) -> Example<SampleSeries> {
      Example(
        representation: SampleSeries(
          dimension: dimension,
          times: values.indices.filter { $0 % dimension == 0 }.map(Double.init),
          values: values), label: label, name: "v")
    }
    let good = [example("a", [1]), example("a", [2]), example("b", [3]), example("b", [4])]
    await #expect(throws: TrainingError.noExamples) { try await recipe.train([]) }
    await #expect(throws: TrainingError.oneClass("a")) {
      try await recipe.train(Array(good.prefix(2)))
    }
    await #expect(throws: TrainingError.tooFewExamples(label: "b", count: 1, minimum: 2)) {
      try await recipe.train(Array(good.prefix(3)))
    }
    for odd in [
      example("b", [1, 2], dimension: 2), example("b", [.nan]), example("b", []), example("", [1]),
    ] {
      let error = await #expect(throws: TrainingError.self) { try await recipe.train(good + [odd]) }
      #expect(error?.description.hasPrefix("v: ") == true, "\(error?.description ?? "")")
    }
  }
}
