import GestureRecognition
import MotionRecordings
import RealModule
import Testing

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
      .series(LabeledSeries(dimension: 2, times: [0], values: [x, y])))
  }

  @Test("a pipeline: log densities, thresholds and labels are those of the toolkit's rules")
  func readPipeline() throws {
    let model = try RecognitionModel(file: Array(Self.pipeline.utf8))
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
    let model = try RecognitionModel(file: Array(Self.pipeline.utf8))
    let again = try RecognitionModel(file: model.grtFile())
    #expect(again == model)
    let letters = try RecognitionModel.linear(LinearModel.uppercaseLetters())
    #expect(throws: ModelError.self) { try letters.grtFile() }
  }

  @Test(
    "damaged and unsupported pipelines throw with the line",
    arguments: [
      ("V3.0", "V1.0", "expected GRT_PIPELINE_FILE_V3.0"),
      ("MovingAverageFilter\n", "LowPassFilter\n", "expected MovingAverageFilter"),
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
      _ = try RecognitionModel(file: Array(text.utf8))
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
      try poses.append(LabeledSeries(label: label, dimension: 2, times: [0], values: values))
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
        LabeledSeries(label: label, dimension: 1, times: [0, 1, 2], values: [1, 2, 3]))
    }
    let series = try GestureDataSet(grt: gestures.grt, file: "gestures.grt")
    #expect(series.series.map(\.label) == ["2", "1"])
    #expect(series.labelledByName().series.map(\.label) == ["wave", "shake"])
    #expect(series.series.map(\.values) == gestures.series.map(\.values))
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
