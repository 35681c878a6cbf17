/// A filter of the recognised labels of a stream.
public enum PostprocessingStage: Hashable, Sendable, Codable {
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
