internal import RotationMath

extension Evaluation {
  /// One training and the indices of the examples that are tested with its model.
  struct Split<R: Sendable>: Sendable {
    var training: [Example<R>]
    var tested: [Int]
  }

  /// The trainings that the protocol asks for. Each example is tested at most once.
  func splits<R>(
    of examples: [Example<R>], separate: [Example<R>]?
  ) throws(TrainingError) -> [Split<R>] {
    if let count = examplesPerClass {
      guard count > 0 else { throw .contradiction("\(count) examples per class: 1 or more") }
      guard method != .trainTest else {
        throw .contradiction("a number of examples per class does not go with train-test")
      }
    }
    if let otherUsers {
      guard otherUsers > 0, method == .leaveOneUserOut else {
        throw .contradiction(
          "\(otherUsers) other users: 1 or more, and with leave-one-user-out only")
      }
    }
    guard (separate != nil) == (method == .trainTest) else {
      throw .contradiction("a separate training set goes with train-test, and train-test with one")
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
        guard !training.isEmpty else { throw .nothingLeft("learn from but one repetition") }
        splits.append(Split(training: training.map { examples[$0] }, tested: tested))
      }
    }
    return splits
  }

  private func leaveOneUserOut<R>(_ examples: [Example<R>]) throws(TrainingError) -> [Split<R>] {
    let users = try Self.users(of: examples, minimum: 2)
    let repetitions = Self.repetitions(of: examples)
    let known = examplesPerClass ?? 0
    let count = min(otherUsers ?? .max, users.count - 1)
    return users.enumerated().compactMap { place, entry in
      let (user, indices) = entry
      let others = Set((1...count).map { users[(place + $0) % users.count].user })
      let tested = indices.filter { repetitions[$0] >= known }
      let training = examples.indices.filter {
        examples[$0].user == user
          ? repetitions[$0] < known : others.contains(examples[$0].user ?? "")
      }
      return tested.isEmpty
        ? nil : Split(training: training.map { examples[$0] }, tested: tested)
    }
  }

  private func mixed<R>(_ examples: [Example<R>]) throws(TrainingError) -> [Split<R>] {
    guard folds >= 2, examples.count >= folds else {
      throw .contradiction(
        "\(folds) parts of \(examples.count) examples: 2 parts or more, none empty")
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

  /// The first so many examples of each class; all of them for `nil`.
  private static func first<R>(_ count: Int?, ofEachClassIn examples: [Example<R>]) -> [Example<R>]
  {
    guard let count else { return examples }
    var seen: [String: Int] = [:]
    return examples.filter { example in
      seen[example.label, default: 0] += 1
      return seen[example.label, default: 0] <= count
    }
  }

  /// The users in alphabetical order, each with the indices of the examples.
  private static func users<R>(
    of examples: [Example<R>], minimum: Int
  ) throws(TrainingError) -> [(user: String, indices: [Int])] {
    if let anonymous = examples.first(where: { $0.user == nil }) {
      throw .contradiction("\(anonymous.name) does not say who wrote it, which this protocol needs")
    }
    let groups = Dictionary(grouping: examples.indices) { examples[$0].user ?? "" }
    guard groups.count >= minimum else {
      throw .tooFewUsers(count: groups.count, minimum: minimum)
    }
    return groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Which repetition each example is of its user's letter, from 0.
  private static func repetitions<R>(of examples: [Example<R>]) -> [Int] {
    var seen: [String?: [String: Int]] = [:]
    return examples.map { example in
      let count = seen[example.user, default: [:]][example.label, default: 0]
      seen[example.user, default: [:]][example.label] = count + 1
      return count
    }
  }
}
