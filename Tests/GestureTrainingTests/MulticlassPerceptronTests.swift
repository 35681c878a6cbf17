import Foundation
import GestureRecognition
import TestSupport
import Testing

@testable import GestureTraining

@Suite("MulticlassPerceptron")
struct MulticlassPerceptronTests {
  private struct Reference: Decodable {
    var vectors: [[Double]]
    var classes: [Int]
    var seed: UInt64
    var starts: Int
    var epochs: Int
    var weights: [Double]
    var converged: Int
    var meanEpochs: Double
    var maximumEpochs: Int
  }

  private static func references() throws -> [Reference] {
    let url = Locations.referenceData.appending(path: "gestures/perceptron.json")
    return try JSONDecoder().decode([Reference].self, from: Data(contentsOf: url))
  }

  @Test(
    "the weights equal those of a plain loop in numpy: Tests/ReferenceData/gestures/generate.py",
    arguments: 0...1)
  func reference(index: Int) async throws {
    let reference = try Self.references()[index]
    let perceptron = MulticlassPerceptron(
      starts: reference.starts, maximumEpochs: reference.epochs, seed: reference.seed)
    let (weights, report) = try await perceptron.train(
      vectors: reference.vectors, classes: reference.classes, classCount: 4)
    // Weights of up to 30 after a thousand additions.
    #expect(difference(weights, reference.weights) < 1e-11)
    #expect(report.starts == reference.starts)
    #expect(report.converged == reference.converged)
    #expect(report.meanEpochs == reference.meanEpochs)
    #expect(report.maximumEpochs == reference.maximumEpochs)
  }

  /// Random vectors around one centre a class.
  private func problem(count: Int, seed: UInt64) -> (vectors: [[Double]], classes: [Int]) {
    var random = SplitMix64(seed: seed)
    let centres = (0..<3).map { _ in (0..<4).map { _ in 2 * random.nextNormal() } }
    let classes = (0..<count).map { $0 % 3 }
    let vectors = classes.map { index in
      centres[index].map { $0 + random.nextNormal() } + [1]
    }
    return (vectors, classes)
  }

  @Test("the weights have the same bits on any number of cores")
  func width() async throws {
    let (vectors, classes) = problem(count: 40, seed: 3)
    let perceptron = MulticlassPerceptron(starts: 70, maximumEpochs: 10, seed: 9)
    let one = try await perceptron.train(
      vectors: vectors, classes: classes, classCount: 3, width: 1)
    for width in [2, 3, 64] {
      let many = try await perceptron.train(
        vectors: vectors, classes: classes, classCount: 3, width: width)
      #expect(many.weights == one.weights)
      #expect(many.report == one.report)
    }
    let other = try await MulticlassPerceptron(starts: 70, maximumEpochs: 10, seed: 10).train(
      vectors: vectors, classes: classes, classCount: 3)
    #expect(other.weights != one.weights)
  }

  @Test("training with and without the Gram matrix has the same result", arguments: [5, 200])
  func products(epochs: Int) throws {
    let (vectors, classes) = problem(count: 60, seed: 4)
    let runs = try [true, false].map { keepsProducts in
      try PerceptronProblem(
        vectors: vectors, classes: classes, classCount: 3, keepsProducts: keepsProducts
      ).run(seed: 7, maximumEpochs: epochs)
    }
    #expect(difference(runs[0].weights, runs[1].weights) < 1e-9)
    #expect(runs[0].epochs == runs[1].epochs && !runs[0].converged)
  }

  @Test("classes that overlap: nearly as many are right as by the true centres")
  func overlap() async throws {
    // The weights after the last example reach 0.72 to 0.82 of that.
    var random = SplitMix64(seed: 12)
    let centres = (0..<8).map { _ in (0..<6).map { _ in random.nextNormal() } }
    func examples(_ count: Int) -> (vectors: [[Double]], classes: [Int]) {
      let classes = (0..<count).map { _ in Int.random(in: 0..<8, using: &random) }
      return (classes.map { centres[$0].map { $0 + random.nextNormal() } + [1] }, classes)
    }
    let (vectors, classes) = examples(600)
    let (tested, truths) = examples(2000)
    let weights = try await MulticlassPerceptron(starts: 3, maximumEpochs: 15, seed: 1)
      .train(vectors: vectors, classes: classes, classCount: 8).weights
    var (right, possible) = (0, 0)
    for (vector, truth) in zip(tested, truths) {
      let scores = (0..<8).map { row -> Double in
        zip(weights[row * 7..<row * 7 + 7], vector).reduce(0.0) { $0 + $1.0 * $1.1 }
      }
      let distances = centres.map { centre -> Double in
        zip(centre, vector).reduce(0.0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
      }
      right += scores[truth] == scores.max() ? 1 : 0
      possible += distances[truth] == distances.min() ? 1 : 0
    }
    #expect(Double(right) > 0.93 * Double(possible), "\(right) of \(possible)")
  }

  @Test("invalid examples throw")
  func errors() async {
    let perceptron = MulticlassPerceptron(starts: 1, maximumEpochs: 1)
    await #expect(throws: TrainingError.noExamples) {
      try await perceptron.train(vectors: [], classes: [], classCount: 2)
    }
    await #expect(
      throws: TrainingError.featureCount(example: "example 1", found: 1, expected: 2)
    ) {
      try await perceptron.train(vectors: [[1, 2], [1]], classes: [0, 1], classCount: 2)
    }
    for broken in [Double.nan, .infinity, 1e200] {
      await #expect(
        throws: TrainingError.featureNotFinite(example: "example 1", feature: 1)
      ) {
        try await perceptron.train(
          vectors: [[1, 2], [1, broken]], classes: [0, 1], classCount: 2)
      }
    }
  }

  @Test("a cancelled training ends soon and throws")
  func cancellation() async {
    let (vectors, classes) = problem(count: 40, seed: 5)
    let task = Task {
      try await MulticlassPerceptron(starts: 1_000_000, maximumEpochs: 1000)
        .train(vectors: vectors, classes: classes, classCount: 3).weights
    }
    task.cancel()
    await #expect(throws: TrainingError.cancelled) { try await task.value }
  }

  @Test("a training that is cancelled during its last start throws")
  func lateCancellation() async {
    let (vectors, classes) = problem(count: 6, seed: 6)
    let task = Task {
      try await MulticlassPerceptron(starts: 40, maximumEpochs: 2).train(
        vectors: vectors, classes: classes, classCount: 3, width: 1,
        progress: { if $0 == 40 { withUnsafeCurrentTask { $0?.cancel() } } }
      ).weights
    }
    await #expect(throws: TrainingError.cancelled) { try await task.value }
  }

  @Test("progress ends with all starts")
  func progress() async throws {
    let (vectors, classes) = problem(count: 6, seed: 6)
    let seen = Seen()
    _ = try await MulticlassPerceptron(starts: 40, maximumEpochs: 2).train(
      vectors: vectors, classes: classes, classCount: 3, progress: { seen.append($0) })
    #expect(seen.values == [16, 32, 40])
  }

  private final class Seen: @unchecked Sendable {
    private let lock = NSLock()
    private var list: [Int] = []
    var values: [Int] { lock.withLock { list } }
    func append(_ value: Int) { lock.withLock { list.append(value) } }
  }
}
