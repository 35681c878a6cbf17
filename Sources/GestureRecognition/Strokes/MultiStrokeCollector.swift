public import MotionFusion

/// Joins strokes into gestures: a pause longer than a time-out ends one.
///
/// An *A* of three strokes is one gesture as long as the pen comes back in time. A value type
/// without a clock: whoever holds it says what time it is.
public struct MultiStrokeCollector: Hashable, Sendable {
  /// The longest pause between two strokes of one gesture, in seconds. Default: 0.6 s.
  public let pauseTimeout: Double
  /// The strokes of the gesture under way.
  public private(set) var strokes: [[Sample2D]] = []

  /// A collector that has seen nothing yet.
  ///
  /// - Precondition: `pauseTimeout` is not negative.
  public init(pauseTimeout: Double = 0.6) {
    precondition(pauseTimeout >= 0, "\(pauseTimeout) s as the longest pause")
    self.pauseTimeout = pauseTimeout
  }

  /// Takes a finished stroke, in order of time; one without samples changes nothing.
  ///
  /// - Returns: The gesture before, where the pause after it was too long for this stroke to
  ///   belong to it, or where this stroke is earlier, after a clock was set back.
  public mutating func add(_ stroke: [Sample2D]) -> [[Sample2D]]? {
    guard let start = stroke.first?.timestamp else { return nil }
    let finished = continues(at: start) ? nil : finish()
    strokes.append(stroke)
    return finished
  }

  /// Says that it is `time` and no stroke is under way.
  ///
  /// - Returns: The gesture, if it is complete since then.
  public mutating func advance(to time: Double) -> [[Sample2D]]? {
    guard let end = strokes.last?.last?.timestamp, time - end > pauseTimeout else { return nil }
    return finish()
  }

  /// Ends the gesture under way, whatever the time; `nil` when there is none.
  public mutating func finish() -> [[Sample2D]]? {
    guard !strokes.isEmpty else { return nil }
    defer { strokes = [] }
    return strokes
  }

  private func continues(at time: Double) -> Bool {
    guard let end = strokes.last?.last?.timestamp else { return true }
    return time >= end && time - end <= pauseTimeout
  }
}
