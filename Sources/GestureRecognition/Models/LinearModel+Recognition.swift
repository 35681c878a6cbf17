internal import RealModule

extension LinearModel {
  /// The score of each class, in the order of ``labels``: its row's dot product with `vector`.
  ///
  /// - Throws: ``GestureError/featureCount(found:expected:)``, or
  ///   ``GestureError/featureNotFinite(feature:)`` where a score would not be finite.
  public func scores(of vector: [Double]) throws(GestureError) -> [Double] {
    guard vector.count == features.count else {
      throw .featureCount(found: vector.count, expected: features.count)
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

  /// What each of many feature vectors is read as, scored in one matrix product.
  ///
  /// Scores may differ from those of ``recognize(_:)-([Double])`` in the last bits, as sums are
  /// taken in another order.
  ///
  /// - Throws: As ``scores(of:)``.
  public func recognize(batch vectors: [[Double]]) throws(GestureError) -> [Recognition] {
    for vector in vectors where vector.count != features.count {
      throw .featureCount(found: vector.count, expected: features.count)
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
    let culprit =
      vector.firstIndex { !$0.isFinite }
      ?? vector.indices.max { abs(vector[$0]) < abs(vector[$1]) }
    throw .featureNotFinite(feature: culprit ?? 0)
  }

  /// The recognition of finite scores, one a class.
  func recognition(scores: [Double]) -> Recognition {
    let order = scores.indices.sorted { a, b in
      scores[a] != scores[b] ? scores[a] > scores[b] : a < b
    }
    let highest = scores[order[0]]
    let odds = scores.map { Double.exp(($0 - highest) / temperature) }
    let total = odds.reduce(0, +)
    let readings = order.map { index in
      Recognition.Alternative(
        label: labels[index], score: scores[index], confidence: odds[index] / total)
    }
    return Recognition(
      label: readings[0].label, score: readings[0].score, confidence: readings[0].confidence,
      alternatives: Array(readings.dropFirst()),
      isGesture: readings[0].confidence >= minimumConfidence)
  }
}
