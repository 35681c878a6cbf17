internal import GestureRecognition
internal import MotionFusion

/// Points of strokes as lines of numbers separated by commas: the time in seconds, *x*, *y* (down)
/// and 1 or 0 for touch.
///
/// Between two lines the session advances by the clock of the machine, so that a gesture ends
/// without a further line.
struct StrokeLines: GestureLines {
  private var decoder: SeriesLineDecoder
  private var session: StrokeSession
  /// The time of the last point, in seconds, and when it arrived.
  private var last: (time: Double, arrival: ContinuousClock.Instant)?

  /// The number of skipped lines that are not points.
  var skippedCount: Int { decoder.skippedCount + session.badSamples }

  init(_ recognizer: GestureRecognizer, pause: Double, name: String, skippingBadLines: Bool) {
    decoder = SeriesLineDecoder(
      name: name, dimension: 2, hasTouch: true, skippingBadLines: skippingBadLines)
    session = StrokeSession(recognizer, pauseTimeout: pause)
  }

  /// Adds a line, and returns the gesture that ended before its point.
  mutating func take(_ line: [UInt8]) throws(ToolError) -> RecognizedGesture? {
    guard let sample = try decoder.decode(line) else { return nil }
    last = (sample.time, .now)
    return session.update(
      Sample2D(x: sample.components[0], y: sample.components[1], timestamp: sample.time),
      isTouching: sample.isTouching)
  }

  /// The present time of the points' clock: that of the last point, and the time since it arrived.
  var now: Double? {
    last.map { $0.time + ($0.arrival.duration(to: .now) / .seconds(1)) }
  }

  /// Advances to the present, and returns the gesture whose pause is over.
  mutating func advance() -> RecognizedGesture? { now.flatMap { session.advance(to: $0) } }

  /// The time until the pause is over, in milliseconds; `nil` without a gesture that waits for it.
  var millisecondsToDeadline: Int32? {
    guard let deadline = session.deadline, let now else { return nil }
    return Int32(min(max(((deadline - now) * 1000).rounded(.up), 0), 1000)) + 1
  }

  /// Ends the stream, and returns the gesture in progress.
  mutating func finish() -> RecognizedGesture? { session.finish() }
}
