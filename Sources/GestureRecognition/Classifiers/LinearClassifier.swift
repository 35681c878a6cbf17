package import LinearAlgebra

/// A linear classifier of feature vectors: one row of weights per class; the highest score wins.
///
/// ``FeatureModel`` combines it with features.
package struct LinearClassifier: Hashable, Sendable {
  /// The classes, in the order of the rows.
  package let labels: [String]
  /// The length of a vector.
  package var featureCount: Int { scorer.featureCount }
  /// The weights, row by row: ``featureCount`` for each class.
  package var weights: [Double] { scorer.weights }
  /// The confidences of the scores.
  package var confidenceScale: ConfidenceScale

  package let scorer: LinearScorer

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
}

extension LinearClassifier {
  /// The score of each class, in the order of ``labels``: its row's dot product with `vector`.
  package func scores(of vector: [Double]) throws(GestureError) -> [Double] {
    try GestureError.check(featureCount: vector.count, expected: featureCount)
    let scores = scorer.scores(of: vector)
    guard scores.allSatisfy({ $0.isFinite }) else { throw .notFinite(in: vector) }
    return scores
  }

  /// Classifies a feature vector. The first of equal scores wins.
  package func recognize(_ vector: [Double]) throws(GestureError) -> Recognition {
    Recognition(labels: labels, scores: try scores(of: vector), scale: confidenceScale)
  }

  /// Classifies many feature vectors by one matrix product.
  ///
  /// Scores may differ from those of ``recognize(_:)`` by rounding: the order of summation differs.
  package func recognize(batch vectors: [[Double]]) throws(GestureError) -> [Recognition] {
    for vector in vectors {
      try GestureError.check(featureCount: vector.count, expected: featureCount)
    }
    let scores = scorer.scores(ofRows: vectors.flatMap { $0 }, count: vectors.count)
    var recognitions: [Recognition] = []
    recognitions.reserveCapacity(vectors.count)
    for (index, vector) in vectors.enumerated() {
      let own = Array(scores[(index * labels.count)..<((index + 1) * labels.count)])
      guard own.allSatisfy({ $0.isFinite }) else { throw .notFinite(in: vector) }
      recognitions.append(Recognition(labels: labels, scores: own, scale: confidenceScale))
    }
    return recognitions
  }

  func restricted(to kept: Set<String>) throws(ModelError) -> LinearClassifier {
    let rows = labels.indices.filter { kept.contains(labels[$0]) }
    return try LinearClassifier(
      labels: rows.map { labels[$0] }, featureCount: featureCount,
      weights: rows.flatMap { weights[$0 * featureCount..<($0 + 1) * featureCount] },
      confidenceScale: confidenceScale)
  }
}

extension LinearClassifier: ModelPart {
  package init(_ part: Self?, in file: inout ModelCoder) throws(ModelError) {
    try self.init(
      labels: file.coded(part?.labels), featureCount: file.coded(part?.featureCount),
      weights: file.coded(part?.weights), confidenceScale: file.coded(part?.confidenceScale))
  }
}
