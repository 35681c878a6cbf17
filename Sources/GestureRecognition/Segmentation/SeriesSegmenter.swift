/// Divides a stream of samples into segments for recognition.
///
/// A value type without a clock: equal samples yield equal segments, and a copy is independent. A
/// segment longer than `maximumCount` samples is discarded and counted in `overflows`, which bounds
/// the memory.
package struct SeriesSegmenter: Hashable, Sendable {
  let rule: SegmentationRule
  let dimension: Int
  /// The maximum length of a segment, in samples.
  let maximumCount: Int
  /// The number of discarded segments above `maximumCount`.
  package private(set) var overflows = 0

  private var values: [Double] = []
  private var times: [Double] = []
  private var sinceHop = 0
  private var wasTouching = false
  private var restStart: Double?
  /// The number of samples up to the last non-stationary one.
  private var movingCount = 0
  private var isGivenUp = false

  /// Creates a segmenter in its initial state. Default maximum: 10,000 samples.
  package init(_ rule: SegmentationRule, dimension: Int, maximumCount: Int = 10_000) {
    precondition(rule.validationError == nil, rule.validationError ?? "")
    precondition(
      dimension > 0 && maximumCount > 0,
      "expected positive numbers of components and samples, got \(dimension) and \(maximumCount)")
    self.rule = rule
    self.dimension = dimension
    self.maximumCount = maximumCount
  }

  /// Processes one sample.
  ///
  /// - Parameters:
  ///   - sample: The components, all finite.
  ///   - timestamp: The time of the sample, in seconds.
  ///   - isTouching: Whether the user touches the screen or holds the button. Used by
  ///     `SegmentationRule.touch` only: the first sample without touch ends the segment and is
  ///     not part of it. Default: `false`.
  /// - Returns: The segment that this sample completes, or `nil`.
  package mutating func update(
    _ sample: [Double], at timestamp: Double, isTouching: Bool = false
  ) -> SampleSeries? {
    precondition(sample.count == dimension, "expected \(dimension) components, got \(sample.count)")
    switch rule {
    case .everySample:
      return SampleSeries(dimension: dimension, times: [timestamp], values: sample)
    case .slidingWindow(let length, let hop):
      return slide(sample, at: timestamp, length: length, hop: hop)
    case .touch:
      guard isTouching else {
        defer { wasTouching = false }
        return wasTouching ? finish() : nil
      }
      if !wasTouching { clear() }
      wasTouching = true
      append(sample, at: timestamp)
      return nil
    case .restToRest(let limit, let restDuration):
      return rest(sample, at: timestamp, limit: limit, restDuration: restDuration)
    }
  }

  /// Ends the stream.
  ///
  /// - Returns: The open segment, or `nil`. Samples and windows leave no open segment.
  package mutating func finish() -> SampleSeries? {
    defer { clear() }
    let count: Int
    switch rule {
    case .everySample, .slidingWindow: return nil
    case .touch: count = times.count
    case .restToRest: count = movingCount
    }
    guard count > 0, !isGivenUp else { return nil }
    return SampleSeries(
      dimension: dimension, times: Array(times.prefix(count)),
      values: Array(values.prefix(count * dimension)))
  }

  // MARK: - Rules

  private mutating func slide(
    _ sample: [Double], at timestamp: Double, length: Int, hop: Int
  ) -> SampleSeries? {
    if times.count == length {
      times.removeFirst()
      values.removeFirst(dimension)
    }
    times.append(timestamp)
    values += sample
    guard times.count == length else { return nil }
    // The first full window is returned at once.
    sinceHop += 1
    guard sinceHop == 1 || sinceHop > hop else { return nil }
    sinceHop = 1
    return SampleSeries(dimension: dimension, times: times, values: values)
  }

  private mutating func rest(
    _ sample: [Double], at timestamp: Double, limit: Double, restDuration: Double
  ) -> SampleSeries? {
    let meanSquare = sample.reduce(0) { $0 + $1 * $1 } / Double(dimension)
    guard meanSquare.squareRoot() <= limit else {
      restStart = nil
      append(sample, at: timestamp)
      movingCount = times.count
      return nil
    }
    // A backward timestamp restarts the stationary phase.
    if restStart.map({ timestamp < $0 }) ?? true { restStart = timestamp }
    guard movingCount > 0 || isGivenUp else { return nil }
    if timestamp - (restStart ?? timestamp) >= restDuration { return finish() }
    append(sample, at: timestamp)
    return nil
  }

  // MARK: - Memory

  private mutating func append(_ sample: [Double], at timestamp: Double) {
    guard !isGivenUp else { return }
    guard times.count < maximumCount else {
      overflows += 1
      clear()
      isGivenUp = true
      return
    }
    times.append(timestamp)
    values += sample
  }

  private mutating func clear() {
    times.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    movingCount = 0
    isGivenUp = false
  }
}

/// A rule that divides a stream of samples into segments for recognition.
package enum SegmentationRule: Hashable, Sendable {
  /// Each sample is a segment.
  case everySample
  /// Windows of `length` samples, `hop` samples apart.
  case slidingWindow(length: Int, hop: Int)
  /// The samples from touch-down to touch-up, as reported by the caller.
  case touch
  /// The samples between two stationary phases.
  ///
  /// A sample is stationary if the root mean square of its components is at most `limit`. A
  /// stationary phase lasts `restDuration` seconds or longer and is not part of the segment.
  case restToRest(limit: Double, restDuration: Double)

  /// The minimum number of samples of a segment.
  var shortestPiece: Int {
    if case .slidingWindow(let length, _) = self { length } else { 1 }
  }

  /// The first invalid parameter as an error text, or `nil` if all are valid.
  package var validationError: String? {
    switch self {
    case .everySample, .touch: nil
    case .slidingWindow(let length, let hop):
      (1...1_000_000).contains(length) && hop > 0
        ? nil
        : "expected a window of 1 to 1000000 samples and a positive hop, got \(length) and \(hop)"
    case .restToRest(let limit, let restDuration):
      limit >= 0 && limit.isFinite && restDuration >= 0 && restDuration.isFinite
        ? nil
        : "expected a finite limit and rest duration of 0 or more, got \(limit) and "
          + "\(restDuration) s"
    }
  }
}

extension SegmentationRule: PipelineStage, ModelPart {
  package static let grammar = "sample, window=SAMPLES/HOP, touch or rest=LIMIT/SECONDS"

  package init(_ stage: NamedNumbers) throws(ModelError) {
    self =
      switch stage.name {
      case "sample": .everySample
      case "window": .slidingWindow(length: try stage.integer(0), hop: try stage.integer(1))
      case "touch": .touch
      case "rest": .restToRest(limit: try stage.number(0), restDuration: try stage.number(1))
      default: throw .unknown(stage.name)
      }
  }

  package var named: NamedNumbers {
    switch self {
    case .everySample: NamedNumbers("sample")
    case .slidingWindow(let length, let hop):
      NamedNumbers("window", Double(length), Double(hop))
    case .touch: NamedNumbers("touch")
    case .restToRest(let limit, let restDuration): NamedNumbers("rest", limit, restDuration)
    }
  }
}
