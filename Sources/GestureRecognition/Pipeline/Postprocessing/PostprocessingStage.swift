/// What is done to the classes that were read, before they are put out.
public enum PostprocessingStage: Hashable, Sendable, Codable {
  /// A class must be read so often among the last readings: see ``ClassLabelFilter``.
  case labelFilter(minimumCount: Int, window: Int)
  /// A class is told once, when it begins: see ``ClassLabelChangeFilter``.
  case changeFilter
  /// A class is held back for some seconds after it was told: see ``ClassLabelTimeout``.
  case timeout(duration: Double, isShared: Bool)

  /// What is wrong with its numbers; `nil` when nothing is.
  var validationError: String? {
    switch self {
    case .labelFilter(let minimumCount, let window):
      minimumCount > 0 && minimumCount <= window && window <= 100_000
        ? nil
        : "a label filter of \(minimumCount) among \(window): 1 to \(window) are possible, among "
          + "100000 at most"
    case .changeFilter: nil
    case .timeout(let duration, _):
      duration >= 0 ? nil : "a time-out of \(duration) s: it must not be negative"
    }
  }
}

/// A stage at work.
enum Postprocessor: Hashable, Sendable {
  case labelFilter(ClassLabelFilter)
  case changeFilter(ClassLabelChangeFilter)
  case timeout(ClassLabelTimeout)

  /// A stage without validationError.
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
