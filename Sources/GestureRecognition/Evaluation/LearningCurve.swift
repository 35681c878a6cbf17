/// The share of gestures that is read right, by how much was learned from.
public struct LearningCurve: Hashable, Sendable, Codable {
  /// What more and more is learned of.
  public enum Amount: String, Hashable, Sendable, Codable, CaseIterable {
    /// The user's own first examples of each letter, and nothing else.
    case ownExamples = "own-examples"
    /// The user's own first examples of each letter, beside all other users.
    case addedExamples = "added-examples"
    /// Other users.
    case otherUsers = "other-users"
    /// Examples of each letter, of anybody.
    case examplesPerClass = "examples-per-class"
  }

  /// One evaluation.
  public struct Point: Hashable, Sendable, Codable {
    /// How much was learned from.
    public var amount: Int
    /// The number of gestures that were read right.
    public var correct: Int
    /// The number that were tested.
    public var total: Int
    /// The share that were read right.
    public var accuracy: Double { Double(correct) / Double(max(1, total)) }
  }

  /// What is learned of.
  public let amount: Amount
  /// The evaluations, by increasing amount.
  public let points: [Point]
}

extension Evaluation {
  /// Tests `classifier` again and again on `set`, learning from more each time.
  ///
  /// The protocol is the one that goes with `amount`; folds, seed and ``excludesLong`` are taken
  /// from this evaluation. Amounts from which nothing can be learned are left out.
  ///
  /// - Parameters:
  ///   - amount: What more and more is learned of.
  ///   - classifier: What is tested.
  ///   - set: The examples.
  ///   - progress: Told how many of how many evaluations are done.
  /// - Returns: The curve; without points where the examples do not allow the protocol.
  /// - Throws: ``TrainingError/cancelled``.
  public func learningCurve<Classifier: GestureClassifier>(
    of amount: LearningCurve.Amount, _ classifier: Classifier,
    on set: ExampleSet<Classifier.Representation>,
    progress: (@Sendable (_ done: Int, _ of: Int) -> Void)? = nil
  ) async throws(TrainingError) -> LearningCurve {
    let steps = Self.steps(of: amount, in: set.examples, folds: folds)
    var points: [LearningCurve.Point] = []
    for (done, step) in steps.enumerated() {
      var evaluation = self
      evaluation.examplesPerClass = step > 0 ? step : nil
      evaluation.otherUsers = nil
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
        let result = try await evaluation.run(classifier, on: set)
        points.append(.init(amount: step, correct: result.correct, total: result.total))
      } catch {
        if error == .cancelled { throw error }
      }
      progress?(done + 1, steps.count)
    }
    return LearningCurve(amount: amount, points: points)
  }

  /// The amounts that leave something to test on.
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
      // Every user has more of most letters, so that all points are of nearly the same gestures.
      let counts = Dictionary(grouping: examples) { [$0.user ?? "", $0.label] }
        .values.map { Double($0.count) }
      let typical = Quantiles(counts)?.value(at: 0.5) ?? 0
      let own = usual.filter { 2 * Double($0) <= typical }
      return amount == .ownExamples ? own : [0] + own
    case .examplesPerClass:
      let counts = Dictionary(grouping: examples, by: \.label).values.map { Double($0.count) }
      let most = (Quantiles(counts)?.value(at: 0.5) ?? 0) * Double(folds - 1) / Double(folds)
      return usual.filter { Double($0) <= most }
    }
  }
}
