package import GestureRecognition

/// Zone features and linear scores: `zone-perceptron`, the lab's classifier, and `zone-softmax`.
///
/// `ZoneFeatures` makes its examples of strokes and of motions.
package struct ZoneTrainer: GestureClassifier {
  /// The training of the weights.
  package enum Method: Sendable {
    /// The lab's perceptron.
    case perceptron(MulticlassPerceptron)
    /// Logistic regression, which needs no random starts.
    case softmax(SoftmaxRegression = SoftmaxRegression())
  }

  /// A model and the outcome of its training, by method.
  typealias Outcome = (
    model: FeatureModel, perceptron: MulticlassPerceptron.Report?, softmax: TrainingReport?
  )

  /// The features of its vectors.
  package var features: ZoneFeatures
  private let method: Method
  /// Whether confidences are calibrated on held-out examples (default: yes).
  var isCalibrated = true
  /// Receives the number of completed random starts, from any thread.
  package var progress: (@Sendable (Int) -> Void)?

  /// The most starts of a training that calibrates: their mean changes little with their number.
  private static let calibratingStarts = 10

  /// Creates a classifier.
  package init(features: ZoneFeatures = ZoneFeatures(), _ method: Method) {
    self.features = features
    self.method = method
  }

  /// Trains a model. Its classes are in alphabetical order.
  ///
  /// - Throws: ``TrainingError`` for no examples, one class only, vectors of another length than
  ///   the features, values that are not finite, and cancellation.
  package func train(
    _ examples: [Example<[Double]>]
  ) async throws(TrainingError) -> FeatureModel {
    try await trainWithReport(examples).model
  }

  /// Trains a model, and returns the outcome of the training too.
  func trainWithReport(_ examples: [Example<[Double]>]) async throws(TrainingError) -> Outcome {
    switch method {
    case .perceptron(let perceptron):
      var (classifier, report) = try await trained(on: examples, by: perceptron, progress: progress)
      if isCalibrated {
        var perceptron = perceptron
        perceptron.starts = min(perceptron.starts, Self.calibratingStarts)
        try await classifier.calibrate(on: examples) {
          [perceptron] part throws(TrainingError) in
          try await trained(on: part, by: perceptron).classifier
        }
      }
      let metadata = [
        "classifier": Classifier.zonePerceptron.rawValue, "examples": "\(examples.count)",
        "starts": "\(report.starts)", "converged": "\(report.converged)",
        "seed": "\(perceptron.seed)",
      ]
      return (try model(of: classifier, metadata), report, nil)
    case .softmax(let regression):
      let (classifier, report) = try await regression.train(
        examples, featureCount: features.count, isCalibrated: isCalibrated)
      let metadata = [
        "classifier": Classifier.zoneSoftmax.rawValue, "examples": "\(examples.count)",
        "penalty": "\(regression.penalty)", "iterations": "\(report.iterations)",
      ]
      return (try model(of: classifier, metadata), nil, report)
    }
  }

  private func trained(
    on examples: [Example<[Double]>], by perceptron: MulticlassPerceptron,
    progress: (@Sendable (Int) -> Void)? = nil
  ) async throws(TrainingError) -> (
    classifier: LinearClassifier, report: MulticlassPerceptron.Report
  ) {
    let problem = try LabeledProblem(examples, featureCount: features.count)
    let (weights, report) = try await perceptron.train(
      vectors: problem.vectors, classes: problem.classes, classCount: problem.labels.count,
      progress: progress)
    return (try LinearClassifier(trained: weights, labels: problem.labels), report)
  }

  private func model(
    of classifier: LinearClassifier, _ metadata: [String: String]
  ) throws(TrainingError) -> FeatureModel {
    try TrainingError.checked { () throws(ModelError) in
      try FeatureModel(.zones(features), .linear(classifier), metadata: metadata)
    }
  }

  /// Classifies a feature vector with `model`.
  package func recognize(
    _ representation: [Double], with model: FeatureModel
  ) throws(GestureError) -> Recognition {
    try model.recognize(representation)
  }
}
