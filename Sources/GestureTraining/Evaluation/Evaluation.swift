internal import GestureRecognition
internal import RotationMath

/// Evaluates a classifier on unseen gestures.
public struct Evaluation: Hashable, Sendable {
  /// The partition into training and test sets.
  package var method: EvaluationProtocol
  /// The seed of the partition of ``EvaluationProtocol/mixed``.
  package var seed: UInt64
  /// The number of folds of ``EvaluationProtocol/mixed``; fewer examples are each a fold.
  package var folds = 10
  /// The number of groups of users with ``EvaluationProtocol/leaveOneUserOut``: one group is left
  /// out at a time, dealt by the seed. `nil` leaves out each user alone.
  package var userGroups: Int?
  /// The number of training examples of each class; `nil` for all.
  ///
  /// With ``EvaluationProtocol/userDependent``, train on the user's first examples of each class
  /// and test on the rest. With ``EvaluationProtocol/leaveOneUserOut``, add them to the examples of
  /// the other users. With ``EvaluationProtocol/mixed``, it is the largest number of examples.
  package var examplesPerClass: Int?
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
    let (splits, untested) = try Self.testable(
      self.splits(of: tested, separate: separate), of: tested, fixedLabels: classifier.fixedLabels)
    var outcomes = [EvaluationResult.Outcome?](repeating: nil, count: tested.count)
    for (done, split) in splits.enumerated() {
      let model = try await classifier.train(split.training, own: split.own)
      var sessions = WriterSessions(classifier.session(with: model))
      for index in split.tested {
        outcomes[index] = .init(
          of: tested[index], shown: shown, sessions: &sessions,
          recognize: classifier.recognizer(with: model))
      }
      progress?(done + 1, splits.count)
    }
    return EvaluationResult(
      outcomes: outcomes.compactMap { $0 }, rejectedRecordings: set.rejected.count,
      excluded: set.examples.count - tested.count, untested: untested)
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

/// The partition of gestures into training and test sets.
public enum EvaluationProtocol: String, Hashable, Sendable, Codable, CaseIterable {
  /// For each user and each repetition: train on the user's other repetitions, test on this one.
  case userDependent = "user-dependent"
  /// Stratified cross-validation over all users, in ten folds or as many as there are examples.
  case mixed
  /// For each user: train on all other users, test on this one.
  case leaveOneUserOut = "leave-one-user-out"
  /// Train on one set, test on another.
  case trainTest = "train-test"
}

extension Evaluation {
  /// The training set of one model, and the indices of the examples that it is tested on.
  struct Split<R: Sendable>: Sendable {
    var training: [Example<R>]
    /// The training examples of the tested user, in addition to those of others.
    var own: [Example<R>] = []
    var tested: [Int]
  }

  /// The splits of the protocol. Each example is tested at most once.
  func splits<R>(
    of examples: [Example<R>], separate: [Example<R>]?
  ) throws(TrainingError) -> [Split<R>] {
    if let count = examplesPerClass {
      guard count > 0 else {
        throw .invalidOptions("expected at least 1 example per class, got \(count)")
      }
      guard method != .trainTest else {
        throw .invalidOptions("train-test does not take a number of examples per class")
      }
    }
    if let otherUsers {
      guard otherUsers > 0, method == .leaveOneUserOut else {
        throw .invalidOptions(
          "expected at least 1 other user, with leave-one-user-out, got \(otherUsers)")
      }
    }
    if let userGroups {
      guard userGroups >= 2, method == .leaveOneUserOut, otherUsers == nil, examplesPerClass == nil
      else {
        throw .invalidOptions(
          "expected 2 or more groups of users, with leave-one-user-out alone, got \(userGroups)")
      }
    }
    guard (separate != nil) == (method == .trainTest) else {
      throw .invalidOptions("expected a separate training set with train-test, and only then")
    }
    let splits =
      switch method {
      case .userDependent: try userDependent(examples)
      case .mixed: try mixed(examples)
      case .leaveOneUserOut: try leaveOneUserOut(examples)
      case .trainTest:
        [Split(training: separate ?? [], tested: Array(examples.indices))]
      }
    guard !splits.isEmpty else { throw .nothingLeft("test on") }
    return splits
  }

  /// The splits without the examples that no model could recognise, and the number of these: their
  /// class is none of `fixedLabels`, and has no training example.
  private static func testable<R>(
    _ splits: [Split<R>], of examples: [Example<R>], fixedLabels: [String]
  ) throws(TrainingError) -> (splits: [Split<R>], untested: Int) {
    var splits = splits
    var untested = 0
    for index in splits.indices {
      let known = Set(fixedLabels + (splits[index].training + splits[index].own).map(\.label))
      let count = splits[index].tested.count
      splits[index].tested.removeAll { !known.contains(examples[$0].label) }
      untested += count - splits[index].tested.count
    }
    splits.removeAll { $0.tested.isEmpty }
    guard !splits.isEmpty else {
      throw .nothingLeft("test on: no training example has the label of a tested one")
    }
    return (splits, untested)
  }

  // MARK: - The protocols

  private func userDependent<R>(_ examples: [Example<R>]) throws(TrainingError) -> [Split<R>] {
    let repetitions = Self.repetitions(of: examples)
    var splits: [Split<R>] = []
    for (_, indices) in try Self.users(of: examples, minimum: 1) {
      if let count = examplesPerClass {
        let tested = indices.filter { repetitions[$0] >= count }
        let training = indices.filter { repetitions[$0] < count }
        if !tested.isEmpty {
          splits.append(Split(training: training.map { examples[$0] }, tested: tested))
        }
        continue
      }
      for repetition in 0...(indices.map { repetitions[$0] }.max() ?? 0) {
        let tested = indices.filter { repetitions[$0] == repetition }
        let training = indices.filter { repetitions[$0] != repetition }
        splits.append(Split(training: training.map { examples[$0] }, tested: tested))
      }
    }
    return splits
  }

  private func leaveOneUserOut<R>(_ examples: [Example<R>]) throws(TrainingError) -> [Split<R>] {
    let users = try Self.users(of: examples, minimum: 2)
    if let userGroups { return try leaveGroupsOut(examples, users, count: userGroups) }
    let repetitions = Self.repetitions(of: examples)
    let own = examplesPerClass ?? 0
    let count = min(otherUsers ?? .max, users.count - 1)
    return users.enumerated().compactMap { place, entry in
      let indices = entry.indices
      let others = Set((1...count).map { users[(place + $0) % users.count].user })
      let tested = indices.filter { repetitions[$0] >= own }
      return tested.isEmpty
        ? nil
        : Split(
          training: examples.filter { others.contains($0.user ?? "") },
          own: indices.filter { repetitions[$0] < own }.map { examples[$0] }, tested: tested)
    }
  }

  private func leaveGroupsOut<R>(
    _ examples: [Example<R>], _ users: [(user: String, indices: [Int])], count: Int
  ) throws(TrainingError) -> [Split<R>] {
    guard users.count >= count else { throw .tooFewUsers(count: users.count, minimum: count) }
    var random = SplitMix64(seed: seed)
    let group = Folds(count: count, groups: examples.map { $0.user ?? "" }, using: &random).fold
    return (0..<count).map { left in
      Split(
        training: zip(examples, group).filter { $0.1 != left }.map(\.0),
        tested: examples.indices.filter { group[$0] == left })
    }
  }

  private func mixed<R>(_ examples: [Example<R>]) throws(TrainingError) -> [Split<R>] {
    let folds = min(folds, examples.count)
    guard folds >= 2 else {
      throw .invalidOptions(
        examples.count < 2
          ? "expected 2 or more examples, got \(examples.count)"
          : "expected 2 or more folds, got \(self.folds)")
    }
    var random = SplitMix64(seed: seed)
    let part = Folds(count: folds, labels: examples.map(\.label), using: &random).fold
    return (0..<folds).map { fold in
      Split(
        training: Self.first(
          examplesPerClass,
          ofEachClassIn: examples.indices.filter { part[$0] != fold }.map { examples[$0] }),
        tested: examples.indices.filter { part[$0] == fold })
    }
  }

  // MARK: - Grouping

  /// The first `count` examples of each class; all for `nil`.
  private static func first<R>(_ count: Int?, ofEachClassIn examples: [Example<R>]) -> [Example<R>]
  {
    guard let count else { return examples }
    var seen: [String: Int] = [:]
    return examples.filter { example in
      seen[example.label, default: 0] += 1
      return seen[example.label, default: 0] <= count
    }
  }

  /// The users in alphabetical order, each with the indices of its examples.
  private static func users<R>(
    of examples: [Example<R>], minimum: Int
  ) throws(TrainingError) -> [(user: String, indices: [Int])] {
    if let anonymous = examples.first(where: { $0.user == nil }) {
      throw .invalidOptions("\(anonymous.name) has no user: this protocol needs one")
    }
    let groups = Dictionary(grouping: examples.indices) { examples[$0].user ?? "" }
    guard groups.count >= minimum else {
      throw .tooFewUsers(count: groups.count, minimum: minimum)
    }
    return groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The repetition of each example among its user's examples of its class, from 0.
  private static func repetitions<R>(of examples: [Example<R>]) -> [Int] {
    var seen: [String?: [String: Int]] = [:]
    return examples.map { example in
      let count = seen[example.user, default: [:]][example.label, default: 0]
      seen[example.user, default: [:]][example.label] = count + 1
      return count
    }
  }
}

/// Accuracy by the amount of training data.
package struct LearningCurve: Hashable, Sendable, Codable {
  /// The training data that increase.
  package enum Amount: String, Hashable, Sendable, Codable, CaseIterable {
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
  package struct Point: Hashable, Sendable, Codable {
    /// The amount of training data.
    package var amount: Int
    package var correct: Int
    /// The number of tested gestures.
    package var total: Int
    /// The share of correctly recognised gestures.
    package var accuracy: Double { Double(correct) / Double(max(1, total)) }
  }

  /// The training data that increase.
  package let amount: Amount
  /// The evaluations, by increasing amount.
  package let points: [Point]
}

extension Evaluation {
  /// Evaluates `classifier` on `set` with increasing amounts of training data.
  ///
  /// `amount` determines the protocol; folds, seed and `excludesLong` are those of this
  /// evaluation. Amounts that fail to train are left out.
  ///
  /// - Parameters:
  ///   - amount: The training data that increase.
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
