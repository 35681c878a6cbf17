/// The lab's classifier, `zone-perceptron`: zone features and the averaged multi-class perceptron.
///
/// ``features`` make its examples of strokes and of motions.
public struct ZonePerceptron: GestureClassifier {
  /// The name that files and command lines know it by.
  public static let name = "zone-perceptron"

  /// What it reads of a stroke.
  public var features: ZoneFeatures
  /// How it learns.
  public var perceptron: MulticlassPerceptron
  /// What is told how many of the random starts are done, from any thread.
  public var progress: (@Sendable (Int) -> Void)?

  /// A classifier of these parts.
  public init(
    features: ZoneFeatures = ZoneFeatures(), perceptron: MulticlassPerceptron = .init()
  ) {
    self.features = features
    self.perceptron = perceptron
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
  ) async throws(TrainingError) -> (model: LinearModel, report: MulticlassPerceptron.Report) {
    let problem = try LabeledProblem(examples, featureCount: features.count)
    let (weights, report) = try await perceptron.train(
      vectors: problem.vectors, classes: problem.classes, classCount: problem.labels.count,
      progress: progress)
    let metadata = [
      "classifier": Self.name, "examples": "\(examples.count)", "starts": "\(report.starts)",
      "converged": "\(report.converged)", "seed": "\(perceptron.seed)",
    ]
    let classifier = try LinearClassifier(learned: weights, labels: problem.labels)
    return (LinearModel(classifier, features: features, metadata: metadata), report)
  }

  /// What `model` reads the vector as.
  public func recognize(
    _ representation: [Double], with model: LinearModel
  ) throws(GestureError) -> Recognition {
    try model.recognize(representation)
  }
}
