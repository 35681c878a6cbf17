internal import LinearAlgebra

extension LinearClassifier {
  /// The score of each class, in the order of ``labels``: its row's dot product with `vector`.
  ///
  /// - Throws: ``GestureError/featureCount(found:expected:)``, or
  ///   ``GestureError/featureNotFinite(feature:)`` where a score would not be finite.
  package func scores(of vector: [Double]) throws(GestureError) -> [Double] {
    guard vector.count == featureCount else {
      throw .featureCount(found: vector.count, expected: featureCount)
    }
    let scores = scorer.scores(of: vector)
    try Self.checkFinite(scores, of: vector)
    return scores
  }

  /// Classifies a feature vector. The first of equal scores wins.
  ///
  /// - Throws: As `scores(of:)`.
  package func recognize(_ vector: [Double]) throws(GestureError) -> Recognition {
    recognition(scores: try scores(of: vector))
  }

  /// Classifies many feature vectors by one matrix product.
  ///
  /// Scores may differ from those of ``recognize(_:)`` by rounding: the order of summation differs.
  ///
  /// - Throws: As `scores(of:)`.
  package func recognize(batch vectors: [[Double]]) throws(GestureError) -> [Recognition] {
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
    var recognition = Recognition(labels: labels, scores: scores, scale: confidenceScale)
    recognition.isGesture = recognition.confidence >= minimumConfidence
    return recognition
  }
}
