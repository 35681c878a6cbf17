/// Decides on acceptance over one session of one writer and device.
///
/// A writer, a device or a lead-in shifts the similarities of all gestures of a session. The shift
/// is estimated from the session's previous gestures and removed before the comparison with the
/// threshold, so that the threshold carries over to writers outside the training set:
///
/// *s* = similarity − 0.7 (*q* − *m*),
///
/// with *m* the median similarity of the training set's gestures to other writers, and *q* the 65th
/// percentile of the similarities of the last 30 gestures and five more at *m*. Gestures more than
/// 0.3 below *m* are left out, so that other movements change little, and *s* is at most 0.21 above
/// the similarity. The first gesture has no shift.
///
/// The constants were chosen on the air letters of five writers (`air-letters`), leave one writer
/// out, with thresholds of the training writers. A value type: a copy is a fork.
package struct AcceptanceSession: Hashable, Sendable {
  /// The share of the estimated shift that is removed.
  private static let shiftShare = 0.7
  /// The quantile of the session's similarities.
  private static let quantile = 0.65
  /// The number of gestures that the training set counts for.
  private static let priorCount = 5
  /// The number of gestures that are kept.
  private static let memory = 30
  /// The similarity below the typical one from which a gesture does not count.
  private static let largestLoss = 0.3

  private let typicalSimilarity: Double
  private let minimumSimilarity: Double
  private var similarities: [Double] = []

  /// Creates a session without gestures.
  ///
  /// - Parameters:
  ///   - typicalSimilarity: The median similarity of the training set's gestures to other writers.
  ///   - minimumSimilarity: The corrected similarity below which a gesture is rejected.
  package init(typicalSimilarity: Double, minimumSimilarity: Double) {
    self.typicalSimilarity = typicalSimilarity
    self.minimumSimilarity = minimumSimilarity
  }

  /// Corrects the similarity of the session's next gesture by its previous ones.
  mutating func corrected(_ similarity: Double) -> Double { similarity - shift(before: similarity) }

  /// The shift of the session before its next gesture, which is added to it.
  private mutating func shift(before similarity: Double) -> Double {
    guard similarity.isFinite else { return 0 }
    let prior = [Double](repeating: typicalSimilarity, count: Self.priorCount)
    let sorted = (similarities + prior).sorted()
    let typical = sorted[Int((Self.quantile * Double(sorted.count - 1)).rounded())]
    if similarity >= typicalSimilarity - Self.largestLoss {
      similarities.append(similarity)
      if similarities.count > Self.memory { similarities.removeFirst() }
    }
    return Self.shiftShare * (typical - typicalSimilarity)
  }

  /// Decides again on the session's next gesture: corrects ``Recognition/similarity`` and sets
  /// ``Recognition/isGesture``. A recognition without a similarity stays as it is.
  package mutating func decide(_ recognition: inout Recognition) {
    guard let similarity = recognition.similarity else { return }
    // The threshold is that of gestures compared with other writers.
    let corrected = similarity - shift(before: recognition.similarityToOthers ?? similarity)
    recognition.similarity = corrected
    recognition.isGesture = corrected >= minimumSimilarity
  }
}
