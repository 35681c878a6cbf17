import MotionFusion
import MotionRecordings
import RealModule
import Testing

@testable import GestureRecognition
@testable import GestureTraining

@Suite("Files of the Gesture Recognition Toolkit")
struct GRTTests {
  /// A pipeline in the form that the toolkit writes: two classes of two components.
  private static let pipeline = """
    GRT_PIPELINE_FILE_V3.0
    PipelineMode: CLASSIFICATION_MODE
    NumPreprocessingModules: 1
    NumFeatureExtractionModules: 0
    NumPostprocessingModules: 1
    Trained: 1
    Info: two poses
    PreProcessingModuleDatatypes:\tMovingAverageFilter
    FeatureExtractionModuleDatatypes:
    ClassificationModuleDatatype:\tANBC
    PostProcessingModuleDatatypes:\tClassLabelFilter
    PreProcessingModule_1
    GRT_MOVING_AVERAGE_FILTER_FILE_V1.0
    NumInputDimensions: 2
    NumOutputDimensions: 2
    FilterSize: 1
    GRT_ANBC_MODEL_FILE_V2.0
    Trained: 1
    UseScaling: 0
    NumInputDimensions: 2
    NumOutputDimensions: 0
    NumTrainingIterationsToConverge: 3239951500
    MinNumEpochs: 0
    MaxNumEpochs: 100
    ValidationSetSize: 20
    LearningRate: 0.1
    MinChange: 1e-05
    UseValidationSet: 0
    RandomiseTrainingOrder: 1
    UseNullRejection: 1
    ClassifierMode: 0
    NullRejectionCoeff: 2
    NumClasses: 2
    NullRejectionThresholds:  -3 -4
    ClassLabels:  3 5
    *************_MODEL_*************
    Model_ID: 1
    N: 2
    ClassLabel: 3
    Threshold: -3
    Gamma: 2
    TrainingMu: -1
    TrainingSigma: 1
    Mu:
    \t0\t0
    Sigma:
    \t1\t2
    Weights:
    \t1\t1
    *************_MODEL_*************
    Model_ID: 2
    N: 2
    ClassLabel: 5
    Threshold: -4
    Gamma: 2
    TrainingMu: -2
    TrainingSigma: 1
    Mu:
    \t10\t0
    Sigma:
    \t0.5\t0.5
    Weights:
    \t1\t1
    PostProcessingModule_1
    GRT_CLASS_LABEL_FILTER_FILE_V1.0
    NumInputDimensions: 1
    NumOutputDimensions: 1
    MinimumCount: 2
    BufferSize: 3

    """

  private func recognition(
    _ x: Double, _ y: Double, by model: RecognitionModel
  ) throws -> Recognition {
    try GestureRecognizer(model).recognize(
      .series(SampleSeries(dimension: 2, times: [0], values: [x, y])))
  }

  @Test("a pipeline: log densities, thresholds and labels are those of the toolkit's rules")
  func readPipeline() throws {
    let model = try RecognitionModel(importing: Array(Self.pipeline.utf8))
    #expect(model.labels == ["3", "5"])
    // log N(0.5; 0, 1) + log N(1; 0, 2)
    let expected = -0.125 - 0.125 - Double.log(2 * .pi) - Double.log(2)
    let near = try recognition(0.5, 1, by: model)
    #expect(near.label == "3" && near.isGesture)
    #expect(abs(near.score - expected) < 1e-14)
    // log N = -2.53 - 2 x²: below the threshold of -3 beyond 0.97.
    #expect(try recognition(0.96, 0, by: model).isGesture)
    #expect(try !recognition(0.98, 0, by: model).isGesture)
    #expect(try recognition(10.2, 0.1, by: model).label == "5")
    guard case .pipeline(let pipeline) = model else { return }
    #expect(pipeline.configuration.preprocessing == [.movingAverage(window: 1)])
    #expect(pipeline.configuration.postprocessing == [.labelFilter(minimumCount: 2, window: 3)])
  }

  @Test("a written pipeline is read as an equal one")
  func writePipeline() throws {
    let model = try RecognitionModel(importing: Array(Self.pipeline.utf8))
    let again = try RecognitionModel(importing: model.grtFile())
    #expect(again == model)
    let letters = try RecognitionModel.features(FeatureModel.uppercaseZones())
    #expect(throws: ModelError.self) { try letters.grtFile() }
  }

  @Test(
    "damaged and unsupported pipelines throw with the line",
    arguments: [
      ("V3.0", "V1.0", "expected GRT_PIPELINE_FILE_V3.0"),
      ("MovingAverageFilter\n", "MedianFilter\n", "got MedianFilter, which cannot be read"),
      ("MovingAverageFilter\n", "LowPassFilter\n", "expected GRT_LOW_PASS_FILTER_FILE_V1.0"),
      ("ANBC\n", "KNN\n", "expected a classifier of ANBC, Softmax, got KNN"),
      ("ClassLabelFilter\n", "ClassLikelihoodFilter\n", "got ClassLikelihoodFilter"),
      (
        "NumFeatureExtractionModules: 0", "NumFeatureExtractionModules: 1",
        "expected a pipeline without feature extraction"
      ),
      ("UseScaling: 0", "UseScaling: 1", "expected a classifier without scaling"),
      ("\t1\t1\nPost", "\t1\t2\nPost", "expected weights of 1"),
      ("\t0.5\t0.5", "\t0.5\t0", "expected standard deviations above 0"),
      ("\t0.5\t0.5", "\t0.5\tnan", "expected finite numbers after Sigma:"),
      ("ClassLabel: 5", "ClassLabel: 3", "expected different class labels"),
      ("NumClasses: 2", "NumClasses: 900000", "expected at least 2 classes"),
      ("MinimumCount: 2", "MinimumCount: 9", "expected a label filter"),
      ("Trained: 1\nInfo", "Trained: 0\nInfo", "expected a trained pipeline"),
      ("BufferSize: 3\n", "", "expected BufferSize:, got the end of the file"),
    ])
  func damaged(found: String, replacement: String, message: String) throws {
    let text = Self.pipeline.replacing(found, with: replacement)
    #expect(text != Self.pipeline)
    do {
      _ = try RecognitionModel(importing: Array(text.utf8))
      Issue.record("read: \(message)")
    } catch {
      #expect(error.description.contains(message), "\(error)")
    }
  }

  /// A file with the given modules, and logistic regressions of two components.
  private static func softmax(before: [(String, String)], after: [(String, String)]) -> String {
    let names = { (modules: [(String, String)]) in modules.map { "\t\($0.0)" }.joined() }
    let parts = { (kind: String, modules: [(String, String)]) in
      modules.enumerated().map { "\(kind)ProcessingModule_\($0 + 1)\n\($1.1)\n" }.joined()
    }
    return """
      GRT_PIPELINE_FILE_V3.0
      PipelineMode: CLASSIFICATION_MODE
      NumPreprocessingModules: \(before.count)
      NumFeatureExtractionModules: 0
      NumPostprocessingModules: \(after.count)
      Trained: 1
      Info: 
      PreProcessingModuleDatatypes:\(names(before))
      FeatureExtractionModuleDatatypes:
      ClassificationModuleDatatype:\tSoftmax
      PostProcessingModuleDatatypes:\(names(after))
      \(parts("Pre", before))GRT_SOFTMAX_MODEL_FILE_V2.0
      Trained: 1
      UseScaling: 0
      NumInputDimensions: 2
      NumOutputDimensions: 2
      NumTrainingIterationsToConverge: 0
      MinNumEpochs: 0
      MaxNumEpochs: 100
      ValidationSetSize: 20
      LearningRate: 0.1
      MinChange: 1e-05
      UseValidationSet: 0
      RandomiseTrainingOrder: 1
      UseNullRejection: 0
      ClassifierMode: 0
      NullRejectionCoeff: 10
      NumClasses: 2
      NullRejectionThresholds: 
      ClassLabels:  7 4
      Models:
      ClassLabel: 7
      Weights: 0.5 1 -2
      ClassLabel: 4
      Weights: -0.25 3 0.5
      \(parts("Post", after))
      """
  }

  private static let dimensions = "NumInputDimensions: 2\nNumOutputDimensions: 2\n"
  private static let labels = "NumInputDimensions: 1\nNumOutputDimensions: 1\n"

  @Test("every module with a counterpart: its stage, and back")
  func modules() throws {
    let text = Self.softmax(
      before: [
        (
          "LowPassFilter",
          "GRT_LOW_PASS_FILTER_FILE_V1.0\n\(Self.dimensions)FilterFactor: 0.75\nGain: 1"
        ),
        (
          "HighPassFilter",
          "GRT_HIGH_PASS_FILTER_FILE_V1.0\n\(Self.dimensions)FilterFactor: 0.5\nGain: 1"
        ),
        (
          "DeadZone",
          "GRT_DEAD_ZONE_FILE_V1.0\n\(Self.dimensions)LowerLimit: -0.2\nUpperLimit: 0.2"
        ),
        (
          "Derivative",
          "GRT_DERIVATIVE_FILE_V1.0\n\(Self.dimensions)DerivativeOrder: 2\nFilterSize: 3\n"
            + "Delta: 0.125\nFilterData: 1"
        ),
      ],
      after: [
        ("ClassLabelChangeFilter", "GRT_CLASS_LABEL_CHANGE_FILTER_FILE_V1.0\n\(Self.labels)"),
        (
          "ClassLabelTimeoutFilter",
          "GRT_CLASS_LABEL_TIMEOUT_FILTER_FILE_V1.0\n\(Self.labels)FilterMode: 0\n"
            + "TimeoutDuration: 500"
        ),
      ])
    let model = try RecognitionModel(importing: Array(text.utf8))
    guard case .pipeline(let pipeline) = model else { return }
    #expect(
      pipeline.configuration.preprocessing == [
        .smoothing(share: 0.25), .detrending(share: 0.5), .deadZone(limit: 0.2),
        .movingAverage(window: 3), .derivative(sampleRate: 8), .derivative(sampleRate: 8),
      ])
    #expect(
      pipeline.configuration.postprocessing == [
        .changeFilter, .timeout(duration: 0.5, isShared: true),
      ])
    #expect(try RecognitionModel(importing: model.grtFile()) == model)
  }

  /// The toolkit's high-pass is y = f (y + x - last x), its low-pass y = f y + (1 - f) x.
  @Test("low-pass and high-pass follow the toolkit's recurrences after their start")
  func filters() throws {
    var low = ExponentialFilter(.low, share: 1 - 0.8)
    var high = ExponentialFilter(.high, share: 1 - 0.8)
    let input = (0..<200).map { Double.sin(Double($0) * 0.3) + 0.01 * Double($0) }
    var (y, z, last) = (input[0], 0.0, input[0])
    for x in input {
      y = 0.8 * y + (1 - 0.8) * x
      z = 0.8 * (z + x - last)
      last = x
      #expect(abs(low.update(x) - y) < 1e-12)
      #expect(abs(high.update(x) - z) < 1e-12)
    }
  }

  @Test("logistic regressions: the class with the largest score, and written from trained ones")
  func softmax() async throws {
    let model = try RecognitionModel(
      importing: Array(Self.softmax(before: [], after: []).utf8))
    #expect(model.labels == ["4", "7"])
    // 0.5 + x - 2 y against -0.25 + 3 x + 0.5 y.
    let first = try recognition(0.1, 0.1, by: model)
    #expect(first.label == "7" && abs(first.score - 0.4) < 1e-15)
    #expect(try recognition(1, 0.1, by: model).label == "4")

    var poses = GestureDataSet(dimension: 2)
    for index in 0..<40 {
      let (x, y) = (Double(index % 8), Double(index % 5) * 30)
      try poses.append(
        SampleSeries(dimension: 2, times: [0], values: [x, y]), label: x * 20 > y ? "1" : "2")
    }
    let (trained, _) = try await GesturePipeline.train(
      GesturePipeline.Configuration(dimension: 2), on: poses)
    let again = try RecognitionModel(importing: trained.grt())
    for series in poses.series.map(\.representation) {
      let (a, b) = (
        try recognition(series.values[0], series.values[1], by: .pipeline(trained)),
        try recognition(series.values[0], series.values[1], by: again)
      )
      #expect(a.label == b.label && abs(a.score - b.score) < 1e-9)
    }
  }

  @Test(
    "modules whose numbers have no counterpart throw",
    arguments: [
      ("Gain: 1", "Gain: 2", "LowPassFilter: expected a filter factor"),
      ("FilterFactor: 0.75", "FilterFactor: 1.5", "LowPassFilter: expected a filter factor"),
      ("FilterFactor: 0.75", "FilterFactor: nan", "expected finite numbers"),
    ])
  func unsupportedNumbers(found: String, replacement: String, message: String) throws {
    let text = Self.softmax(
      before: [
        (
          "LowPassFilter",
          "GRT_LOW_PASS_FILTER_FILE_V1.0\n\(Self.dimensions)FilterFactor: 0.75\nGain: 1"
        )
      ], after: [])
    do {
      _ = try RecognitionModel(importing: Array(text.replacing(found, with: replacement).utf8))
      Issue.record("read: \(message)")
    } catch {
      #expect(error.description.contains(message), "\(error)")
    }
  }

  @Test("data sets: written and read in both of the toolkit's forms")
  func dataSets() throws {
    var poses = GestureDataSet(
      name: "two poses", notes: "in g", classNames: ["1": "face up"], dimension: 2)
    for (label, values) in [("1", [0.5, -1e-7]), ("2", [3, 4]), ("1", [0.25, 1e10])] {
      try poses.append(SampleSeries(dimension: 2, times: [0], values: values), label: label)
    }
    let text = String(decoding: poses.grt, as: UTF8.self)
    #expect(text.hasPrefix("GRT_LABELLED_CLASSIFICATION_DATA_FILE_V1.0\nDatasetName: two_poses\n"))
    let again = try GestureDataSet(grt: poses.grt, file: "poses.grt")
    #expect(again.series == poses.series && again.classNames == ["1": "face_up"])
    #expect(again.labelledByName().labels == ["2", "face_up"])
    let table = String(decoding: poses.grtTable, as: UTF8.self)
    #expect(table == "1,0.5,-1e-07\n2,3.0,4.0\n1,0.25,10000000000.0\n")
    #expect(try GestureDataSet(grtTable: poses.grtTable, file: "poses.csv").series == poses.series)

    var gestures = GestureDataSet(dimension: 1)
    for label in ["wave", "shake"] {
      try gestures.append(
        SampleSeries(dimension: 1, times: [0, 1, 2], values: [1, 2, 3]), label: label)
    }
    let series = try GestureDataSet(grt: gestures.grt, file: "gestures.grt")
    #expect(series.series.map(\.label) == ["2", "1"])
    #expect(series.labelledByName().series.map(\.label) == ["wave", "shake"])
    #expect(series.series.map(\.representation) == gestures.series.map(\.representation))
  }

  @Test(
    "labels that are not the decimal form of a class number get numbers from 1",
    arguments: [
      (["1", "01"], ["2", "1"]), (["+3", "4"], ["1", "2"]), (["0", "7"], ["1", "2"]),
      (["9", "1000001"], ["2", "1"]), (["9", "1000000"], ["9", "1000000"]),
    ])
  func classNumbers(labels: [String], numbers: [String]) async throws {
    var poses = GestureDataSet(dimension: 1)
    for index in 0..<12 {
      let value = Double(index % 2) * 5 + Double(index) / 10
      try poses.append(
        SampleSeries(dimension: 1, times: [0], values: [value]), label: labels[index % 2])
    }
    let read = try GestureDataSet(grt: poses.grt, file: "poses.grt")
    #expect(read.series.prefix(2).map(\.label) == numbers)
    #expect(read.labelledByName().series == poses.series)
    for trainer in [PipelineTrainer.naiveBayes(), .logisticRegression] {
      let pipeline = try await GesturePipeline.train(
        GesturePipeline.Configuration(dimension: 1), on: poses, trainer: trainer
      ).pipeline
      #expect(try RecognitionModel(importing: pipeline.grt()).labels == numbers.sorted())
    }
  }

  @Test("a classifier that the toolkit's format cannot hold throws")
  func unwritable() async throws {
    let examples = (0..<8).map {
      Example(representation: [Double($0)], label: $0 % 2 == 0 ? "1" : "2", name: "v")
    }
    var bayes = try GaussianNaiveBayes(training: examples)
    let linear = try LinearClassifier(labels: ["1", "2"], featureCount: 2, weights: [1, 0, 0, 1])
    func write(_ scorer: Scorer) throws {
      _ = try GesturePipeline(
        configuration: GesturePipeline.Configuration(dimension: 1), scorer: scorer
      ).grt()
    }
    try write(.naiveBayes(bayes))
    try write(.linear(linear, FeatureScaling(unscaled: 1)))
    try bayes.setNullClasses(examples)
    #expect(throws: ModelError.self) { try write(.naiveBayes(bayes)) }
    let network = try NeuralNetwork(
      labels: ["1", "2"], featureCount: 1, hiddenCount: 8,
      hiddenWeights: [Float](repeating: 1, count: 8), hiddenBiases: [Float](repeating: 0, count: 8),
      outputWeights: [Float](repeating: 1, count: 16), outputBiases: [0, 0])
    #expect(throws: ModelError.self) { try write(.network(network)) }
  }

  @Test(
    "malformed tables throw with the line",
    arguments: [
      ("1,2\nx,3\n", "t.csv:2: expected a class number in the first column, got 'x'"),
      ("1,2\n1,y\n", "t.csv:2: expected a decimal number such as -0.25, got 'y'"),
      ("1,2\n1,2,3\n", "t.csv:2: expected 2 fields"), ("1\n", "t.csv:1: expected 2 fields"),
      ("1,inf\n", "not finite"), ("\n", "got an empty file"), ("-1,2\n", "class number"),
    ])
  func malformed(text: String, message: String) {
    do {
      _ = try GestureDataSet(grtTable: Array(text.utf8), file: "t.csv")
      Issue.record("read: \(message)")
    } catch {
      #expect(error.description.contains(message), "\(error)")
    }
  }
}
