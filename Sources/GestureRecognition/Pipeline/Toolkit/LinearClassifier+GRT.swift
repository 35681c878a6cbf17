internal import MotionRecordings

extension LinearClassifier {
  /// The weights of raw features as the toolkit writes them: a constant, then one a feature.
  ///
  /// The toolkit takes the class with the largest logistic function of its score, which is the one
  /// with the largest score.
  func grt(_ settings: GRTClassifier.Settings, scaling: FeatureScaling) -> String {
    var text = "Models:\n"
    for (row, id) in settings.ids.enumerated() {
      let weights = weights[row * featureCount..<(row + 1) * featureCount]
      let raw = zip(weights, scaling.factors).map { $0 * $1 }
      let constant =
        (weights.last ?? 0) - zip(raw, scaling.means).reduce(0) { $0 + $1.0 * $1.1 }
      text +=
        "ClassLabel: \(id)\nWeights: \(([constant] + raw).map { "\($0)" }.joined(separator: " "))\n"
    }
    return text
  }
}

extension WordScanner {
  /// The weights of logistic regressions, one class against the others.
  mutating func softmax(
    _ settings: GRTClassifier.Settings
  ) throws(RecordingError) -> PipelineClassifier {
    try expect(["Models:"])
    var rows: [(label: String, weights: [Double])] = []
    for _ in 0..<settings.classCount {
      let label = "\(try number(after: "ClassLabel:"))"
      let weights = try vector(after: "Weights:", count: settings.dimension + 1)
      rows.append((label, Array(weights[1...]) + [weights[0]]))
    }
    rows.sort { $0.label < $1.label }
    do throws(ModelError) {
      return .linear(
        try LinearClassifier(
          labels: rows.map(\.label), featureCount: settings.dimension + 1,
          weights: rows.flatMap(\.weights)),
        FeatureScaling(unscaled: settings.dimension))
    } catch {
      throw self.error(error.description)
    }
  }
}
