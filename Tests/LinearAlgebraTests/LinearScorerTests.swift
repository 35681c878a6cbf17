import LinearAlgebra
import RotationMath
import Testing

@Suite("LinearScorer")
struct LinearScorerTests {
  @Test("scores are dot products, for one vector and for many", arguments: [1, 2, 7, 8, 9, 100])
  func scores(count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    let (classes, width) = (5, 7)
    let weights = (0..<classes * width).map { _ in random.nextNormal() }
    let rows = (0..<count * width).map { _ in random.nextNormal() }
    let scores = LinearScorer(weights: weights, featureCount: width).scores(
      ofRows: rows, count: count)
    for row in 0..<count {
      for index in 0..<classes {
        var expected = 0.0
        for i in 0..<width { expected += weights[index * width + i] * rows[row * width + i] }
        #expect(abs(scores[row * classes + index] - expected) <= 32 * .ulpOfOne)
      }
    }
  }

  @Test("the first of equals wins; NaN has no label")
  func labels() {
    #expect(LinearScorer.best(of: [1, 3, 3, 2]) == 1)
    #expect(LinearScorer.best(of: [1, .nan, 3]) == nil)
    #expect(LinearScorer.best(of: [Double]()) == nil)
    #expect(LinearScorer.best(of: [-.infinity, -.infinity]) == 0)
    let scorer = LinearScorer(weights: [1, 0, 0, 1, 1, 0], featureCount: 2)
    #expect(scorer.labels(ofRows: [2, 1, 1, 2, .nan, 0], count: 3) == [0, 1, nil])
  }

  @Test("nothing to score, or nobody to score for")
  func empty() {
    #expect(LinearScorer(weights: [], featureCount: 3).scores(of: [1, 2, 3]) == [])
    #expect(LinearScorer(weights: [1, 2, 3], featureCount: 3).scores(ofRows: [], count: 0) == [])
  }

  @Test("eight callers at once get what one gets")
  func concurrency() async {
    let weights = (0..<26 * 28).map { Double($0 % 17) - 8 }
    let scorer = LinearScorer(weights: weights, featureCount: 28)
    let rows = (0..<64 * 28).map { Double($0 % 23) / 7 }
    let expected = scorer.scores(ofRows: rows, count: 64)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<20).allSatisfy { _ in scorer.scores(ofRows: rows, count: 64) == expected }
        }
      }
      for await isSame in group { #expect(isSame) }
    }
  }
}
