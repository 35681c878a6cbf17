extension LinearClassifier: Codable {
  private enum Key: String, CodingKey {
    case labels, featureCount, weights, minimumConfidence
  }

  /// Encodes the classifier.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(labels, forKey: .labels)
    try container.encode(featureCount, forKey: .featureCount)
    try container.encode(weights, forKey: .weights)
    try confidenceScale.encode(to: encoder)
    try container.encode(minimumConfidence, forKey: .minimumConfidence)
  }

  /// Decodes a classifier.
  ///
  /// - Throws: The decoder's errors, and ``ModelError/inconsistent(_:)`` for parts that do not fit
  ///   together.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    try self.init(
      labels: container.decode([String].self, forKey: .labels),
      featureCount: container.decode(Int.self, forKey: .featureCount),
      weights: container.decode([Double].self, forKey: .weights),
      confidenceScale: ConfidenceScale(from: decoder))
    try setMinimumConfidence(container.decode(Double.self, forKey: .minimumConfidence))
  }

  /// Sets ``minimumConfidence`` to a value from a file.
  ///
  /// - Throws: ``ModelError/inconsistent(_:)`` for a value outside 0 through 1.
  mutating func setMinimumConfidence(_ value: Double) throws(ModelError) {
    guard value >= 0, value <= 1 else {
      throw .inconsistent("expected a minimum confidence from 0 to 1, got \(value)")
    }
    minimumConfidence = value
  }
}
