package import DeadReckoning

/// A linear classifier of zone features: one row of weights a class, the highest score wins.
public struct LinearModel: Hashable, Sendable {
  /// The classifier of feature vectors.
  package private(set) var classifier: LinearClassifier
  /// The features of its vectors.
  public let features: ZoneFeatures
  /// Notes on the origin of the model, such as data, classifier and seed.
  public var metadata: [String: String]

  /// The smallest size of a stroke that is magnified to the unit square, in the stroke's unit
  /// (default: 0, which magnifies all).
  ///
  /// A larger ``GestureRecognizer/minSize`` takes precedence.
  public internal(set) var minSize = 0.0
  /// The drift correction of the paths in the training set.
  package var stabilizer = Stabilizer.zeroEndVelocity
  /// The rate of exponential damping of those paths, in 1/s.
  package var dampingRate = 2.0

  /// The classes, in the order of the rows.
  public var labels: [String] { classifier.labels }
  /// The weights, row by row: `features.count` for each class.
  public var weights: [Double] { classifier.weights }
  /// The confidence below which a gesture is rejected (default: 0, none).
  public var minimumConfidence: Double {
    get { classifier.minimumConfidence }
    set { classifier.minimumConfidence = newValue }
  }

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - labels: The classes, in the order of the rows.
  ///   - features: The features of the vectors.
  ///   - weights: The weights, row by row: `features.count` for each class.
  ///   - temperature: The divisor of scores in confidences, which are softmax(scores /
  ///     temperature).
  ///   - metadata: Notes on the origin of the model.
  /// - Throws: ``ModelError/inconsistent(_:)`` for fewer than two classes, two of the same name,
  ///   another number of weights, a weight that is not finite, and a temperature that is not finite
  ///   and positive.
  public init(
    labels: [String], features: ZoneFeatures = ZoneFeatures(), weights: [Double],
    temperature: Double = 1, metadata: [String: String] = [:]
  ) throws(ModelError) {
    classifier = try LinearClassifier(
      labels: labels, featureCount: features.count, weights: weights,
      confidenceScale: ConfidenceScale(temperature: temperature))
    self.features = features
    self.metadata = metadata
  }

  /// Creates a model of a classifier of vectors of `features`.
  init(_ classifier: LinearClassifier, features: ZoneFeatures, metadata: [String: String]) {
    assert(classifier.featureCount == features.count)
    self.classifier = classifier
    self.features = features
    self.metadata = metadata
  }

  /// The larger of ``minSize`` and `size`; an invalid `size` itself.
  func minSize(atLeast size: Double) -> Double { size >= 0 ? max(size, minSize) : size }

  /// Sets ``minimumConfidence`` to a value from a file.
  mutating func setMinimumConfidence(_ value: Double) throws(ModelError) {
    try classifier.setMinimumConfidence(value)
  }

  /// Classifies a feature vector. The first of equal scores wins.
  ///
  /// - Throws: ``GestureError/featureCount(found:expected:)``, or
  ///   ``GestureError/featureNotFinite(feature:)`` if a score is not finite.
  public func recognize(_ vector: [Double]) throws(GestureError) -> Recognition {
    try classifier.recognize(vector)
  }

  /// Classifies many feature vectors by one matrix product.
  ///
  /// Scores may differ from those of ``recognize(_:)`` by rounding: the order of summation differs.
  ///
  /// - Throws: As ``recognize(_:)``.
  public func recognize(batch vectors: [[Double]]) throws(GestureError) -> [Recognition] {
    try classifier.recognize(batch: vectors)
  }
}
