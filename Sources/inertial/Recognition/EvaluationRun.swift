internal import GestureRecognition

/// What `evaluate` tries on which examples, and all that can be found out about it.
struct EvaluationRun<Classifier: GestureClassifier> {
  typealias Representation = Classifier.Representation

  /// What comes of a protocol.
  struct Results {
    var all: EvaluationResult
    /// The same without long recordings, where that was tried too.
    var withoutLong: EvaluationResult?
  }

  var classifier: Classifier
  var gestures: TestedGestures<Representation>
  /// The examples that are learned from, where they are others.
  var training: ExampleSet<Representation>?
  /// Whether to evaluate a second time without long recordings.
  var isRepeatedWithoutLong = false

  /// What comes of an evaluation.
  func results(of evaluation: Evaluation, progress: Progress) async throws -> Results {
    defer { progress.finish() }
    var results = Results(
      all: try await evaluation.run(
        classifier, on: gestures.set, training: training, shown: gestures.shownExample
      ) { progress.show(done: $0, of: $1) })
    if isRepeatedWithoutLong {
      var shorter = evaluation
      shorter.excludesLong = true
      results.withoutLong = try await shorter.run(
        classifier, on: gestures.set, training: training, shown: gestures.shownExample)
    }
    return results
  }

  /// What comes of the other protocols; those that these examples do not allow are told and left out.
  func otherProtocols(
    besides evaluation: Evaluation
  ) async throws -> [String: EvaluationAnswer.Other] {
    var others: [String: EvaluationAnswer.Other] = [:]
    for method in EvaluationProtocol.allCases
    where method != evaluation.method && method != .trainTest {
      var other = evaluation
      other.method = method
      do {
        let results = try await results(of: other, progress: Progress(method.rawValue))
        others[method.rawValue] = EvaluationAnswer.Other(
          all: .init(results.all), withoutLong: results.withoutLong.map { .init($0) })
      } catch let error as TrainingError where error != .cancelled {
        Console.warning("\(method.rawValue): \(error)")
      }
    }
    return others
  }

  /// What comes of leaving each class out in turn.
  ///
  /// - Throws: ``ToolError`` where these examples do not allow it; `dataset` is for the message.
  func rejection(_ evaluation: Evaluation, dataset: String) async throws -> RejectionResult {
    let progress = Progress("letters left out")
    defer { progress.finish() }
    do {
      return try await evaluation.runLeavingClassesOut(classifier, on: gestures.set) {
        progress.show(done: $0, of: $1)
      }
    } catch {
      throw ToolError(.badData, "\(dataset): \(error)")
    }
  }

  /// How much is read right by how much was learned from, for each way in which these examples
  /// allow it.
  func learningCurves(_ evaluation: Evaluation) async throws -> [LearningCurve] {
    guard evaluation.method != .trainTest else { return [] }
    let hasUsers = gestures.set.examples.allSatisfy { $0.user != nil }
    let amounts: [LearningCurve.Amount] =
      hasUsers ? [.otherUsers, .ownExamples, .addedExamples] : [.examplesPerClass]
    var curves: [LearningCurve] = []
    for amount in amounts {
      let progress = Progress("learning curve \(curves.count + 1) of \(amounts.count)")
      let curve = try await evaluation.learningCurve(of: amount, classifier, on: gestures.set) {
        progress.show(done: $0, of: $1)
      }
      progress.finish()
      if curve.points.count > 1 { curves.append(curve) }
    }
    return curves
  }
}
