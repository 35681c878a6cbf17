internal import RealModule

/// Fits the divisor of scores in confidences to unseen examples.
///
/// The temperature of the greatest likelihood (C. Guo, G. Pleiss, Y. Sun, K. Weinberger, *On
/// calibration of modern neural networks*, 2017, arXiv:1706.04599).
struct TemperatureScaling {
  /// The scores of each class, example by example.
  var scores: [[Double]] = []
  /// The true class of each example.
  var truths: [Int] = []

  /// The range of temperatures.
  private static let range = 0.02...50.0

  /// The temperature; 1 without examples.
  ///
  /// - Complexity: O(examples · classes).
  var temperature: Double {
    guard !scores.isEmpty else { return 1 }
    // Golden-section search over the logarithm: the likelihood of 1/temperature is concave.
    let ratio = (Double(5).squareRoot() - 1) / 2
    var (low, high) = (Double.log(Self.range.lowerBound), Double.log(Self.range.upperBound))
    var (left, right) = (high - ratio * (high - low), low + ratio * (high - low))
    var (leftLoss, rightLoss) = (loss(at: .exp(left)), loss(at: .exp(right)))
    while high - low > 1e-3 {
      if leftLoss < rightLoss {
        (high, right, rightLoss) = (right, left, leftLoss)
        left = high - ratio * (high - low)
        leftLoss = loss(at: .exp(left))
      } else {
        (low, left, leftLoss) = (left, right, rightLoss)
        right = low + ratio * (high - low)
        rightLoss = loss(at: .exp(right))
      }
    }
    return .exp((low + high) / 2)
  }

  /// The sum of −log softmax(scores / temperature) of the true classes.
  private func loss(at temperature: Double) -> Double {
    zip(scores, truths).reduce(0) { sum, example in
      let (scores, truth) = example
      let odds = scores.reduce(0) { $0 + Double.exp(($1 - scores[truth]) / temperature) }
      return sum + Double.log(odds)
    }
  }
}
