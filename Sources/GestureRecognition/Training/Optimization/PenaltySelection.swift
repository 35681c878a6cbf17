internal import RotationMath

/// Chooses the penalty of a `SoftmaxRegression` by stratified cross-validation.
///
/// For each fold, weights are trained on the other folds with each penalty in turn, the greatest
/// first, each from the previous result, and tested on the fold. The penalty with the greatest
/// likelihood of the true classes wins. The likelihood is smoother than the number of mistakes and
/// keeps confidences calibrated. Only training examples are used.
package struct PenaltySelection: Hashable, Sendable {
  /// The cross-validation result of one penalty.
  package struct Trial: Hashable, Sendable {
    /// The penalty.
    package var penalty: Double
    /// The mean over the examples of −log softmax(*W x*)[class], by weights trained on other folds.
    package var loss: Double
    /// The number of examples misclassified by weights trained on other folds.
    package var mistakes: Int
  }

  /// The candidates, the greatest first.
  package let penalties: [Double]
  /// The number of folds, at most the number of examples (default: 5).
  package let folds: Int
  /// The seed of the partition.
  package var seed: UInt64

  /// Creates a choice among `penalties` (default: 1e-3 to 1e-6, two or three a decade).
  ///
  /// - Precondition: `penalties` is not empty, all are finite and positive, and `folds` is 2 or
  ///   more.
  package init(
    penalties: [Double] = [1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 3e-6, 1e-6], folds: Int = 5,
    seed: UInt64 = 1
  ) {
    precondition(
      !penalties.isEmpty && penalties.allSatisfy { $0 > 0 && $0.isFinite } && folds >= 2,
      "expected positive penalties and 2 folds or more, got \(penalties) and \(folds) folds")
    self.penalties = penalties.sorted(by: >)
    self.folds = folds
    self.seed = seed
  }

  /// The best penalty for these examples, and the result of each.
  ///
  /// - Parameters:
  ///   - regression: The trainer. Its penalty is ignored, and its tolerance is at least 1e-4, which
  ///     suffices for a comparison.
  ///   - vectors: One feature vector an example, all of one length.
  ///   - classes: The class of each example, in `0..<classCount`.
  ///   - classCount: The number of classes.
  ///   - width: The largest number of cores (default: all). It does not change the choice.
  /// - Throws: ``TrainingError`` as `train(vectors:classes:classCount:)`, and
  ///   for a single example.
  /// - Precondition: `classes` has one class in range for each vector.
  package func choose(
    for regression: SoftmaxRegression, vectors: [[Double]], classes: [Int], classCount: Int,
    width: Int? = nil
  ) async throws(TrainingError) -> (penalty: Double, trials: [Trial]) {
    // Checks all examples at once, so that an error has the caller's index.
    _ = try PerceptronProblem(
      vectors: vectors, classes: classes, classCount: classCount, keepsProducts: false)
    guard vectors.count >= 2 else { throw .nothingLeft("choose a penalty: one is not enough") }
    let count = min(folds, vectors.count)
    var random = SplitMix64(seed: seed)
    let parts = Folds(count: count, labels: classes, using: &random)
    let outcome = await parallelMap(count: count, width: width) { fold -> [Trial]? in
      try? self.trials(
        of: regression, vectors: vectors, classes: classes, classCount: classCount,
        isTested: { parts.fold[$0] == fold })
    }
    guard let outcome else { throw .cancelled }
    let trials = penalties.indices.map { index in
      Trial(
        penalty: penalties[index],
        loss: outcome.reduce(0) { $0 + $1[index].loss } / Double(vectors.count),
        mistakes: outcome.reduce(0) { $0 + $1[index].mistakes })
    }
    // The first of equal losses has the greatest penalty.
    let best = trials.min { $0.loss < $1.loss } ?? trials[0]
    return (best.penalty, trials)
  }

  /// The mistakes and the summed losses of each penalty on the examples of one fold.
  private func trials(
    of regression: SoftmaxRegression, vectors: [[Double]], classes: [Int], classCount: Int,
    isTested: (Int) -> Bool
  ) throws(TrainingError) -> [Trial] {
    let training = vectors.indices.filter { !isTested($0) }
    let tested = vectors.indices.filter(isTested)
    let problem = try PerceptronProblem(
      vectors: training.map { vectors[$0] }, classes: training.map { classes[$0] },
      classCount: classCount, keepsProducts: false)
    let unseen = try PerceptronProblem(
      vectors: tested.map { vectors[$0] }, classes: tested.map { classes[$0] },
      classCount: classCount, keepsProducts: false)
    var weights = [Double](repeating: 0, count: problem.weightCount)
    var ignored = weights
    var regression = regression
    regression.tolerance = max(regression.tolerance, 1e-4)
    return try penalties.map { (penalty) throws(TrainingError) in
      regression.penalty = penalty
      _ = try regression.train(problem, from: &weights)
      let loss = SoftmaxRegression.loss(of: unseen, at: weights, penalty: 0, gradient: &ignored)
      let mistakes = tested.count { problem.best(of: vectors[$0], weights: weights) != classes[$0] }
      return Trial(penalty: penalty, loss: loss * Double(tested.count), mistakes: mistakes)
    }
  }
}
