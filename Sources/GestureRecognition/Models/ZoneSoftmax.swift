/// Zone features and multinomial logistic regression: `zone-softmax`.
///
/// The same kind of model as ``ZonePerceptron``'s, learned without random starts.
/// ``features`` make its examples of strokes and of motions.
public struct ZoneSoftmax: GestureClassifier {
  /// The name that files and command lines know it by.
  public static let name = "zone-softmax"

  /// What it reads of a stroke.
  public var features: ZoneFeatures
  /// How it learns.
  public var regression: SoftmaxRegression
  /// How the penalty is chosen from the training examples; `nil` takes the regression's own.
  public var selection: PenaltySelection?

  /// A classifier of these parts, which chooses its penalty.
  public init(
    features: ZoneFeatures = ZoneFeatures(), regression: SoftmaxRegression = SoftmaxRegression(),
    selection: PenaltySelection? = PenaltySelection()
  ) {
    self.features = features
    self.regression = regression
    self.selection = selection
  }

  /// Learns a model; its classes are in alphabetical order.
  public func train(
    _ examples: [Example<[Double]>]
  ) async throws(TrainingError) -> LinearModel {
    try await trainWithReport(examples).model
  }

  /// Learns a model, and says how the training went.
  ///
  /// - Throws: ``TrainingError`` for no examples, one class only, vectors of a length other than
  ///   that of ``features``, values that are not finite, and cancellation.
  public func trainWithReport(
    _ examples: [Example<[Double]>]
  ) async throws(TrainingError) -> (model: LinearModel, report: TrainingReport) {
    let (classifier, report, penalty) = try await regression.train(
      examples, featureCount: features.count, selection: selection)
    let metadata = [
      "classifier": Self.name, "examples": "\(examples.count)", "penalty": "\(penalty)",
      "iterations": "\(report.iterations)",
    ]
    return (LinearModel(classifier, features: features, metadata: metadata), report)
  }

  /// What `model` reads the vector as.
  public func recognize(
    _ representation: [Double], with model: LinearModel
  ) throws(GestureError) -> Recognition {
    try model.recognize(representation)
  }
}
