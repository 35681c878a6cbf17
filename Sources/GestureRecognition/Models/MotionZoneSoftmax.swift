/// Zone features of motion and multinomial logistic regression: `motion-zone-softmax`.
///
/// For letters in the air: reads velocity and acceleration beside the path, where
/// ``ZoneSoftmax`` reads the path alone. ``features`` make its examples.
public struct MotionZoneSoftmax: GestureClassifier {
  /// The name that files and command lines know it by.
  public static let name = "motion-zone-softmax"

  /// What it reads of a motion.
  public var features: MotionZoneFeatures
  /// How it learns.
  public var regression: SoftmaxRegression
  /// How the penalty is chosen from the training examples; `nil` takes the regression's own. To
  /// read people that are not among the training examples, a choice among folds that mix people is
  /// too low, so that none is made by default.
  public var selection: PenaltySelection?

  /// A classifier of these parts.
  public init(
    features: MotionZoneFeatures = MotionZoneFeatures(),
    regression: SoftmaxRegression = SoftmaxRegression(penalty: 1e-3),
    selection: PenaltySelection? = nil
  ) {
    self.features = features
    self.regression = regression
    self.selection = selection
  }

  /// Learns a model; its classes are in alphabetical order.
  ///
  /// - Throws: ``TrainingError`` for no examples, one class only, vectors of a length other than
  ///   that of ``features``, values that are not finite, and cancellation.
  public func train(
    _ examples: [Example<[Double]>]
  ) async throws(TrainingError) -> MotionZoneModel {
    try await trainWithReport(examples).model
  }

  /// Learns a model, and says how the training went.
  ///
  /// - Throws: As ``train(_:)``.
  public func trainWithReport(
    _ examples: [Example<[Double]>]
  ) async throws(TrainingError) -> (model: MotionZoneModel, report: TrainingReport) {
    let (classifier, report, penalty) = try await regression.train(
      examples, featureCount: features.count, selection: selection)
    let metadata = [
      "classifier": Self.name, "examples": "\(examples.count)", "penalty": "\(penalty)",
      "iterations": "\(report.iterations)",
    ]
    return (MotionZoneModel(learned: classifier, features: features, metadata: metadata), report)
  }

  /// What `model` reads the vector as.
  public func recognize(
    _ representation: [Double], with model: MotionZoneModel
  ) throws(GestureError) -> Recognition {
    try model.recognize(representation)
  }
}
