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

  /// From this many vectors a matrix product pays for its preparation.
  private static let productThreshold = 4

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

  // MARK: - Scores

  /// The scores of one vector, a class each.
  ///
  /// - Precondition: `features` has ``featureCount`` elements.
  public func scores(of features: [Double]) -> [Double] {
    scores(ofRows: features, count: 1)
  }

  /// The scores of `count` vectors, one after another, ``classCount`` each.
  ///
  /// - Parameters:
  ///   - rows: The vectors, one after another, ``featureCount`` each.
  ///   - count: How many there are.
  /// - Precondition: `rows` has `count` times ``featureCount`` elements.
  /// - Complexity: O(count · classes · features); allocates the result.
  public func scores(ofRows rows: [Double], count: Int) -> [Double] {
    [Double](unsafeUninitializedCapacity: count * classCount) { scores, initialized in
      scores.initialize(repeating: 0)
      rows.withUnsafeBufferPointer { score(rows: $0, count: count, into: scores) }
      initialized = count * classCount
    }
  }

  /// Writes the scores of `count` vectors over `scores`: a few by OpenBLAS's `dgemv` one after
  /// another, more by one `dgemm`. Allocates nothing of its own.
  ///
  /// - Parameters:
  ///   - rows: The vectors, one after another, ``featureCount`` each.
  ///   - count: How many there are.
  ///   - scores: Where the scores go, one vector after another, ``classCount`` each.
  /// - Precondition: `rows` has `count` times ``featureCount`` elements, `scores` `count` times
  ///   ``classCount``, and they do not overlap.
  public func score(
    rows: UnsafeBufferPointer<Double>, count: Int, into scores: UnsafeMutableBufferPointer<Double>
  ) {
    precondition(
      rows.count == count * featureCount,
      "\(rows.count) features are not \(count) rows of \(featureCount)")
    precondition(
      scores.count == count * classCount,
      "room for \(scores.count) scores, expected \(count) rows of \(classCount)")
    guard let input = rows.baseAddress, let output = scores.baseAddress else { return }
    let (n, k, d) = (Int32(count), Int32(classCount), Int32(featureCount))
    guard count >= Self.productThreshold else {
      for row in 0..<count {
        cblas_dgemv(
          CblasRowMajor, CblasNoTrans, k, d, 1, weights, d, input + row * featureCount, 1, 0,
          output + row * classCount, 1)
      }
      return
    }
    cblas_dgemm(
      CblasRowMajor, CblasNoTrans, CblasTrans, n, k, d, 1, input, d, weights, d, 0, output, k)
  }

  // MARK: - Labels

  /// The index of the best class of one vector's scores: the first of equals, `nil` when there is
  /// no class or a score is NaN.
  @inlinable public static func best(of scores: some Collection<Double>) -> Int? {
    var (index, best, leader) = (0, -Double.infinity, 0)
    // A sum of differences from themselves is NaN as soon as one score is NaN or infinite.
    var doubt = 0.0
    for score in scores {
      doubt += score - score
      if score > best { (best, leader) = (score, index) }
      index += 1
    }
    guard index > 0 else { return nil }
    return doubt == 0 || !scores.contains(where: \.isNaN) ? leader : nil
  }

  /// The index of the best class of each of `count` vectors; `nil` where a score is NaN.
  public func labels(ofRows rows: [Double], count: Int) -> [Int?] {
    let scores = scores(ofRows: rows, count: count)
    return (0..<count).map { row in
      Self.best(of: scores[row * classCount..<(row + 1) * classCount])
    }
  }
}
