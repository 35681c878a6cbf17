internal import LinearAlgebra
internal import RealModule

/// Gaussian naive Bayes with a null class: one normal distribution a feature and class.
///
/// Reads raw vectors, such as one sample of a three-axis sensor, without zones or windows. The
/// score of a class is the logarithm of its density at the vector, features taken as independent.
/// All classes are equally likely beforehand, however many examples each has.
///
/// A vector is no gesture where the winning density is improbably low for its own class. With *m*
/// and *s* the mean and the standard deviation of the logarithm over the class's own examples, and
/// *c* the ``nullRejectionCoefficient``, the threshold is *m* − *c s* (the rule of the adaptive
/// naive Bayes classifier of N. Gillian, R. B. Knapp and S. O'Modhrain, *An adaptive
/// classification algorithm for semiotic musical gestures*, Sound and Music Computing, 2011).
/// It learns from examples of the gestures alone.
///
/// Classes are independent of each other: one can be added, learned anew or removed without the
/// examples of the others.
public struct GaussianNaiveBayes: Hashable, Sendable {
  /// What is known of one class.
  public struct Distribution: Hashable, Sendable, Codable {
    /// The class.
    public let label: String
    /// The mean of each feature.
    public let means: [Double]
    /// The variance of each feature, positive.
    public let variances: [Double]
    /// The mean, over its examples, of the logarithm of its density.
    public let meanScore: Double
    /// The standard deviation of the same.
    public let scoreDeviation: Double

    /// The logarithm of the density at `vector`, which has as many features.
    public func score(of vector: [Double]) -> Double {
      var sum = 0.0
      for index in means.indices {
        let distance = vector[index] - means[index]
        sum -= (distance * distance / variances[index] + .log(2 * .pi * variances[index])) / 2
      }
      return sum
    }
  }

  /// What is known of each class, in alphabetical order.
  public private(set) var classes: [Distribution]
  /// How many standard deviations below its usual value a score may be; infinite accepts all.
  /// Default: 10.
  public var nullRejectionCoefficient = 10.0

  /// The length of a vector.
  public var featureCount: Int { classes[0].means.count }
  /// The classes in alphabetical order.
  public var labels: [String] { classes.map(\.label) }

  /// Learns from `examples`, at least two of each of two classes.
  ///
  /// A variance below 1e-9 of the largest variance of a feature over all examples is raised to it,
  /// so that a feature which never changed in a class does not decide alone.
  ///
  /// - Throws: ``TrainingError`` for no examples, one class only, one example of a class, vectors of
  ///   different lengths or none, and features that are not finite or larger than 1e100.
  public init(learningFrom examples: [Example<[Double]>]) throws(TrainingError) {
    let problem = try LabeledProblem(examples)
    guard problem.vectors[0].count > 0 else { throw .nothingLeft("learn from: no features") }
    let floor = Self.varianceFloor(of: problem.vectors)
    classes = []
    for (label, members) in zip(problem.labels, problem.members) {
      let vectors = members.map { problem.vectors[$0] }
      classes.append(try Self.distribution(of: vectors, label: label, varianceFloor: floor))
    }
  }

  /// A model of parts that fit together.
  init(classes: [Distribution], nullRejectionCoefficient: Double) {
    self.classes = classes
    self.nullRejectionCoefficient = nullRejectionCoefficient
  }

  // MARK: - Classes

  /// Learns the class `label` from `vectors`, in place of what was known of it; other classes stay
  /// as they are.
  ///
  /// - Throws: ``TrainingError`` for less than two vectors, another length than the other classes',
  ///   and features that are not finite or larger than 1e100; nothing changes then.
  public mutating func learn(_ label: String, from vectors: [[Double]]) throws(TrainingError) {
    for (place, vector) in vectors.enumerated() {
      let name = "example \(place) of \(label)"
      guard vector.count == featureCount else {
        throw .featureCount(example: name, found: vector.count, expected: featureCount)
      }
      if let feature = vector.firstIndex(where: {
        !(abs($0) <= LabeledProblem.largestFeature)
      }) {
        throw .featureNotFinite(example: name, feature: feature)
      }
    }
    let learned = try Self.distribution(
      of: vectors, label: label, varianceFloor: Self.varianceFloor(of: vectors))
    classes.removeAll { $0.label == label }
    let place = classes.firstIndex { $0.label > label } ?? classes.endIndex
    classes.insert(learned, at: place)
  }

  /// Forgets the class `label`, unless it is the last one.
  ///
  /// - Returns: Whether it was known and is forgotten.
  @discardableResult
  public mutating func forget(_ label: String) -> Bool {
    guard classes.count > 1, let index = classes.firstIndex(where: { $0.label == label }) else {
      return false
    }
    classes.remove(at: index)
    return true
  }

  // MARK: - Reading

  /// What `vector` is read as; confidences are the posterior probabilities of the classes.
  ///
  /// - Throws: ``GestureError/featureCount(found:expected:)``, or
  ///   ``GestureError/featureNotFinite(feature:)`` where a score would not be finite.
  public func recognize(_ vector: [Double]) throws(GestureError) -> Recognition {
    guard vector.count == featureCount else {
      throw .featureCount(found: vector.count, expected: featureCount)
    }
    let scores = classes.map { $0.score(of: vector) }
    guard scores.allSatisfy(\.isFinite) else {
      throw .notFinite(in: vector)
    }
    var recognition = Recognition(labels: labels, scores: scores, temperature: 1)
    let best = LinearScorer.best(of: scores) ?? 0
    recognition.isGesture = recognition.score >= threshold(of: classes[best])
    return recognition
  }

  /// The score below which a vector is not of this class.
  public func threshold(of distribution: Distribution) -> Double {
    nullRejectionCoefficient == .infinity
      ? -.infinity
      : distribution.meanScore - nullRejectionCoefficient * distribution.scoreDeviation
  }

  // MARK: - Learning

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
    let plain = Distribution(
      label: label, means: means, variances: variances, meanScore: 0, scoreDeviation: 0)
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
    // Where nothing varies at all, any width serves.
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
