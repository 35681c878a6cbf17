package import GestureRecognition

/// The lab's classifier, `zone-perceptron`: zone features and a multi-class perceptron.
///
/// `ZoneFeatures` makes its examples of strokes and of motions.
package struct ZonePerceptron: GestureClassifier {
  /// The features of its vectors.
  package var features: ZoneFeatures
  /// The trainer of its weights.
  package var perceptron: MulticlassPerceptron
  /// Receives the number of completed random starts, from any thread.
  package var progress: (@Sendable (Int) -> Void)?
  /// Whether confidences are calibrated on held-out examples (default: yes).
  var isCalibrated = true

  /// The most starts of a training that calibrates: their mean changes little with their number.
  private static let calibratingStarts = 10

  /// Creates a classifier.
  package init(
    features: ZoneFeatures = ZoneFeatures(), perceptron: MulticlassPerceptron = .init()
  ) {
    self.features = features
    self.perceptron = perceptron
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
  ///
  /// - Throws: The errors of ``train(_:)``.
  package func trainWithReport(
    _ examples: [Example<[Double]>]
  ) async throws(TrainingError) -> (model: FeatureModel, report: MulticlassPerceptron.Report) {
    var (classifier, report) = try await trained(on: examples, by: perceptron, progress: progress)
    let metadata = [
      "classifier": Classifier.zonePerceptron.rawValue, "examples": "\(examples.count)",
      "starts": "\(report.starts)",
      "converged": "\(report.converged)", "seed": "\(perceptron.seed)",
    ]
    if isCalibrated {
      var perceptron = perceptron
      perceptron.starts = min(perceptron.starts, Self.calibratingStarts)
      try await classifier.calibrate(on: examples) {
        [perceptron] part throws(TrainingError) in
        try await trained(on: part, by: perceptron).classifier
      }
    }
    return (try FeatureModel(trained: classifier, features, metadata: metadata), report)
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

  /// Classifies a feature vector with `model`.
  package func recognize(
    _ representation: [Double], with model: FeatureModel
  ) throws(GestureError) -> Recognition {
    try model.recognize(representation)
  }
}

/// Zone features and multinomial logistic regression: `zone-softmax`.
///
/// Its model is of the same kind as that of `ZonePerceptron`, and its training needs no random
/// starts.
package struct ZoneSoftmax: GestureClassifier {
  /// The features of its vectors.
  package var features: ZoneFeatures
  /// The trainer of its weights.
  package var regression: SoftmaxRegression
  /// Chooses the penalty by cross-validation; `nil` uses that of the regression.
  package var selection: PenaltySelection?
  /// Whether confidences are calibrated on held-out examples (default: yes).
  var isCalibrated = true

  /// Creates a classifier.
  ///
  /// - Parameters:
  ///   - features: The features of its vectors.
  ///   - penalty: The weight of the L2 penalty (default: chosen by cross-validation).
  /// - Precondition: `penalty` is finite and positive, if given.
  package init(
    features: ZoneFeatures = ZoneFeatures(), penalty: Double? = nil
  ) {
    self.features = features
    regression = penalty.map { SoftmaxRegression(penalty: $0) } ?? SoftmaxRegression()
    selection = penalty == nil ? PenaltySelection() : nil
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
  ///
  /// - Throws: The errors of ``train(_:)``.
  package func trainWithReport(
    _ examples: [Example<[Double]>]
  ) async throws(TrainingError) -> (model: FeatureModel, report: TrainingReport) {
    let (classifier, report, penalty) = try await regression.train(
      examples, featureCount: features.count, selection: selection, isCalibrated: isCalibrated)
    let metadata = [
      "classifier": Classifier.zoneSoftmax.rawValue, "examples": "\(examples.count)",
      "penalty": "\(penalty)",
      "iterations": "\(report.iterations)",
    ]
    return (try FeatureModel(trained: classifier, features, metadata: metadata), report)
  }

  /// Classifies a feature vector with `model`.
  package func recognize(
    _ representation: [Double], with model: FeatureModel
  ) throws(GestureError) -> Recognition {
    try model.recognize(representation)
  }
}

extension FeatureModel {
  /// A model of a classifier that was trained on vectors of these features.
  fileprivate init(
    trained classifier: LinearClassifier, _ features: ZoneFeatures, metadata: [String: String]
  ) throws(TrainingError) {
    do throws(ModelError) {
      try self.init(.zones(features), .linear(classifier), metadata: metadata)
    } catch {
      throw .invalidOptions(error.description)
    }
  }
}
