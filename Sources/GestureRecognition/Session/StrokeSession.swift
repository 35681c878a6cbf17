public import MotionFusion

/// Recognises gestures of one or several strokes in a stream of points, by the pauses between them.
///
/// ```swift
/// var session = StrokeSession(try GestureRecognizer.builtIn(.symbols))
/// for (point, isTouching) in points {
///   if let gesture = session.update(point, isTouching: isTouching) { show(gesture) }
/// }
/// ```
///
/// A gesture ends when the pause after its last stroke exceeds the time-out. In live use no point
/// arrives in the pause: call ``advance(to:)`` at ``deadline``. A value type without a clock: the
/// same points and times yield the same gestures, and a copy is a fork.
public struct StrokeSession: Sendable {
  /// The recogniser of the gestures.
  public let recognizer: GestureRecognizer
  /// The number of points that were ignored: those that are not finite, and those of a stroke
  /// beyond 100,000.
  public private(set) var badSamples = 0

  /// The most points of a stroke, which bounds the memory.
  private static let longestStroke = 100_000

  private var collector: MultiStrokeCollector
  private var stroke: [Sample2D] = []

  /// Creates a session at the start of a stream.
  ///
  /// - Parameters:
  ///   - recognizer: The recogniser of the gestures.
  ///   - pauseTimeout: The longest pause between two strokes of one gesture, in seconds
  ///     (default: 0.6).
  /// - Precondition: `pauseTimeout` is not negative.
  public init(_ recognizer: GestureRecognizer, pauseTimeout: Double = 0.6) {
    self.recognizer = recognizer
    collector = MultiStrokeCollector(pauseTimeout: pauseTimeout)
  }

  /// The first time at which ``advance(to:)`` returns the gesture in progress, in seconds; `nil`
  /// without a gesture, and during a stroke.
  public var deadline: Double? { stroke.isEmpty ? collector.deadline : nil }

  /// Adds a point.
  ///
  /// A timestamp earlier than the last one ends the stroke and the gesture: the clock was set back.
  ///
  /// - Parameters:
  ///   - sample: The point; `Sample2D.stroke` is ignored.
  ///   - isTouching: Whether the pen or finger touches the surface. The first point without a touch
  ///     ends the stroke and is not part of it.
  /// - Returns: The gesture that ended before this point.
  public mutating func update(_ sample: Sample2D, isTouching: Bool) -> RecognizedGesture? {
    guard sample.timestamp.isFinite, !isTouching || (sample.x.isFinite && sample.y.isFinite) else {
      badSamples += 1
      return nil
    }
    if let end = stroke.last?.timestamp ?? collector.end, sample.timestamp < end {
      let ended = finish()
      if isTouching { stroke = [sample] }
      return ended
    }
    guard isTouching else {
      endStroke()
      return advance(to: sample.timestamp)
    }
    let ended = advance(to: sample.timestamp)
    guard stroke.count < Self.longestStroke else {
      badSamples += 1
      return ended
    }
    stroke.append(sample)
    return ended
  }

  /// Advances the time; during a stroke nothing changes.
  ///
  /// - Parameter time: The time in seconds, of the clock of the timestamps.
  /// - Returns: The gesture, if the pause after it exceeds the time-out.
  public mutating func advance(to time: Double) -> RecognizedGesture? {
    stroke.isEmpty ? recognized(collector.advance(to: time)) : nil
  }

  /// Ends the stream.
  ///
  /// - Returns: The gesture in progress.
  public mutating func finish() -> RecognizedGesture? {
    endStroke()
    return recognized(collector.finish())
  }

  private mutating func endStroke() {
    // Its first point advanced the time: no earlier gesture is left that this could end.
    _ = collector.add(stroke)
    stroke.removeAll(keepingCapacity: true)
  }

  private func recognized(_ strokes: [[Sample2D]]?) -> RecognizedGesture? {
    guard let strokes else { return nil }
    let gesture = Gesture.stroke([Sample2D](strokes: strokes))
    return RecognizedGesture(
      RecordedGesture(samples: gesture),
      Result { () throws(GestureError) in try recognizer.recognize(gesture) })
  }
}

/// Groups strokes into gestures by the pauses between them.
///
/// A value type without a clock: the caller passes the time.
public struct MultiStrokeCollector: Hashable, Sendable {
  /// The longest pause between two strokes of one gesture, in seconds.
  let pauseTimeout: Double
  /// The strokes of the current gesture.
  private(set) var strokes: [[Sample2D]] = []

  /// Creates an empty collector.
  ///
  /// - Parameter pauseTimeout: The longest pause between two strokes of one gesture, in seconds
  ///   (default: 0.6).
  /// - Precondition: `pauseTimeout` is not negative.
  public init(pauseTimeout: Double = 0.6) {
    precondition(pauseTimeout >= 0, "expected a pause of 0 s or more, got \(pauseTimeout) s")
    self.pauseTimeout = pauseTimeout
  }

  /// Adds a finished stroke. An empty stroke changes nothing.
  ///
  /// - Returns: The previous gesture if the pause after it exceeds the time-out, or if `stroke`
  ///   starts before it ends because the clock was set back.
  public mutating func add(_ stroke: [Sample2D]) -> [[Sample2D]]? {
    guard let start = stroke.first?.timestamp else { return nil }
    let finished = continues(at: start) ? nil : finish()
    strokes.append(stroke)
    return finished
  }

  /// The first time at which ``advance(to:)`` returns the current gesture; `nil` without one.
  public var deadline: Double? { lastContinuation?.nextUp }

  /// The last time at which a stroke belongs to the current gesture.
  private var lastContinuation: Double? { end.map { $0 + pauseTimeout } }

  /// The time of the last point of the current gesture; `nil` without one.
  var end: Double? { strokes.last?.last?.timestamp }

  /// Advances the time while no stroke is in progress.
  ///
  /// - Returns: The current gesture if the pause after it exceeds the time-out.
  public mutating func advance(to time: Double) -> [[Sample2D]]? {
    guard let lastContinuation, time > lastContinuation else { return nil }
    return finish()
  }

  /// Ends the current gesture and returns it; `nil` if there is none.
  public mutating func finish() -> [[Sample2D]]? {
    guard !strokes.isEmpty else { return nil }
    defer { strokes = [] }
    return strokes
  }

  private func continues(at time: Double) -> Bool {
    guard let end, let lastContinuation else { return true }
    return time >= end && time <= lastContinuation
  }
}
