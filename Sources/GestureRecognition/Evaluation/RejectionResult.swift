/// The acceptance of gestures of trained classes and of out-of-vocabulary gestures.
public struct RejectionResult: Hashable, Sendable {
  /// The similarities of gestures of trained classes.
  package let inVocabulary: [Double]
  /// The similarities of gestures of the class that was left out of the training.
  package let outOfVocabulary: [Double]
  /// The number of accepted gestures of trained classes.
  package let trueAcceptances: Int
  /// The number of accepted out-of-vocabulary gestures.
  package let falseAcceptances: Int

  /// The share of gestures of trained classes that were accepted; `nil` without such gestures.
  public var trueAcceptanceRate: Double? {
    inVocabulary.isEmpty ? nil : Double(trueAcceptances) / Double(inVocabulary.count)
  }

  /// The share of out-of-vocabulary gestures that were accepted; `nil` without such gestures.
  public var falseAcceptanceRate: Double? {
    outOfVocabulary.isEmpty ? nil : Double(falseAcceptances) / Double(outOfVocabulary.count)
  }

  /// The area under the receiver operating characteristic.
  ///
  /// The probability that a gesture of a trained class has the greater similarity, with ties
  /// counted half. `nil` without gestures of both kinds.
  ///
  /// - Complexity: O((*m* + *n*) log *n*) for *m* gestures of trained classes and *n* others.
  public var areaUnderCurve: Double? {
    guard !inVocabulary.isEmpty, !outOfVocabulary.isEmpty else { return nil }
    let others = outOfVocabulary.sorted()
    var sum = 0.0
    for value in inVocabulary {
      let below = others.partitioningIndex { $0 >= value }
      let through = others.partitioningIndex { $0 > value }
      sum += Double(below) + 0.5 * Double(through - below)
    }
    return sum / (Double(inVocabulary.count) * Double(others.count))
  }

  /// The false-acceptance rate at the threshold with this true-acceptance rate.
  ///
  /// The threshold is chosen on the same gestures. `nil` without gestures of both kinds.
  package func falseAcceptanceRate(atTrueAcceptanceRate share: Double) -> Double? {
    guard !outOfVocabulary.isEmpty, let threshold = Quantiles(inVocabulary)?.value(at: 1 - share)
    else { return nil }
    return Double(outOfVocabulary.count { $0 >= threshold }) / Double(outOfVocabulary.count)
  }
}

extension [Double] {
  /// The index of the first element of a sorted array with `belongs`.
  fileprivate func partitioningIndex(where belongs: (Double) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
