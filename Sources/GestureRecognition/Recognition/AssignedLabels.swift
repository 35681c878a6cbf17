internal import LinearAlgebra
package import MotionRecordings

/// The labels that weights assign to feature vectors: each that of the largest score.
package struct AssignedLabels: Sendable {
  /// The labels of the weights.
  package let classes: [String]
  /// The assigned label of each vector; `nil` for a vector with a score that is not finite.
  package let labels: [String?]
  /// The largest scores of the vectors with an assigned label.
  package let winningScores: [Double]
  /// True and assigned labels; `nil` for vectors without labels.
  ///
  /// A true label without weights has a row: its vectors are always wrong.
  package let confusion: ConfusionMatrix?

  /// The number of vectors without an assigned label.
  package var rejectedCount: Int { labels.count - winningScores.count }

  /// Assigns the labels of `weights`, whose columns are matched by name.
  ///
  /// - Throws: `RecordingError` for other columns, weights without labels, and too many labels.
  package init(of vectors: LabeledVectors, weights: LabeledVectors) throws(RecordingError) {
    guard let classes = weights.labels else {
      throw RecordingError(file: weights.file, line: 1, problem: .missingColumns(["label"]))
    }
    try self.init(
      of: vectors, rows: vectors.values(inOrderOf: weights.names), classes: classes,
      scorer: LinearScorer(weights: weights.values, featureCount: weights.names.count))
  }

  /// Assigns the labels of `model`; columns of zone features are matched by name, others by order.
  ///
  /// - Throws: `RecordingError` for another number of features, and too many labels.
  package init(of vectors: LabeledVectors, model: LinearModel) throws(RecordingError) {
    let count = model.features.count
    guard vectors.names.count == count else {
      throw RecordingError(
        file: vectors.file,
        problem: .malformed("expected \(count) features, got \(vectors.names.count)"))
    }
    try self.init(
      of: vectors, rows: vectors.zoneValues, classes: model.labels,
      scorer: LinearScorer(weights: model.weights, featureCount: count))
  }

  private init(
    of vectors: LabeledVectors, rows: [Double], classes: [String], scorer: LinearScorer
  ) throws(RecordingError) {
    let scores = scorer.scores(ofRows: rows, count: vectors.count)
    let winners = (0..<vectors.count).map { row -> (label: String, score: Double)? in
      let row = scores[row * classes.count..<(row + 1) * classes.count]
      guard row.allSatisfy(\.isFinite), let best = LinearScorer.best(of: row) else { return nil }
      return (classes[best], row[row.startIndex + best])
    }
    self.classes = classes
    labels = winners.map { $0?.label }
    winningScores = winners.compactMap { $0?.score }
    guard let truth = vectors.labels else {
      confusion = nil
      return
    }
    let distinct = Set(classes + truth).count
    guard distinct <= ConfusionMatrix.mostClasses else {
      throw RecordingError(
        file: vectors.file,
        problem: .malformed(
          "expected at most \(ConfusionMatrix.mostClasses) labels of vectors and weights, "
            + "got \(distinct)"))
    }
    var matrix = ConfusionMatrix(labels: classes + truth)
    for case (let truth, let assigned?) in zip(truth, labels) {
      matrix.record(truth: truth, recognized: assigned)
    }
    confusion = matrix
  }
}
