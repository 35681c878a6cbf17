internal import RealModule

/// Fits the confidences of scores to unseen examples, by the greatest likelihood.
struct TemperatureScaling {
  /// The scores of each class, example by example.
  var scores: [[Double]] = []
  /// The true class of each example.
  var truths: [Int] = []

  /// The logarithms of the smallest and the largest temperature.
  private static let range = Double.log(0.02)...Double.log(50)

  /// The temperature, without equal confidences (C. Guo, G. Pleiss, Y. Sun, K. Weinberger, *On
  /// calibration of modern neural networks*, 2017, arXiv:1706.04599); 1 without examples.
  ///
  /// - Complexity: O(examples · classes).
  var temperature: Double {
    guard !scores.isEmpty else { return 1 }
    // The likelihood of 1/temperature is concave.
    let found = GoldenSection.minimum(in: Self.range, precision: 1e-3) { logarithm in
      likelihoods(at: logarithm).reduce(0) { $0 - Double.log(max($1, .leastNormalMagnitude)) }
    }
    return .exp(found)
  }

  /// The temperature and the share of equal confidences; the softmax of the scores without
  /// examples.
  ///
  /// - Complexity: O(examples · classes).
  var confidenceScale: ConfidenceScale {
    guard !scores.isEmpty else { return ConfidenceScale() }
    // The likelihood can have several maxima: the best of a grid, and its surroundings.
    let count = 32
    let step = (Self.range.upperBound - Self.range.lowerBound) / Double(count)
    let grid = (0...count).map { Self.range.lowerBound + Double($0) * step }
    let losses = grid.map { mixture(at: $0).loss }
    let best = losses.indices.min { losses[$0] < losses[$1] } ?? 0
    let surroundings = grid[max(0, best - 1)]...grid[min(count, best + 1)]
    let found = GoldenSection.minimum(in: surroundings, precision: 1e-3) { mixture(at: $0).loss }
    return ConfidenceScale(unchecked: .exp(found), uniformShare: mixture(at: found).share)
  }

  /// The share of equal confidences of the greatest likelihood at a temperature.
  private func mixture(at logarithm: Double) -> (share: Double, loss: Double) {
    let likelihoods = likelihoods(at: logarithm)
    func loss(_ share: Double) -> Double {
      zip(likelihoods, scores).reduce(0) { sum, example in
        let mixed = (1 - share) * example.0 + share / Double(example.1.count)
        return sum - Double.log(max(mixed, .leastNormalMagnitude))
      }
    }
    let share = GoldenSection.minimum(in: 0...1, precision: 1e-3, of: loss)
    // The search stays within the interval: none at all may be better.
    return loss(0) <= loss(share) ? (0, loss(0)) : (share, loss(share))
  }

  /// softmax(scores / temperature) of the true classes.
  private func likelihoods(at logarithm: Double) -> [Double] {
    let temperature = Double.exp(logarithm)
    return zip(scores, truths).map { scores, truth in
      1 / scores.reduce(0) { $0 + Double.exp(($1 - scores[truth]) / temperature) }
    }
  }
}
