internal import LinearAlgebra

/// A linear classifier of feature vectors: one row of weights a class, the highest score wins.
///
/// ``LinearModel`` combines it with zone features.
package struct LinearClassifier: Hashable, Sendable {
  /// The classes, in the order of the rows.
  package let labels: [String]
  /// The length of a vector.
  package var featureCount: Int { scorer.featureCount }
  /// The weights, row by row: ``featureCount`` for each class.
  package var weights: [Double] { scorer.weights }
  /// The confidences of the scores.
  package internal(set) var confidenceScale: ConfidenceScale
  /// The confidence below which a vector is rejected (default: 0, none).
  package var minimumConfidence = 0.0

  let scorer: LinearScorer

  /// Creates a classifier.
  ///
  /// - Throws: ``ModelError/inconsistent(_:)`` for fewer than two classes, two of the same name,
  ///   another number of weights than `featureCount` a class, and a weight that is not finite.
  package init(
    labels: [String], featureCount: Int, weights: [Double],
    confidenceScale: ConfidenceScale = ConfidenceScale()
  ) throws(ModelError) {
    guard labels.count >= 2 else {
      throw .inconsistent("expected at least 2 classes, got \(labels.count)")
    }
    guard Set(labels).count == labels.count else {
      throw .inconsistent("two classes of the same name")
    }
    // A division, as the product of numbers from a file may overflow.
    guard featureCount > 0, weights.count % labels.count == 0,
      weights.count / labels.count == featureCount
    else {
      throw .inconsistent(
        "expected \(featureCount) weights for each of \(labels.count) classes, got "
          + "\(weights.count) in all")
    }
    if let index = weights.firstIndex(where: { !$0.isFinite }) {
      throw .inconsistent(
        "weight \(index % featureCount) of class \(labels[index / featureCount]) is not finite")
    }
    self.labels = labels
    scorer = LinearScorer(weights: weights, featureCount: featureCount)
    self.confidenceScale = confidenceScale
  }

  /// The result of training. Weights that overflow are an error of the examples.
  init(trained weights: [Double], labels: [String]) throws(TrainingError) {
    do {
      try self.init(
        labels: labels, featureCount: weights.count / labels.count, weights: weights)
    } catch {
      throw .invalidOptions(error.description)
    }
  }
}
