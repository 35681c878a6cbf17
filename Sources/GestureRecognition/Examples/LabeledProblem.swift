/// Labelled feature vectors, checked, with their classes numbered in alphabetical order.
struct LabeledProblem: Sendable {
  /// The largest magnitude of a feature: beyond it, squares and sums could overflow.
  static let largestFeature = 1e100

  let labels: [String]
  let vectors: [[Double]]
  let classes: [Int]

  /// - Parameter featureCount: The length of a vector; by default that of the first one.
  /// - Throws: ``TrainingError`` for no examples, one class only, vectors of another length, and
  ///   features that are not finite or too large to compute with.
  init(_ examples: [Example<[Double]>], featureCount: Int? = nil) throws(TrainingError) {
    guard let first = examples.first else { throw .noExamples }
    let count = featureCount ?? first.representation.count
    for (place, example) in examples.enumerated() {
      let name = example.name.isEmpty ? "example \(place)" : example.name
      guard example.representation.count == count else {
        throw .featureCount(example: name, found: example.representation.count, expected: count)
      }
      if let feature = example.representation.firstIndex(where: {
        !(abs($0) <= LabeledProblem.largestFeature)
      }) {
        throw .featureNotFinite(example: name, feature: feature)
      }
    }
    let labels = Set(examples.map(\.label)).sorted()
    guard labels.count >= 2 else { throw .oneClass(first.label) }
    let index = Dictionary(uniqueKeysWithValues: zip(labels, labels.indices))
    self.labels = labels
    vectors = examples.map(\.representation)
    classes = examples.compactMap { index[$0.label] }
  }

  /// The indices of the vectors of each class.
  var members: [[Int]] {
    var members = [[Int]](repeating: [], count: labels.count)
    for (index, row) in classes.enumerated() { members[row].append(index) }
    return members
  }
}
