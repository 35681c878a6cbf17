/// The numbers of gestures by the decision on their acceptance.
public struct AcceptanceCounts: Hashable, Sendable, Codable {
  /// The number of accepted gestures with the right label.
  public internal(set) var acceptedCorrect = 0
  /// The number of accepted gestures with a wrong label.
  public internal(set) var acceptedWrong = 0
  /// The number of rejected gestures, those without a recognition included.
  public internal(set) var rejected = 0

  /// The number of gestures.
  public var total: Int { acceptedCorrect + acceptedWrong + rejected }

  /// Counts one gesture.
  mutating func record(_ outcome: EvaluationResult.Outcome) {
    if !outcome.isAccepted {
      rejected += 1
    } else if outcome.isCorrect {
      acceptedCorrect += 1
    } else {
      acceptedWrong += 1
    }
  }
}
