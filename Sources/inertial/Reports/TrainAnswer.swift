internal import GestureRecognition

/// The answer of `train`.
struct TrainAnswer: Encodable {
  var output: String
  var labels: [String]
  var examples: Int
  var refused: Int
  var classifier: String
  var seed: UInt64
  /// The random starts of a perceptron.
  var perceptron: MulticlassPerceptron.Report?
  /// The passes of any other classifier.
  var training: TrainingReport?
  /// The accuracy on the training examples.
  var trainingAccuracy: Double?
  /// The leave-one-user-out accuracy; leave-one-out with one user.
  var crossValidatedAccuracy: Double?
  /// The number of examples behind ``crossValidatedAccuracy``.
  var crossValidatedExamples: Int?
  /// The number of examples in the model.
  var keptExamples: Int?

  init(_ trained: TrainedModel, output: String, seed: UInt64) {
    self.output = output
    self.seed = seed
    labels = trained.model.labels
    examples = trained.exampleCount
    refused = trained.rejected.count
    classifier = trained.classifier
    perceptron = trained.perceptron
    training = trained.training
    trainingAccuracy = trained.trainingAccuracy
    crossValidatedAccuracy = trained.crossValidatedAccuracy
    crossValidatedExamples = trained.crossValidatedCount
    keptExamples = trained.keptExampleCount
  }

  /// The answer as text.
  var text: String {
    let rejections = refused > 0 ? ", \(refused) rejected" : ""
    let lines: [String?] = [
      counted(labels.count, "label")
        + (examples > 0 ? " from \(counted(examples, "example"))\(rejections)" : "")
        + ": \(output)",
      trainingAccuracy.map { "training accuracy \(percentage($0))" },
      crossValidatedAccuracy.map {
        "cross-validated accuracy \(percentage($0))"
          + (crossValidatedExamples.map { " on \($0) of \(counted(examples, "example"))" } ?? "")
      },
      perceptron.map(Self.text), training.map(Self.text),
      keptExamples.map { "the model contains \(counted($0, "example"))" },
    ]
    return lines.compactMap(\.self).joined(separator: "\n")
  }

  private static func text(_ report: MulticlassPerceptron.Report) -> String {
    "\(report.converged) of \(report.starts) starts converged, "
      + "\(decimal(report.meanEpochs, places: 1)) epochs on average"
  }

  private static func text(_ report: TrainingReport) -> String {
    "\(report.converged ? "converged" : "did not converge") in "
      + "\(report.iterations) \(report.iterations == 1 ? "pass" : "passes")"
  }
}
