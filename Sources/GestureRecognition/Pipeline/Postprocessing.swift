/// A filter of the recognised labels of a stream.
package enum PostprocessingStage: Hashable, Sendable {
  /// A majority vote over the most recent labels: see `ClassLabelFilter`.
  case labelFilter(minimumCount: Int, window: Int)
  /// One output for each run of equal labels: see `ClassLabelChangeFilter`.
  case changeFilter
  /// A minimum time between outputs, in seconds: see `ClassLabelTimeout`.
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
enum Postprocessor: Hashable, Sendable {
  case labelFilter(ClassLabelFilter)
  case changeFilter(ClassLabelChangeFilter)
  case timeout(ClassLabelTimeout)

  /// Creates a valid stage in its initial state.
  init(_ stage: PostprocessingStage) {
    switch stage {
    case .labelFilter(let minimumCount, let window):
      self = .labelFilter(ClassLabelFilter(minimumCount: minimumCount, window: window))
    case .changeFilter:
      self = .changeFilter(ClassLabelChangeFilter())
    case .timeout(let duration, let isShared):
      self = .timeout(ClassLabelTimeout(duration: duration, isShared: isShared))
    }
  }

  mutating func update(_ label: String?, at timestamp: Double) -> String? {
    switch self {
    case .labelFilter(var filter):
      defer { self = .labelFilter(filter) }
      return filter.update(label)
    case .changeFilter(var filter):
      defer { self = .changeFilter(filter) }
      return filter.update(label)
    case .timeout(var timeout):
      defer { self = .timeout(timeout) }
      return timeout.update(label, at: timestamp)
    }
  }
}

/// A majority vote over the most recent labels.
///
/// Returns the most frequent of the last ``window`` labels if it occurs at least `minimumCount`
/// times, otherwise no class. A tie goes to the most recent label. With both numbers 1 the filter
/// is the identity.
package struct ClassLabelFilter: Hashable, Sendable {
  package let minimumCount: Int
  /// The number of inputs in the window, including those without a class.
  package let window: Int
  private var recent: [String?] = []
  /// The number of occurrences of each label in the window.
  private var counts: [String: Int] = [:]

  /// Creates a filter with an empty window.
  ///
  /// - Precondition: 0 < `minimumCount` ≤ `window`.
  package init(minimumCount: Int, window: Int) {
    precondition(
      minimumCount > 0 && minimumCount <= window,
      "expected a minimum count of 1 to \(window), got \(minimumCount)")
    self.minimumCount = minimumCount
    self.window = window
  }

  /// Processes a label, `nil` for no class, and returns the majority label.
  ///
  /// - Complexity: O(window).
  package mutating func update(_ label: String?) -> String? {
    if recent.count == window, let oldest = recent.removeFirst() { count(oldest, by: -1) }
    recent.append(label)
    if let label { count(label, by: 1) }
    guard let most = counts.values.max(), most >= minimumCount else { return nil }
    return recent.last { $0.map { counts[$0] == most } ?? false } ?? nil
  }

  private mutating func count(_ label: String, by step: Int) {
    let count = counts[label, default: 0] + step
    counts[label] = count > 0 ? count : nil
  }
}

/// Suppresses a label for some time after it was output.
///
/// Two outputs of one class, or of any classes if ``isShared``, are at least ``duration`` apart. A
/// suppressed label does not extend the time-out.
package struct ClassLabelTimeout: Hashable, Sendable {
  /// The duration of the time-out, in seconds.
  package let duration: Double
  /// Whether an output suppresses all classes.
  package let isShared: Bool
  private var last: [String: Double] = [:]

  /// Creates a time-out without previous outputs. Default: one time-out per class.
  ///
  /// - Precondition: `duration` is not negative.
  package init(duration: Double, isShared: Bool = false) {
    precondition(duration >= 0, "expected a time-out of 0 s or more, got \(duration) s")
    self.duration = duration
    self.isShared = isShared
  }

  /// Processes a label, `nil` for no class, and returns it unless it is suppressed.
  ///
  /// A `timestamp`, in seconds, earlier than the last output ends the time-out.
  package mutating func update(_ label: String?, at timestamp: Double) -> String? {
    guard let label else { return nil }
    let key = isShared ? "" : label
    if let last = last[key], timestamp >= last, timestamp - last < duration { return nil }
    last[key] = timestamp
    return label
  }
}

/// Passes a label only when it changes.
///
/// Returns a label that differs from the previous input, and `nil` while the input repeats: one
/// output for each run of equal labels.
package struct ClassLabelChangeFilter: Hashable, Sendable {
  private var previous: String?

  /// Creates a filter without a previous label.
  package init() {}

  /// Processes a label, `nil` for no class, and returns it if it is new.
  package mutating func update(_ label: String?) -> String? {
    defer { previous = label }
    return label == previous ? nil : label
  }
}
