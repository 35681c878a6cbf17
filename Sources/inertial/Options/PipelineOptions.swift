internal import ArgumentParser
package import GestureRecognition
internal import GestureTraining

/// The stages of a pipeline for any sensor.
struct PipelineOptions: ParsableArguments {
  @Option(
    name: .customLong("preprocess"),
    help: ArgumentHelp(
      "A stage for each sample; may be repeated: "
        + PreprocessingArgument.grammar + ".", valueName: "stage"))
  var preprocessing: [PreprocessingArgument] = []

  @Option(
    help: ArgumentHelp(
      "The segmentation of a stream: \(SegmentationArgument.grammar) (default: sample if each "
        + "example is one sample, otherwise touch).", valueName: "rule"))
  var segment: SegmentationArgument?

  @Option(
    help: ArgumentHelp(
      "The features of a segment: \(FeaturesArgument.grammar) (default: last-sample for samples, "
        + "statistics for windows, otherwise resampled=16).",
      valueName: "features"))
  var features: FeaturesArgument?

  @Option(
    name: .customLong("postprocess"),
    help: ArgumentHelp(
      "A stage for each label; may be repeated: "
        + PostprocessingArgument.grammar + ".", valueName: "stage"))
  var postprocessing: [PostprocessingArgument] = []

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
      settings.preprocessing = { rate in stages.map { $0.stage(sampleRate: rate) } }
    }
    settings.segmentation = segment?.rule
    settings.features = features?.features
    settings.postprocessing = postprocessing.map(\.stage)
    settings.channels = channels.isEmpty ? nil : channels
    settings.sampleRate = sampleRate
    settings.nullRejection = nullRejection
    return settings
  }
}

extension MotionChannel: ExpressibleByArgument {}

/// An argument `name=1/2`: a name, and numbers after an equals sign.
private struct Words {
  let name: Substring
  private let values: [Substring]

  /// Splits an argument.
  init(_ argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    name = parts[0]
    values =
      parts.count == 2
      ? parts[1].split(omittingEmptySubsequences: false, whereSeparator: { "/x".contains($0) }) : []
  }

  /// The numbers; `nil` unless there are `count`, all finite.
  func numbers(_ count: Int) -> [Double]? {
    let numbers = values.compactMap { Double($0) }.filter(\.isFinite)
    return numbers.count == count && values.count == count ? numbers : nil
  }

  /// The numbers as integers; `nil` unless there are `count`, all integers.
  func integers(_ count: Int) -> [Int]? {
    let numbers = values.compactMap { Int($0) }
    return numbers.count == count && values.count == count ? numbers : nil
  }
}

/// A stage before the classifier, such as `low-pass=5`, without the sample rate.
enum PreprocessingArgument: ExpressibleByArgument, Sendable {
  case movingAverage(window: Int)
  case lowPass(cutoff: Double)
  case highPass(cutoff: Double)
  case smoothing(share: Double)
  case detrending(share: Double)
  case deadZone(limit: Double)
  case derivative

  /// The syntax, for the help.
  static let grammar =
    "moving-average=SAMPLES, low-pass=HERTZ, high-pass=HERTZ, smoothing=SHARE, detrending=SHARE, "
    + "dead-zone=LIMIT or derivative"

  init?(argument: String) {
    let words = Words(argument)
    switch words.name {
    case "moving-average":
      guard let values = words.integers(1) else { return nil }
      self = .movingAverage(window: values[0])
    case "low-pass":
      guard let values = words.numbers(1) else { return nil }
      self = .lowPass(cutoff: values[0])
    case "high-pass":
      guard let values = words.numbers(1) else { return nil }
      self = .highPass(cutoff: values[0])
    case "smoothing":
      guard let values = words.numbers(1) else { return nil }
      self = .smoothing(share: values[0])
    case "detrending":
      guard let values = words.numbers(1) else { return nil }
      self = .detrending(share: values[0])
    case "dead-zone":
      guard let values = words.numbers(1) else { return nil }
      self = .deadZone(limit: values[0])
    case "derivative" where argument == words.name: self = .derivative
    default: return nil
    }
  }

  /// The stage for samples at this rate in Hz.
  func stage(sampleRate: Double) -> PreprocessingStage {
    switch self {
    case .movingAverage(let window): .movingAverage(window: window)
    case .lowPass(let cutoff): .lowPass(cutoff: cutoff, sampleRate: sampleRate)
    case .highPass(let cutoff): .highPass(cutoff: cutoff, sampleRate: sampleRate)
    case .smoothing(let share): .smoothing(share: share)
    case .detrending(let share): .detrending(share: share)
    case .deadZone(let limit): .deadZone(limit: limit)
    case .derivative: .derivative(sampleRate: sampleRate)
    }
  }
}

/// The segmentation of a stream, such as `window=50/10`.
struct SegmentationArgument: ExpressibleByArgument {
  /// The syntax, for the help.
  static let grammar = "sample, window=SAMPLES/HOP, touch or rest=LIMIT/SECONDS"

  let rule: SegmentationRule

  init?(argument: String) {
    let words = Words(argument)
    switch words.name {
    case "sample" where argument == words.name: rule = .everySample
    case "touch" where argument == words.name: rule = .touch
    case "window":
      guard let values = words.integers(2) else { return nil }
      rule = .slidingWindow(length: values[0], hop: values[1])
    case "rest":
      guard let values = words.numbers(2) else { return nil }
      rule = .restToRest(limit: values[0], restDuration: values[1])
    default: return nil
    }
  }
}

/// The features of a segment, such as `resampled=16`.
struct FeaturesArgument: ExpressibleByArgument {
  /// The syntax, for the help.
  static let grammar =
    "last-sample, statistics, resampled=COUNT, convolutions=COUNT, zones=COLUMNSxROWS or "
    + "dynamics (of user acceleration and angular rate)"

  let features: SeriesFeatures

  init?(argument: String) {
    let words = Words(argument)
    switch words.name {
    case "last-sample" where argument == words.name: features = .lastSample
    case "statistics" where argument == words.name: features = .statistics
    case "dynamics" where argument == words.name: features = .dynamics
    case "convolutions":
      guard let values = words.integers(1) else { return nil }
      features = .convolutions(count: values[0])
    case "resampled":
      guard let values = words.integers(1) else { return nil }
      features = .resampled(count: values[0])
    case "zones":
      guard let values = words.integers(2) else { return nil }
      features = .zones(columns: values[0], rows: values[1])
    default: return nil
    }
  }
}

/// A stage after the classifier, such as `label-filter=5/10`.
struct PostprocessingArgument: ExpressibleByArgument {
  /// The syntax, for the help.
  static let grammar =
    "label-filter=COUNT/WINDOW, change-filter, timeout=SECONDS or shared-timeout=SECONDS"

  let stage: PostprocessingStage

  init?(argument: String) {
    let words = Words(argument)
    switch words.name {
    case "label-filter":
      guard let values = words.integers(2) else { return nil }
      stage = .labelFilter(minimumCount: values[0], window: values[1])
    case "change-filter" where argument == words.name: stage = .changeFilter
    case "timeout", "shared-timeout":
      guard let values = words.numbers(1) else { return nil }
      stage = .timeout(duration: values[0], isShared: words.name == "shared-timeout")
    default: return nil
    }
  }
}
