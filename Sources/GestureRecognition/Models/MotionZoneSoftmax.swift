/// Zone features of motion and multinomial logistic regression: `motion-zone-softmax`.
///
/// For letters in the air: it uses velocity and acceleration besides the path, which
/// `ZoneSoftmax` uses alone. `MotionZoneFeatures` makes its examples.
package struct MotionZoneSoftmax: GestureClassifier {
  /// The name in model files and on the command line.
  package static let name = "motion-zone-softmax"

  /// The features of its vectors.
  package var features: MotionZoneFeatures
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
  ///   - penalty: The weight of the L2 penalty (default: 1e-3); `nil` chooses it by
  ///     cross-validation over mixed users, which is too small for unseen users.
  /// - Precondition: `penalty` is finite and positive, if given.
  package init(features: MotionZoneFeatures = MotionZoneFeatures(), penalty: Double? = 1e-3) {
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
  ) async throws(TrainingError) -> MotionZoneModel {
    try await trainWithReport(examples).model
  }

  /// Trains a model, and returns the outcome of the training too.
  ///
  /// - Throws: As ``train(_:)``.
  package func trainWithReport(
    _ examples: [Example<[Double]>]
  ) async throws(TrainingError) -> (model: MotionZoneModel, report: TrainingReport) {
    let (classifier, report, penalty) = try await regression.train(
      examples, featureCount: features.count, selection: selection, isCalibrated: isCalibrated)
    let metadata = [
      "classifier": Self.name, "examples": "\(examples.count)", "penalty": "\(penalty)",
      "iterations": "\(report.iterations)",
    ]
    return (MotionZoneModel(trained: classifier, features: features, metadata: metadata), report)
  }

  /// Classifies a feature vector with `model`.
  package func recognize(
    _ representation: [Double], with model: MotionZoneModel
  ) throws(GestureError) -> Recognition {
    try model.recognize(representation)
  }
}
