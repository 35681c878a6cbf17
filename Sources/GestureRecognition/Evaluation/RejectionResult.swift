/// How well a classifier tells gestures that it knows from gestures that it does not.
public struct RejectionResult: Hashable, Sendable {
  /// The familiarity of gestures of the classes that were learned.
  public let known: [Double]
  /// The familiarity of gestures of the class that was left out of the training.
  public let unknown: [Double]
  /// How many of the known gestures were believed.
  public let knownAccepted: Int
  /// How many of the unknown gestures were believed.
  public let unknownAccepted: Int

  /// The share of known gestures that were believed; higher is better. `nil` of none.
  public var knownAcceptance: Double? {
    known.isEmpty ? nil : Double(knownAccepted) / Double(known.count)
  }

  /// The share of unknown gestures that were believed; lower is better. `nil` of none.
  public var unknownAcceptance: Double? {
    unknown.isEmpty ? nil : Double(unknownAccepted) / Double(unknown.count)
  }

  /// The probability that a known gesture is more familiar than an unknown one: the area under the
  /// receiver operating characteristic, ties counted half. `nil` without gestures of both kinds.
  ///
  /// - Complexity: O((*m* + *n*) log *n*) for *m* known and *n* unknown gestures.
  public var areaUnderCurve: Double? {
    guard !known.isEmpty, !unknown.isEmpty else { return nil }
    let others = unknown.sorted()
    var sum = 0.0
    for value in known {
      let below = others.partitioningIndex { $0 >= value }
      let through = others.partitioningIndex { $0 > value }
      sum += Double(below) + 0.5 * Double(through - below)
    }
    return sum / (Double(known.count) * Double(others.count))
  }

  /// The share of unknown gestures that are as familiar as the least familiar gesture within that
  /// share of the known ones: what a threshold would let in that was set with hindsight. `nil`
  /// without gestures of both kinds.
  public func unknownAcceptance(atKnownAcceptance share: Double) -> Double? {
    guard !unknown.isEmpty, let threshold = Quantiles(known)?.value(at: 1 - share) else {
      return nil
    }
    return Double(unknown.count { $0 >= threshold }) / Double(unknown.count)
  }
}

extension [Double] {
  /// The index of the first element of a sorted array for which `belongs` is true.
  fileprivate func partitioningIndex(where belongs: (Double) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
