package import MotionRecordings

extension GesturePipeline {
  /// The first word of a pipeline file of the Gesture Recognition Toolkit.
  private static let head = "GRT_PIPELINE_FILE_V3.0"

  /// Whether the bytes start like a pipeline file of the toolkit.
  package static func isGRT(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "GRT_PIPELINE_FILE_".utf8)
  }

  /// Parses a pipeline file of the Gesture Recognition Toolkit (GRT), version 3.0.
  ///
  /// Supported are trained classification pipelines that classify each sample, with these modules:
  /// - before: `MovingAverageFilter`, `LowPassFilter` and `HighPassFilter` with a gain of 1,
  ///   symmetric `DeadZone`, `Derivative`;
  /// - the classifier: `ANBC` with weights of 1, or `Softmax`; both without scaling;
  /// - after: `ClassLabelFilter`, `ClassLabelChangeFilter`, `ClassLabelTimeoutFilter`.
  ///
  /// Feature extraction, regression, clustering and all other modules are not: the error names
  /// them. The rules are the toolkit's, so that both programs assign the same labels, but for the
  /// first samples: the toolkit's low-pass, high-pass and derivative start at 0, ours at the first
  /// sample. Labels are the class numbers as text. Confidences of `Softmax` are ours.
  ///
  /// Format: the toolkit's own functions, `save` and `load` of its pipeline and of these modules.
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
    var before: [GRTPreprocessing] = []
    for _ in 0..<counts[0] { before.append(try scanner.module("a filter before the classifier")) }
    guard counts[1] == 0 else {
      try scanner.expect(["FeatureExtractionModuleDatatypes:"])
      let name = try scanner.word("the name of a module")
      throw scanner.error("expected a pipeline without feature extraction, got \(name)")
    }
    try scanner.expect(["FeatureExtractionModuleDatatypes:"])
    try scanner.expect(["ClassificationModuleDatatype:"])
    let kind: GRTClassifier = try scanner.module("a classifier")
    try scanner.expect(["PostProcessingModuleDatatypes:"])
    var after: [GRTPostprocessing] = []
    for _ in 0..<counts[2] { after.append(try scanner.module("a filter of labels")) }

    var preprocessing: [PreprocessingStage] = []
    for (index, module) in before.enumerated() {
      try scanner.expect(["PreProcessingModule_\(index + 1)"])
      preprocessing += try module.stages(from: &scanner)
    }
    let (classifier, dimension) = try kind.classifier(from: &scanner)
    var configuration = Configuration(dimension: dimension)
    configuration.preprocessing = preprocessing
    for (index, module) in after.enumerated() {
      try scanner.expect(["PostProcessingModule_\(index + 1)"])
      configuration.postprocessing.append(try module.stage(from: &scanner))
    }
    do throws(ModelError) {
      try self.init(
        configuration: configuration, classifier: classifier,
        metadata: ["source": "Gesture Recognition Toolkit"])
    } catch {
      throw RecordingError(file: file, problem: .malformed(error.description))
    }
  }

  /// The pipeline as a file of the Gesture Recognition Toolkit, version 3.0.
  ///
  /// Classes are numbered by their labels if all are integers from 1 to 1,000,000, otherwise from 1
  /// in alphabetical order.
  ///
  /// - Throws: ``ModelError/inconsistent(_:)`` for a stage or a classifier that `init(grt:file:)`
  ///   does not read.
  package func grt() throws(ModelError) -> [UInt8] {
    guard configuration.features == .lastSample, configuration.segmentation == .everySample else {
      throw .inconsistent(
        "the toolkit's format holds pipelines that classify each sample: features last-sample")
    }
    let dimension = configuration.dimension
    let kind = GRTClassifier(classifier)
    let before = try configuration.preprocessing.map { (stage) throws(ModelError) in
      try GRTPreprocessing.module(of: stage, dimension: dimension)
    }
    let after = configuration.postprocessing.map(GRTPostprocessing.module(of:))
    var text = """
      \(Self.head)
      PipelineMode: CLASSIFICATION_MODE
      NumPreprocessingModules: \(before.count)
      NumFeatureExtractionModules: 0
      NumPostprocessingModules: \(after.count)
      Trained: 1
      Info: 
      PreProcessingModuleDatatypes:\(before.map { "\t\($0.name)" }.joined())
      FeatureExtractionModuleDatatypes:
      ClassificationModuleDatatype:\t\(kind.rawValue)
      PostProcessingModuleDatatypes:\(after.map { "\t\($0.name)" }.joined())

      """
    for (index, module) in before.enumerated() {
      text += "PreProcessingModule_\(index + 1)\n\(module.text)"
    }
    text += try classifier.grt(dimension: dimension)
    for (index, module) in after.enumerated() {
      text += "PostProcessingModule_\(index + 1)\n\(module.text)"
    }
    return Array(text.utf8)
  }
}
