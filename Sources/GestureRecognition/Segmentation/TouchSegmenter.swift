internal import MotionFusion

/// Cuts the motion of a device at touch and release.
///
/// A gesture begins with the first touched sample and ends with the last one before the release.
struct TouchSegmenter: Sendable {
  /// The most samples of a gesture. A longer one is dropped, so that memory stays bounded.
  static let maximumSamples = 100_000

  /// The number of gestures that were dropped for their length.
  private(set) var overflows = 0
  private var samples: [DeviceMotion] = []
  /// Whether no gesture is in progress.
  var isIdle: Bool { samples.isEmpty }
  private var isDropped = false

  /// Adds a sample.
  ///
  /// - Returns: The gesture that this sample ends, or `nil`.
  mutating func update(_ motion: DeviceMotion) -> [DeviceMotion]? {
    guard motion.isTouching == true else { return finish() }
    guard !isDropped else { return nil }
    if samples.count == Self.maximumSamples {
      overflows += 1
      isDropped = true
      samples = []
    } else {
      samples.append(motion)
    }
    return nil
  }

  /// Ends the stream.
  ///
  /// - Returns: The gesture in progress, if there is one.
  mutating func finish() -> [DeviceMotion]? {
    isDropped = false
    guard !samples.isEmpty else { return nil }
    defer { samples = [] }
    return samples
  }
}
