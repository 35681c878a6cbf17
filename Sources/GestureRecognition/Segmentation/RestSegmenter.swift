internal import DeadReckoning
internal import MotionFusion

/// Segments device motion at stationary phases.
///
/// A value type without a clock: equal samples yield equal gestures, and a copy is a fork. A
/// stationary phase is detected after 0.25 s and backdated, so it is not part of the gesture. Each
/// gesture includes a lead of 0.1 s, since its onset precedes the detection of movement.
struct RestSegmenter: Sendable {
  /// The minimum number of samples of a gesture. Default: 20, 0.2 s at 100 Hz.
  let minimumSamples: Int
  /// The maximum number of samples of a gesture. Default: 10,000.
  ///
  /// A longer gesture is discarded, which bounds the memory.
  let maximumSamples: Int
  /// Whether the device is stationary at the last sample.
  var isStationary: Bool { detector.isStationary }
  /// The number of discarded gestures above `maximumSamples`.
  private(set) var overflows = 0

  private static let lead = 0.1
  /// The time in which a stationary phase is detected, in seconds, at any sample rate.
  private static let detectionTime = 0.3

  private var detector = RestDetector(configuration: .init(window: 0.25))
  private var samples: [DeviceMotion] = []
  private var isGivenUp = false
  /// Whether the start of the current gesture was taken.
  private var isPartial = false

  /// Creates a segmenter in its initial state.
  ///
  /// - Precondition: `minimumSamples` and `maximumSamples` are positive.
  init(minimumSamples: Int = 20, maximumSamples: Int = 10_000) {
    precondition(
      minimumSamples > 0 && maximumSamples > 0,
      "expected positive sample limits, got \(minimumSamples) and \(maximumSamples)")
    self.minimumSamples = minimumSamples
    self.maximumSamples = maximumSamples
  }

  /// Processes one sample.
  ///
  /// A sample without a finite timestamp is ignored. A backward timestamp (a clock that was set
  /// back) ends the current gesture.
  ///
  /// - Returns: The gesture that this sample completes, or `nil`.
  /// - Complexity: Amortised O(1).
  mutating func update(_ motion: DeviceMotion) -> [DeviceMotion]? {
    guard motion.timestamp.isFinite else { return nil }
    if let last = samples.last, motion.timestamp < last.timestamp {
      let gesture = finish()
      self = RestSegmenter(continuing: self)
      _ = update(motion)
      return gesture
    }
    let isStationary = detector.update(motion)
    if !isGivenUp { samples.append(motion) }
    guard isStationary, let start = detector.stationarySince else {
      if samples.count > maximumSamples {
        overflows += 1
        samples = []
        isGivenUp = true
      }
      return nil
    }
    let gesture = samples.prefix { $0.timestamp < start }
    samples.removeAll { $0.timestamp < max(start, motion.timestamp - Self.lead) }
    isGivenUp = false
    defer { isPartial = false }
    return gesture.count >= minimumSamples || isPartial ? Array(gesture) : nil
  }

  /// Takes the next part of a movement that lasts long, at most `length` seconds of it; empty if
  /// there is none.
  ///
  /// The rest of the movement is returned at its end, however short, even if it is empty.
  ///
  /// - Parameter duration: The duration from which a movement is long, in seconds.
  mutating func takeStart(ofMovementsOver duration: Double, length: Double) -> [DeviceMotion] {
    guard !detector.isStationary, let first = samples.first, let last = samples.last,
      last.timestamp - first.timestamp >= (isPartial ? length + Self.detectionTime : duration)
    else { return [] }
    isPartial = true
    let taken = Array(samples.prefix { $0.timestamp < first.timestamp + length })
    samples.removeFirst(taken.count)
    return taken
  }

  /// Ends the stream.
  ///
  /// - Returns: The current gesture, or `nil` if the device is stationary.
  mutating func finish() -> [DeviceMotion]? {
    defer {
      samples = []
      isPartial = false
    }
    guard !detector.isStationary else { return nil }
    return samples.count >= minimumSamples || isPartial ? samples : nil
  }

  /// Creates a segmenter with the limits and counter of `other` and no samples.
  private init(continuing other: RestSegmenter) {
    self.init(minimumSamples: other.minimumSamples, maximumSamples: other.maximumSamples)
    overflows = other.overflows
  }
}
