extension Recognition {
  /// The mean of scores and confidences over readings of the same classes, and whether most of them
  /// were believed; `nil` of none, and the reading itself of one.
  init?(meanOf readings: [Recognition]) {
    guard let first = readings.first else { return nil }
    guard readings.count > 1 else {
      self = first
      return
    }
    var sums: [String: Alternative] = [:]
    for reading in readings {
      let best = Alternative(
        label: reading.label, score: reading.score, confidence: reading.confidence)
      for part in [best] + reading.alternatives {
        sums[part.label, default: Alternative(label: part.label, score: 0, confidence: 0)].add(
          part, share: 1 / Double(readings.count))
      }
    }
    let order = sums.values.sorted {
      $0.confidence != $1.confidence ? $0.confidence > $1.confidence : $0.label < $1.label
    }
    self.init(
      label: order[0].label, score: order[0].score, confidence: order[0].confidence,
      alternatives: Array(order.dropFirst()),
      isGesture: 2 * readings.count(where: \.isGesture) > readings.count)
  }
}

extension Recognition.Alternative {
  fileprivate mutating func add(_ other: Self, share: Double) {
    score += share * other.score
    confidence += share * other.confidence
  }
}
