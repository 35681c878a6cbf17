internal import GestureRecognition
internal import MotionRecordings

/// The toolkit's classifiers that have a counterpart here.
enum GRTClassifier: String, GRTModule {
  /// Gaussian naive Bayes.
  case naiveBayes = "ANBC"
  /// Logistic regression of each class against the others.
  case softmax = "Softmax"

  /// The kind of a classifier that the format holds.
  init(_ scorer: Scorer) throws(ModelError) {
    switch scorer {
    case .naiveBayes(let bayes):
      guard bayes.nullClasses.isEmpty else {
        throw .inconsistent(
          "expected a classifier without null classes, which the toolkit's format does not hold, "
            + "got \(bayes.nullClasses.map(\.label))")
      }
      self = .naiveBayes
    case .linear: self = .softmax
    case .network, .nearest:
      throw .inconsistent("the toolkit's format holds no networks and examples of shapes")
    }
  }

  var head: String {
    switch self {
    case .naiveBayes: "GRT_ANBC_MODEL_FILE_V2.0"
    case .softmax: "GRT_SOFTMAX_MODEL_FILE_V2.0"
    }
  }

  /// The settings of training, which a trained classifier does not use: the toolkit's defaults.
  private static let training = [
    ("NumTrainingIterationsToConverge:", "0"), ("MinNumEpochs:", "0"), ("MaxNumEpochs:", "100"),
    ("ValidationSetSize:", "20"), ("LearningRate:", "0.1"), ("MinChange:", "1e-05"),
    ("UseValidationSet:", "0"), ("RandomiseTrainingOrder:", "1"),
  ]

  /// Writes the part of a classifier of vectors of this length, or reads it.
  func scorer(
    _ scorer: Scorer?, dimension: Int, in file: inout GRTFile
  ) throws(RecordingError) -> (Scorer, dimension: Int) {
    let ids = GestureDataSet.grtNumbers(of: scorer?.labels ?? [])
    var distributions: [GaussianNaiveBayes.Distribution] = []
    var coefficient = Double.infinity
    var rows: [[Double]] = []
    switch scorer {
    case .naiveBayes(let bayes):
      (distributions, coefficient) = (bayes.classes, bayes.nullRejectionCoefficient)
    case .linear(let linear, let scaling):
      rows = linear.grtWeights(scaling ?? FeatureScaling(unscaled: dimension))
    case .network, .nearest, nil: break
    }
    // Without null rejection, the toolkit's default.
    let gamma = coefficient.isFinite ? coefficient : 10
    let thresholds =
      distributions.isEmpty
      ? ids.map { _ in 0 } : distributions.map { $0.meanScore - gamma * $0.scoreDeviation }

    try file.line(head)
    try file.requireTrained()
    guard try file.count("UseScaling:", 0) == 0 else {
      throw file.error("expected a classifier without scaling, got one with scaling")
    }
    let dimension = try file.count("NumInputDimensions:", dimension)
    _ = try file.count("NumOutputDimensions:", ids.count)
    for (name, value) in Self.training { _ = try file.value(name, value) }
    let isRejecting = try file.count("UseNullRejection:", coefficient.isFinite ? 1 : 0) == 1
    _ = try file.count("ClassifierMode:", 0)
    coefficient = try file.value("NullRejectionCoeff:", gamma)
    let classCount = try file.count("NumClasses:", ids.count)
    guard dimension > 0, classCount > 1, classCount <= 100_000 / dimension else {
      throw file.error(
        "expected at least 2 classes of vectors of 1 component or more, got \(classCount) of "
          + "\(dimension)")
    }
    // Softmax has no thresholds: their list may be empty.
    try file.skip(
      "NullRejectionThresholds:", " " + thresholds.map { " \($0)" }.joined(), to: "ClassLabels:")
    _ = try file.vector(" ", ids, count: classCount)
    let read: Scorer
    switch self {
    case .naiveBayes:
      var classes: [GaussianNaiveBayes.Distribution] = []
      for index in 0..<classCount {
        try file.line("*************_MODEL_*************")
        guard try file.count("Model_ID:", index + 1) == index + 1,
          try file.count("N:", dimension) == dimension
        else {
          throw file.error("expected model \(index + 1) with vectors of \(dimension) components")
        }
        let label = try file.count("ClassLabel:", ids[index])
        _ = try file.value("Threshold:", thresholds[index])
        _ = try file.value("Gamma:", gamma)
        let mean = try file.value("TrainingMu:", distributions[index].meanScore)
        let deviation = try file.value("TrainingSigma:", distributions[index].scoreDeviation)
        let means = try file.vector(
          "Mu:\n", distributions[index].means, count: dimension, separator: "\t")
        let deviations = try file.vector(
          "Sigma:\n", distributions[index].variances.map { $0.squareRoot() }, count: dimension,
          separator: "\t")
        guard deviations.allSatisfy({ $0 > 0 && ($0 * $0).isNormal }) else {
          throw file.error("expected standard deviations above 0")
        }
        let weights = try file.vector(
          "Weights:\n", means.map { _ in 1.0 }, count: dimension, separator: "\t")
        guard weights.allSatisfy({ $0 == 1 }) else {
          throw file.error("expected weights of 1, got others")
        }
        classes.append(
          GaussianNaiveBayes.Distribution(
            label: "\(label)", means: means, variances: deviations.map { $0 * $0 },
            meanScore: mean, scoreDeviation: deviation))
      }
      read = .naiveBayes(
        GaussianNaiveBayes(
          classes: classes.sorted { $0.label < $1.label },
          nullRejectionCoefficient: isRejecting ? coefficient : .infinity))
    case .softmax:
      try file.line("Models:")
      var classes: [(label: String, weights: [Double])] = []
      for index in 0..<classCount {
        let label = try file.count("ClassLabel:", ids[index])
        let weights = try file.vector("Weights:", rows[index], count: dimension + 1)
        classes.append(("\(label)", weights[1...] + [weights[0]]))
      }
      classes.sort { $0.label < $1.label }
      do throws(ModelError) {
        let linear = try LinearClassifier(
          labels: classes.map(\.label), featureCount: dimension + 1,
          weights: classes.flatMap(\.weights))
        read = .linear(linear, FeatureScaling(unscaled: dimension))
      } catch {
        throw file.error(error.description)
      }
    }
    guard Set(read.labels).count == classCount else {
      throw file.error("expected different class labels, got the same one twice")
    }
    return (read, dimension)
  }
}

extension LinearClassifier {
  /// The weights of raw features as the toolkit has them: a constant, then one per feature.
  ///
  /// The toolkit takes the class with the largest logistic function of its score, which is the one
  /// with the largest score.
  fileprivate func grtWeights(_ scaling: FeatureScaling) -> [[Double]] {
    labels.indices.map { row in
      let weights = weights[row * featureCount..<(row + 1) * featureCount]
      let raw = zip(weights, scaling.factors).map { $0 * $1 }
      let constant = (weights.last ?? 0) - zip(raw, scaling.means).reduce(0) { $0 + $1.0 * $1.1 }
      return [constant] + raw
    }
  }
}
