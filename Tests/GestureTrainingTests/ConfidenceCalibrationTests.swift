import RotationMath
import Testing

@testable import GestureRecognition
@testable import GestureTraining

@Suite("Calibration of confidences")
struct ConfidenceCalibrationTests {
  /// Examples of two classes at ±1 with unit variance: the log-odds of *x* are 2 *x*.
  private func examples(
    _ count: Int, copies: Int = 1, seed: UInt64, user: (Int) -> String? = { _ in nil }
  ) -> [Example<[Double]>] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { index in
      let value = (index % 2 == 0 ? 1 : -1) + random.nextNormal()
      return Example(
        representation: [Double](repeating: value, count: copies),
        label: index % 2 == 0 ? "a" : "b", user: user(index), name: "\(index)")
    }
  }

  private func temperature(of examples: [Example<[Double]>]) async throws -> Double {
    try await ConfidenceCalibration.scale(of: examples) { part throws(TrainingError) in
      let part = try GaussianNaiveBayes(training: part)
      return (part.labels, { vector in part.classes.map { $0.score(of: vector) } })
    }.temperature
  }

  @Test("the temperature undoes copies of a feature, as if each were evidence of its own")
  func copies() async throws {
    for copies in [1, 4] {
      let found = try await temperature(of: examples(1000, copies: copies, seed: 1))
      #expect(abs(found / Double(copies) - 1) < 0.15)
    }
    let (classifier, _) = try await PipelineTrainer.naiveBayes()
      .train(examples(1000, copies: 4, seed: 2))
    // The posterior probability of 0.5 is that of log-odds of 1.
    let found = try classifier.recognize([0.5, 0.5, 0.5, 0.5])
    #expect(found.label == "a" && abs(found.confidence - 0.731) < 0.03)
  }

  @Test("gestures that the scores say nothing about do not flatten the others")
  func uniformShare() {
    var random = SplitMix64(seed: 8)
    var scaling = TemperatureScaling()
    for _ in 0..<4000 {
      let scores = (0..<4).map { _ in 3 * random.nextNormal() }
      let odds = scores.map { Double.exp($0 / 0.5) }
      var rest = Double.random(in: 0..<1, using: &random)
      let drawn = odds.firstIndex { odd in
        rest -= odd / odds.reduce(0, +)
        return rest < 0
      }
      let isUnrelated = Double.random(in: 0..<1, using: &random) < 0.2
      scaling.scores.append(scores)
      scaling.truths.append(isUnrelated ? Int.random(in: 0..<4, using: &random) : drawn ?? 3)
    }
    let scale = scaling.confidenceScale
    #expect(abs(scale.temperature - 0.5) < 0.05 && abs(scale.uniformShare - 0.2) < 0.02)
    #expect(scaling.temperature > 1)
    let confidences = scale.confidences(of: [1000, -1000])
    #expect(abs(confidences[0] - 0.9) < 0.01 && abs(confidences[0] + confidences[1] - 1) < 1e-15)
    #expect(TemperatureScaling().confidenceScale == ConfidenceScale())
  }

  @Test("scales from files; numbers out of range are errors")
  func scaleFiles() throws {
    for scale in [ConfidenceScale(unchecked: 2, uniformShare: 0.25), ConfidenceScale()] {
      #expect(try ModelCoder.part(of: ModelCoder.file(of: scale)) == scale)
    }
    for (temperature, share) in [(0, 0), (.nan, 0), (1, -0.1), (1, 1.1), (1, .nan)] {
      #expect(throws: ModelError.self) {
        try ConfidenceScale(temperature: temperature, uniformShare: share)
      }
    }
  }

  @Test("confidences are those of other writers where the writers are known")
  func writers() async throws {
    // Two writers, each of whom shifts all of his values.
    let known = examples(400, seed: 3) { $0 < 200 ? "left" : "right" }.map { example in
      var example = example
      example.representation[0] += example.user == "left" ? -1.5 : 1.5
      return example
    }
    let unknown = known.map { example in
      var example = example
      example.user = nil
      return example
    }
    #expect(try await temperature(of: unknown) < 1.5)
    // One writer's shift is not in the training on the other.
    #expect(try await temperature(of: known) > 4)
  }

  @Test("too little to hold out leaves confidences as they are")
  func tooFew() async throws {
    #expect(try await temperature(of: []) == 1)
    #expect(try await temperature(of: Array(examples(2, seed: 4).prefix(1))) == 1)
    // No part has two examples of each class.
    #expect(try await temperature(of: examples(4, seed: 5)) == 1)
    // One recording.
    let windows = examples(100, seed: 6).map { example in
      var example = example
      example.name = "walk"
      return example
    }
    #expect(try await temperature(of: windows) == 1)
    await #expect(throws: TrainingError.cancelled) {
      try await ConfidenceCalibration.scale(of: examples(40, seed: 7)) {
        _ throws(TrainingError) in throw .cancelled
      }
    }
  }
}
