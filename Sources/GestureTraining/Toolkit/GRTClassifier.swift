internal import GestureRecognition
internal import MotionRecordings

/// The toolkit's classifiers that have a counterpart here.
enum GRTClassifier: String, GRTModule {
  /// Gaussian naive Bayes.
  case naiveBayes = "ANBC"
  /// Logistic regression of each class against the others.
  case softmax = "Softmax"

  /// The first word of its part of a file.
  var head: String {
    switch self {
    case .naiveBayes: "GRT_ANBC_MODEL_FILE_V2.0"
    case .softmax: "GRT_SOFTMAX_MODEL_FILE_V2.0"
    }
  }

  /// The settings that all classifiers share.
  struct Settings {
    /// The length of a vector.
    var dimension: Int
    var classCount: Int
    /// The coefficient of null rejection; infinite without it.
    var nullRejection = Double.infinity
    /// The scores below which a class is rejected.
    var thresholds: [Double] = []
    /// The numbers of the classes.
    var ids: [Int]

    /// The coefficient that is written: the toolkit's default without null rejection.
    var gamma: Double { nullRejection.isFinite ? nullRejection : 10 }
  }

  /// The settings of training, which a trained classifier does not use: the toolkit's defaults.
  private static let training = [
    ("NumTrainingIterationsToConverge", "0"), ("MinNumEpochs", "0"), ("MaxNumEpochs", "100"),
    ("ValidationSetSize", "20"), ("LearningRate", "0.1"), ("MinChange", "1e-05"),
    ("UseValidationSet", "0"), ("RandomiseTrainingOrder", "1"),
  ]

  /// The head and the settings as text.
  func text(of settings: Settings) -> String {
    var text = "\(head)\nTrained: 1\nUseScaling: 0\nNumInputDimensions: \(settings.dimension)\n"
    text += "NumOutputDimensions: \(settings.classCount)\n"
    text += Self.training.map { "\($0.0): \($0.1)\n" }.joined()
    text += "UseNullRejection: \(settings.nullRejection.isFinite ? 1 : 0)\nClassifierMode: 0\n"
    text += "NullRejectionCoeff: \(settings.gamma)\n"
    text += "NumClasses: \(settings.classCount)\n"
    text += "NullRejectionThresholds: \(settings.thresholds.map { " \($0)" }.joined())\n"
    return text + "ClassLabels: \(settings.ids.map { " \($0)" }.joined())\n"
  }

  /// Reads the classifier, whose part follows, and the length of its vectors.
  func classifier(
    from scanner: inout WordScanner
  ) throws(RecordingError) -> (Scorer, dimension: Int) {
    let settings = try readSettings(from: &scanner)
    let classifier: Scorer
    switch self {
    case .naiveBayes: classifier = .naiveBayes(try scanner.naiveBayes(settings))
    case .softmax: classifier = try scanner.softmax(settings)
    }
    guard Set(classifier.labels).count == settings.classCount else {
      throw scanner.error("expected different class labels, got the same one twice")
    }
    return (classifier, settings.dimension)
  }

  private func readSettings(
    from scanner: inout WordScanner
  ) throws(RecordingError) -> Settings {
    try scanner.expect([head])
    try scanner.expectTrained()
    guard try scanner.number(after: "UseScaling:") == 0 else {
      throw scanner.error("expected a classifier without scaling, got one with scaling")
    }
    let dimension = try scanner.number(after: "NumInputDimensions:")
    _ = try scanner.number(after: "NumOutputDimensions:")
    for (name, _) in Self.training {
      try scanner.expect([name + ":"])
      _ = try scanner.number()
    }
    let isRejecting = try scanner.number(after: "UseNullRejection:") == 1
    _ = try scanner.number(after: "ClassifierMode:")
    let coefficient = try scanner.value(after: "NullRejectionCoeff:")
    let classCount = try scanner.number(after: "NumClasses:")
    guard dimension > 0, classCount > 1, classCount <= 100_000 / dimension else {
      throw scanner.error(
        "expected at least 2 classes of vectors of 1 component or more, got \(classCount) of "
          + "\(dimension)")
    }
    // Softmax has no thresholds: their list may be empty.
    try scanner.expect(["NullRejectionThresholds:"])
    while try scanner.word("ClassLabels:") != "ClassLabels:" {}
    for _ in 0..<classCount { _ = try scanner.number() }
    return Settings(
      dimension: dimension, classCount: classCount,
      nullRejection: isRejecting ? coefficient : .infinity, ids: [])
  }
}

extension Scorer {
  /// The kind of the classifier, and its part of a file.
  func grt(dimension: Int) throws(ModelError) -> (kind: GRTClassifier, text: String) {
    var settings = GRTClassifier.Settings(
      dimension: dimension, classCount: labels.count,
      ids: GestureDataSet.grtNumbers(of: labels))
    switch self {
    case .naiveBayes(let bayes):
      guard bayes.nullClasses.isEmpty else {
        throw .inconsistent(
          "expected a classifier without null classes, which the toolkit's format does not hold, "
            + "got \(bayes.nullClasses.map(\.label))")
      }
      settings.nullRejection = bayes.nullRejectionCoefficient
      settings.thresholds = bayes.classes.map { $0.meanScore - settings.gamma * $0.scoreDeviation }
      return (.naiveBayes, GRTClassifier.naiveBayes.text(of: settings) + bayes.grt(settings))
    case .linear(let linear, let scaling):
      settings.thresholds = labels.map { _ in 0 }
      let weights = linear.grt(settings, scaling: scaling ?? FeatureScaling(unscaled: dimension))
      return (.softmax, GRTClassifier.softmax.text(of: settings) + weights)
    case .network, .nearest:
      throw .inconsistent("the toolkit's format holds no networks and examples of shapes")
    }
  }
}

extension LinearClassifier {
  /// The weights of raw features as the toolkit writes them: a constant, then one per feature.
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
  ) throws(RecordingError) -> Scorer {
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
