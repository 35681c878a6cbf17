internal import LinearAlgebra

extension SoftmaxRegression {
  /// Trains a classifier. Its classes are in alphabetical order.
  ///
  /// - Parameters:
  ///   - examples: Feature vectors with their labels. A constant feature acts as the bias.
  ///   - featureCount: The length of a vector (default: that of the first one).
  ///   - selection: Chooses the penalty by cross-validation; `nil` uses `penalty`.
  ///   - isCalibrated: Whether confidences are calibrated on held-out examples, instead of those
  ///     of log-odds.
  ///   - width: The largest number of cores (default: all).
  /// - Returns: The classifier, whose scores are log-odds; the outcome, with the penalty included
  ///   in the loss; and the penalty.
  /// - Throws: ``TrainingError`` for no examples, one class only, vectors of another length,
  ///   features that are not finite, and cancellation.
  package func train(
    _ examples: [Example<[Double]>], featureCount: Int? = nil,
    selection: PenaltySelection? = nil, isCalibrated: Bool = false, width: Int? = nil
  ) async throws(TrainingError) -> (
    classifier: LinearClassifier, report: TrainingReport, penalty: Double
  ) {
    let problem = try LabeledProblem(examples, featureCount: featureCount)
    var regression = self
    if let selection {
      regression.penalty = try await selection.choose(
        for: self, vectors: problem.vectors, classes: problem.classes,
        classCount: problem.labels.count, width: width
      ).penalty
    }
    let (weights, found) = try regression.train(
      vectors: problem.vectors, classes: problem.classes, classCount: problem.labels.count)
    var classifier = try LinearClassifier(trained: weights, labels: problem.labels)
    if isCalibrated {
      try await classifier.calibrate(on: examples) {
        [regression] part throws(TrainingError) in
        try await regression.train(part, featureCount: featureCount).classifier
      }
    }
    let report = TrainingReport(
      converged: found.converged, iterations: found.iterations, loss: found.loss,
      mistakes: classifier.mistakes(on: problem))
    return (classifier, report, regression.penalty)
  }
}

extension AveragedPerceptron {
  /// Trains a classifier. Its classes are in alphabetical order.
  ///
  /// - Parameters:
  ///   - examples: Feature vectors with their labels. A constant feature acts as the bias.
  ///   - featureCount: The length of a vector (default: that of the first one).
  ///   - progress: Receives the number of completed epochs.
  /// - Returns: The classifier and the outcome.
  /// - Throws: ``TrainingError`` for no examples, one class only, vectors of another length,
  ///   features that are not finite, and cancellation.
  package func train(
    _ examples: [Example<[Double]>], featureCount: Int? = nil, progress: ((Int) -> Void)? = nil
  ) throws(TrainingError) -> (classifier: LinearClassifier, report: TrainingReport) {
    let problem = try LabeledProblem(examples, featureCount: featureCount)
    let (weights, report) = try train(
      vectors: problem.vectors, classes: problem.classes, classCount: problem.labels.count,
      progress: progress)
    return (try LinearClassifier(trained: weights, labels: problem.labels), report)
  }
}

extension LinearClassifier {
  /// The number of training vectors that it misclassifies.
  fileprivate func mistakes(on problem: LabeledProblem) -> Int {
    zip(problem.vectors, problem.classes).count { vector, truth in
      LinearScorer.best(of: scorer.scores(of: vector)) != truth
    }
  }
}
