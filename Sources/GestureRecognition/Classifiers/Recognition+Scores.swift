internal import RealModule

extension Recognition {
  /// The recognition of finite scores, one a class: confidences are softmax(scores / temperature),
  /// and of equal scores the first class wins.
  init(labels: [String], scores: [Double], temperature: Double) {
    let order = scores.indices.sorted { a, b in
      scores[a] != scores[b] ? scores[a] > scores[b] : a < b
    }
    let highest = scores[order[0]]
    let odds = scores.map { Double.exp(($0 - highest) / temperature) }
    let total = odds.reduce(0, +)
    let readings = order.map { index in
      Alternative(label: labels[index], score: scores[index], confidence: odds[index] / total)
    }
    self.init(
      label: readings[0].label, score: readings[0].score, confidence: readings[0].confidence,
      alternatives: Array(readings.dropFirst()))
  }
}

extension GestureError {
  /// The error of a vector whose scores are not finite: names a feature that is not finite, or
  /// else the largest.
  static func notFinite(in vector: [Double]) -> GestureError {
    .featureNotFinite(
      feature: vector.firstIndex { !$0.isFinite }
        ?? vector.indices.max { abs(vector[$0]) < abs(vector[$1]) } ?? 0)
  }
}
