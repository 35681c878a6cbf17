internal import GestureRecognition

/// Labelled feature vectors, validated, with classes numbered in alphabetical order.
struct LabeledProblem: Sendable {
  /// The largest magnitude of a feature. Squares and sums of larger ones could overflow.
  static let largestFeature = 1e100

  let labels: [String]
  let vectors: [[Double]]
  let classes: [Int]

  /// Validates and numbers examples.
  ///
  /// - Parameter featureCount: The length of a vector; by default that of the first one.
  init(_ examples: [Example<[Double]>], featureCount: Int? = nil) throws(TrainingError) {
    guard let first = examples.first else { throw .noExamples }
    let count = featureCount ?? first.representation.count
    for (place, example) in examples.enumerated() {
      try Self.check(
        example.representation, featureCount: count,
        name: example.name.isEmpty ? "example \(place)" : example.name)
    }
    let labels = Set(examples.map(\.label)).sorted()
    guard labels.count >= 2 else { throw .oneClass(first.label) }
    try examples.requireDifference()
    let index = Dictionary(uniqueKeysWithValues: zip(labels, labels.indices))
    self.labels = labels
    vectors = examples.map(\.representation)
    classes = examples.compactMap { index[$0.label] }
  }

  /// Validates the vector of the example called `name`.
  static func check(
    _ vector: [Double], featureCount: Int, name: @autoclosure () -> String
  ) throws(TrainingError) {
    guard vector.count == featureCount else {
      throw .featureCount(example: name(), found: vector.count, expected: featureCount)
    }
    if let feature = vector.firstIndex(where: { !(abs($0) <= largestFeature) }) {
      throw .featureNotFinite(example: name(), feature: feature)
    }
  }

  /// The indices of the vectors of each class.
  var members: [[Int]] { Self.members(of: classes, classCount: labels.count) }

  /// The places of each class, from the class at each place.
  static func members(of classes: [Int], classCount: Int) -> [[Int]] {
    var members = [[Int]](repeating: [], count: classCount)
    for (index, row) in classes.enumerated() { members[row].append(index) }
    return members
  }
}

/// A partition of examples into folds.
struct Folds: Hashable, Sendable {
  /// The fold of each example.
  let fold: [Int]

  /// Shuffles the examples and deals them out class by class. The numbers of a class in two folds,
  /// and the sizes of two folds, differ by at most one.
  init<Label: Comparable>(
    count: Int, labels: [Label], using random: inout some RandomNumberGenerator
  ) {
    let order = labels.indices.shuffled(using: &random).sorted { labels[$0] < labels[$1] }
    var fold = [Int](repeating: 0, count: labels.count)
    for (place, index) in order.enumerated() { fold[index] = place % count }
    self.fold = fold
  }

  /// Shuffles the groups, such as writers, and deals them out: the examples of a group are in one
  /// fold. The numbers of groups in two folds differ by at most one.
  init<Group: Hashable & Comparable>(
    count: Int, groups: [Group], using random: inout some RandomNumberGenerator
  ) {
    let order = Set(groups).sorted().shuffled(using: &random)
    let places = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    fold = groups.map { places[$0, default: 0] % count }
  }
}
