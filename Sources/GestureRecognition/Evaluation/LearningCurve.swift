internal import RotationMath

/// Accuracy by the amount of training data.
public struct LearningCurve: Hashable, Sendable, Codable {
  /// The training data that increase.
  public enum Amount: String, Hashable, Sendable, Codable, CaseIterable {
    /// The number of the user's own examples of each class, without other users.
    case ownExamples = "own-examples"
    /// The number of the user's own examples of each class, added to all other users.
    case addedExamples = "added-examples"
    /// The number of other users.
    case otherUsers = "other-users"
    /// The number of examples of each class, of any user.
    case examplesPerClass = "examples-per-class"
  }

  /// The result of one evaluation.
  public struct Point: Hashable, Sendable, Codable {
    /// The amount of training data.
    public var amount: Int
    /// The number of correctly recognised gestures.
    package var correct: Int
    /// The number of tested gestures.
    package var total: Int
    /// The share of correctly recognised gestures.
    public var accuracy: Double { Double(correct) / Double(max(1, total)) }
  }

  /// The training data that increase.
  public let amount: Amount
  /// The evaluations, by increasing amount.
  public let points: [Point]
}

extension Evaluation {
  /// Evaluates `classifier` on `set` with increasing amounts of training data.
  ///
  /// `amount` determines the protocol; folds, seed and `excludesLong` are those of this
  /// evaluation. Amounts that fail to train are left out.
  ///
  /// - Parameters:
  ///   - amount: The training data that increase.
  ///   - classifier: The classifier.
  ///   - set: The examples.
  ///   - shown: The input for a tested example, as in `run`.
  ///   - progress: Receives the number of completed evaluations, and of all.
  /// - Returns: The curve, without points if the examples do not allow the protocol.
  /// - Throws: ``TrainingError/cancelled``.
  package func learningCurve<Classifier: GestureClassifier>(
    of amount: LearningCurve.Amount, _ classifier: Classifier,
    on set: ExampleSet<Classifier.Representation>,
    shown: ((Example<Classifier.Representation>) -> Classifier.Representation?)? = nil,
    progress: (@Sendable (_ done: Int, _ of: Int) -> Void)? = nil
  ) async throws(TrainingError) -> LearningCurve {
    let steps = Self.steps(of: amount, in: set.examples, folds: folds)
    var points: [LearningCurve.Point] = []
    for (done, step) in steps.enumerated() {
      var evaluation = self
      evaluation.examplesPerClass = step > 0 ? step : nil
      evaluation.otherUsers = nil
      evaluation.userGroups = nil
      switch amount {
      case .ownExamples: evaluation.method = .userDependent
      case .addedExamples: evaluation.method = .leaveOneUserOut
      case .examplesPerClass: evaluation.method = .mixed
      case .otherUsers:
        evaluation.method = .leaveOneUserOut
        evaluation.examplesPerClass = nil
        evaluation.otherUsers = step
      }
      do throws(TrainingError) {
        let result = try await evaluation.run(classifier, on: set, shown: shown)
        points.append(.init(amount: step, correct: result.correct, total: result.total))
      } catch {
        if error == .cancelled { throw error }
      }
      progress?(done + 1, steps.count)
    }
    return LearningCurve(amount: amount, points: points)
  }

  /// The amounts that leave examples to test on.
  private static func steps<R>(
    of amount: LearningCurve.Amount, in examples: [Example<R>], folds: Int
  ) -> [Int] {
    let usual = [1, 2, 3, 5, 8, 12, 20, 40, 80]
    let users = Set(examples.map(\.user))
    switch amount {
    case .otherUsers:
      return users.contains(nil) ? [] : Array(1..<max(1, users.count))
    case .ownExamples, .addedExamples:
      guard !users.contains(nil) else { return [] }
      // At most half the median number, so that all points have similar test sets.
      let counts = Dictionary(grouping: examples) { [$0.user ?? "", $0.label] }
        .values.map { Double($0.count) }
      let typical = counts.median ?? 0
      let own = usual.filter { 2 * Double($0) <= typical }
      return amount == .ownExamples ? own : [0] + own
    case .examplesPerClass:
      let counts = Dictionary(grouping: examples, by: \.label).values.map { Double($0.count) }
      let most = (counts.median ?? 0) * Double(folds - 1) / Double(folds)
      return usual.filter { Double($0) <= most }
    }
  }
}
