import Foundation
import GestureRecognition
import GestureTraining
import MotionRecordings
import RotationMath
import TestSupport
import Testing

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

/// The averaged perceptron as a gesture classifier.
private struct Averaged: GestureClassifier {
  func train(_ examples: [Example<[Double]>]) async throws(TrainingError) -> LinearClassifier {
    try AveragedPerceptron(maximumEpochs: 10).train(examples).classifier
  }

  func recognize(
    _ representation: [Double], with model: LinearClassifier
  ) throws(GestureError) -> Recognition {
    try model.recognize(representation)
  }
}

@Suite("Trainers of linear classifiers")
struct TrainerTests {
  @Test("the averaged perceptron is the mean over all examples", arguments: 0..<3 as Range<UInt64>)
  func mean(seed: UInt64) throws {
    let examples = labeledVectors(count: 30, seed: seed)
    let perceptron = AveragedPerceptron(maximumEpochs: 7, seed: seed)
    let (classifier, report) = try perceptron.train(examples)
    // The same, with a sum over all weights at each example.
    var random = SplitMix64(seed: seed)
    var order = Array(examples.indices)
    var weights = [[Double]](repeating: [0, 0, 0, 0, 0], count: 3)
    var sum = [Double](repeating: 0, count: 15)
    for _ in 0..<report.iterations {
      order.shuffle(using: &random)
      for index in order {
        let vector = examples[index].representation
        let scores = weights.map { zip($0, vector).reduce(0) { $0 + $1.0 * $1.1 } }
        let best = try #require(scores.indices.first { scores[$0] == scores.max() })
        if best != index % 3 {
          for feature in 0..<5 {
            weights[index % 3][feature] += vector[feature]
            weights[best][feature] -= vector[feature]
          }
        }
        for place in 0..<15 { sum[place] += weights[place / 5][place % 5] }
      }
    }
    let expected = sum.map { $0 / Double(report.iterations * 30) }
    // A few hundred additions of numbers of about 10.
    #expect(difference(classifier.weights, expected) < 1e-12)
  }

  @Test("the averaged perceptron reports convergence, and is reproducible")
  func convergence() throws {
    let easy = labeledVectors(count: 30, spread: 0.05, seed: 4)
    let (classifier, report) = try AveragedPerceptron(seed: 3).train(easy)
    #expect(report.converged && report.iterations < 100)
    #expect(report.loss == 0)
    #expect(try AveragedPerceptron(seed: 3).train(easy).classifier == classifier)
    #expect(try AveragedPerceptron(seed: 4).train(easy).classifier != classifier)
    let hard = labeledVectors(count: 60, spread: 4, seed: 5)
    let other = try AveragedPerceptron(maximumEpochs: 10).train(hard).report
    #expect(!other.converged && other.iterations == 10)
    #expect(other.loss > 0 && other.mistakes > 0)
  }

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
    "the lab's letters in three folds: at least 85 % are correct",
    .enabled(if: Locations.recordings != nil))
  func labLetters() async throws {
    let file = try #require(Locations.recordings).appending(path: "lab-letters/vectors.csv").path
    let table = try LabeledVectors(InputFile.read(file), name: file)
    let labels = try #require(table.labels)
    let width = table.names.count
    let examples = labels.enumerated().map { index, label in
      Example(
        representation: Array(table.values[(index * width)..<((index + 1) * width)]), label: label)
    }
    // Logistic regression reaches 92 % in ten folds, but is too slow in debug builds.
    var evaluation = Evaluation(.mixed)
    evaluation.folds = 3
    let result = try await evaluation.run(Averaged(), on: ExampleSet(examples: examples))
    #expect(result.total == 457)
    #expect(result.accuracy >= 0.85, "\(result.accuracy)")
  }

  @Test("invalid examples throw an error with their name")
  func errors() async throws {
    let good = labeledVectors(count: 6, seed: 8)
    let selection = PenaltySelection()
    func check(_ examples: [Example<[Double]>], _ error: TrainingError) async {
      #expect(throws: error) { try AveragedPerceptron().train(examples) }
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
    let perceptron = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try AveragedPerceptron(maximumEpochs: 1_000_000).train(examples).report
    }
    await #expect(throws: TrainingError.cancelled) { try await perceptron.value }
    let regression = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await SoftmaxRegression().train(examples, selection: PenaltySelection()).report
    }
    await #expect(throws: TrainingError.cancelled) { try await regression.value }
  }
}
