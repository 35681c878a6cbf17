internal import DeadReckoning
package import MotionFusion

/// Cuts a stream of device motion into gestures: at touch and release where the source has a touch
/// (`isTouching`), and between stationary phases where it has none.
///
/// A value type without a clock: equal samples produce equal gestures, and a copy is independent.
package struct MotionSegmenter: Sendable {
  /// The shortest gesture between stationary phases; gestures by touch have no minimum. Default:
  /// that of motions.
  package let limits: GestureLimits
  /// The number of gestures that were dropped for their length.
  package var overflows: Int { touch.overflows + rest.overflows }

  /// Whether the source has a touch, so that gestures are cut at touch and release.
  package private(set) var hasTouch = false
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
  ///   - limits: The shortest gesture between stationary phases.
  ///   - usesTouch: Whether to cut at touch and release where the source has a touch.
  package init(limits: GestureLimits = .motion, usesTouch: Bool = true) {
    self.limits = limits
    self.usesTouch = usesTouch
    rest = RestSegmenter(limits: limits)
  }

  /// Adds a sample.
  ///
  /// - Returns: The gesture that this sample completes, or `nil`.
  /// - Complexity: Amortised O(1).
  package mutating func update(_ motion: DeviceMotion) -> [DeviceMotion]? {
    if usesTouch, motion.isTouching != nil, !hasTouch {
      hasTouch = true
      rest = RestSegmenter(limits: limits)
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
  package mutating func takeStart(
    ofMovementsOver duration: Double, length: Double
  ) -> [DeviceMotion] {
    hasTouch ? [] : rest.takeStart(ofMovementsOver: duration, length: length)
  }

  /// Returns the gestures of a whole recording, using a copy of this segmenter.
  package func gestures(in motions: [DeviceMotion]) -> [[DeviceMotion]] {
    var segmenter = self
    var gestures = motions.compactMap { segmenter.update($0) }
    if let last = segmenter.finish() { gestures.append(last) }
    return gestures
  }

  /// The movements without a touch of a stream with touches, cut at stationary phases.
  package static func movementsBetweenTouches(_ motions: [DeviceMotion]) -> [[DeviceMotion]] {
    MotionSegmenter(limits: .movement, usesTouch: false)
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

/// Segments device motion at stationary phases.
///
/// A value type without a clock: equal samples yield equal gestures, and a copy is independent. A
/// stationary phase is detected after 0.25 s and backdated, so it is not part of the gesture. Each
/// gesture includes a lead of 0.1 s, since its onset precedes the detection of movement.
struct RestSegmenter: Sendable {
  /// The shortest gesture. Default: that of motions.
  let limits: GestureLimits
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
  init(limits: GestureLimits = .motion, maximumSamples: Int = 10_000) {
    precondition(maximumSamples > 0, "expected a positive limit, got \(maximumSamples) samples")
    self.limits = limits
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
    return isPartial || limits.allow(gesture) ? Array(gesture) : nil
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
    return isPartial || limits.allow(samples) ? samples : nil
  }

  /// Creates a segmenter with the limits and counter of `other` and no samples.
  private init(continuing other: RestSegmenter) {
    self.init(limits: other.limits, maximumSamples: other.maximumSamples)
    overflows = other.overflows
  }
}
