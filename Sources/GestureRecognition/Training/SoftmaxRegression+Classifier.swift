internal import LinearAlgebra

extension SoftmaxRegression {
  /// Learns a classifier; its classes are in alphabetical order.
  ///
  /// - Parameters:
  ///   - examples: Feature vectors with their labels. A constant feature makes the bias.
  ///   - featureCount: The length of a vector; by default that of the first one.
  ///   - selection: How the penalty is chosen from the examples; `nil` takes ``penalty``.
  ///   - width: The largest number of cores; all of them by default.
  /// - Returns: The classifier, whose scores are log-odds; how the training went, its loss with the
  ///   penalty included; and the penalty.
  /// - Throws: ``TrainingError`` for no examples, one class only, vectors of another length, features
  ///   that are not finite, and cancellation.
  public func train(
    _ examples: [Example<[Double]>], featureCount: Int? = nil,
    selection: PenaltySelection? = nil, width: Int? = nil
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
    let classifier = try LinearClassifier(learned: weights, labels: problem.labels)
    let report = TrainingReport(
      converged: found.converged, iterations: found.iterations, loss: found.loss,
      mistakes: classifier.mistakes(on: problem))
    return (classifier, report, regression.penalty)
  }
}

extension AveragedPerceptron {
  /// Learns a classifier; its classes are in alphabetical order.
  ///
  /// - Parameters:
  ///   - examples: Feature vectors with their labels. A constant feature makes the bias.
  ///   - featureCount: The length of a vector; by default that of the first one.
  ///   - progress: Told after each epoch how many are done.
  /// - Returns: The classifier, and how the training went.
  /// - Throws: ``TrainingError`` for no examples, one class only, vectors of another length, features
  ///   that are not finite, and cancellation.
  public func train(
    _ examples: [Example<[Double]>], featureCount: Int? = nil, progress: ((Int) -> Void)? = nil
  ) throws(TrainingError) -> (classifier: LinearClassifier, report: TrainingReport) {
    let problem = try LabeledProblem(examples, featureCount: featureCount)
    let (weights, report) = try train(
      vectors: problem.vectors, classes: problem.classes, classCount: problem.labels.count,
      progress: progress)
    return (try LinearClassifier(learned: weights, labels: problem.labels), report)
  }
}

extension LinearClassifier {
  /// How many of the vectors it learned from it reads wrong.
  fileprivate func mistakes(on problem: LabeledProblem) -> Int {
    zip(problem.vectors, problem.classes).count { vector, truth in
      LinearScorer.best(of: scorer.scores(of: vector)) != truth
    }
  }
}
