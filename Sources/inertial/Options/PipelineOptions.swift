internal import ArgumentParser
public import GestureRecognition
internal import GestureTraining

/// The stages of a pipeline for any sensor.
struct PipelineOptions: ParsableArguments {
  @Option(
    name: .customLong("preprocess"),
    help: ArgumentHelp(
      "Pipelines: a stage for every sample, in this order; may be repeated: "
        + PreprocessingArgument.grammar + ".", valueName: "stage"),
    transform: { try PreprocessingArgument($0) })
  var preprocessing: [PreprocessingArgument] = []

  @Option(
    help: ArgumentHelp(
      "Pipelines: the segmentation of a stream: \(SegmentationRule.grammar) (default: every "
        + "sample where each example is one sample, otherwise touch).", valueName: "rule"),
    transform: { try SegmentationRule($0) })
  var segment: SegmentationRule?

  @Option(
    help: ArgumentHelp(
      "Pipelines: the features of a segment: \(SeriesFeatures.grammar) (default: last-sample, "
        + "statistics of a window, otherwise resampled=16).",
      valueName: "features"),
    transform: { try SeriesFeatures($0) })
  var features: SeriesFeatures?

  @Option(
    name: .customLong("postprocess"),
    help: ArgumentHelp(
      "Pipelines: a stage for every label, in this order; may be repeated: "
        + PostprocessingStage.grammar + ".", valueName: "stage"),
    transform: { try PostprocessingStage($0) })
  var postprocessing: [PostprocessingStage] = []

  @Option(
    name: .customLong("channel"),
    help: ArgumentHelp(
      "Pipelines on device motion: a vector to use; may be repeated: "
        + MotionChannel.allCases.map(\.rawValue).joined(separator: ", ")
        + " (default: the first two).", valueName: "name"))
  var channels: [MotionChannel] = []

  @Option(
    help: ArgumentHelp(
      "Pipelines: the sample rate, for data sets without times, such as GRT's.",
      valueName: "hertz"))
  var sampleRate: Double?

  @Option(
    help: ArgumentHelp(
      "gaussian-naive-bayes: the number of standard deviations below its mean at which a class's "
        + "score is rejected.", valueName: "number"))
  var nullRejection = 10.0

  func validate() throws {
    if let sampleRate, !(sampleRate > 0 && sampleRate.isFinite) {
      throw ValidationError("--sample-rate: expected hertz, such as 100, got \(sampleRate).")
    }
    guard nullRejection >= 0 else {
      throw ValidationError("--null-rejection: expected 0 or more, or inf, got \(nullRejection).")
    }
  }

  /// Whether an option of pipelines is present.
  var isChosen: Bool {
    !preprocessing.isEmpty || segment != nil || features != nil || !postprocessing.isEmpty
      || !channels.isEmpty
  }

  /// The settings of the library.
  var settings: PipelineSettings {
    var settings = PipelineSettings()
    if !preprocessing.isEmpty {
      let stages = preprocessing
      settings.preprocessing = { rate in stages.map { $0.stage(rate) } }
    }
    settings.segmentation = segment
    settings.features = features
    settings.postprocessing = postprocessing
    settings.channels = channels.isEmpty ? nil : channels
    settings.sampleRate = sampleRate
    settings.nullRejection = nullRejection
    return settings
  }
}

extension MotionChannel: ExpressibleByArgument {}
