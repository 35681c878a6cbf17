/// Zone features and multinomial logistic regression: `zone-softmax`.
///
/// The same kind of model as ``ZonePerceptron``'s, learned without random starts. Examples are
/// made by ``ZonePerceptron``, which reads the same features.
public struct ZoneSoftmax: GestureClassifier {
  /// The name that files and command lines know it by.
  public static let name = "zone-softmax"

  /// What it reads of a stroke.
  public var features: ZoneFeatures
  /// How it learns.
  public var regression: SoftmaxRegression

  /// A classifier of these parts.
  public init(
    features: ZoneFeatures = ZoneFeatures(), regression: SoftmaxRegression = SoftmaxRegression()
  ) {
    self.features = features
    self.regression = regression
  }

  /// Learns a model; its classes are in alphabetical order.
  ///
  /// - Throws: ``TrainingError`` for no examples, one class only, vectors of a length other than
  ///   that of ``features``, values that are not finite, and cancellation.
  public func train(
    _ examples: [Example<[Double]>]
  ) async throws(TrainingError) -> LinearModel {
    guard let first = examples.first else { throw .noExamples }
    let labels = Set(examples.map(\.label)).sorted()
    guard labels.count >= 2 else { throw .oneClass(first.label) }
    if let odd = examples.first(where: { $0.representation.count != features.count }) {
      throw .featureCount(
        example: odd.name, found: odd.representation.count, expected: features.count)
    }
    let index = Dictionary(uniqueKeysWithValues: zip(labels, labels.indices))
    let (weights, report) = try regression.train(
      vectors: examples.map(\.representation), classes: examples.compactMap { index[$0.label] },
      classCount: labels.count)
    let metadata = [
      "classifier": Self.name, "examples": "\(examples.count)",
      "penalty": "\(regression.penalty)", "iterations": "\(report.iterations)",
    ]
    do {
      return try LinearModel(
        labels: labels, features: features, weights: weights, metadata: metadata)
    } catch {
      throw .contradiction(error.description)
    }
  }

  /// What `model` reads the vector as.
  public func recognize(
    _ representation: [Double], with model: LinearModel
  ) throws(GestureError) -> Recognition {
    try model.recognize(representation)
  }
}
