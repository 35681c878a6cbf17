/// An unexpected text of a pipeline stage.
package struct StageArgumentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The expected texts.
  let grammar: String
  /// The text.
  let argument: String

  /// The expected texts and the one that was found.
  package var description: String { "expected \(grammar), got '\(argument)'" }
}

/// A text such as `label-filter=5/10`: a name, and numbers after an equals sign.
private struct StageArgument {
  private let grammar: String
  private let text: String
  /// The text before the equals sign.
  let name: Substring
  private let values: [Substring]

  init(_ text: String, _ grammar: String) {
    (self.text, self.grammar) = (text, grammar)
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    name = parts[0]
    values =
      parts.count == 2
      ? parts[1].split(omittingEmptySubsequences: false, whereSeparator: { "/x".contains($0) }) : []
  }

  var error: StageArgumentError { StageArgumentError(grammar: grammar, argument: text) }

  /// The value of a stage without numbers.
  func alone<Value>(_ value: Value) throws(StageArgumentError) -> Value {
    guard text == name else { throw error }
    return value
  }

  /// The numbers, of which there are `count`, all finite.
  func numbers(_ count: Int) throws(StageArgumentError) -> [Double] {
    let numbers = values.compactMap { Double($0) }.filter { $0.isFinite }
    guard numbers.count == count, values.count == count else { throw error }
    return numbers
  }

  func number() throws(StageArgumentError) -> Double { try numbers(1)[0] }

  /// The numbers, of which there are `count`, all integers.
  func integers(_ count: Int) throws(StageArgumentError) -> [Int] {
    let numbers = values.compactMap { Int($0) }
    guard numbers.count == count, values.count == count else { throw error }
    return numbers
  }
}

/// A stage before the classifier, for samples at any rate.
package struct PreprocessingArgument: Sendable {
  /// The texts of the stages.
  package static let grammar =
    "moving-average=SAMPLES, low-pass=HERTZ, high-pass=HERTZ, smoothing=SHARE, detrending=SHARE, "
    + "dead-zone=LIMIT or derivative"

  /// The stage for samples at a rate in Hz.
  package let stage: @Sendable (_ sampleRate: Double) -> PreprocessingStage

  /// The stage of a text such as `low-pass=5`.
  package init(_ text: String) throws(StageArgumentError) {
    let argument = StageArgument(text, Self.grammar)
    switch argument.name {
    case "moving-average":
      let window = try argument.integers(1)[0]
      stage = { _ in .movingAverage(window: window) }
    case "low-pass":
      let cutoff = try argument.number()
      stage = { .lowPass(cutoff: cutoff, sampleRate: $0) }
    case "high-pass":
      let cutoff = try argument.number()
      stage = { .highPass(cutoff: cutoff, sampleRate: $0) }
    case "smoothing":
      let share = try argument.number()
      stage = { _ in .smoothing(share: share) }
    case "detrending":
      let share = try argument.number()
      stage = { _ in .detrending(share: share) }
    case "dead-zone":
      let limit = try argument.number()
      stage = { _ in .deadZone(limit: limit) }
    case "derivative":
      try argument.alone(())
      stage = { .derivative(sampleRate: $0) }
    default: throw argument.error
    }
  }
}

extension SegmentationRule {
  /// The texts of the rules.
  package static let grammar = "sample, window=SAMPLES/HOP, touch or rest=LIMIT/SECONDS"

  /// The rule of a text such as `window=50/10`.
  package init(_ text: String) throws(StageArgumentError) {
    let argument = StageArgument(text, Self.grammar)
    switch argument.name {
    case "sample": self = try argument.alone(.everySample)
    case "touch": self = try argument.alone(.touch)
    case "window":
      let values = try argument.integers(2)
      self = .slidingWindow(length: values[0], hop: values[1])
    case "rest":
      let values = try argument.numbers(2)
      self = .restToRest(limit: values[0], restDuration: values[1])
    default: throw argument.error
    }
  }
}

extension SeriesFeatures {
  /// The texts of the features.
  package static let grammar =
    "last-sample, statistics, resampled=COUNT, convolutions=COUNT, zones=COLUMNSxROWS or "
    + "dynamics (of user acceleration and angular rate)"

  /// The features of a text such as `resampled=16`.
  package init(_ text: String) throws(StageArgumentError) {
    let argument = StageArgument(text, Self.grammar)
    switch argument.name {
    case "last-sample": self = try argument.alone(.lastSample)
    case "statistics": self = try argument.alone(.statistics)
    case "dynamics": self = try argument.alone(.dynamics)
    case "convolutions": self = .convolutions(count: try argument.integers(1)[0])
    case "resampled": self = .resampled(count: try argument.integers(1)[0])
    case "zones":
      let values = try argument.integers(2)
      self = .zones(columns: values[0], rows: values[1])
    default: throw argument.error
    }
  }
}

extension PostprocessingStage {
  /// The texts of the stages.
  package static let grammar =
    "label-filter=COUNT/WINDOW, change-filter, timeout=SECONDS or shared-timeout=SECONDS"

  /// The stage of a text such as `label-filter=5/10`.
  package init(_ text: String) throws(StageArgumentError) {
    let argument = StageArgument(text, Self.grammar)
    switch argument.name {
    case "label-filter":
      let values = try argument.integers(2)
      self = .labelFilter(minimumCount: values[0], window: values[1])
    case "change-filter": self = try argument.alone(.changeFilter)
    case "timeout": self = .timeout(duration: try argument.number(), isShared: false)
    case "shared-timeout": self = .timeout(duration: try argument.number(), isShared: true)
    default: throw argument.error
    }
  }
}
