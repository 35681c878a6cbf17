import GestureRecognition
import RealModule
import RotationMath
import Testing

@testable import GestureTraining

@Suite("SoftmaxRegression")
struct SoftmaxRegressionTests {
  static func problem(seed: UInt64) -> (vectors: [[Double]], classes: [Int]) {
    var random = SplitMix64(seed: seed)
    let classes = (0..<60).map { $0 % 3 }
    let vectors = classes.map { label in
      [Double(label) + random.nextNormal(), random.nextNormal(), 1]
    }
    return (vectors, classes)
  }

  /// The minimised function, written out.
  static func loss(
    _ weights: [Double], _ vectors: [[Double]], _ classes: [Int], penalty: Double
  ) -> Double {
    let width = vectors[0].count
    var sum = 0.0
    for (vector, label) in zip(vectors, classes) {
      let scores = stride(from: 0, to: weights.count, by: width).map { start in
        zip(weights[start..<(start + width)], vector).reduce(0) { $0 + $1.0 * $1.1 }
      }
      sum += Double.log(scores.reduce(0) { $0 + Double.exp($1) }) - scores[label]
    }
    return sum / Double(vectors.count) + penalty / 2 * weights.reduce(0) { $0 + $1 * $1 }
  }

  @Test("the result is the minimum of the loss", arguments: 0..<6 as Range<UInt64>)
  func minimum(seed: UInt64) throws {
    let (vectors, classes) = Self.problem(seed: seed)
    let regression = SoftmaxRegression(
      penalty: 0.01 * Double(vectors.count), tolerance: 1e-10)
    let (weights, report) = try regression.train(
      vectors: vectors, classes: classes, classCount: 3)
    #expect(report.gradient <= 1e-10)
    #expect(report.iterations < 1000)
    let step = 1e-5
    for index in weights.indices {
      var (above, below) = (weights, weights)
      above[index] += step
      below[index] -= step
      let slope =
        (Self.loss(above, vectors, classes, penalty: 0.01)
          - Self.loss(below, vectors, classes, penalty: 0.01)) / (2 * step)
      // Rounding of the loss, some ulps of 1, over the step; the third derivative adds less.
      #expect(abs(slope) < 1e-9)
    }
  }

  @Test("with a constant feature the scores are the logarithms of the frequencies")
  func frequencies() throws {
    let classes = [0, 0, 0, 0, 0, 0, 1, 1, 2]
    let regression = SoftmaxRegression(
      penalty: 9e-7, maximumIterations: 20_000, tolerance: 1e-12)
    let (weights, _) = try regression.train(
      vectors: classes.map { _ in [1] }, classes: classes, classCount: 3)
    // The penalty moves a log-odds by about itself over the smallest probability.
    #expect(abs(weights[0] - weights[1] - Double.log(3)) < 1e-5)
    #expect(abs(weights[1] - weights[2] - Double.log(2)) < 1e-5)
    // The penalty makes the weights of a feature sum to zero.
    #expect(abs(weights.reduce(0, +)) < 1e-5)
  }

  @Test("separable examples have finite weights and are classified correctly")
  func separable() throws {
    let (weights, _) = try SoftmaxRegression().train(
      vectors: [[-1, 1], [1, 1]], classes: [0, 1], classCount: 2)
    #expect(weights.allSatisfy { $0.isFinite })
    #expect(weights[0] < -1 && weights[2] > 1)
    #expect(abs(weights[0] + weights[2]) < 1e-9)
  }

  @Test("invalid examples throw")
  func errors() {
    let regression = SoftmaxRegression()
    #expect(throws: TrainingError.noExamples) {
      try regression.train(vectors: [], classes: [], classCount: 2)
    }
    #expect(throws: TrainingError.self) {
      try regression.train(vectors: [[1, .nan]], classes: [0], classCount: 2)
    }
    #expect(throws: TrainingError.self) {
      try regression.train(vectors: [[1, 2], [1]], classes: [0, 1], classCount: 2)
    }
  }
}
