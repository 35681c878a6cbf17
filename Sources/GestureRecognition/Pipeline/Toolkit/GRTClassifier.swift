internal import MotionRecordings

/// The toolkit's classifiers that have a counterpart here.
enum GRTClassifier: String, GRTModule {
  /// Gaussian naive Bayes.
  case naiveBayes = "ANBC"
  /// Logistic regression of each class against the others.
  case softmax = "Softmax"

  /// The kind of a classifier.
  init(_ classifier: PipelineClassifier) {
    self =
      switch classifier {
      case .naiveBayes: .naiveBayes
      case .linear: .softmax
      }
  }

  /// The first word of its part of a file.
  private var head: String {
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
  ) throws(RecordingError) -> (PipelineClassifier, dimension: Int) {
    let settings = try readSettings(from: &scanner)
    let classifier: PipelineClassifier
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

extension PipelineClassifier {
  /// The classifier's part of a file.
  ///
  /// - Throws: ``ModelError/inconsistent(_:)`` for null classes and for a smallest confidence.
  func grt(dimension: Int) throws(ModelError) -> String {
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
      return GRTClassifier.naiveBayes.text(of: settings) + bayes.grt(settings)
    case .linear(let linear, let scaling):
      guard linear.minimumConfidence == 0 else {
        throw .inconsistent(
          "expected a smallest confidence of 0, as the toolkit's format holds none, got "
            + "\(linear.minimumConfidence)")
      }
      settings.thresholds = labels.map { _ in 0 }
      return GRTClassifier.softmax.text(of: settings) + linear.grt(settings, scaling: scaling)
    }
  }
}
