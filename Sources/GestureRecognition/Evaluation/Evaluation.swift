internal import RotationMath

/// Tries a classifier on gestures that it did not learn from.
public struct Evaluation: Hashable, Sendable {
  /// Which gestures are learned from, and which are tested.
  public var method: EvaluationProtocol
  /// What shuffles the examples before they are parted (``EvaluationProtocol/mixed``).
  public var seed: UInt64
  /// The number of parts of ``EvaluationProtocol/mixed``.
  public var folds = 10
  /// With ``EvaluationProtocol/userDependent``: learn from the first so many examples of each letter
  /// of the user alone, and test on the rest. With ``EvaluationProtocol/leaveOneUserOut``: add them
  /// to those of the other users. With ``EvaluationProtocol/mixed``: learn from so many examples of
  /// each letter at most.
  public var examplesPerClass: Int?
  /// With ``EvaluationProtocol/leaveOneUserOut``: learn from so many other users at most, from those
  /// that follow the tested one in alphabetical order, so that each is learned from as often.
  public var otherUsers: Int?
  /// Whether to leave out examples that last over twice that user's median for that letter, both
  /// from learning and from testing.
  public var excludesLong = false

  /// An evaluation by this protocol.
  public init(_ method: EvaluationProtocol, seed: UInt64 = 1) {
    self.method = method
    self.seed = seed
  }

  /// Tests `classifier` on `set`.
  ///
  /// The result depends on the examples, their order and ``seed`` only, not on the number of cores.
  ///
  /// - Parameters:
  ///   - classifier: What is tested.
  ///   - set: The examples; with ``EvaluationProtocol/trainTest``, those to test on.
  ///   - training: The examples to learn from with ``EvaluationProtocol/trainTest``.
  ///   - shown: What the classifier is shown of an example when it is tested, such as its motion
  ///     disturbed; `nil` where nothing is left of it, which counts as read wrong. By default the
  ///     example itself.
  ///   - progress: Told how many of how many trainings are done.
  /// - Throws: ``TrainingError``, where the protocol cannot be followed with these examples, and on
  ///   cancellation.
  public func run<Classifier: GestureClassifier>(
    _ classifier: Classifier, on set: ExampleSet<Classifier.Representation>,
    training: ExampleSet<Classifier.Representation>? = nil,
    shown: ((Example<Classifier.Representation>) -> Classifier.Representation?)? = nil,
    progress: (@Sendable (_ done: Int, _ of: Int) -> Void)? = nil
  ) async throws(TrainingError) -> EvaluationResult {
    let tested = excludesLong ? Self.withoutLong(set.examples) : set.examples
    let separate = training.map { excludesLong ? Self.withoutLong($0.examples) : $0.examples }
    guard !tested.isEmpty else { throw .noExamples }
    let classes = Set((tested + (separate ?? [])).map(\.label)).count
    guard classes <= ConfusionMatrix.mostClasses else {
      throw .contradiction("\(classes) classes: \(ConfusionMatrix.mostClasses) are possible")
    }
    let splits = try self.splits(of: tested, separate: separate)
    var outcomes = [EvaluationResult.Outcome?](repeating: nil, count: tested.count)
    for (done, split) in splits.enumerated() {
      // Training uses all cores by itself.
      let model = try await classifier.train(split.training)
      for index in split.tested {
        outcomes[index] = .init(of: tested[index], shown: shown) {
          (representation) throws(GestureError) in
          try classifier.recognize(representation, with: model)
        }
      }
      progress?(done + 1, splits.count)
    }
    return EvaluationResult(
      outcomes: outcomes.compactMap { $0 }, refused: set.refused.count,
      excluded: set.examples.count - tested.count)
  }

  /// `examples` without those that last over twice their user's median for their letter.
  static func withoutLong<R>(_ examples: [Example<R>]) -> [Example<R>] {
    let groups = Dictionary(grouping: examples) { WriterAndLetter(user: $0.user, label: $0.label) }
    let limits = groups.mapValues { group in 2 * (group.map(\.duration).median ?? 0) }
    return examples.filter { example in
      let group = WriterAndLetter(user: example.user, label: example.label)
      let limit = limits[group] ?? .infinity
      return example.duration <= limit
    }
  }
}

/// Whose examples of which letter are compared in length.
private struct WriterAndLetter: Hashable {
  var user: String?
  var label: String
}
