internal import LinearAlgebra

/// One row of weights a class over feature vectors of any kind; the highest score wins.
///
/// ``LinearModel`` is the same with the features that its vectors are made of.
public struct LinearClassifier: Hashable, Sendable {
  /// The classes, in the order of the rows.
  public let labels: [String]
  /// The length of a vector.
  public var featureCount: Int { scorer.featureCount }
  /// Weights, row by row: ``featureCount`` for each class.
  public var weights: [Double] { scorer.weights }
  /// The scale of scores in the confidence: confidences are softmax(scores / temperature).
  public let temperature: Double
  /// Below this confidence, what was recognised is not believed to be of any class; 0 believes all.
  public var minimumConfidence = 0.0

  let scorer: LinearScorer

  /// A classifier of these parts.
  ///
  /// - Throws: ``ModelError/inconsistent(_:)`` unless there are two classes or more, of distinct
  ///   names, each with `featureCount` finite weights, and the temperature is finite and positive.
  public init(
    labels: [String], featureCount: Int, weights: [Double], temperature: Double = 1
  ) throws(ModelError) {
    guard labels.count >= 2 else {
      throw .inconsistent("\(labels.count) classes: at least 2 are needed")
    }
    guard Set(labels).count == labels.count else {
      throw .inconsistent("two classes of the same name")
    }
    // Divided, as a product of numbers from a file may overflow.
    guard featureCount > 0, weights.count % labels.count == 0,
      weights.count / labels.count == featureCount
    else {
      throw .inconsistent(
        "\(weights.count) weights: \(labels.count) classes of \(featureCount) features need "
          + "\(featureCount) each")
    }
    if let index = weights.firstIndex(where: { !$0.isFinite }) {
      throw .inconsistent(
        "weight \(index % featureCount) of class \(labels[index / featureCount]) is not finite")
    }
    guard temperature > 0, temperature.isFinite else {
      throw .inconsistent("temperature \(temperature): it must be finite and positive")
    }
    self.labels = labels
    scorer = LinearScorer(weights: weights, featureCount: featureCount)
    self.temperature = temperature
  }

  /// What a trainer made; weights that overflowed on the way are the examples' fault.
  init(learned weights: [Double], labels: [String]) throws(TrainingError) {
    do {
      try self.init(
        labels: labels, featureCount: weights.count / labels.count, weights: weights)
    } catch {
      throw .contradiction(error.description)
    }
  }
}
