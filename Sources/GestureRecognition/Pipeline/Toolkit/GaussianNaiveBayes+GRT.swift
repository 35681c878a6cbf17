internal import MotionRecordings

extension GaussianNaiveBayes {
  /// The distributions as the toolkit writes them.
  func grt(_ settings: GRTClassifier.Settings) -> String {
    var text = ""
    for (index, distribution) in classes.enumerated() {
      func row(_ values: [Double]) -> String { values.map { "\t\($0)" }.joined() }
      text += """
        *************_MODEL_*************
        Model_ID: \(index + 1)
        N: \(featureCount)
        ClassLabel: \(settings.ids[index])
        Threshold: \(settings.thresholds[index])
        Gamma: \(settings.gamma)
        TrainingMu: \(distribution.meanScore)
        TrainingSigma: \(distribution.scoreDeviation)
        Mu:
        \(row(distribution.means))
        Sigma:
        \(row(distribution.variances.map { $0.squareRoot() }))
        Weights:
        \(row(distribution.means.map { _ in 1 }))

        """
    }
    return text
  }
}

extension WordScanner {
  /// The distributions.
  mutating func naiveBayes(
    _ settings: GRTClassifier.Settings
  ) throws(RecordingError) -> GaussianNaiveBayes {
    var classes: [GaussianNaiveBayes.Distribution] = []
    let dimension = settings.dimension
    for index in 0..<settings.classCount {
      try expect(["*************_MODEL_*************"])
      guard try number(after: "Model_ID:") == index + 1, try number(after: "N:") == dimension else {
        throw error("expected model \(index + 1) with vectors of \(dimension) components")
      }
      let label = try number(after: "ClassLabel:")
      _ = try vector(after: "Threshold:", count: 1)
      _ = try vector(after: "Gamma:", count: 1)
      let mean = try vector(after: "TrainingMu:", count: 1)[0]
      let deviation = try vector(after: "TrainingSigma:", count: 1)[0]
      let means = try vector(after: "Mu:", count: dimension)
      let deviations = try vector(after: "Sigma:", count: dimension)
      guard deviations.allSatisfy({ $0 > 0 && ($0 * $0).isNormal }) else {
        throw error("expected standard deviations above 0")
      }
      guard try vector(after: "Weights:", count: dimension).allSatisfy({ $0 == 1 }) else {
        throw error("expected weights of 1, got others")
      }
      classes.append(
        GaussianNaiveBayes.Distribution(
          label: "\(label)", means: means, variances: deviations.map { $0 * $0 }, meanScore: mean,
          scoreDeviation: deviation))
    }
    return GaussianNaiveBayes(
      classes: classes.sorted { $0.label < $1.label },
      nullRejectionCoefficient: settings.nullRejection)
  }
}
