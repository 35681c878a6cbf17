/// What a gesture was read as.
public struct Recognition: Hashable, Sendable, Codable {
  /// Another reading.
  public struct Alternative: Hashable, Sendable, Codable {
    /// The class.
    public var label: String
    /// Its score; higher is better.
    public var score: Double
    /// Its share of belief, from 0 to 1.
    public var confidence: Double

    /// A reading as `label`.
    public init(label: String, score: Double, confidence: Double) {
      self.label = label
      self.score = score
      self.confidence = confidence
    }
  }

  /// The class that fits best.
  public var label: String
  /// Its score; higher is better. The scale is the classifier's own.
  public var score: Double
  /// The share of belief in `label` among all classes, from 0 to 1.
  public var confidence: Double
  /// The other classes, best first.
  public var alternatives: [Alternative]
  /// Whether it is believed to be a gesture of any class at all.
  public var isGesture: Bool
  /// How much it is like what the classifier knows, higher is more, on the classifier's own scale;
  /// ``isGesture`` says whether that is enough. `nil` where the classifier does not tell.
  public var familiarity: Double?

  /// A recognition of these parts.
  public init(
    label: String, score: Double, confidence: Double, alternatives: [Alternative] = [],
    isGesture: Bool = true, familiarity: Double? = nil
  ) {
    self.label = label
    self.score = score
    self.confidence = confidence
    self.alternatives = alternatives
    self.isGesture = isGesture
    self.familiarity = familiarity
  }
}
