internal import RotationMath

/// The scale of the confidences of a classifier, from examples that its training did not see.
///
/// Whole writers are held out where all writers are known, otherwise whole recordings: a classifier
/// is surer of the writers of its training than of others.
enum ConfidenceCalibration {
  /// The classes of a classifier, and its scores of a vector.
  typealias Scorer = (labels: [String], scores: ([Double]) -> [Double])

  private static let foldCount = 5
  /// The number of examples above which one of the folds is enough.
  private static let many = 2000

  /// The scale of the greatest likelihood; the softmax of the scores without a second writer or
  /// recording.
  ///
  /// - Parameters:
  ///   - examples: The training examples.
  ///   - train: Trains a classifier on a part of the examples. A part that it cannot be trained on
  ///     is left out.
  /// - Throws: ``TrainingError/cancelled``.
  /// - Complexity: At most five trainings.
  static func scale(
    of examples: [Example<[Double]>],
    train: ([Example<[Double]>]) async throws(TrainingError) -> Scorer
  ) async throws(TrainingError) -> ConfidenceScale {
    let folds = folds(of: examples)
    let count = (folds.max() ?? 0) + 1
    guard count > 1 else { return ConfidenceScale() }
    var scaling = TemperatureScaling()
    for fold in 0..<(examples.count > many ? 1 : count) {
      let part = zip(examples, folds).filter { $0.1 != fold }.map(\.0)
      let scorer: Scorer
      do {
        scorer = try await train(part)
      } catch .cancelled {
        throw .cancelled
      } catch {
        continue
      }
      for (example, own) in zip(examples, folds) where own == fold {
        guard let truth = scorer.labels.firstIndex(of: example.label) else { continue }
        scaling.scores.append(scorer.scores(example.representation))
        scaling.truths.append(truth)
      }
    }
    return scaling.confidenceScale
  }

  /// The fold of each example.
  private static func folds(of examples: [Example<[Double]>]) -> [Int] {
    var random = SplitMix64(seed: 1)
    let users = examples.compactMap(\.user)
    if Set(users).count > 1, users.count == examples.count {
      return Folds(count: foldCount, groups: users, using: &random).fold
    }
    // Recordings of one class after another: each fold has examples of each class.
    let labels = Dictionary(examples.map { ($0.name, $0.label) }, uniquingKeysWith: { a, _ in a })
    let names = labels.keys.sorted()
    guard names.count > 1 else { return examples.map { _ in 0 } }
    let parts = Folds(
      count: min(foldCount, names.count), labels: names.map { labels[$0] ?? "" }, using: &random)
    let places = Dictionary(uniqueKeysWithValues: zip(names, parts.fold))
    return examples.map { places[$0.name] ?? 0 }
  }
}

extension LinearClassifier {
  /// Sets the scale by trainings on parts of the examples: see ``ConfidenceCalibration``.
  mutating func calibrate(
    on examples: [Example<[Double]>],
    train: ([Example<[Double]>]) async throws(TrainingError) -> LinearClassifier
  ) async throws(TrainingError) {
    confidenceScale = try await ConfidenceCalibration.scale(of: examples) {
      part throws(TrainingError) in
      let part = try await train(part)
      return (part.labels, part.scorer.scores)
    }
  }
}
