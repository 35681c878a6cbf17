package import GestureRecognition
internal import LinearAlgebra
package import MotionRecordings

/// The number of gestures by true and by recognised class.
public struct ConfusionMatrix: Hashable, Sendable {
  /// The largest number of classes: 25 million counts. Data with more classes have no class labels.
  package static let mostClasses = 5000

  /// The classes, in the order of rows and columns.
  public let labels: [String]
  /// The counts: rows are the true classes, columns the recognised ones.
  public private(set) var counts: [[Int]]

  private let index: [String: Int]

  /// Creates a matrix of zeros.
  package init(labels: some Sequence<String>) {
    self.labels = Set(labels).sorted()
    index = Dictionary(uniqueKeysWithValues: zip(self.labels, self.labels.indices))
    counts = Array(
      repeating: Array(repeating: 0, count: self.labels.count), count: self.labels.count)
  }

  /// Validates the number of classes before a matrix of them is made.
  static func check(classes: some Sequence<String>) throws(TrainingError) {
    let count = Set(classes).count
    guard count <= mostClasses else {
      throw .invalidOptions("expected at most \(mostClasses) classes, got \(count)")
    }
  }

  /// Counts one gesture.
  package mutating func record(truth: String, recognized: String) {
    guard let row = index[truth], let column = index[recognized] else {
      preconditionFailure("expected classes of the matrix, got \(truth) and \(recognized)")
    }
    counts[row][column] += 1
  }

  package var total: Int { counts.lazy.joined().reduce(0, +) }
  /// The number of correct recognitions.
  package var correct: Int { counts.indices.reduce(0) { $0 + counts[$1][$1] } }
}

/// The labels that weights assign to feature vectors: each that of the largest score.
package struct AssignedLabels: Sendable {
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
  package init(of vectors: LabeledVectors, weights: LabeledVectors) throws(RecordingError) {
    guard let classes = weights.labels else {
      throw RecordingError(file: weights.file, line: 1, problem: .missingColumns(["label"]))
    }
    guard Set(classes).count == classes.count else {
      throw RecordingError(
        file: weights.file, problem: .malformed("expected one row of weights for each label"))
    }
    try self.init(
      of: vectors, rows: vectors.values(inOrderOf: weights.names), classes: classes,
      scorer: LinearScorer(weights: weights.values, featureCount: weights.names.count))
  }

  /// Assigns the labels of `model`; columns of zone features are matched by name, others by order.
  package init(of vectors: LabeledVectors, model: FeatureModel) throws(RecordingError) {
    let count = model.features.count
    guard vectors.names.count == count, let weights = model.zoneWeights else {
      throw RecordingError(
        file: vectors.file,
        problem: .malformed("expected \(count) features, got \(vectors.names.count)"))
    }
    try self.init(
      of: vectors, rows: vectors.zoneValues, classes: model.labels,
      scorer: LinearScorer(weights: weights, featureCount: count))
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
