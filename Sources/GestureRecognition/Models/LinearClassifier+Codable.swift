extension LinearClassifier: Codable {
  private enum Key: String, CodingKey {
    case labels, featureCount, weights, temperature, minimumConfidence
  }

  /// Writes its parts.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(labels, forKey: .labels)
    try container.encode(featureCount, forKey: .featureCount)
    try container.encode(weights, forKey: .weights)
    try container.encode(temperature, forKey: .temperature)
    try container.encode(minimumConfidence, forKey: .minimumConfidence)
  }

  /// Reads its parts.
  ///
  /// - Throws: What the decoder throws, and ``ModelError/inconsistent(_:)`` where they do not fit
  ///   together.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    try self.init(
      labels: container.decode([String].self, forKey: .labels),
      featureCount: container.decode(Int.self, forKey: .featureCount),
      weights: container.decode([Double].self, forKey: .weights),
      temperature: container.decode(Double.self, forKey: .temperature))
    let confidence = try container.decode(Double.self, forKey: .minimumConfidence)
    try ModelFile.check(minimumConfidence: confidence)
    minimumConfidence = confidence
  }
}
