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
  /// - Throws: ``TrainingError`` for no examples, one class only, vectors of another length, and
  ///   features that are not finite or too large.
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
    let index = Dictionary(uniqueKeysWithValues: zip(labels, labels.indices))
    self.labels = labels
    vectors = examples.map(\.representation)
    classes = examples.compactMap { index[$0.label] }
  }

  /// Validates the vector of the example called `name`.
  ///
  /// - Throws: ``TrainingError`` for another length, and for a feature that is not finite or too
  ///   large.
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
