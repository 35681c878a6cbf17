extension Recognition {
  /// The mean of scores and confidences over recognitions of the same classes, accepted if more
  /// than half of them are.
  ///
  /// `nil` for no recognitions; the recognition itself for one.
  init?(meanOf recognitions: [Recognition]) {
    guard let first = recognitions.first else { return nil }
    guard recognitions.count > 1 else {
      self = first
      return
    }
    var sums: [String: Alternative] = [:]
    for recognition in recognitions {
      let best = Alternative(
        label: recognition.label, score: recognition.score, confidence: recognition.confidence)
      for part in [best] + recognition.alternatives {
        sums[part.label, default: Alternative(label: part.label, score: 0, confidence: 0)].add(
          part, share: 1 / Double(recognitions.count))
      }
    }
    let order = sums.values.sorted {
      $0.confidence != $1.confidence ? $0.confidence > $1.confidence : $0.label < $1.label
    }
    self.init(
      label: order[0].label, score: order[0].score, confidence: order[0].confidence,
      alternatives: Array(order.dropFirst()),
      isGesture: 2 * recognitions.count(where: \.isGesture) > recognitions.count)
  }
}

extension Recognition.Alternative {
  fileprivate mutating func add(_ other: Self, share: Double) {
    score += share * other.score
    confidence += share * other.confidence
  }
}
