internal import LinearAlgebra

extension LinearClassifier {
  /// The score of each class, in the order of ``labels``: its row's dot product with `vector`.
  ///
  /// - Throws: ``GestureError/featureCount(found:expected:)``, or
  ///   ``GestureError/featureNotFinite(feature:)`` where a score would not be finite.
  public func scores(of vector: [Double]) throws(GestureError) -> [Double] {
    guard vector.count == featureCount else {
      throw .featureCount(found: vector.count, expected: featureCount)
    }
    let scores = scorer.scores(of: vector)
    try Self.checkFinite(scores, of: vector)
    return scores
  }

  /// What a feature vector is read as; among equal scores, the class that comes first.
  ///
  /// - Throws: As ``scores(of:)``.
  public func recognize(_ vector: [Double]) throws(GestureError) -> Recognition {
    recognition(scores: try scores(of: vector))
  }

  /// The class of a feature vector and nothing else: the first of those with the highest score.
  ///
  /// - Throws: As ``scores(of:)``.
  /// - Complexity: O(classes · features), no allocation.
  public func label(of vector: [Double]) throws(GestureError) -> String {
    guard vector.count == featureCount else {
      throw .featureCount(found: vector.count, expected: featureCount)
    }
    let best = withUnsafeTemporaryAllocation(of: Double.self, capacity: labels.count) { scores in
      vector.withUnsafeBufferPointer { scorer.score(rows: $0, count: 1, into: scores) }
      // A score that is infinite or NaN makes the sum of all so too.
      let isFinite = scores.reduce(0) { $0 + $1 * 0 } == 0
      return isFinite ? LinearScorer.best(of: scores) : nil
    }
    guard let best else { throw .notFinite(in: vector) }
    return labels[best]
  }

  /// What each of many feature vectors is read as, scored in one matrix product.
  ///
  /// Scores may differ from those of ``recognize(_:)`` in the last bits, as sums are
  /// taken in another order.
  ///
  /// - Throws: As ``scores(of:)``.
  public func recognize(batch vectors: [[Double]]) throws(GestureError) -> [Recognition] {
    for vector in vectors where vector.count != featureCount {
      throw .featureCount(found: vector.count, expected: featureCount)
    }
    let scores = scorer.scores(ofRows: vectors.flatMap { $0 }, count: vectors.count)
    var recognitions: [Recognition] = []
    recognitions.reserveCapacity(vectors.count)
    for (index, vector) in vectors.enumerated() {
      let own = Array(scores[(index * labels.count)..<((index + 1) * labels.count)])
      try Self.checkFinite(own, of: vector)
      recognitions.append(recognition(scores: own))
    }
    return recognitions
  }

  private static func checkFinite(
    _ scores: [Double], of vector: [Double]
  ) throws(GestureError) {
    guard !scores.allSatisfy(\.isFinite) else { return }
    throw .notFinite(in: vector)
  }

  private func recognition(scores: [Double]) -> Recognition {
    var recognition = Recognition(labels: labels, scores: scores, temperature: temperature)
    recognition.isGesture = recognition.confidence >= minimumConfidence
    return recognition
  }
}
