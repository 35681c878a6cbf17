extension LinearModel {
  /// The score of each class, in the order of ``labels``: its row's dot product with `vector`.
  ///
  /// - Throws: ``GestureError/featureCount(found:expected:)``, or
  ///   ``GestureError/featureNotFinite(feature:)`` where a score would not be finite.
  public func scores(of vector: [Double]) throws(GestureError) -> [Double] {
    try classifier.scores(of: vector)
  }

  /// What a feature vector is read as; among equal scores, the class that comes first.
  ///
  /// - Throws: As ``scores(of:)``.
  public func recognize(_ vector: [Double]) throws(GestureError) -> Recognition {
    try classifier.recognize(vector)
  }

  /// The class of a feature vector and nothing else: the first of those with the highest score.
  ///
  /// - Throws: As ``scores(of:)``.
  /// - Complexity: O(classes · features), no allocation.
  public func label(of vector: [Double]) throws(GestureError) -> String {
    try classifier.label(of: vector)
  }

  /// What each of many feature vectors is read as, scored in one matrix product.
  ///
  /// Scores may differ from those of ``recognize(_:)`` in the last bits, as sums are
  /// taken in another order.
  ///
  /// - Throws: As ``scores(of:)``.
  public func recognize(batch vectors: [[Double]]) throws(GestureError) -> [Recognition] {
    try classifier.recognize(batch: vectors)
  }
}
