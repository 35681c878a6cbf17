import Foundation
import GestureRecognition
import MotionRecordings
import RotationMath
import TestSupport
import Testing

@testable import GestureTraining

/// Feature vectors with a constant, around one centre a class.
func labeledVectors(
  count: Int, classes: Int = 3, spread: Double = 1, seed: UInt64
) -> [Example<[Double]>] {
  var random = SplitMix64(seed: seed)
  let centres = (0..<classes).map { _ in (0..<4).map { _ in 2 * random.nextNormal() } }
  return (0..<count).map { index in
    let vector = centres[index % classes].map { $0 + spread * random.nextNormal() } + [1]
    return Example(representation: vector, label: "class \(index % classes)", name: "v\(index)")
  }
}

/// Logistic regression of scaled features as a gesture classifier.
private struct Logistic: GestureClassifier {
  func train(_ examples: [Example<[Double]>]) async throws(TrainingError) -> Scorer {
    try await PipelineTrainer.logisticRegression.train(examples, isCalibrated: false).scorer
  }

  func recognize(
    _ representation: [Double], with model: Scorer
  ) throws(GestureError) -> Recognition {
    try model.recognize(representation)
  }
}

@Suite("Trainers of linear classifiers")
struct TrainerTests {
  @Test("the report of logistic regression matches its classifier")
  func report() async throws {
    let examples = labeledVectors(count: 60, spread: 2, seed: 7)
    let (classifier, report) = try await SoftmaxRegression(penalty: 0.6).train(examples)
    #expect(report.converged)
    let wrong = try examples.count { try classifier.recognize($0.representation).label != $0.label }
    #expect(report.mistakes == wrong)
    let loss = SoftmaxRegressionTests.loss(
      classifier.weights, examples.map(\.representation), (0..<60).map { $0 % 3 }, penalty: 0.01)
    #expect(abs(report.loss - loss) < 1e-12)
    let hasty = try await SoftmaxRegression(maximumIterations: 2).train(examples).report
    #expect(!hasty.converged && hasty.iterations == 2 && hasty.loss > 0)
  }

  @Test(
    "logistic regression on the lab's letters in three folds: at least 80 % are correct",
    .needsRecordings)
  func labLetters() async throws {
    let file = try #require(Locations.recordings).appending(path: "lab-letters/vectors.csv").path
    let table = try LabeledVectors(InputFile.read(file), name: file)
    let labels = try #require(table.labels)
    let width = table.names.count
    let examples = labels.enumerated().map { index, label in
      Example(
        representation: Array(table.values[(index * width)..<((index + 1) * width)]), label: label)
    }
    var evaluation = Evaluation(.mixed)
    evaluation.folds = 3
    let result = try await evaluation.run(Logistic(), on: ExampleSet(examples: examples))
    #expect(result.total == 457)
    #expect(result.accuracy >= 0.8, "\(result.accuracy)")
  }

  @Test("invalid examples throw an error with their name")
  func errors() async throws {
    let good = labeledVectors(count: 6, seed: 8)
    func check(_ examples: [Example<[Double]>], _ error: TrainingError) async {
      await #expect(throws: error) {
        try await SoftmaxRegression().train(examples)
      }
      #expect(throws: error) { try GaussianNaiveBayes(training: examples) }
    }
    await check([], .noExamples)
    await check([good[0]], .oneClass("class 0"))
    var odd = good
    odd[3].representation.removeLast()
    await check(odd, .featureCount(example: "v3", found: 4, expected: 5))
    for broken in [Double.nan, -.infinity, 1e200] {
      odd = good
      odd[4].representation[2] = broken
      await check(odd, .featureNotFinite(example: "v4", feature: 2))
    }
  }

  @Test("a cancelled training throws")
  func cancellation() async {
    let examples = labeledVectors(count: 60, spread: 4, seed: 9)
    let regression = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await SoftmaxRegression().train(examples).report
    }
    await #expect(throws: TrainingError.cancelled) { try await regression.value }
  }
}
