internal import COpenBLAS

/// Scores feature vectors against the weights of *k* classes: one matrix product a batch.
///
/// The score of a class is the dot product of its weights and the features; a bias is a feature
/// that is always 1. The label of a vector is the class with the greatest score, the first of
/// equals; a vector with a NaN among its scores has none.
public struct LinearScorer: Hashable, Sendable {
  /// How many classes there are.
  public let classCount: Int
  /// How many features a vector has.
  public let featureCount: Int
  /// The weights, one class after another.
  public let weights: [Double]

  /// A scorer of `weights`, one class after another, `featureCount` each.
  ///
  /// - Precondition: `featureCount` is positive and divides the number of weights.
  public init(weights: [Double], featureCount: Int) {
    precondition(
      featureCount > 0 && weights.count % featureCount == 0,
      "\(weights.count) weights are not rows of \(featureCount)")
    self.weights = weights
    self.featureCount = featureCount
    classCount = weights.count / featureCount
    // Threads cost more than they bring at these sizes.
    openblas_set_num_threads(1)
  }

  /// The scores of one vector, a class each, by `dgemv`.
  ///
  /// - Precondition: `features` has ``featureCount`` elements.
  public func scores(of features: [Double]) -> [Double] {
    scores(ofRows: features, count: 1)
  }

  /// The scores of `count` vectors, one after another, ``classCount`` each: one `dgemm`.
  ///
  /// - Parameters:
  ///   - rows: The vectors, one after another, ``featureCount`` each.
  ///   - count: How many there are.
  /// - Complexity: O(count · classes · features).
  public func scores(ofRows rows: [Double], count: Int) -> [Double] {
    precondition(
      rows.count == count * featureCount,
      "\(rows.count) features are not \(count) rows of \(featureCount)")
    guard count > 0, classCount > 0 else { return [] }
    let (n, k, d) = (Int32(count), Int32(classCount), Int32(featureCount))
    return [Double](unsafeUninitializedCapacity: count * classCount) { scores, initialized in
      if count == 1 {
        cblas_dgemv(
          CblasRowMajor, CblasNoTrans, k, d, 1, weights, d, rows, 1, 0, scores.baseAddress, 1)
      } else {
        cblas_dgemm(
          CblasRowMajor, CblasNoTrans, CblasTrans, n, k, d, 1, rows, d, weights, d, 0,
          scores.baseAddress, k)
      }
      initialized = count * classCount
    }
  }

  /// The index of the best class of one vector's scores: the first of equals, `nil` when there is
  /// no class or a score is NaN.
  public static func best(of scores: some Collection<Double>) -> Int? {
    var best: (index: Int, score: Double)?
    for (index, score) in scores.enumerated() {
      if score.isNaN { return nil }
      if let leader = best, score <= leader.score { continue }
      best = (index, score)
    }
    return best?.index
  }
}
