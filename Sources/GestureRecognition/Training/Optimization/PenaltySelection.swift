internal import RotationMath

/// Chooses the penalty of a ``SoftmaxRegression`` by cross-validation inside the training examples.
///
/// The examples are parted into folds that hold each class alike; for each fold, weights are
/// learned from the others with each penalty in turn, the greatest first, each start where the
/// last ended, and the fold's own examples are read. The penalty wins that gives their true classes
/// the greatest likelihood: a smoother measure than the count of mistakes, and one that keeps
/// confidences honest. What is tested afterwards has no part in it.
public struct PenaltySelection: Hashable, Sendable {
  /// What one penalty led to.
  public struct Trial: Hashable, Sendable, Codable {
    /// The penalty.
    public var penalty: Double
    /// The mean over the examples of −log softmax(*W x*)[class], by weights that had not learned
    /// from them.
    public var loss: Double
    /// How many of the examples were read wrong by weights that had not learned from them.
    public var mistakes: Int
  }

  /// The penalties to choose from, the greatest first.
  public let penalties: [Double]
  /// The number of folds; fewer where there are fewer examples. Default: 5.
  public let folds: Int
  /// What deals the examples out to the folds.
  public var seed: UInt64

  /// A choice among `penalties`. By default from 1e-3 down to 1e-6, two or three a decade.
  ///
  /// - Precondition: There is a penalty, all are finite and positive, and `folds` is 2 or more.
  public init(
    penalties: [Double] = [1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 3e-6, 1e-6], folds: Int = 5,
    seed: UInt64 = 1
  ) {
    precondition(
      !penalties.isEmpty && penalties.allSatisfy { $0 > 0 && $0.isFinite } && folds >= 2,
      "penalties \(penalties) and \(folds) folds: positive ones, and 2 folds or more")
    self.penalties = penalties.sorted(by: >)
    self.folds = folds
    self.seed = seed
  }

  /// The best of the penalties for these examples, and what each led to.
  ///
  /// - Parameters:
  ///   - regression: How the weights are learned, but for the penalty and the tolerance, which is
  ///     1e-4 here: enough to compare.
  ///   - vectors: One feature vector an example, all of one length.
  ///   - classes: The class of each example, in `0..<classCount`.
  ///   - classCount: The number of classes.
  ///   - width: The largest number of cores; all of them by default. The choice does not depend on
  ///     it.
  /// - Throws: ``TrainingError`` as ``SoftmaxRegression/train(vectors:classes:classCount:)``, and
  ///   where there is one example only.
  /// - Precondition: There are as many classes as vectors, each in its range.
  public func choose(
    for regression: SoftmaxRegression, vectors: [[Double]], classes: [Int], classCount: Int,
    width: Int? = nil
  ) async throws(TrainingError) -> (penalty: Double, trials: [Trial]) {
    // Checks all of them at once, so that a message counts as the caller does.
    _ = try PerceptronProblem(
      vectors: vectors, classes: classes, classCount: classCount, keepsProducts: false)
    guard vectors.count >= 2 else { throw .nothingLeft("choose a penalty by but one example") }
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
    // The first of equals is the greatest penalty.
    let best = trials.min { $0.loss < $1.loss } ?? trials[0]
    return (best.penalty, trials)
  }

  /// Each penalty's mistakes, and the sum of its losses, on the examples of one fold.
  private func trials(
    of regression: SoftmaxRegression, vectors: [[Double]], classes: [Int], classCount: Int,
    isTested: (Int) -> Bool
  ) throws(TrainingError) -> [Trial] {
    let learned = vectors.indices.filter { !isTested($0) }
    let tested = vectors.indices.filter(isTested)
    let problem = try PerceptronProblem(
      vectors: learned.map { vectors[$0] }, classes: learned.map { classes[$0] },
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
