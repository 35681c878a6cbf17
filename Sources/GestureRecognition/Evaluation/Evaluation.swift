internal import RotationMath

/// Evaluates a classifier on unseen gestures.
public struct Evaluation: Hashable, Sendable {
  /// The partition into training and test sets.
  package var method: EvaluationProtocol
  /// The seed of the partition of ``EvaluationProtocol/mixed``.
  package var seed: UInt64
  /// The number of folds of ``EvaluationProtocol/mixed``.
  package var folds = 10
  /// The number of groups of users with ``EvaluationProtocol/leaveOneUserOut``: one group is left
  /// out at a time, dealt by the seed. `nil` leaves out each user alone.
  public var userGroups: Int?
  /// The number of training examples of each class; `nil` for all.
  ///
  /// With ``EvaluationProtocol/userDependent``, train on the user's first examples of each class
  /// and test on the rest. With ``EvaluationProtocol/leaveOneUserOut``, add them to those of the
  /// other users. With ``EvaluationProtocol/mixed``, it is the largest number of examples.
  public var examplesPerClass: Int?
  /// The largest number of training users with ``EvaluationProtocol/leaveOneUserOut``; `nil` for
  /// all.
  ///
  /// They are those that follow the tested user in alphabetical order, so that each user is in the
  /// same number of training sets.
  package var otherUsers: Int?
  /// Whether to leave out examples longer than twice that user's median for that class, from
  /// training and from testing.
  package var excludesLong = false

  /// Creates an evaluation.
  ///
  /// - Parameters:
  ///   - method: The partition into training and test sets.
  ///   - seed: The seed of the partition of ``EvaluationProtocol/mixed``.
  public init(_ method: EvaluationProtocol, seed: UInt64 = 1) {
    self.method = method
    self.seed = seed
  }

  /// Evaluates `classifier` on `set`.
  ///
  /// The result depends on the examples, their order and the seed, not on the number of cores.
  ///
  /// - Parameters:
  ///   - classifier: The classifier.
  ///   - set: The examples; with ``EvaluationProtocol/trainTest``, the test set.
  ///   - training: The training set with ``EvaluationProtocol/trainTest``.
  ///   - shown: The input for a tested example, such as a disturbed motion (default: the example's
  ///     representation). A result of `nil` counts as misrecognised.
  ///   - progress: Receives the number of completed trainings, and of all.
  /// - Throws: ``TrainingError`` for examples that do not allow the protocol, and cancellation.
  package func run<Classifier: GestureClassifier>(
    _ classifier: Classifier, on set: ExampleSet<Classifier.Representation>,
    training: ExampleSet<Classifier.Representation>? = nil,
    shown: ((Example<Classifier.Representation>) -> Classifier.Representation?)? = nil,
    progress: (@Sendable (_ done: Int, _ of: Int) -> Void)? = nil
  ) async throws(TrainingError) -> EvaluationResult {
    let tested = excludesLong ? Self.withoutLong(set.examples) : set.examples
    let separate = training.map { excludesLong ? Self.withoutLong($0.examples) : $0.examples }
    guard !tested.isEmpty else { throw .noExamples }
    try ConfusionMatrix.check(classes: (tested + (separate ?? [])).map(\.label))
    let splits = try self.splits(of: tested, separate: separate)
    var outcomes = [EvaluationResult.Outcome?](repeating: nil, count: tested.count)
    for (done, split) in splits.enumerated() {
      let model = try await classifier.train(split.training, own: split.own)
      var sessions = AcceptanceSessions(classifier.session(with: model))
      for index in split.tested {
        outcomes[index] = .init(of: tested[index], shown: shown, sessions: &sessions) {
          (representation) throws(GestureError) in
          try classifier.recognize(representation, with: model)
        }
      }
      progress?(done + 1, splits.count)
    }
    return EvaluationResult(
      outcomes: outcomes.compactMap { $0 }, rejectedRecordings: set.rejected.count,
      excluded: set.examples.count - tested.count)
  }

  /// `examples` without those longer than twice their user's median for their class.
  static func withoutLong<R>(_ examples: [Example<R>]) -> [Example<R>] {
    let groups = Dictionary(grouping: examples) { UserAndLabel(user: $0.user, label: $0.label) }
    let limits = groups.mapValues { group in 2 * (group.map(\.duration).median ?? 0) }
    return examples.filter { example in
      let group = UserAndLabel(user: example.user, label: example.label)
      let limit = limits[group] ?? .infinity
      return example.duration <= limit
    }
  }
}

/// The group of examples whose durations are compared.
private struct UserAndLabel: Hashable {
  var user: String?
  var label: String
}
