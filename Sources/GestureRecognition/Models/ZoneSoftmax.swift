/// Zone features and multinomial logistic regression: `zone-softmax`.
///
/// Its model is of the same kind as that of `ZonePerceptron`, and its training needs no random
/// starts. ``ZoneFeatures`` makes its examples of strokes and of motions.
package struct ZoneSoftmax: GestureClassifier {
  /// The name in model files and on the command line.
  package static let name = "zone-softmax"

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
  package init(features: ZoneFeatures = ZoneFeatures(), penalty: Double? = nil) {
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
  ) async throws(TrainingError) -> LinearModel {
    try await trainWithReport(examples).model
  }

  /// Trains a model, and returns the outcome of the training too.
  ///
  /// - Throws: As ``train(_:)``.
  package func trainWithReport(
    _ examples: [Example<[Double]>]
  ) async throws(TrainingError) -> (model: LinearModel, report: TrainingReport) {
    let (classifier, report, penalty) = try await regression.train(
      examples, featureCount: features.count, selection: selection, isCalibrated: isCalibrated)
    let metadata = [
      "classifier": Self.name, "examples": "\(examples.count)", "penalty": "\(penalty)",
      "iterations": "\(report.iterations)",
    ]
    return (LinearModel(classifier, features: features, metadata: metadata), report)
  }

  /// Classifies a feature vector with `model`.
  package func recognize(
    _ representation: [Double], with model: LinearModel
  ) throws(GestureError) -> Recognition {
    try model.recognize(representation)
  }
}
