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

/// Ridge regression as a gesture classifier.
private struct Ridge: GestureClassifier {
  func train(_ examples: [Example<[Double]>]) async throws(TrainingError) -> Scorer {
    try await PipelineTrainer.ridge.train(examples, isCalibrated: false).scorer
  }

  func recognize(
    _ representation: [Double], with model: Scorer
  ) throws(GestureError) -> Recognition {
    try model.recognize(representation)
  }
}

@Suite("Trainers of linear classifiers")
struct TrainerTests {
  @Test("the penalty is chosen by cross-validation, independent of the number of cores")
  func penalty() async throws {
    let examples = labeledVectors(count: 40, spread: 2, seed: 6)
    let vectors = examples.map(\.representation)
    let selection = PenaltySelection(penalties: [1e-6, 1e3, 1e-2], folds: 4)
    let one = try await selection.choose(
      for: SoftmaxRegression(), vectors: vectors, classes: (0..<40).map { $0 % 3 }, classCount: 3,
      width: 1)
    let many = try await selection.choose(
      for: SoftmaxRegression(), vectors: vectors, classes: (0..<40).map { $0 % 3 }, classCount: 3)
    #expect(one.trials == many.trials)
    #expect(one.trials.map(\.penalty) == [1e3, 1e-2, 1e-6])
    #expect(one.trials.min { $0.loss < $1.loss }?.penalty == one.penalty)
    #expect(one.penalty == 1e-2)
    // Weights held near zero give all three classes a third.
    #expect(abs(one.trials[0].loss - 1.0986) < 0.01)
  }

  @Test("the report of logistic regression matches its classifier")
  func report() async throws {
    let examples = labeledVectors(count: 60, spread: 2, seed: 7)
    let (classifier, report, penalty) = try await SoftmaxRegression(penalty: 0.01).train(examples)
    #expect(penalty == 0.01)
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
    "ridge regression on the lab's letters in three folds: at least 80 % are correct",
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
    let result = try await evaluation.run(Ridge(), on: ExampleSet(examples: examples))
    #expect(result.total == 457)
    #expect(result.accuracy >= 0.8, "\(result.accuracy)")
  }

  @Test("invalid examples throw an error with their name")
  func errors() async throws {
    let good = labeledVectors(count: 6, seed: 8)
    let selection = PenaltySelection()
    func check(_ examples: [Example<[Double]>], _ error: TrainingError) async {
      await #expect(throws: error) {
        try await SoftmaxRegression().train(examples, selection: selection)
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
      return try await SoftmaxRegression().train(examples, selection: PenaltySelection()).report
    }
    await #expect(throws: TrainingError.cancelled) { try await regression.value }
  }
}
