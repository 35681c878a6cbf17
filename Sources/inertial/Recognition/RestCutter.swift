internal import DeadReckoning
internal import DeviceMotion

/// Cuts a stream of motion into what lies between two rests.
///
/// A value without a clock. A rest is noticed a quarter of a second late and dated back, so that it
/// is no part of the gesture, but for the tenth of a second before: how a gesture begins shows only
/// once it has begun.
struct RestCutter {
  /// The fewest samples of a gesture; what is shorter was a shake.
  let minimumSamples: Int
  /// What was left out for being longer than anyone writes.
  private(set) var overlong = 0

  private static let lead = 0.1
  private static let maximumSamples = 10_000

  private var detector = RestDetector(configuration: .init(window: 0.25))
  private var samples: [DeviceMotion] = []
  private var isGivenUp = false

  init(minimumSamples: Int) { self.minimumSamples = minimumSamples }

  /// Takes a sample, and returns the gesture that it shows to be over.
  mutating func update(_ motion: DeviceMotion) -> [DeviceMotion]? {
    let isResting = detector.update(motion)
    if !isGivenUp { samples.append(motion) }
    guard isResting, let start = detector.restStart else {
      if samples.count > Self.maximumSamples {
        overlong += 1
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

  /// Ends the stream, and returns the gesture under way.
  mutating func finish() -> [DeviceMotion]? {
    defer { samples = [] }
    return samples.count >= minimumSamples && !detector.isResting ? samples : nil
  }
}
