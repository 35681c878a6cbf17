/// The recognised class of a gesture.
public struct Recognition: Hashable, Sendable, Codable {
  /// Another class, with its score.
  public struct Alternative: Hashable, Sendable, Codable {
    /// The class.
    public var label: String
    /// The score; higher is better.
    public var score: Double
    /// The confidence, from 0 to 1.
    public var confidence: Double

    /// Creates an alternative.
    package init(label: String, score: Double, confidence: Double) {
      self.label = label
      self.score = score
      self.confidence = confidence
    }
  }

  /// The best class.
  public var label: String
  /// Its score; higher is better. The scale depends on the classifier.
  public var score: Double
  /// The confidence in ``label``, from 0 to 1. The confidences of all classes sum to 1.
  public var confidence: Double
  /// The other classes, best first.
  public var alternatives: [Alternative]
  /// Whether the gesture is accepted as one of the classes.
  public var isGesture: Bool
  /// The similarity to the training set, which decides ``isGesture``; higher is more similar.
  ///
  /// The scale depends on the classifier; `nil` for a classifier without one.
  public var similarity: Double?
  /// The similarity without the user's own examples, which an ``AcceptanceSession`` compares with
  /// those of the training set's writers; `nil` where there are no own examples.
  package var similarityToOthers: Double?

  /// Creates a recognition.
  package init(
    label: String, score: Double, confidence: Double, alternatives: [Alternative] = [],
    isGesture: Bool = true, similarity: Double? = nil
  ) {
    self.label = label
    self.score = score
    self.confidence = confidence
    self.alternatives = alternatives
    self.isGesture = isGesture
    self.similarity = similarity
  }
}
