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
    try setMinimumConfidence(container.decode(Double.self, forKey: .minimumConfidence))
  }

  /// Sets ``minimumConfidence`` to a value read from a file.
  ///
  /// - Throws: ``ModelError/inconsistent(_:)`` for a value outside 0 through 1.
  mutating func setMinimumConfidence(_ value: Double) throws(ModelError) {
    guard value >= 0, value <= 1 else {
      throw .inconsistent("minimum confidence \(value): it must be from 0 to 1")
    }
    minimumConfidence = value
  }
}
