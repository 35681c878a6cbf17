/// A filter of the recognised labels of a stream.
package enum PostprocessingStage: Hashable, Sendable {
  /// The most frequent of the last `window` inputs, those without a class included, if it occurs at
  /// least `minimumCount` times, otherwise no class. A tie goes to the most recent label. With both
  /// numbers 1 the filter is the identity.
  case labelFilter(minimumCount: Int, window: Int)
  /// A label that differs from the previous input: one output for each run of equal labels.
  case changeFilter
  /// Two outputs of one class, or of any classes if `isShared`, are at least `duration` seconds
  /// apart. A suppressed label does not extend the time-out; a timestamp earlier than the last
  /// output ends it.
  case timeout(duration: Double, isShared: Bool)

  /// The first invalid parameter as an error text, or `nil` if all are valid.
  var validationError: String? {
    switch self {
    case .labelFilter(let minimumCount, let window):
      minimumCount > 0 && minimumCount <= window && window <= 100_000
        ? nil
        : "expected a label filter with 1 ≤ minimum count ≤ window ≤ 100000, got "
          + "\(minimumCount) of \(window)"
    case .changeFilter: nil
    case .timeout(let duration, _):
      duration >= 0 ? nil : "expected a time-out of 0 s or more, got \(duration) s"
    }
  }
}

extension PostprocessingStage: PipelineStage, ModelPart {
  package static let grammar =
    "label-filter=COUNT/WINDOW, change-filter, timeout=SECONDS or shared-timeout=SECONDS"

  package init(_ stage: NamedNumbers) throws(ModelError) {
    self =
      switch stage.name {
      case "label-filter":
        .labelFilter(minimumCount: try stage.integer(0), window: try stage.integer(1))
      case "change-filter": .changeFilter
      case "timeout": .timeout(duration: try stage.number(0), isShared: false)
      case "shared-timeout": .timeout(duration: try stage.number(0), isShared: true)
      default: throw .unknown(stage.name)
      }
  }

  package var named: NamedNumbers {
    switch self {
    case .labelFilter(let minimumCount, let window):
      NamedNumbers("label-filter", Double(minimumCount), Double(window))
    case .changeFilter: NamedNumbers("change-filter")
    case .timeout(let duration, let isShared):
      NamedNumbers(isShared ? "shared-timeout" : "timeout", duration)
    }
  }
}

/// A post-processing stage with its state.
struct Postprocessor: Hashable, Sendable {
  private let stage: PostprocessingStage
  /// The window of a label filter, and the number of occurrences of each label in it.
  private var recent: [String?] = []
  private var counts: [String: Int] = [:]
  /// The previous input of a change filter.
  private var previous: String?
  /// The time of the last output of each class, or of all classes under the empty label.
  private var outputTimes: [String: Double] = [:]

  /// Creates a valid stage in its initial state.
  init(_ stage: PostprocessingStage) {
    precondition(stage.validationError == nil, stage.validationError ?? "")
    self.stage = stage
  }

  /// Processes a label, `nil` for no class, and returns the stage's output.
  ///
  /// - Complexity: O(window) for a label filter.
  mutating func update(_ label: String?, at timestamp: Double) -> String? {
    switch stage {
    case .labelFilter(let minimumCount, let window):
      if recent.count == window, let oldest = recent.removeFirst() { count(oldest, by: -1) }
      recent.append(label)
      if let label { count(label, by: 1) }
      guard let most = counts.values.max(), most >= minimumCount else { return nil }
      return recent.last { $0.map { counts[$0] == most } ?? false } ?? nil
    case .changeFilter:
      defer { previous = label }
      return label == previous ? nil : label
    case .timeout(let duration, let isShared):
      guard let label else { return nil }
      let key = isShared ? "" : label
      if let last = outputTimes[key], timestamp >= last, timestamp - last < duration { return nil }
      outputTimes[key] = timestamp
      return label
    }
  }

  private mutating func count(_ label: String, by step: Int) {
    let count = counts[label, default: 0] + step
    counts[label] = count > 0 ? count : nil
  }
}
