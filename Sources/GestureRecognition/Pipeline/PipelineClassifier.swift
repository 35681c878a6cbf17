/// The classifier of the feature vectors of a pipeline.
package enum PipelineClassifier: Hashable, Sendable, Codable {
  /// A linear classifier of scaled features.
  case linear(LinearClassifier, FeatureScaling)
  /// Gaussian naive Bayes with a null class.
  ///
  /// One normal distribution per feature and class.
  case naiveBayes(GaussianNaiveBayes)

  /// The classes in alphabetical order.
  package var labels: [String] {
    switch self {
    case .linear(let classifier, _): classifier.labels
    case .naiveBayes(let classifier): classifier.labels
    }
  }

  /// The length of a feature vector.
  var featureCount: Int {
    switch self {
    case .linear(_, let scaling): scaling.means.count
    case .naiveBayes(let classifier): classifier.featureCount
    }
  }

  /// The inconsistency of its parts as an error text, or `nil` if there is none.
  var validationError: String? {
    guard case .linear(let classifier, let scaling) = self else { return nil }
    guard scaling.means.count == scaling.factors.count,
      classifier.featureCount == scaling.means.count + 1
    else {
      return "expected \(scaling.means.count) scale factors and \(scaling.means.count + 1) weights "
        + "a class for \(scaling.means.count) means, got \(scaling.factors.count) and "
        + "\(classifier.featureCount)"
    }
    return nil
  }

  /// Classifies a feature vector.
  func recognize(_ vector: [Double]) throws(GestureError) -> Recognition {
    switch self {
    case .linear(let classifier, let scaling):
      guard vector.count == scaling.means.count else {
        throw .featureCount(found: vector.count, expected: scaling.means.count)
      }
      return try classifier.recognize(scaling.scaled(vector))
    case .naiveBayes(let classifier):
      return try classifier.recognize(vector)
    }
  }
}

/// The training algorithm of the classifier of a pipeline.
package enum PipelineTrainer: Hashable, Sendable, Codable {
  /// `SoftmaxRegression` of scaled features.
  ///
  /// Default penalty: `nil`, selected by cross-validation on the training set.
  case logisticRegression(penalty: Double? = nil)
  /// `AveragedPerceptron` of scaled features.
  case averagedPerceptron(maximumEpochs: Int = 100, seed: UInt64 = 1)
  /// `RidgeRegression` of scaled features, for many features of few examples.
  case ridge
  /// `GaussianNaiveBayes` of the unscaled features.
  case naiveBayes(nullRejectionCoefficient: Double = 10)

  /// The name on the command line.
  package var name: String {
    switch self {
    case .logisticRegression: "logistic-regression"
    case .averagedPerceptron: "averaged-perceptron"
    case .ridge: "convolution-kernels"
    case .naiveBayes: "gaussian-naive-bayes"
    }
  }

  /// Trains a classifier on feature vectors of equal length.
  ///
  /// - Parameters:
  ///   - examples: The feature vectors with their labels.
  ///   - isCalibrated: Whether confidences are calibrated on held-out examples.
  func train(
    _ examples: [Example<[Double]>], isCalibrated: Bool = true
  ) async throws(TrainingError) -> (classifier: PipelineClassifier, report: TrainingReport) {
    let problem = try LabeledProblem(examples)
    if case .naiveBayes(let coefficient) = self {
      var classifier = try GaussianNaiveBayes(training: examples)
      if isCalibrated {
        classifier.confidenceScale = try await ConfidenceCalibration.scale(of: examples) {
          part throws(TrainingError) in
          let part = try GaussianNaiveBayes(training: part)
          return (part.labels, { vector in part.classes.map { $0.score(of: vector) } })
        }
      }
      classifier.nullRejectionCoefficient = coefficient
      return (.naiveBayes(classifier), Self.report(of: classifier, on: examples))
    }
    let scaling = FeatureScaling(of: problem.vectors)
    let scaled = examples.map { example in
      var example = example
      example.representation = scaling.scaled(example.representation)
      return example
    }
    if case .ridge = self { return try Self.ridge(scaled, scaling, problem) }
    if case .averagedPerceptron(let epochs, let seed) = self {
      guard epochs > 0 else { throw .invalidOptions("expected 1 epoch or more, got \(epochs)") }
      let perceptron = AveragedPerceptron(maximumEpochs: epochs, seed: seed)
      var (classifier, report) = try perceptron.train(scaled)
      if isCalibrated {
        try await classifier.calibrate(on: scaled) {
          part throws(TrainingError) in try perceptron.train(part).classifier
        }
      }
      return (.linear(classifier, scaling), report)
    }
    var regression = SoftmaxRegression()
    var selection: PenaltySelection? = PenaltySelection(penalties: Self.penalties)
    if case .logisticRegression(let penalty?) = self {
      guard penalty > 0, penalty.isFinite else {
        throw .invalidOptions("expected a finite positive penalty, got \(penalty)")
      }
      regression.penalty = penalty
      selection = nil
    }
    let (classifier, report, _) = try await regression.train(
      scaled, selection: selection, isCalibrated: isCalibrated)
    return (.linear(classifier, scaling), report)
  }

  private static func ridge(
    _ examples: [Example<[Double]>], _ scaling: FeatureScaling, _ problem: LabeledProblem
  ) throws(TrainingError) -> (classifier: PipelineClassifier, report: TrainingReport) {
    let found = try RidgeRegression().train(
      vectors: examples.map(\.representation), classes: problem.classes,
      classCount: problem.labels.count)
    do {
      let classifier = try LinearClassifier(
        labels: problem.labels, featureCount: scaling.means.count + 1, weights: found.weights,
        confidenceScale: found.confidenceScale)
      return (
        .linear(classifier, scaling),
        TrainingReport(converged: true, iterations: 1, loss: found.loss, mistakes: found.mistakes)
      )
    } catch {
      throw .invalidOptions(error.description)
    }
  }

  /// The candidate penalties.
  ///
  /// Features of unit deviation need larger penalties than zone features.
  private static let penalties = [0.1, 0.03, 0.01, 3e-3, 1e-3, 3e-4, 1e-4]

  /// The training report of a naive Bayes classifier.
  ///
  /// The fit is closed-form, in one pass. The loss is the mean negative log-density.
  private static func report(
    of classifier: GaussianNaiveBayes, on examples: [Example<[Double]>]
  ) -> TrainingReport {
    var loss = 0.0
    var mistakes = 0
    for example in examples {
      guard let own = classifier.classes.first(where: { $0.label == example.label }) else {
        continue
      }
      loss -= own.score(of: example.representation) / Double(examples.count)
      let read = try? classifier.recognize(example.representation)
      mistakes += read?.label == example.label ? 0 : 1
    }
    return TrainingReport(converged: true, iterations: 1, loss: loss, mistakes: mistakes)
  }
}
