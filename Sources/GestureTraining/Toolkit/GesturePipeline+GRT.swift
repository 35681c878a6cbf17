public import GestureRecognition
package import MotionRecordings

extension GesturePipeline {
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
  /// them. The rules are the toolkit's, so that both programs assign the same labels. The first
  /// samples differ: the toolkit's low-pass, high-pass and derivative start at 0, this package's at
  /// the first sample. Labels are the class numbers as text. Confidences of `Softmax` are computed
  /// by this package's formula.
  ///
  /// Format: the toolkit's own functions, `save` and `load` of its pipeline and of these modules.
  package init(grt bytes: [UInt8], file: String) throws(RecordingError) {
    var content = try GRTFile(bytes, file: file)
    let read = try Self.coded(nil, modules: nil, in: &content)
    do throws(ModelError) {
      try self.init(
        configuration: read.configuration, scorer: read.scorer,
        metadata: ["source": "Gesture Recognition Toolkit"])
    } catch {
      throw RecordingError(file: file, problem: .malformed(error.description))
    }
  }

  /// The pipeline as a file of the Gesture Recognition Toolkit, version 3.0.
  ///
  /// Classes are numbered by their labels if all are integers from 1 to 1,000,000, otherwise from 1
  /// in alphabetical order.
  package func grt() throws(ModelError) -> [UInt8] {
    guard configuration.features == .lastSample, configuration.segmentation == .everySample else {
      throw .inconsistent(
        "the toolkit's format holds pipelines that classify each sample: features last-sample")
    }
    let modules = (
      before: try configuration.preprocessing.map { (stage) throws(ModelError) in
        try GRTPreprocessing(stage)
      }, classifier: try GRTClassifier(scorer),
      after: configuration.postprocessing.map(GRTPostprocessing.init)
    )
    var file = GRTFile()
    do throws(RecordingError) {
      _ = try Self.coded(self, modules: modules, in: &file)
    } catch {
      throw .inconsistent(error.description)
    }
    return Array(file.text.utf8)
  }

  private typealias Modules = (
    before: [GRTPreprocessing], classifier: GRTClassifier, after: [GRTPostprocessing]
  )

  /// Writes a pipeline and its modules, or reads them.
  private static func coded(
    _ pipeline: GesturePipeline?, modules: Modules?, in file: inout GRTFile
  ) throws(RecordingError) -> (configuration: Configuration, scorer: Scorer) {
    let (stages, filters) = (
      pipeline?.configuration.preprocessing ?? [], pipeline?.configuration.postprocessing ?? []
    )
    try file.line("GRT_PIPELINE_FILE_V3.0")
    try file.line("PipelineMode:", "CLASSIFICATION_MODE")
    let beforeCount = try file.count("NumPreprocessingModules:", stages.count)
    let featureCount = try file.count("NumFeatureExtractionModules:", 0)
    let afterCount = try file.count("NumPostprocessingModules:", filters.count)
    try file.requireTrained()
    try file.skip("Info:", " ", to: "PreProcessingModuleDatatypes:")
    let before = try file.modules(
      "", modules?.before, count: beforeCount, "a filter before the classifier")
    try file.line("FeatureExtractionModuleDatatypes:")
    guard featureCount == 0 else {
      let name = try file.word("the name of a module")
      throw file.error("expected a pipeline without feature extraction, got \(name)")
    }
    let kind = try file.modules(
      "ClassificationModuleDatatype:", modules.map { [$0.classifier] }, count: 1, "a classifier")[0]
    let after = try file.modules(
      "PostProcessingModuleDatatypes:", modules?.after, count: afterCount, "a filter of labels")

    let width = pipeline?.configuration.dimension ?? 0
    var read: [PreprocessingStage] = []
    for (index, module) in before.enumerated() {
      try file.line("PreProcessingModule_\(index + 1)")
      try module.begin(in: &file, dimension: width)
      read += try module.stages(stages.isEmpty ? nil : stages[index], in: &file)
    }
    let (scorer, dimension) = try kind.scorer(pipeline?.scorer, dimension: width, in: &file)
    var configuration = Configuration(dimension: dimension)
    configuration.preprocessing = read
    for (index, module) in after.enumerated() {
      try file.line("PostProcessingModule_\(index + 1)")
      try module.begin(in: &file, dimension: 1)
      configuration.postprocessing.append(
        try module.stage(filters.isEmpty ? nil : filters[index], in: &file))
    }
    return (configuration, scorer)
  }
}

/// The toolkit's filters of samples that have a counterpart here.
private enum GRTPreprocessing: String, GRTModule {
  case movingAverage = "MovingAverageFilter"
  case lowPass = "LowPassFilter"
  case highPass = "HighPassFilter"
  case deadZone = "DeadZone"
  case derivative = "Derivative"

  init(_ stage: PreprocessingStage) throws(ModelError) {
    switch stage {
    case .movingAverage: self = .movingAverage
    case .smoothing: self = .lowPass
    case .detrending: self = .highPass
    case .deadZone: self = .deadZone
    case .derivative: self = .derivative
    case .lowPass, .highPass:
      throw .inconsistent(
        "the toolkit's filters are of first order: expected smoothing or detrending, got \(stage)")
    }
  }

  var head: String {
    switch self {
    case .movingAverage: "GRT_MOVING_AVERAGE_FILTER_FILE_V1.0"
    case .lowPass: "GRT_LOW_PASS_FILTER_FILE_V1.0"
    case .highPass: "GRT_HIGH_PASS_FILTER_FILE_V1.0"
    case .deadZone: "GRT_DEAD_ZONE_FILE_V1.0"
    case .derivative: "GRT_DERIVATIVE_FILE_V1.0"
    }
  }

  /// Writes the parameters of a stage, or reads those of one or several.
  func stages(
    _ stage: PreprocessingStage?, in file: inout GRTFile
  ) throws(RecordingError) -> [PreprocessingStage] {
    let number = stage?.named.numbers.first ?? 0
    switch self {
    case .movingAverage: return [.movingAverage(window: try file.count("FilterSize:", Int(number)))]
    case .lowPass, .highPass:
      // Both keep a share f of their past: y = f y + (1 - f) x, and y = f (y + x - last x), which
      // is x less that low-pass.
      let factor = try file.value("FilterFactor:", 1 - number)
      let gain = try file.value("Gain:", 1)
      guard gain == 1, factor >= 0, factor < 1 else {
        throw file.error(
          "\(rawValue): expected a filter factor from 0 to 1 and a gain of 1, got \(factor) and "
            + "\(gain)")
      }
      return [self == .lowPass ? .smoothing(share: 1 - factor) : .detrending(share: 1 - factor)]
    case .deadZone:
      let low = try file.value("LowerLimit:", -number)
      let high = try file.value("UpperLimit:", number)
      guard high >= 0, low == -high else {
        throw file.error("DeadZone: expected limits -l and l, got \(low) and \(high)")
      }
      return [.deadZone(limit: high)]
    case .derivative:
      let order = try file.count("DerivativeOrder:", 1)
      let size = try file.count("FilterSize:", 1)
      let step = try file.value("Delta:", 1 / number)
      let isFiltered = try file.count("FilterData:", 0) == 1
      guard (1...2).contains(order), step > 0 else {
        throw file.error(
          "Derivative: expected an order of 1 or 2 and a step above 0, got \(order) and \(step)")
      }
      let stage = PreprocessingStage.derivative(sampleRate: 1 / step)
      return (isFiltered ? [.movingAverage(window: size)] : []) + (order == 2 ? [stage] : [])
        + [stage]
    }
  }
}

/// The toolkit's filters of labels.
private enum GRTPostprocessing: String, GRTModule {
  case labelFilter = "ClassLabelFilter"
  case changeFilter = "ClassLabelChangeFilter"
  case timeout = "ClassLabelTimeoutFilter"

  init(_ stage: PostprocessingStage) {
    switch stage {
    case .labelFilter: self = .labelFilter
    case .changeFilter: self = .changeFilter
    case .timeout: self = .timeout
    }
  }

  var head: String {
    switch self {
    case .labelFilter: "GRT_CLASS_LABEL_FILTER_FILE_V1.0"
    case .changeFilter: "GRT_CLASS_LABEL_CHANGE_FILTER_FILE_V1.0"
    case .timeout: "GRT_CLASS_LABEL_TIMEOUT_FILTER_FILE_V1.0"
    }
  }

  /// Writes the parameters of a stage, or reads them.
  func stage(
    _ stage: PostprocessingStage?, in file: inout GRTFile
  ) throws(RecordingError) -> PostprocessingStage {
    let numbers = stage?.named.numbers ?? []
    switch self {
    case .labelFilter:
      let count = try file.count("MinimumCount:", Int(numbers[0]))
      return .labelFilter(
        minimumCount: count, window: try file.count("BufferSize:", Int(numbers[1])))
    case .changeFilter: return .changeFilter
    case .timeout:
      let isShared = if case .timeout(_, true)? = stage { true } else { false }
      let mode = try file.count("FilterMode:", isShared ? 0 : 1)
      guard mode <= 1 else {
        throw file.error("ClassLabelTimeoutFilter: expected a mode of 0 or 1, got \(mode)")
      }
      // The toolkit reads whole milliseconds.
      let milliseconds = try file.value(
        "TimeoutDuration:", Int(min(numbers[0] * 1000, 1e9).rounded()))
      return .timeout(duration: milliseconds / 1000, isShared: mode == 0)
    }
  }
}

extension RecognitionModel {
  /// Encodes a pipeline as a file of the Gesture Recognition Toolkit, version 3.0.
  package func grtFile() throws(ModelError) -> [UInt8] {
    guard case .pipeline(let pipeline) = self else {
      throw .inconsistent("the toolkit's format holds pipelines only")
    }
    return try pipeline.grt()
  }

  /// Decodes a model file, or a pipeline file of the Gesture Recognition Toolkit, version 3.0.
  ///
  /// - Throws: `ModelError` for bytes that are truncated, altered, or not a model.
  public init(importing bytes: [UInt8]) throws(ModelError) {
    guard GesturePipeline.isGRT(bytes) else {
      try self.init(file: bytes)
      return
    }
    do {
      self = .pipeline(try GesturePipeline(grt: bytes, file: "pipeline of the toolkit"))
    } catch {
      throw .malformed(error.description)
    }
  }
}
