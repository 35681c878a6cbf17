/// All parts of the evaluation of one classifier on one set of examples.
struct EvaluationRun<Classifier: GestureClassifier> {
  typealias Representation = Classifier.Representation

  var classifier: Classifier
  var classifierName: String
  var set: ExampleSet<Representation>
  /// The tested form of an example, where it is disturbed.
  var shown: ((Example<Representation>) -> Representation?)?
  /// The examples to train on, where they are others.
  var training: ExampleSet<Representation>?
  /// Whether to evaluate a second time without long recordings.
  var isRepeatedWithoutLong: Bool

  func summary(
    of evaluation: Evaluation, options: EvaluationOptions
  ) async throws(TrainingError) -> EvaluationSummary {
    var summary = EvaluationSummary(
      classifier: classifierName,
      results: try await results(of: evaluation, step: "trainings", options),
      rejected: set.rejected)
    if options.leavesClassesOut {
      summary.rejection = try await evaluation.runLeavingClassesOut(
        classifier, on: set, shown: shown, progress: progress("classes left out", options))
    }
    if options.allProtocols {
      var others: [EvaluationProtocol: EvaluationSummary.ProtocolResult] = [:]
      for method in EvaluationProtocol.allCases
      where method != evaluation.method && method != .trainTest {
        var other = evaluation
        other.method = method
        other.otherUsers = nil
        other.userGroups = nil
        do throws(TrainingError) {
          others[method] = try await results(of: other, step: method.rawValue, options)
        } catch {
          guard error != .cancelled else { throw error }
          summary.skippedProtocols[method] = error
        }
      }
      summary.protocols = others
    }
    if options.learningCurves {
      summary.learningCurves = try await learningCurves(evaluation, options)
    }
    return summary
  }

  private func results(
    of evaluation: Evaluation, step: String, _ options: EvaluationOptions
  ) async throws(TrainingError) -> EvaluationSummary.ProtocolResult {
    var results = EvaluationSummary.ProtocolResult(
      all: try await evaluation.run(
        classifier, on: set, training: training, shown: shown,
        progress: progress(step, options)))
    if isRepeatedWithoutLong {
      var shorter = evaluation
      shorter.excludesLong = true
      results.withoutLong = try await shorter.run(
        classifier, on: set, training: training, shown: shown)
    }
    return results
  }

  private func learningCurves(
    _ evaluation: Evaluation, _ options: EvaluationOptions
  ) async throws(TrainingError) -> [LearningCurve] {
    guard evaluation.method != .trainTest else { return [] }
    let hasUsers = set.examples.allSatisfy { $0.user != nil }
    let amounts: [LearningCurve.Amount] =
      hasUsers ? [.otherUsers, .ownExamples, .addedExamples] : [.examplesPerClass]
    var curves: [LearningCurve] = []
    for (index, amount) in amounts.enumerated() {
      let curve = try await evaluation.learningCurve(
        of: amount, classifier, on: set, shown: shown,
        progress: progress("learning curve \(index + 1) of \(amounts.count)", options))
      if curve.points.count > 1 { curves.append(curve) }
    }
    return curves
  }

  private func progress(
    _ step: String, _ options: EvaluationOptions
  ) -> (@Sendable (Int, Int) -> Void)? {
    guard let progress = options.progress else { return nil }
    return { done, total in progress(step, done, total) }
  }
}
