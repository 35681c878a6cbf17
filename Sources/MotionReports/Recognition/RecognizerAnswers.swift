internal import GestureRecognition
package import GestureTraining

/// The answer of `train`.
package struct TrainAnswer: Encodable {
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
  var trainingAccuracy: Double?
  /// The leave-one-user-out accuracy; leave-one-out with one user.
  var crossValidatedAccuracy: Double?
  /// The number of examples behind ``crossValidatedAccuracy``.
  var crossValidatedExamples: Int?
  /// The number of examples in the model.
  var keptExamples: Int?

  package init(_ trained: TrainedModel, output: String, seed: UInt64) {
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
  package var text: String {
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

/// The answer of `score`.
package struct ScoreAnswer: Encodable {
  /// The names of quantiles, interpolated linearly between order statistics.
  private static let quantiles: [(name: String, share: Double)] = [
    ("minimum", 0), ("q05", 0.05), ("q25", 0.25), ("median", 0.5), ("q75", 0.75), ("q95", 0.95),
    ("maximum", 1),
  ]

  /// The share of vectors with the right label; absent without labels.
  var accuracy: Double?
  var correct: Int?
  var total: Int
  /// The number of vectors with a score that is not finite.
  var refused: Int
  var labels: [String]
  /// The confusion matrix; absent without labels.
  ///
  /// Rows are true labels, columns assigned labels.
  var confusion: [[Int]]?
  /// The quantiles of the largest score of each vector; absent if all are rejected.
  var winningScores: [String: Double]?
  /// The label of each vector; `nil` for rejected ones.
  var predictions: [String?]

  package init(_ assigned: AssignedLabels) {
    total = assigned.labels.count
    refused = assigned.rejectedCount
    predictions = assigned.labels
    winningScores = Quantiles(assigned.winningScores).map { quantiles in
      Dictionary(
        uniqueKeysWithValues: Self.quantiles.map { ($0.name, quantiles.value(at: $0.share)) })
    }
    labels = assigned.confusion?.labels ?? assigned.classes
    confusion = assigned.confusion?.counts
    correct = assigned.confusion?.correct
    accuracy = correct.map { Double($0) / Double(total) }
  }

  /// The answer as text.
  package var text: String {
    var lines: [String] = []
    if let accuracy, let correct {
      lines.append("accuracy  \(percentage(accuracy)) (\(correct) of \(total))")
    } else {
      lines.append("vectors   \(total)")
    }
    if refused > 0 { lines.append("rejected  \(refused)") }
    if let spread = winningScores {
      let values = Self.quantiles.map { decimal(spread[$0.name] ?? .nan, places: 3) }
      lines.append(
        "winning scores, at 0, 5, 25, 50, 75, 95, 100 %:\n  " + values.joined(separator: "  "))
    }
    if let confusion { lines.append(confusionText(labels: labels, counts: confusion)) }
    return lines.joined(separator: "\n")
  }
}

/// The answer of `features`.
package struct FeatureAnswer: Encodable {
  struct Item: Encodable {
    var recording: String
    var label: String?
    /// The longer side of the stroke.
    var size: Double
    /// The larger of the size and the smallest size that is magnified.
    var clippedSize: Double
    /// Time in seconds since the first sample, x and y of each rescaled sample.
    var rescaled: [[Double]]
    var features: [Double]
  }

  var names: [String]
  var gestures: [Item]
  /// The number of gestures without features.
  var refused: Int

  package init(_ items: [FeatureExtraction.Item], names: [String], rejected: Int) {
    self.names = names
    refused = rejected
    gestures = items.map { item in
      let start = item.stroke.stroke.first?.timestamp ?? 0
      return Item(
        recording: item.name, label: item.label, size: item.stroke.size,
        clippedSize: item.stroke.clippedSize,
        rescaled: item.stroke.stroke.map { [$0.timestamp - start, $0.x, $0.y] },
        features: item.stroke.vector)
    }
  }
}
