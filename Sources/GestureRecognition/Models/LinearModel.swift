internal import LinearAlgebra

/// A linear classifier of zone features: one row of weights a class, the highest score wins.
public struct LinearModel: Hashable, Sendable {
  /// The classes, in the order of the rows.
  public let labels: [String]
  /// What vectors it reads.
  public let features: ZoneFeatures
  /// Weights, row by row: `features.count` for each class.
  public var weights: [Double] { scorer.weights }
  /// The scale of scores in the confidence: confidences are softmax(scores / temperature).
  public let temperature: Double
  /// Below this confidence, what was recognised is not believed to be a gesture; 0 believes all.
  public var minimumConfidence = 0.0
  /// Notes on where it comes from, such as the data, the trainer and its seed.
  public var metadata: [String: String]

  let scorer: LinearScorer<Double>

  /// A model of these parts.
  ///
  /// - Throws: ``ModelError/inconsistent(_:)`` unless there are two classes or more, of distinct
  ///   names, each with as many finite weights as there are features, and the temperature is
  ///   finite and positive.
  public init(
    labels: [String], features: ZoneFeatures = ZoneFeatures(), weights: [Double],
    temperature: Double = 1, metadata: [String: String] = [:]
  ) throws(ModelError) {
    guard labels.count >= 2 else {
      throw .inconsistent("\(labels.count) classes: at least 2 are needed")
    }
    guard Set(labels).count == labels.count else {
      throw .inconsistent("two classes of the same name")
    }
    guard weights.count == labels.count * features.count else {
      throw .inconsistent(
        "\(weights.count) weights: \(labels.count) classes of \(features.count) features need "
          + "\(labels.count * features.count)")
    }
    if let index = weights.firstIndex(where: { !$0.isFinite }) {
      throw .inconsistent(
        "weight \(index % features.count) of class \(labels[index / features.count]) is not finite")
    }
    guard temperature > 0, temperature.isFinite else {
      throw .inconsistent("temperature \(temperature): it must be finite and positive")
    }
    self.labels = labels
    self.features = features
    scorer = LinearScorer(weights: weights, featureCount: features.count)
    self.temperature = temperature
    self.metadata = metadata
  }
}
