import LinearAlgebra
import RotationMath
import TestSupport
import Testing

@Suite("LinearScorer")
struct LinearScorerTests {
  /// Weights, vectors and the scores that plain sums in double precision give.
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
      let single = LinearScorer(weights: weights.map { Float($0) }, featureCount: width).scores(
        ofRows: rows.map { Float($0) }, count: count)
      let widened = single.map { Double($0) }
      #expect(difference(widened, expected) <= 256 * Double(Float.ulpOfOne))
    }
  }

  @Test("rows that lie apart are scored where they are", arguments: [1, 5, 50])
  func strided(count: Int) {
    let (weights, rows, _) = problem(classes: 26, width: 28, count: count, seed: 1)
    let scorer = LinearScorer(weights: weights, featureCount: 28)
    // Between the rows is what must not be read.
    var apart: [Double] = []
    for row in 0..<count {
      apart += rows[row * 28..<(row + 1) * 28]
      if row < count - 1 { apart += [.nan, .nan, .nan] }
    }
    var found = [Double](repeating: .nan, count: count * 26)
    apart.withUnsafeBufferPointer { apart in
      found.withUnsafeMutableBufferPointer {
        scorer.score(rows: apart, count: count, rowStride: 31, into: $0)
      }
      #expect(
        scorer.labels(ofRows: apart, count: count, rowStride: 31)
          == scorer.labels(ofRows: rows, count: count))
    }
    #expect(found == scorer.scores(ofRows: rows, count: count))
  }

  @Test("any number of threads gives the same bits", arguments: [2, 3, 8])
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
      #expect(
        scorer.labels(ofRows: rows, count: 20_000)
          == scorer.labels(ofRows: rows, count: 20_000, threads: count))
    }
  }

  @Test("the best few classes come in order, with how far each is ahead")
  func top() {
    let scores = [1.0, 5, 3, 5, 2]
    let found = LinearScorer<Double>.top(3, of: scores)
    #expect(found.map(\.index) == [1, 3, 2])
    #expect(found.map(\.margin) == [0, 2, 1])
    #expect(LinearScorer<Double>.top(9, of: scores).map(\.index) == [1, 3, 2, 4, 0])
    #expect(LinearScorer<Double>.top(9, of: scores).last?.margin == .infinity)
    #expect(
      LinearScorer<Double>.top(2, of: [1, .nan]).isEmpty
        && LinearScorer<Double>.top(0, of: scores).isEmpty)
    #expect(LinearScorer<Double>.top(2, of: [-.infinity, .infinity]).map(\.index) == [1, 0])
    #expect(LinearScorer<Double>.top(2, of: [.infinity, .infinity]).first?.margin == 0)
    let (weights, rows, expected) = problem(classes: 26, width: 28, count: 9, seed: 3)
    let batch = rows.withUnsafeBufferPointer {
      LinearScorer(weights: weights, featureCount: 28).top(4, ofRows: $0, count: 9)
    }
    for row in 0..<9 {
      let own = Array(expected[row * 26..<(row + 1) * 26])
      let order = own.indices.sorted { own[$0] > own[$1] }
      #expect(batch[row].map(\.index) == Array(order.prefix(4)))
      #expect(abs(batch[row][3].margin - (own[order[3]] - own[order[4]])) <= 1e-13)
    }
  }

  @Test("probabilities sum to one, however large the scores are")
  func probabilities() {
    let found = LinearScorer<Double>.probabilities(of: [1.0, 2, 3])
    let expected = [0.09003057317038046, 0.24472847105479767, 0.6652409557748219]
    #expect(difference(found, expected) <= .ulpOfOne)
    #expect(LinearScorer<Double>.probabilities(of: [1e300, -1e300, 1e300]) == [0.5, 0, 0.5])
    #expect(LinearScorer<Double>.probabilities(of: [2.0, 4], temperature: 1e9)[0] > 0.49)
    #expect(LinearScorer<Double>.probabilities(of: [0, -.infinity]) == [1, 0])
    #expect(LinearScorer<Double>.probabilities(of: [0, .infinity, 3]) == [0, 1, 0])
    #expect(
      LinearScorer<Double>.probabilities(of: [.infinity, .infinity]).allSatisfy { $0.isNaN } == true
    )
    #expect(LinearScorer<Double>.probabilities(of: [1, .nan, 3]).allSatisfy { $0.isNaN } == true)
    #expect(LinearScorer<Double>.probabilities(of: [.nan, 1, 2]).allSatisfy { $0.isNaN } == true)
    #expect(LinearScorer<Double>.probabilities(of: [Double]()).isEmpty)
  }

  @Test("the first of equals wins; NaN has no label")
  func labels() {
    #expect(LinearScorer<Double>.best(of: [1, 3, 3, 2]) == 1)
    #expect(LinearScorer<Double>.best(of: [1, .nan, 3]) == nil)
    #expect(LinearScorer<Double>.best(of: [Double]()) == nil)
    #expect(LinearScorer<Double>.best(of: [-.infinity, -.infinity]) == 0)
    let scorer = LinearScorer(weights: [1, 0, 0, 1, 1, 0], featureCount: 2)
    #expect(scorer.labels(ofRows: [2, 1, 1, 2, .nan, 0], count: 3) == [0, 1, nil])
  }

  @Test("nothing to score, or nobody to score for")
  func empty() {
    #expect(LinearScorer(weights: [], featureCount: 3).scores(of: [1, 2, 3]) == [])
    #expect(LinearScorer(weights: [1, 2, 3], featureCount: 3).scores(ofRows: [], count: 0) == [])
  }
}
