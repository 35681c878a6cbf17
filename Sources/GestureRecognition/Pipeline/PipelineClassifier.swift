/// What a pipeline reads its feature vectors by.
package enum PipelineClassifier: Hashable, Sendable, Codable {
  /// Linear scores of scaled features.
  case linear(LinearClassifier, FeatureScaling)
  /// One normal distribution a feature and class, with a null class.
  case naiveBayes(GaussianNaiveBayes)

  /// The classes in alphabetical order.
  package var labels: [String] {
    switch self {
    case .linear(let classifier, _): classifier.labels
    case .naiveBayes(let classifier): classifier.labels
    }
  }

  /// The length of a vector.
  var featureCount: Int {
    switch self {
    case .linear(_, let scaling): scaling.means.count
    case .naiveBayes(let classifier): classifier.featureCount
    }
  }

  /// What is wrong with its parts; `nil` when nothing is.
  var validationError: String? {
    guard case .linear(let classifier, let scaling) = self else { return nil }
    guard scaling.means.count == scaling.factors.count,
      classifier.featureCount == scaling.means.count + 1
    else {
      return "\(classifier.featureCount) weights a class, \(scaling.means.count) means and "
        + "\(scaling.factors.count) factors: expected a weight for each, and one more"
    }
    return nil
  }

  /// What `vector` is read as.
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

/// How a pipeline's classifier learns.
package enum PipelineTrainer: Hashable, Sendable, Codable {
  /// ``SoftmaxRegression`` of scaled features; `nil` chooses the penalty inside the training data.
  case logisticRegression(penalty: Double? = nil)
  /// ``AveragedPerceptron`` of scaled features.
  case averagedPerceptron(maximumEpochs: Int = 100, seed: UInt64 = 1)
  /// ``GaussianNaiveBayes`` of the features as they are.
  case naiveBayes(nullRejectionCoefficient: Double = 10)

  /// The name that command lines know it by.
  package var name: String {
    switch self {
    case .logisticRegression: "logistic-regression"
    case .averagedPerceptron: "averaged-perceptron"
    case .naiveBayes: "gaussian-naive-bayes"
    }
  }

  /// Learns from examples of one length.
  func train(
    _ examples: [Example<[Double]>]
  ) async throws(TrainingError) -> (classifier: PipelineClassifier, report: TrainingReport) {
    let problem = try LabeledProblem(examples)
    if case .naiveBayes(let coefficient) = self {
      var classifier = try GaussianNaiveBayes(training: examples)
      classifier.nullRejectionCoefficient = coefficient
      return (.naiveBayes(classifier), Self.report(of: classifier, on: examples))
    }
    let scaling = FeatureScaling(of: problem.vectors)
    let scaled = examples.map { example in
      var example = example
      example.representation = scaling.scaled(example.representation)
      return example
    }
    if case .averagedPerceptron(let epochs, let seed) = self {
      guard epochs > 0 else { throw .invalidOptions("\(epochs) epochs: 1 or more are needed") }
      let (classifier, report) = try AveragedPerceptron(maximumEpochs: epochs, seed: seed)
        .train(scaled)
      return (.linear(classifier, scaling), report)
    }
    var regression = SoftmaxRegression()
    var selection: PenaltySelection? = PenaltySelection(penalties: Self.penalties)
    if case .logisticRegression(let penalty?) = self {
      guard penalty > 0, penalty.isFinite else {
        throw .invalidOptions("penalty \(penalty): it must be finite and positive")
      }
      regression.penalty = penalty
      selection = nil
    }
    let (classifier, report, _) = try await regression.train(scaled, selection: selection)
    return (.linear(classifier, scaling), report)
  }

  /// Features of deviation 1 need more than those of zones.
  private static let penalties = [0.1, 0.03, 0.01, 3e-3, 1e-3, 3e-4, 1e-4]

  /// Densities are fitted in one pass; the loss is the mean negative logarithm of the density.
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
