package import MotionRecordings

extension GesturePipeline {
  /// The first word of a pipeline file of the Gesture Recognition Toolkit.
  private static let head = "GRT_PIPELINE_FILE_V3.0"
  private static let bayesHead = "GRT_ANBC_MODEL_FILE_V2.0"
  private static let averageHead = "GRT_MOVING_AVERAGE_FILTER_FILE_V1.0"
  private static let filterHead = "GRT_CLASS_LABEL_FILTER_FILE_V1.0"

  /// Whether the bytes start like a pipeline file of the toolkit.
  package static func isGRT(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "GRT_PIPELINE_FILE_".utf8)
  }

  /// Parses a pipeline file of the Gesture Recognition Toolkit (GRT), version 3.0.
  ///
  /// Supported are trained classification pipelines of the toolkit's naive Bayes classifier (ANBC)
  /// with weights of 1 and without scaling, moving averages before it and class-label filters after
  /// it. Their rules are those of `GaussianNaiveBayes`, so that both programs assign the same
  /// labels. The labels are the class numbers as text. Format: the toolkit's own functions, `save`
  /// and `load` of its pipeline and of these modules.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - file: The file name in error messages.
  /// - Throws: `RecordingError` with the line for a malformed file and for other modules.
  package init(grt bytes: [UInt8], file: String) throws(RecordingError) {
    var scanner = try WordScanner(bytes, file: file)
    try scanner.expect([Self.head])
    try scanner.expect(["PipelineMode:"])
    try scanner.expect(["CLASSIFICATION_MODE"])
    let counts = try [
      "NumPreprocessingModules:", "NumFeatureExtractionModules:", "NumPostprocessingModules:",
    ]
    .map { (name) throws(RecordingError) in try scanner.number(after: name) }
    try scanner.expectTrained()
    try scanner.expect(["Info:"])
    while try scanner.word("PreProcessingModuleDatatypes:") != "PreProcessingModuleDatatypes:" {}
    for _ in 0..<counts[0] { try scanner.expect(["MovingAverageFilter"]) }
    guard counts[1] == 0 else {
      throw scanner.error(
        "expected a pipeline without feature extraction, got \(counts[1]) modules")
    }
    try scanner.expect(["FeatureExtractionModuleDatatypes:"])
    try scanner.expect(["ClassificationModuleDatatype:"])
    try scanner.expect(["ANBC"])
    try scanner.expect(["PostProcessingModuleDatatypes:"])
    for _ in 0..<counts[2] { try scanner.expect(["ClassLabelFilter"]) }

    var preprocessing: [PreprocessingStage] = []
    for index in 0..<counts[0] {
      try scanner.expect(["PreProcessingModule_\(index + 1)"])
      try scanner.expect([Self.averageHead])
      _ = try scanner.number(after: "NumInputDimensions:")
      _ = try scanner.number(after: "NumOutputDimensions:")
      preprocessing.append(.movingAverage(window: try scanner.number(after: "FilterSize:")))
    }
    let (classifier, dimension) = try scanner.naiveBayes(Self.bayesHead)
    var configuration = Configuration(dimension: dimension)
    configuration.preprocessing = preprocessing
    for index in 0..<counts[2] {
      try scanner.expect(["PostProcessingModule_\(index + 1)"])
      try scanner.expect([Self.filterHead])
      _ = try scanner.number(after: "NumInputDimensions:")
      _ = try scanner.number(after: "NumOutputDimensions:")
      let count = try scanner.number(after: "MinimumCount:")
      configuration.postprocessing.append(
        .labelFilter(minimumCount: count, window: try scanner.number(after: "BufferSize:")))
    }
    do throws(ModelError) {
      try self.init(
        configuration: configuration, classifier: .naiveBayes(classifier),
        metadata: ["source": "Gesture Recognition Toolkit"])
    } catch {
      throw RecordingError(file: file, problem: .malformed(error.description))
    }
  }

  /// The pipeline as a file of the Gesture Recognition Toolkit, version 3.0.
  ///
  /// Labels that are not positive integers are numbered from 1 in alphabetical order.
  ///
  /// - Throws: ``ModelError/inconsistent(_:)`` for a stage or a classifier that `init(grt:file:)`
  ///   does not read.
  package func grt() throws(ModelError) -> [UInt8] {
    guard case .naiveBayes(let bayes) = classifier, configuration.features == .lastSample,
      configuration.segmentation == .everySample
    else {
      throw .inconsistent(
        "the toolkit's format holds pipelines of gaussian-naive-bayes that classify each sample")
    }
    var (averages, filters): ([Int], [(Int, Int)]) = ([], [])
    for stage in configuration.preprocessing {
      guard case .movingAverage(let window) = stage else {
        throw .inconsistent("the toolkit's format holds moving averages only, got \(stage)")
      }
      averages.append(window)
    }
    for stage in configuration.postprocessing {
      guard case .labelFilter(let count, let window) = stage else {
        throw .inconsistent("the toolkit's format holds label filters only, got \(stage)")
      }
      filters.append((count, window))
    }
    let dimension = configuration.dimension
    func names(_ name: String, _ count: Int) -> String {
      String(repeating: "\t\(name)", count: count)
    }
    var text = """
      \(Self.head)
      PipelineMode: CLASSIFICATION_MODE
      NumPreprocessingModules: \(averages.count)
      NumFeatureExtractionModules: 0
      NumPostprocessingModules: \(filters.count)
      Trained: 1
      Info: 
      PreProcessingModuleDatatypes:\(names("MovingAverageFilter", averages.count))
      FeatureExtractionModuleDatatypes:
      ClassificationModuleDatatype:\tANBC
      PostProcessingModuleDatatypes:\(names("ClassLabelFilter", filters.count))

      """
    for (index, window) in averages.enumerated() {
      text +=
        "PreProcessingModule_\(index + 1)\n\(Self.averageHead)\nNumInputDimensions: \(dimension)\n"
        + "NumOutputDimensions: \(dimension)\nFilterSize: \(window)\n"
    }
    text += bayes.grt(head: Self.bayesHead)
    for (index, filter) in filters.enumerated() {
      text +=
        "PostProcessingModule_\(index + 1)\n\(Self.filterHead)\nNumInputDimensions: 1\n"
        + "NumOutputDimensions: 1\nMinimumCount: \(filter.0)\nBufferSize: \(filter.1)\n"
    }
    return Array(text.utf8)
  }
}

// MARK: - Naive Bayes

extension GaussianNaiveBayes {
  /// The toolkit's settings of training, which a trained classifier does not use: its defaults.
  fileprivate static let settings = [
    ("NumTrainingIterationsToConverge", "0"), ("MinNumEpochs", "0"), ("MaxNumEpochs", "100"),
    ("ValidationSetSize", "20"), ("LearningRate", "0.1"), ("MinChange", "1e-05"),
    ("UseValidationSet", "0"), ("RandomiseTrainingOrder", "1"),
  ]

  fileprivate func grt(head: String) -> String {
    let numbers = labels.compactMap { Int($0) }.filter { $0 > 0 }
    let ids = numbers.count == labels.count ? numbers : Array(1...labels.count)
    let isRejecting = nullRejectionCoefficient.isFinite
    let gamma = isRejecting ? nullRejectionCoefficient : 10
    let thresholds = classes.map { $0.meanScore - gamma * $0.scoreDeviation }
    var text = "\(head)\nTrained: 1\nUseScaling: 0\nNumInputDimensions: \(featureCount)\n"
    text += "NumOutputDimensions: \(classes.count)\n"
    text += Self.settings.map { "\($0.0): \($0.1)\n" }.joined()
    text += "UseNullRejection: \(isRejecting ? 1 : 0)\nClassifierMode: 0\n"
    text += "NullRejectionCoeff: \(gamma)\nNumClasses: \(classes.count)\n"
    text += "NullRejectionThresholds: \(thresholds.map { " \($0)" }.joined())\n"
    text += "ClassLabels: \(ids.map { " \($0)" }.joined())\n"
    for (index, distribution) in classes.enumerated() {
      func row(_ values: [Double]) -> String { values.map { "\t\($0)" }.joined() }
      text += """
        *************_MODEL_*************
        Model_ID: \(index + 1)
        N: \(featureCount)
        ClassLabel: \(ids[index])
        Threshold: \(thresholds[index])
        Gamma: \(gamma)
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
  /// The integer after a name.
  fileprivate mutating func number(after name: String) throws(RecordingError) -> Int {
    try expect([name])
    return try count("a whole number after \(name)", in: 0...1_000_000)
  }

  fileprivate mutating func expectTrained() throws(RecordingError) {
    guard try number(after: "Trained:") == 1 else {
      throw error("expected a trained pipeline, got one that is not trained")
    }
  }

  /// The numbers after a name, one a component.
  fileprivate mutating func vector(
    after name: String, count: Int
  ) throws(RecordingError) -> [Double] {
    try expect([name])
    var values: [Double] = []
    for _ in 0..<count {
      let value = try number()
      guard value.isFinite else { throw error("expected finite numbers after \(name)") }
      values.append(value)
    }
    return values
  }

  /// The classifier, and the length of its vectors.
  fileprivate mutating func naiveBayes(
    _ head: String
  ) throws(RecordingError) -> (GaussianNaiveBayes, dimension: Int) {
    try expect([head])
    try expectTrained()
    guard try number(after: "UseScaling:") == 0 else {
      throw error("expected a classifier without scaling, got one with scaling")
    }
    let dimension = try number(after: "NumInputDimensions:")
    _ = try number(after: "NumOutputDimensions:")
    for (name, _) in GaussianNaiveBayes.settings {
      try expect([name + ":"])
      _ = try number()
    }
    let isRejecting = try number(after: "UseNullRejection:") == 1
    _ = try number(after: "ClassifierMode:")
    let coefficient = try vector(after: "NullRejectionCoeff:", count: 1)[0]
    let classCount = try number(after: "NumClasses:")
    guard dimension > 0, classCount > 1, classCount <= 100_000 / dimension else {
      throw error(
        "expected at least 2 classes of vectors of 1 component or more, got \(classCount) of "
          + "\(dimension)")
    }
    _ = try vector(after: "NullRejectionThresholds:", count: classCount)
    _ = try vector(after: "ClassLabels:", count: classCount)
    var classes: [GaussianNaiveBayes.Distribution] = []
    for index in 0..<classCount {
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
    guard Set(classes.map(\.label)).count == classCount else {
      throw error("expected different class labels, got the same one twice")
    }
    return (
      GaussianNaiveBayes(
        classes: classes.sorted { $0.label < $1.label },
        nullRejectionCoefficient: isRejecting ? coefficient : .infinity), dimension
    )
  }
}
