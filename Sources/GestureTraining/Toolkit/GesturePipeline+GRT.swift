public import GestureRecognition
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
  /// them. The rules are the toolkit's, so that both programs assign the same labels. The first
  /// samples differ: the toolkit's low-pass, high-pass and derivative start at 0, this package's at
  /// the first sample. Labels are the class numbers as text. Confidences of `Softmax` are computed
  /// by this package's formula.
  ///
  /// Format: the toolkit's own functions, `save` and `load` of its pipeline and of these modules.
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
    let (scorer, dimension) = try kind.classifier(from: &scanner)
    var configuration = Configuration(dimension: dimension)
    configuration.preprocessing = preprocessing
    for (index, module) in after.enumerated() {
      try scanner.expect(["PostProcessingModule_\(index + 1)"])
      configuration.postprocessing.append(try module.stage(from: &scanner))
    }
    do throws(ModelError) {
      try self.init(
        configuration: configuration, scorer: scorer,
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
    let dimension = configuration.dimension
    let classifier = try scorer.grt(dimension: dimension)
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
      ClassificationModuleDatatype:\t\(classifier.kind.rawValue)
      PostProcessingModuleDatatypes:\(after.map { "\t\($0.name)" }.joined())

      """
    for (index, module) in before.enumerated() {
      text += "PreProcessingModule_\(index + 1)\n\(module.text)"
    }
    text += classifier.text
    for (index, module) in after.enumerated() {
      text += "PostProcessingModule_\(index + 1)\n\(module.text)"
    }
    return Array(text.utf8)
  }
}

/// The toolkit's filters of samples that have a counterpart here.
enum GRTPreprocessing: String, GRTModule {
  case movingAverage = "MovingAverageFilter"
  case lowPass = "LowPassFilter"
  case highPass = "HighPassFilter"
  case deadZone = "DeadZone"
  case derivative = "Derivative"

  var head: String {
    switch self {
    case .movingAverage: "GRT_MOVING_AVERAGE_FILTER_FILE_V1.0"
    case .lowPass: "GRT_LOW_PASS_FILTER_FILE_V1.0"
    case .highPass: "GRT_HIGH_PASS_FILTER_FILE_V1.0"
    case .deadZone: "GRT_DEAD_ZONE_FILE_V1.0"
    case .derivative: "GRT_DERIVATIVE_FILE_V1.0"
    }
  }

  /// The stages of this module, whose parameters follow.
  func stages(from scanner: inout WordScanner) throws(RecordingError) -> [PreprocessingStage] {
    try scanner.expectModule(head)
    switch self {
    case .movingAverage: return [.movingAverage(window: try scanner.number(after: "FilterSize:"))]
    case .lowPass, .highPass:
      // Both keep a share f of their past: y = f y + (1 - f) x, and y = f (y + x - last x), which
      // is x less that low-pass.
      let factor = try scanner.value(after: "FilterFactor:")
      let gain = try scanner.value(after: "Gain:")
      guard gain == 1, factor >= 0, factor < 1 else {
        throw scanner.error(
          "\(rawValue): expected a filter factor from 0 to 1 and a gain of 1, got \(factor) and "
            + "\(gain)")
      }
      return [self == .lowPass ? .smoothing(share: 1 - factor) : .detrending(share: 1 - factor)]
    case .deadZone:
      let low = try scanner.value(after: "LowerLimit:")
      let high = try scanner.value(after: "UpperLimit:")
      guard high >= 0, low == -high else {
        throw scanner.error("DeadZone: expected limits -l and l, got \(low) and \(high)")
      }
      return [.deadZone(limit: high)]
    case .derivative:
      let order = try scanner.number(after: "DerivativeOrder:")
      let size = try scanner.number(after: "FilterSize:")
      let step = try scanner.value(after: "Delta:")
      let isFiltered = try scanner.number(after: "FilterData:") == 1
      guard (1...2).contains(order), step > 0 else {
        throw scanner.error(
          "Derivative: expected an order of 1 or 2 and a step above 0, got \(order) and \(step)")
      }
      let stage = PreprocessingStage.derivative(sampleRate: 1 / step)
      return (isFiltered ? [.movingAverage(window: size)] : []) + (order == 2 ? [stage] : [])
        + [stage]
    }
  }

  /// The module of a stage: its name, and its part of the file.
  static func module(
    of stage: PreprocessingStage, dimension: Int
  ) throws(ModelError) -> (name: String, text: String) {
    let kind: GRTPreprocessing
    let parameters: String
    switch stage {
    case .movingAverage(let window):
      (kind, parameters) = (.movingAverage, "FilterSize: \(window)\n")
    case .smoothing(let share):
      (kind, parameters) = (.lowPass, "FilterFactor: \(1 - share)\nGain: 1\n")
    case .detrending(let share):
      (kind, parameters) = (.highPass, "FilterFactor: \(1 - share)\nGain: 1\n")
    case .deadZone(let limit):
      (kind, parameters) = (.deadZone, "LowerLimit: \(-limit)\nUpperLimit: \(limit)\n")
    case .derivative(let rate):
      (kind, parameters) = (
        .derivative, "DerivativeOrder: 1\nFilterSize: 1\nDelta: \(1 / rate)\nFilterData: 0\n"
      )
    case .lowPass, .highPass:
      throw .inconsistent(
        "the toolkit's filters are of first order: expected smoothing or detrending, got \(stage)")
    }
    return (kind.rawValue, kind.text(parameters, dimension: dimension))
  }
}

/// The toolkit's filters of labels.
enum GRTPostprocessing: String, GRTModule {
  case labelFilter = "ClassLabelFilter"
  case changeFilter = "ClassLabelChangeFilter"
  case timeout = "ClassLabelTimeoutFilter"

  var head: String {
    switch self {
    case .labelFilter: "GRT_CLASS_LABEL_FILTER_FILE_V1.0"
    case .changeFilter: "GRT_CLASS_LABEL_CHANGE_FILTER_FILE_V1.0"
    case .timeout: "GRT_CLASS_LABEL_TIMEOUT_FILTER_FILE_V1.0"
    }
  }

  /// The stage of this module, whose parameters follow.
  func stage(from scanner: inout WordScanner) throws(RecordingError) -> PostprocessingStage {
    try scanner.expectModule(head)
    switch self {
    case .labelFilter:
      let count = try scanner.number(after: "MinimumCount:")
      return .labelFilter(
        minimumCount: count, window: try scanner.number(after: "BufferSize:"))
    case .changeFilter: return .changeFilter
    case .timeout:
      let mode = try scanner.number(after: "FilterMode:")
      guard mode <= 1 else {
        throw scanner.error("ClassLabelTimeoutFilter: expected a mode of 0 or 1, got \(mode)")
      }
      let milliseconds = try scanner.value(after: "TimeoutDuration:")
      return .timeout(duration: milliseconds / 1000, isShared: mode == 0)
    }
  }

  /// The module of a stage: its name, and its part of the file.
  static func module(of stage: PostprocessingStage) -> (name: String, text: String) {
    let kind: GRTPostprocessing
    let parameters: String
    switch stage {
    case .labelFilter(let count, let window):
      (kind, parameters) = (.labelFilter, "MinimumCount: \(count)\nBufferSize: \(window)\n")
    case .changeFilter: (kind, parameters) = (.changeFilter, "")
    case .timeout(let duration, let isShared):
      // The toolkit reads whole milliseconds.
      let milliseconds = Int(min(duration * 1000, 1e9).rounded())
      (kind, parameters) = (
        .timeout, "FilterMode: \(isShared ? 0 : 1)\nTimeoutDuration: \(milliseconds)\n"
      )
    }
    return (kind.rawValue, kind.text(parameters, dimension: 1))
  }
}

/// A kind of module of the toolkit, by its name in files.
protocol GRTModule: RawRepresentable<String>, CaseIterable {
  /// The first word of its part of a file.
  var head: String { get }
}

extension GRTModule {
  /// The part of a file of a module for samples of `dimension` components.
  func text(_ parameters: String, dimension: Int) -> String {
    "\(head)\nNumInputDimensions: \(dimension)\nNumOutputDimensions: \(dimension)\n\(parameters)"
  }
}

extension WordScanner {
  mutating func number(after name: String) throws(RecordingError) -> Int {
    try expect([name])
    return try count("a whole number after \(name)", in: 0...1_000_000)
  }

  mutating func expectTrained() throws(RecordingError) {
    guard try number(after: "Trained:") == 1 else {
      throw error("expected a trained pipeline, got one that is not trained")
    }
  }

  /// The numbers after a name, one per component.
  mutating func vector(
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

  /// The number after a name, finite.
  mutating func value(after name: String) throws(RecordingError) -> Double {
    try vector(after: name, count: 1)[0]
  }

  /// A module that can be read.
  mutating func module<Module: GRTModule>(_ what: String) throws(RecordingError) -> Module {
    let name = try word("the name of \(what)")
    guard let module = Module(rawValue: name) else {
      let names = Module.allCases.map(\.rawValue).joined(separator: ", ")
      throw error("expected \(what) of \(names), got \(name), which cannot be read")
    }
    return module
  }

  /// The head of a module's part, and the numbers of dimensions, which the pipeline knows.
  mutating func expectModule(_ head: String) throws(RecordingError) {
    try expect([head])
    _ = try number(after: "NumInputDimensions:")
    _ = try number(after: "NumOutputDimensions:")
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
