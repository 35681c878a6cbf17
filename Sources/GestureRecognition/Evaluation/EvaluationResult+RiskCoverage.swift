extension EvaluationResult {
  /// The errors among the gestures that a threshold accepts.
  public struct RiskPoint: Hashable, Sendable, Codable {
    /// The share of all gestures that are accepted.
    public var coverage: Double
    /// The share of wrong labels among them.
    public var risk: Double
    /// The threshold: of ``Recognition/similarity``, or of the confidence for a classifier without
    /// one.
    public var threshold: Double
  }

  /// The risk-coverage curve: the errors at each twentieth of accepted gestures.
  ///
  /// Gestures are accepted in the order of their similarity, or of their confidence for a
  /// classifier without one; those of equal values together. Gestures without a recognition are
  /// never accepted. Source: R. El-Yaniv, Y. Wiener, *On the foundations of noise-free selective
  /// classification*, JMLR 11, 2010.
  ///
  /// - Complexity: O(*n* log *n*) for *n* gestures.
  public var riskCoverage: [RiskPoint] {
    let ranked = outcomes.compactMap { outcome -> (value: Double, isCorrect: Bool)? in
      guard let recognition = outcome.recognition else { return nil }
      let value = recognition.similarity ?? recognition.confidence
      return value.isNaN ? nil : (value, outcome.isCorrect)
    }.sorted { $0.value > $1.value }
    let steps = 20
    var points: [RiskPoint] = []
    var (accepted, wrong) = (0, 0)
    while accepted < ranked.count {
      let threshold = ranked[accepted].value
      while accepted < ranked.count, ranked[accepted].value == threshold {
        wrong += ranked[accepted].isCorrect ? 0 : 1
        accepted += 1
      }
      guard accepted * steps >= (points.count + 1) * outcomes.count || accepted == ranked.count
      else { continue }
      points.append(
        RiskPoint(
          coverage: Double(accepted) / Double(outcomes.count),
          risk: Double(wrong) / Double(accepted), threshold: threshold))
    }
    return points
  }
}
