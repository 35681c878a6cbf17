internal import GestureRecognition

/// What `evaluate` tries on which examples.
struct EvaluationRun<Classifier: GestureClassifier> {
  typealias Representation = Classifier.Representation

  var classifier: Classifier
  /// How answers call it.
  var name: String
  /// The examples.
  var set: ExampleSet<Representation>
  /// Those that are learned from, where they are others.
  var training: ExampleSet<Representation>?
  /// What bounded the paths of letters in the air, where paths were made of them.
  var stabilizer: Stabilizer?
  /// Whether to evaluate a second time without long recordings.
  var isRepeatedWithoutLong = false
  /// What is shown of each example when it is tested, by its name; the example itself without.
  var shown: [String: Representation]?

  /// What comes of an evaluation.
  func result(
    of evaluation: Evaluation, progress: Progress? = nil
  ) async throws -> EvaluationResult {
    defer { progress?.finish() }
    let shown = shown
    return try await evaluation.run(
      classifier, on: set, training: training,
      shown: shown.map { shown in { shown[$0.name] } }
    ) { done, total in progress?.show(done: done, of: total) }
  }

  /// How much is read right by how much was learned from, for each way in which these examples
  /// allow it.
  func learningCurves(_ evaluation: Evaluation) async throws -> [LearningCurve] {
    guard evaluation.method != .trainTest else { return [] }
    let hasUsers = set.examples.allSatisfy { $0.user != nil }
    let amounts: [LearningCurve.Amount] =
      hasUsers ? [.otherUsers, .ownExamples, .addedExamples] : [.examplesPerClass]
    var curves: [LearningCurve] = []
    for amount in amounts {
      let progress = Progress("learning curve \(curves.count + 1) of \(amounts.count)")
      let curve = try await evaluation.learningCurve(of: amount, classifier, on: set) {
        progress.show(done: $0, of: $1)
      }
      progress.finish()
      if curve.points.count > 1 { curves.append(curve) }
    }
    return curves
  }
}

/// A model that has learned already, as evaluations take classifiers.
struct FinishedModel<Representation: Sendable>: GestureClassifier {
  let read: @Sendable (Representation) throws(GestureError) -> Recognition

  func train(_ examples: [Example<Representation>]) async throws(TrainingError) {}

  func recognize(
    _ representation: Representation, with model: Void
  ) throws(GestureError) -> Recognition {
    try read(representation)
  }
}
