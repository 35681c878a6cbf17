extension TemplateMatching {
  /// Decodes a matching.
  ///
  /// What later versions of this package added may be absent, and then has its default; what has been
  /// there from the first must be there. Without a weight of integrals there were none.
  ///
  /// - Throws: `DecodingError` for a value that is missing or of another type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    band = try values.decode(Int.self, forKey: .band)
    neighbors = try values.decode(Int.self, forKey: .neighbors)
    fewExamples = try values.decode(Int.self, forKey: .fewExamples)
    rolls = try values.decode([Double].self, forKey: .rolls)
    reach = try values.decode(Double.self, forKey: .reach)
    func later(_ key: CodingKeys, _ absent: Double) throws -> Double {
      try values.decodeIfPresent(Double.self, forKey: key) ?? absent
    }
    rollPenalty = try later(.rollPenalty, rollPenalty)
    rollMargin = try later(.rollMargin, rollMargin)
    // Distances of models made before are without.
    integralWeight = try later(.integralWeight, 0)
    onsetWeight = try later(.onsetWeight, onsetWeight)
    onsetShare = try later(.onsetShare, onsetShare)
    doubtfulDistance = try later(.doubtfulDistance, doubtfulDistance)
    doubtfulMargin = try later(.doubtfulMargin, doubtfulMargin)
    unexplainedDistance = try later(.unexplainedDistance, unexplainedDistance)
    minimumExplanation = try later(.minimumExplanation, minimumExplanation)
    beginningShare = try later(.beginningShare, beginningShare)
    beginningPenalty = try later(.beginningPenalty, beginningPenalty)
    beginningDistance = try later(.beginningDistance, beginningDistance)
    beginningMargin = try later(.beginningMargin, beginningMargin)
  }
}
