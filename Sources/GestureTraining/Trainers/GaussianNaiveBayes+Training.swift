package import GestureRecognition

extension GaussianNaiveBayes {
  /// Trains on at least two examples of each of at least two classes.
  ///
  /// Variances are at least 1e-9 of the largest variance of a feature over all examples, so that a
  /// feature that is constant within a class does not decide alone.
  package init(training examples: [Example<[Double]>]) throws(TrainingError) {
    let problem = try LabeledProblem(examples)
    guard problem.vectors[0].count > 0 else { throw .nothingLeft("train on: no features") }
    let floor = Self.varianceFloor(of: problem.vectors)
    var classes: [Distribution] = []
    for (label, members) in zip(problem.labels, problem.members) {
      let vectors = members.map { problem.vectors[$0] }
      classes.append(try Self.distribution(of: vectors, label: label, varianceFloor: floor))
    }
    self.init(classes: classes)
  }

  /// Trains the distributions of vectors that are not gestures, one per label, and replaces the
  /// previous ones.
  ///
  /// - Throws: ``TrainingError`` for fewer than two vectors of a label, a length that differs from
  ///   the classes', and features that are not finite or larger than 1e100. Nothing changes then.
  package mutating func setNullClasses(_ examples: [Example<[Double]>]) throws(TrainingError) {
    for example in examples {
      try LabeledProblem.check(
        example.representation, featureCount: featureCount, name: example.name)
    }
    let floor = Self.varianceFloor(of: examples.map(\.representation))
    let groups = Dictionary(grouping: examples, by: \.label)
    var distributions: [Distribution] = []
    for label in groups.keys.sorted() {
      let vectors = (groups[label] ?? []).map(\.representation)
      distributions.append(
        try Self.distribution(of: vectors, label: label, varianceFloor: floor))
    }
    nullClasses = distributions
  }

  private static func distribution(
    of vectors: [[Double]], label: String, varianceFloor: Double
  ) throws(TrainingError) -> Distribution {
    guard vectors.count >= 2 else {
      throw .tooFewExamples(label: label, count: vectors.count, minimum: 2)
    }
    let moments = vectors[0].indices.map { feature in
      Self.moments(of: vectors.lazy.map { $0[feature] })
    }
    let means = moments.map(\.mean)
    let variances = moments.map { max($0.variance, varianceFloor) }
    let plain = Distribution(label: label, means: means, variances: variances)
    let scores = Self.moments(of: vectors.map(plain.score))
    return Distribution(
      label: label, means: means, variances: variances, meanScore: scores.mean,
      scoreDeviation: scores.variance.squareRoot())
  }

  private static func varianceFloor(of vectors: [[Double]]) -> Double {
    guard let first = vectors.first else { return 1 }
    let largest = first.indices.map { feature in
      moments(of: vectors.lazy.map { $0[feature] }).variance
    }.max()
    // If there is no variance, any positive floor will do.
    return max(1e-9 * (largest ?? 0), 1e-200)
  }

  /// The mean and the unbiased variance, in one pass (B. P. Welford, 1962).
  private static func moments(
    of values: some Sequence<Double>
  ) -> (mean: Double, variance: Double) {
    var (count, mean, squares) = (0.0, 0.0, 0.0)
    for value in values {
      count += 1
      let distance = value - mean
      mean += distance / count
      squares += distance * (value - mean)
    }
    return (mean, count > 1 ? squares / (count - 1) : 0)
  }
}
