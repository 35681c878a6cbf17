/// Cuts a stream of samples into the pieces in which something is recognised.
///
/// A value type without a clock: the same samples give the same pieces, and a copy is a fork. A
/// piece longer than ``maximumCount`` samples is no gesture: it is given up, and counted in
/// ``overflows``, so that memory stays bounded when nobody lets go.
struct SeriesSegmenter: Hashable, Sendable {
  /// Where something is recognised.
  let rule: SegmentationRule
  /// The number of components of a sample.
  let dimension: Int
  /// The longest piece, in samples.
  let maximumCount: Int
  /// How many pieces were given up for their length.
  private(set) var overflows = 0

  private var values: [Double] = []
  private var times: [Double] = []
  private var sinceHop = 0
  private var wasTouching = false
  private var restStart: Double?
  /// The number of samples up to the last that moved.
  private var movingCount = 0
  private var isGivenUp = false

  /// A segmenter that has seen nothing yet.
  ///
  /// - Precondition: The rule's numbers are possible, `dimension` and `maximumCount` are positive.
  init(_ rule: SegmentationRule, dimension: Int, maximumCount: Int = 10_000) {
    precondition(rule.validationError == nil, rule.validationError ?? "")
    precondition(
      dimension > 0 && maximumCount > 0, "\(dimension) components, \(maximumCount) samples")
    self.rule = rule
    self.dimension = dimension
    self.maximumCount = maximumCount
  }

  /// Takes a sample.
  ///
  /// - Parameters:
  ///   - sample: The components, all finite.
  ///   - timestamp: In seconds.
  ///   - isTouching: Whether the user touches or holds the button; only ``SegmentationRule/touch``
  ///     asks. The first sample without ends the gesture and is no part of it.
  /// - Returns: The piece that this sample completes, or `nil`.
  /// - Precondition: `sample` has ``dimension`` components.
  mutating func update(
    _ sample: [Double], at timestamp: Double, isTouching: Bool = false
  ) -> LabeledSeries? {
    precondition(sample.count == dimension, "\(sample.count) components, not \(dimension)")
    switch rule {
    case .everySample:
      return LabeledSeries(dimension: dimension, times: [timestamp], values: sample)
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
  /// - Returns: The gesture under way, where one is: between touches and rests only.
  mutating func finish() -> LabeledSeries? {
    defer { clear() }
    let count: Int
    switch rule {
    case .everySample, .slidingWindow: return nil
    case .touch: count = times.count
    case .restToRest: count = movingCount
    }
    guard count > 0, !isGivenUp else { return nil }
    return LabeledSeries(
      dimension: dimension, times: Array(times.prefix(count)),
      values: Array(values.prefix(count * dimension)))
  }

  // MARK: - Rules

  private mutating func slide(
    _ sample: [Double], at timestamp: Double, length: Int, hop: Int
  ) -> LabeledSeries? {
    if times.count == length {
      times.removeFirst()
      values.removeFirst(dimension)
    }
    times.append(timestamp)
    values += sample
    guard times.count == length else { return nil }
    // The first full window counts as if the one before it had just been left.
    sinceHop += 1
    guard sinceHop == 1 || sinceHop > hop else { return nil }
    sinceHop = 1
    return LabeledSeries(dimension: dimension, times: times, values: values)
  }

  private mutating func rest(
    _ sample: [Double], at timestamp: Double, limit: Double, restDuration: Double
  ) -> LabeledSeries? {
    let meanSquare = sample.reduce(0) { $0 + $1 * $1 } / Double(dimension)
    guard meanSquare.squareRoot() <= limit else {
      restStart = nil
      append(sample, at: timestamp)
      movingCount = times.count
      return nil
    }
    // A clock that was set back begins a rest anew.
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
