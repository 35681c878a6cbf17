public import ArgumentParser
public import GestureRecognition
internal import MotionFusion

/// What a pipeline for the samples of any sensor does.
struct PipelineOptions: ParsableArguments {
  @Option(
    name: .customLong("preprocess"),
    help: ArgumentHelp(
      "Pipelines: what is done to every sample, in this order; may be repeated: "
        + PreprocessingArgument.grammar + ".", valueName: "stage"))
  var preprocessing: [PreprocessingArgument] = []

  @Option(
    help: ArgumentHelp(
      "Pipelines: where a stream is cut: \(SegmentationArgument.grammar). Without this at every "
        + "sample where each example is one, and otherwise between touches.", valueName: "rule"))
  var segment: SegmentationArgument?

  @Option(
    help: ArgumentHelp(
      "Pipelines: what is read of a piece: \(FeaturesArgument.grammar). Without this what suits "
        + "the rule: last-sample, statistics of a window, otherwise resampled=16.",
      valueName: "features"))
  var features: FeaturesArgument?

  @Option(
    name: .customLong("postprocess"),
    help: ArgumentHelp(
      "Pipelines: what is done to what was read, in this order; may be repeated: "
        + PostprocessingArgument.grammar + ".", valueName: "stage"))
  var postprocessing: [PostprocessingArgument] = []

  @Option(
    name: .customLong("channel"),
    help: ArgumentHelp(
      "Pipelines of recordings of motion: a vector to take; may be repeated: "
        + MotionChannel.allCases.map(\.rawValue).joined(separator: ", ")
        + ". Without this the first two.", valueName: "name"))
  var channels: [MotionChannel] = []

  @Option(
    help: ArgumentHelp(
      "Pipelines: samples a second, where the data set does not tell; GRT's files do not.",
      valueName: "hertz"))
  var sampleRate: Double?

  @Option(
    help: ArgumentHelp(
      "gaussian-naive-bayes: how many standard deviations below its usual value a class's score "
        + "may be before what was read is no gesture.", valueName: "number"))
  var nullRejection = 10.0

  func validate() throws {
    if let sampleRate, !(sampleRate > 0 && sampleRate.isFinite) {
      throw ValidationError("--sample-rate \(sampleRate): expected hertz, such as 100.")
    }
    guard nullRejection >= 0 else {
      throw ValidationError("--null-rejection \(nullRejection): expected 0 or more, or inf.")
    }
  }

  /// The channels that are taken of the motion of a device where nobody says which.
  static let usualChannels = [MotionChannel.userAcceleration, .rotationRate]

  /// The channels that are taken of the motion of a device.
  var motionChannels: [MotionChannel] { channels.isEmpty ? Self.usualChannels : channels }

  /// Whether any of these options was given that no other classifier takes.
  var isAskedFor: Bool {
    !preprocessing.isEmpty || segment != nil || features != nil || !postprocessing.isEmpty
      || !channels.isEmpty
  }

  /// What a pipeline does that learns from `set`.
  ///
  /// - Throws: `ValidationError` for numbers that no pipeline can have.
  func configuration(for set: SeriesSet) throws -> GesturePipeline.Configuration {
    var configuration = GesturePipeline.Configuration(dimension: set.series.dimension)
    configuration.channels = set.channels
    let rate = sampleRate ?? set.sampleRate
    configuration.preprocessing = preprocessing.map { $0.stage(sampleRate: rate) }
    let isOfSamples = set.series.series.allSatisfy { $0.count == 1 }
    configuration.segmentation = segment?.rule ?? (isOfSamples ? .everySample : .touch)
    configuration.features =
      features?.features ?? Self.features(for: configuration.segmentation)
    configuration.postprocessing = postprocessing.map(\.stage)
    if let flaw = configuration.flaw { throw ValidationError("There is \(flaw).") }
    return configuration
  }

  private static func features(for rule: SegmentationRule) -> SeriesFeatures {
    switch rule {
    case .everySample: .lastSample
    case .slidingWindow: .statistics
    case .touch, .restToRest: .resampled(count: 16)
    }
  }
}

extension MotionChannel: ExpressibleByArgument {}
