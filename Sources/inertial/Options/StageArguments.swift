internal import ArgumentParser
internal import GestureRecognition

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
