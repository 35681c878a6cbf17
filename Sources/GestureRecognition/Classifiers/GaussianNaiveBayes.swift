internal import LinearAlgebra
internal import RealModule

/// Gaussian naive Bayes with null rejection: one normal distribution per feature and class.
///
/// The input is a raw vector, such as one sample of a three-axis sensor. The score of a class is
/// the logarithm of its density at the vector, with independent features. All classes have equal
/// priors, independent of their numbers of examples.
///
/// A vector is rejected if the density of the best class is below a threshold. With *m* and *s* the
/// mean and the standard deviation of the log density over the class's own examples, and *c* the
/// ``nullRejectionCoefficient``, the threshold is *m* − *c s* (the rule of the adaptive naive Bayes
/// classifier of N. Gillian, R. B. Knapp and S. O'Modhrain, *An adaptive classification algorithm
/// for semiotic musical gestures*, Sound and Music Computing, 2011). Training needs no examples of
/// other movements. With examples of them (`setNullClasses(_:)`), a vector is also rejected if
/// its density in one of their distributions is 20 times that in the best class.
///
/// Classes are independent: one can be removed without the examples of the others.
package struct GaussianNaiveBayes: Hashable, Sendable {
  /// The distribution of one class.
  package struct Distribution: Hashable, Sendable {
    package let label: String
    package let means: [Double]
    /// The variance of each feature, positive.
    package let variances: [Double]
    package let meanScore: Double
    /// The standard deviation of the log density over its examples.
    package let scoreDeviation: Double

    package init(
      label: String, means: [Double], variances: [Double], meanScore: Double = 0,
      scoreDeviation: Double = 0
    ) {
      self.label = label
      self.means = means
      self.variances = variances
      self.meanScore = meanScore
      self.scoreDeviation = scoreDeviation
    }

    /// The log density at `vector`, which has as many features.
    package func score(of vector: [Double]) -> Double {
      var sum = 0.0
      for index in means.indices {
        let distance = vector[index] - means[index]
        sum -= (distance * distance / variances[index] + .log(2 * .pi * variances[index])) / 2
      }
      return sum
    }
  }

  package private(set) var classes: [Distribution]
  /// The distributions of vectors that are not gestures, in alphabetical order. Default: none.
  package var nullClasses: [Distribution] = []
  /// The number of standard deviations below the mean at which a score is rejected (default: 10).
  /// Infinity accepts all.
  package var nullRejectionCoefficient = 10.0
  /// The confidences of the scores (default: the posterior probabilities). Features that depend on
  /// each other need a higher temperature: each counts as separate evidence.
  package var confidenceScale = ConfidenceScale()

  /// The length of a vector.
  package var featureCount: Int { classes[0].means.count }
  /// The classes in alphabetical order.
  package var labels: [String] { classes.map { $0.label } }

  /// The logarithm of the ratio of densities from which a null class wins: 20 to 1, where strong
  /// evidence begins (R. E. Kass, A. E. Raftery, *Bayes factors*, J. Am. Stat. Assoc. 90, 1995,
  /// doi:10.1080/01621459.1995.10476572). Chosen from 1, 3, 7, 20 and 150 on synthetic people and
  /// `air-letters`.
  private static let evidence = 3.0

  package init(
    classes: [Distribution], nullClasses: [Distribution] = [], nullRejectionCoefficient: Double = 10
  ) {
    self.classes = classes
    self.nullClasses = nullClasses
    self.nullRejectionCoefficient = nullRejectionCoefficient
  }

  /// The classifier without the other classes.
  func restricted(to kept: Set<String>) throws(ModelError) -> GaussianNaiveBayes {
    var classifier = self
    classifier.classes = try classes.keeping { kept.contains($0.label) }
    return classifier
  }

  package func recognize(_ vector: [Double]) throws(GestureError) -> Recognition {
    try GestureError.check(featureCount: vector.count, expected: featureCount)
    let scores = classes.map { $0.score(of: vector) }
    guard scores.allSatisfy({ $0.isFinite }) else {
      throw .notFinite(in: vector)
    }
    var recognition = Recognition(labels: labels, scores: scores, scale: confidenceScale)
    let best = LinearScorer.best(of: scores) ?? 0
    recognition.isGesture =
      recognition.score >= threshold(of: classes[best])
      && !nullClasses.contains { $0.score(of: vector) > recognition.score + Self.evidence }
    return recognition
  }

  /// The score below which a vector is not of this class.
  private func threshold(of distribution: Distribution) -> Double {
    nullRejectionCoefficient == .infinity
      ? -.infinity
      : distribution.meanScore - nullRejectionCoefficient * distribution.scoreDeviation
  }

}

extension GaussianNaiveBayes: ModelPart {
  package init(_ part: Self?, in file: inout ModelCoder) throws(ModelError) {
    let classes = try file.coded(part?.classes)
    let nullClasses = try file.coded(part?.nullClasses)
    let coefficient = try file.coded(part?.nullRejectionCoefficient)
    guard let width = classes.first?.means.count, width > 0,
      Set(classes.map { $0.label }).count == classes.count
    else {
      throw .inconsistent("expected classes of distinct names with at least one feature")
    }
    for distribution in classes + nullClasses {
      let numbers = distribution.means + [distribution.meanScore, distribution.scoreDeviation]
      guard distribution.means.count == width, distribution.variances.count == width,
        numbers.allSatisfy({ $0.isFinite }),
        distribution.variances.allSatisfy({ $0 > 0 && $0.isFinite })
      else {
        throw .inconsistent(
          "class \(distribution.label): expected \(width) finite means and positive variances")
      }
    }
    guard !coefficient.isNaN else {
      throw .inconsistent("expected a coefficient of the null rejection, got \(coefficient)")
    }
    self.init(
      classes: classes.sorted { $0.label < $1.label }, nullClasses: nullClasses,
      nullRejectionCoefficient: coefficient)
    confidenceScale = try file.coded(part?.confidenceScale)
  }
}

extension GaussianNaiveBayes.Distribution: ModelPart {
  package init(_ part: Self?, in file: inout ModelCoder) throws(ModelError) {
    try self.init(
      label: file.coded(part?.label), means: file.coded(part?.means),
      variances: file.coded(part?.variances), meanScore: file.coded(part?.meanScore),
      scoreDeviation: file.coded(part?.scoreDeviation))
  }
}
