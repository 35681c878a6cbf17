internal import ArgumentParser
package import GestureRecognition
internal import GestureTraining

/// The stages of a pipeline for any sensor.
struct PipelineOptions: ParsableArguments {
  @Option(
    name: .customLong("preprocess"),
    help: ArgumentHelp(
      "A stage for each sample; may be repeated: "
        + PreprocessingStage.grammar + ".", valueName: "stage"),
    transform: stage)
  var preprocessing: [PreprocessingStage] = []

  @Option(
    help: ArgumentHelp(
      "The segmentation of a stream: \(SegmentationRule.grammar) (default: sample if each "
        + "example is one sample, otherwise touch).", valueName: "rule"),
    transform: stage)
  var segment: SegmentationRule?

  @Option(
    help: ArgumentHelp(
      "The features of a segment: \(SeriesFeatures.grammar) (default: last-sample for samples, "
        + "statistics for windows, otherwise resampled=16).",
      valueName: "features"),
    transform: stage)
  var features: SeriesFeatures?

  @Option(
    name: .customLong("postprocess"),
    help: ArgumentHelp(
      "A stage for each label; may be repeated: "
        + PostprocessingStage.grammar + ".", valueName: "stage"),
    transform: stage)
  var postprocessing: [PostprocessingStage] = []

  @Option(
    name: .customLong("channel"),
    help: ArgumentHelp(
      "A vector of device motion; may be repeated (default: the first two).", valueName: "name"))
  var channels: [MotionChannel] = []

  @Option(
    help: ArgumentHelp(
      "The sample rate of data sets without times.",
      valueName: "hertz"))
  var sampleRate: Double?

  @Option(
    help: ArgumentHelp(
      "gaussian-naive-bayes: reject scores this many standard deviations below the class's mean.",
      valueName: "number"))
  var nullRejection = 10.0

  func validate() throws {
    if let sampleRate, !(sampleRate > 0 && sampleRate.isFinite) {
      throw ValidationError("--sample-rate: expected hertz, such as 100, got \(sampleRate).")
    }
    guard nullRejection >= 0 else {
      throw ValidationError("--null-rejection: expected 0 or more, or inf, got \(nullRejection).")
    }
    guard Set(channels).count == channels.count else {
      throw ValidationError("--channel: expected each channel once.")
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
    settings.preprocessing = preprocessing
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

/// The stage of a pipeline in an argument.
func stage<Stage: PipelineStage>(_ text: String) throws -> Stage {
  guard let stage = Stage(text) else {
    throw ValidationError("expected \(Stage.grammar), got '\(text)'")
  }
  return stage
}
