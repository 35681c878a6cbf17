package import MotionFusion

/// Cuts a stream of device motion into gestures: at touch and release where the source has a touch
/// (`isTouching`), and between stationary phases where it has none.
///
/// A value type without a clock: the same samples give the same gestures, and a copy is a fork.
package struct MotionSegmenter: Sendable {
  /// The fewest samples of a movement that may be part of a gesture: 0.06 s at 100 Hz.
  static let spottingMinimum = 6

  /// The fewest samples of a gesture between stationary phases; gestures by touch have no minimum.
  /// Default: 20, 0.2 s at 100 Hz.
  package let minimumSamples: Int
  /// The number of gestures that were dropped for their length.
  package var overflows: Int { touch.overflows + rest.overflows }

  /// Whether the source has a touch.
  private(set) var hasTouch = false
  /// Whether the device is stationary at the last sample of a source without a touch.
  var isStationary: Bool { !hasTouch && rest.isStationary }
  /// Whether no gesture is in progress.
  var isIdle: Bool { hasTouch ? touch.isIdle : rest.isStationary }

  private let usesTouch: Bool
  private var touch = TouchSegmenter()
  private var rest: RestSegmenter

  /// Creates a segmenter at the start of a stream.
  ///
  /// - Parameters:
  ///   - minimumSamples: The fewest samples of a gesture between stationary phases.
  ///   - usesTouch: Whether to cut at touch and release where the source has a touch.
  /// - Precondition: `minimumSamples` is positive.
  package init(minimumSamples: Int = 20, usesTouch: Bool = true) {
    self.minimumSamples = minimumSamples
    self.usesTouch = usesTouch
    rest = RestSegmenter(minimumSamples: minimumSamples)
  }

  /// Adds a sample.
  ///
  /// - Returns: The gesture that this sample completes, or `nil`.
  /// - Complexity: Amortised O(1).
  package mutating func update(_ motion: DeviceMotion) -> [DeviceMotion]? {
    if usesTouch, motion.isTouching != nil, !hasTouch {
      hasTouch = true
      rest = RestSegmenter(minimumSamples: minimumSamples)
    }
    return hasTouch ? touch.update(motion) : rest.update(motion)
  }

  /// Takes the next part of a long movement of a source without a touch; empty if there is none.
  ///
  /// The rest of the movement is returned at its end, however short, even if it is empty.
  ///
  /// - Parameters:
  ///   - duration: The duration from which a movement is long, in seconds.
  ///   - length: The longest part, in seconds.
  mutating func takeStart(ofMovementsOver duration: Double, length: Double) -> [DeviceMotion] {
    hasTouch ? [] : rest.takeStart(ofMovementsOver: duration, length: length)
  }

  /// The gestures of a whole recording, by a copy of this segmenter.
  package func gestures(in motions: [DeviceMotion]) -> [[DeviceMotion]] {
    var segmenter = self
    var gestures = motions.compactMap { segmenter.update($0) }
    if let last = segmenter.finish() { gestures.append(last) }
    return gestures
  }

  /// The movements without a touch of a stream with touches, cut at stationary phases.
  static func movementsBetweenTouches(_ motions: [DeviceMotion]) -> [[DeviceMotion]] {
    MotionSegmenter(minimumSamples: spottingMinimum, usesTouch: false)
      .gestures(in: motions)
      .filter { segment in !segment.contains { $0.isTouching == true } }
  }

  /// Ends the stream.
  ///
  /// - Returns: The gesture in progress, if there is one.
  package mutating func finish() -> [DeviceMotion]? {
    hasTouch ? touch.finish() : rest.finish()
  }
}
