public import MotionFusion

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
