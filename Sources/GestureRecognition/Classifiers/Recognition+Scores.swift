extension Recognition {
  /// The recognition of finite scores, one a class.
  ///
  /// The first of equal scores wins.
  init(labels: [String], scores: [Double], scale: ConfidenceScale) {
    let order = scores.indices.sorted { a, b in
      scores[a] != scores[b] ? scores[a] > scores[b] : a < b
    }
    let confidences = scale.confidences(of: scores)
    let ranked = order.map { index in
      Alternative(label: labels[index], score: scores[index], confidence: confidences[index])
    }
    self.init(
      label: ranked[0].label, score: ranked[0].score, confidence: ranked[0].confidence,
      alternatives: Array(ranked.dropFirst()))
  }
}

extension GestureError {
  /// The error of a vector whose scores are not finite. It names the first feature that is not
  /// finite, or else the largest.
  static func notFinite(in vector: [Double]) -> GestureError {
    .featureNotFinite(
      feature: vector.firstIndex { !$0.isFinite }
        ?? vector.indices.max { abs(vector[$0]) < abs(vector[$1]) } ?? 0)
  }
}
