import LinearAlgebra
import RotationMath
import TestSupport
import Testing

@Suite("LinearScorer")
struct LinearScorerTests {
  /// Weights, vectors and their scores as plain sums in double precision.
  private func problem(
    classes: Int, width: Int, count: Int, seed: UInt64
  ) -> (weights: [Double], rows: [Double], scores: [Double]) {
    var random = SplitMix64(seed: seed)
    let weights = (0..<classes * width).map { _ in random.nextNormal() }
    let rows = (0..<count * width).map { _ in random.nextNormal() }
    var scores: [Double] = []
    for row in 0..<count {
      for index in 0..<classes {
        var sum = 0.0
        for i in 0..<width { sum += weights[index * width + i] * rows[row * width + i] }
        scores.append(sum)
      }
    }
    return (weights, rows, scores)
  }

  @Test(
    "scores are dot products, for any number of classes and vectors",
    arguments: [1, 2, 7, 8, 9, 400])
  func scores(count: Int) {
    for (classes, width) in [(1, 1), (3, 5), (4, 28), (26, 28), (53, 9), (120, 3)] {
      let (weights, rows, expected) = problem(
        classes: classes, width: width, count: count, seed: UInt64(classes))
      let exact = LinearScorer(weights: weights, featureCount: width).scores(
        ofRows: rows, count: count)
      #expect(difference(exact, expected) <= 128 * .ulpOfOne)
    }
  }

  @Test("the scores do not depend on the number of threads", arguments: [2, 3, 8])
  func threads(count: Int) {
    let (weights, rows, _) = problem(classes: 26, width: 4, count: 20_000, seed: 2)
    let scorer = LinearScorer(weights: weights, featureCount: 4)
    var one = [Double](repeating: 0, count: 20_000 * 26)
    var many = one
    rows.withUnsafeBufferPointer { rows in
      one.withUnsafeMutableBufferPointer { scorer.score(rows: rows, count: 20_000, into: $0) }
      many.withUnsafeMutableBufferPointer {
        scorer.score(rows: rows, count: 20_000, into: $0, threads: count)
      }
      #expect(one == many)
    }
  }

  @Test("the best class is the first of equal ones; with a NaN there is none")
  func best() {
    #expect(LinearScorer.best(of: [1, 3, 3, 2]) == 1)
    #expect(LinearScorer.best(of: [1, .nan, 3]) == nil)
    #expect(LinearScorer.best(of: [Double]()) == nil)
    #expect(LinearScorer.best(of: [-.infinity, -.infinity]) == 0)
  }

  @Test("no classes, and no vectors")
  func empty() {
    #expect(LinearScorer(weights: [], featureCount: 3).scores(of: [1, 2, 3]) == [])
    #expect(LinearScorer(weights: [1, 2, 3], featureCount: 3).scores(ofRows: [], count: 0) == [])
  }
}
