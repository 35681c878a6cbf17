public import DeadReckoning

/// A linear classifier of zone features: one row of weights a class, the highest score wins.
public struct LinearModel: Hashable, Sendable {
  /// What reads the vectors.
  public private(set) var classifier: LinearClassifier
  /// What vectors it reads.
  public let features: ZoneFeatures
  /// Notes on where it comes from, such as the data, the trainer and its seed.
  public var metadata: [String: String]

  /// What bounds the error of the paths of gestures in the air that it learned from.
  public var stabilizer = Stabilizer.zeroEndVelocity
  /// The rate of exponential damping of the same, in 1/s.
  public var dampingRate = 2.0

  /// The classes, in the order of the rows.
  public var labels: [String] { classifier.labels }
  /// Weights, row by row: `features.count` for each class.
  public var weights: [Double] { classifier.weights }
  /// The scale of scores in the confidence: confidences are softmax(scores / temperature).
  public var temperature: Double { classifier.temperature }
  /// Below this confidence, what was recognised is not believed to be a gesture; 0 believes all.
  public var minimumConfidence: Double {
    get { classifier.minimumConfidence }
    set { classifier.minimumConfidence = newValue }
  }

  /// Sets ``minimumConfidence`` to a value read from a file.
  mutating func setMinimumConfidence(_ value: Double) throws(ModelError) {
    try classifier.setMinimumConfidence(value)
  }

  /// A model of these parts.
  ///
  /// - Throws: ``ModelError/inconsistent(_:)`` unless there are two classes or more, of distinct
  ///   names, each with as many finite weights as there are features, and the temperature is
  ///   finite and positive.
  public init(
    labels: [String], features: ZoneFeatures = ZoneFeatures(), weights: [Double],
    temperature: Double = 1, metadata: [String: String] = [:]
  ) throws(ModelError) {
    classifier = try LinearClassifier(
      labels: labels, featureCount: features.count, weights: weights, temperature: temperature)
    self.features = features
    self.metadata = metadata
  }

  /// A model of what a trainer made from vectors of `features`.
  init(_ classifier: LinearClassifier, features: ZoneFeatures, metadata: [String: String]) {
    assert(classifier.featureCount == features.count)
    self.classifier = classifier
    self.features = features
    self.metadata = metadata
  }
}
