internal import GestureRecognition
internal import RealModule
internal import RotationMath

/// The scale of the confidences of a classifier, from examples that its training did not see.
///
/// Whole writers are held out where all writers are known, otherwise whole recordings: a classifier
/// is more confident about the writers in its training set than about others.
enum ConfidenceCalibration {
  /// The classes of a classifier, and its scores of a vector.
  typealias Scorer = (labels: [String], scores: ([Double]) -> [Double])

  private static let foldCount = 5
  /// The number of examples above which one of the folds is enough.
  private static let many = 2000

  /// The most likely scale; the softmax of the scores without a second writer or recording.
  ///
  /// - Parameter train: Trains a classifier on a part of the examples. A part that it cannot be
  ///   trained on is left out.
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
  /// Sets the scale by trainings on parts of the examples: see `ConfidenceCalibration`.
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

/// Fits the confidences of scores to unseen examples.
///
/// The temperature has the greatest likelihood times a log-normal prior about the usual one, of
/// deviation 0.5 in the logarithm: examples without an error have no most likely temperature.
struct TemperatureScaling {
  var scores: [[Double]] = []
  /// The true class of each example.
  var truths: [Int] = []
  /// The temperature without examples (default: 1, that of log-odds).
  var usual = 1.0

  /// The logarithms of the smallest and the largest temperature.
  private static let range = Double.log(1 / 64)...Double.log(50)

  private func prior(_ logarithm: Double) -> Double {
    let distance = logarithm - Double.log(usual)
    return 2 * distance * distance
  }

  /// The temperature, without equal confidences (C. Guo, G. Pleiss, Y. Sun, K. Weinberger, *On
  /// calibration of modern neural networks*, 2017, arXiv:1706.04599).
  ///
  /// - Complexity: O(examples · classes).
  var temperature: Double {
    guard !scores.isEmpty else { return usual }
    // The likelihood of 1/temperature is concave.
    let found = GoldenSection.minimum(in: Self.range, precision: 1e-3) { logarithm in
      likelihoods(at: logarithm).reduce(prior(logarithm)) {
        $0 - Double.log(max($1, .leastNormalMagnitude))
      }
    }
    return .exp(found)
  }

  /// The temperature and the share of equal confidences, none without examples.
  ///
  /// - Complexity: O(examples · classes).
  var confidenceScale: ConfidenceScale {
    guard !scores.isEmpty else { return ConfidenceScale(unchecked: usual) }
    // The likelihood can have several maxima: the best of a grid, and its surroundings.
    let count = 32
    let step = (Self.range.upperBound - Self.range.lowerBound) / Double(count)
    let grid = (0...count).map { Self.range.lowerBound + Double($0) * step }
    let losses = grid.map { mixture(at: $0).loss }
    let best = losses.indices.min { losses[$0] < losses[$1] } ?? 0
    let surroundings = grid[max(0, best - 1)]...grid[min(count, best + 1)]
    let found = GoldenSection.minimum(in: surroundings, precision: 1e-3) { mixture(at: $0).loss }
    return ConfidenceScale(unchecked: .exp(found), uniformShare: mixture(at: found).share)
  }

  /// The most likely share of equal confidences at a temperature.
  private func mixture(at logarithm: Double) -> (share: Double, loss: Double) {
    let likelihoods = likelihoods(at: logarithm)
    func loss(_ share: Double) -> Double {
      zip(likelihoods, scores).reduce(prior(logarithm)) { sum, example in
        let mixed = (1 - share) * example.0 + share / Double(example.1.count)
        return sum - Double.log(max(mixed, .leastNormalMagnitude))
      }
    }
    let share = GoldenSection.minimum(in: 0...1, precision: 1e-3, of: loss)
    // The search stays inside the interval: no equal part at all may be better.
    return loss(0) <= loss(share) ? (0, loss(0)) : (share, loss(share))
  }

  /// softmax(scores / temperature) of the true classes.
  private func likelihoods(at logarithm: Double) -> [Double] {
    let temperature = Double.exp(logarithm)
    return zip(scores, truths).map { scores, truth in
      1 / scores.reduce(0) { $0 + Double.exp(($1 - scores[truth]) / temperature) }
    }
  }
}
