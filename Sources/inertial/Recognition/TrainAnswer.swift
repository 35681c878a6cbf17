internal import GestureRecognition

/// The answer of `train`.
struct TrainAnswer: Encodable {
  var output: String
  var labels: [String]
  var examples: Int
  var refused: Int
  var classifier: String
  var seed: UInt64
  /// How the random starts ended; absent where the classifier needs none.
  var perceptron: MulticlassPerceptron.Report?
  /// How the training of another classifier ended that needs passes through the examples.
  var training: TrainingReport?
  /// The share of the examples that the model itself reads right; absent where it keeps them.
  var trainingAccuracy: Double?
  /// The share of the examples that are read right by those of other people, or by all others.
  var crossValidatedAccuracy: Double?
  /// How many examples the model keeps; absent where it keeps none.
  var keptExamples: Int?

  /// The answer for people.
  var text: String {
    let refusals = refused > 0 ? ", \(refused) refused" : ""
    let lines: [String?] = [
      "\(counted(labels.count, "label")) from \(counted(examples, "example"))\(refusals): \(output)",
      trainingAccuracy.map { percentage($0) + " of the examples are read right" },
      crossValidatedAccuracy.map { "cross-validation: \(percentage($0)) right" },
      perceptron.map(Self.text), training.map(Self.text),
      keptExamples.map { "the model keeps \(counted($0, "example"))" },
    ]
    return lines.compactMap(\.self).joined(separator: "\n")
  }

  private static func text(_ report: MulticlassPerceptron.Report) -> String {
    "\(report.converged) of \(report.starts) starts converged, "
      + "\(decimal(report.meanEpochs, places: 1)) epochs on average"
  }

  private static func text(_ report: TrainingReport) -> String {
    "\(report.converged ? "converged" : "did not converge"), "
      + "\(report.iterations) \(report.iterations == 1 ? "pass" : "passes")"
  }
}
