internal import RotationMath

extension Evaluation {
  /// The training set of one model, and the indices of the examples that it is tested on.
  struct Split<R: Sendable>: Sendable {
    var training: [Example<R>]
    /// The training examples of the tested user, beside those of others.
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
        guard !training.isEmpty else {
          throw .nothingLeft("train on: the user wrote one repetition")
        }
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
    guard folds >= 2, examples.count >= folds else {
      throw .invalidOptions(
        "expected 2 to \(examples.count) folds of \(examples.count) examples, got \(folds)")
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
