internal import DeadReckoning
internal import MotionFusion

/// Cuts the motion of a device into what lies between two rests.
///
/// A value type without a clock: the same samples give the same gestures, and a copy is a fork. A
/// rest is noticed a quarter of a second late and dated back, so that it is no part of the gesture,
/// but for the tenth of a second before: how a gesture begins shows only once it has begun.
struct RestSegmenter: Sendable {
  /// The fewest samples of a gesture; what is shorter was a shake. Default: 20, 0.2 s at 100 Hz.
  let minimumSamples: Int
  /// The most samples of a gesture; what is longer than anyone writes is given up, so that memory
  /// stays bounded. Default: 10,000.
  let maximumSamples: Int
  /// How many gestures were given up for their length.
  private(set) var overflows = 0

  private static let lead = 0.1

  private var detector = ZeroVelocityDetector(configuration: .init(window: 0.25))
  private var samples: [DeviceMotion] = []
  private var isGivenUp = false

  /// A segmenter that has seen nothing yet.
  ///
  /// - Precondition: `minimumSamples` and `maximumSamples` are positive.
  init(minimumSamples: Int = 20, maximumSamples: Int = 10_000) {
    precondition(
      minimumSamples > 0 && maximumSamples > 0, "\(minimumSamples) to \(maximumSamples) samples")
    self.minimumSamples = minimumSamples
    self.maximumSamples = maximumSamples
  }

  /// Takes a sample. One without a finite time changes nothing; one earlier than the one before it,
  /// after a clock was set back, ends the gesture under way.
  ///
  /// - Returns: The gesture that this sample shows to be over, or `nil`.
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
    return gesture.count >= minimumSamples ? Array(gesture) : nil
  }

  /// Ends the stream.
  ///
  /// - Returns: The gesture under way, where there is one.
  mutating func finish() -> [DeviceMotion]? {
    defer { samples = [] }
    return samples.count >= minimumSamples && !detector.isStationary ? samples : nil
  }

  /// One that has seen nothing yet, but counted what `other` has.
  private init(continuing other: RestSegmenter) {
    self.init(minimumSamples: other.minimumSamples, maximumSamples: other.maximumSamples)
    overflows = other.overflows
  }
}
