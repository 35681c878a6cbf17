internal import GestureRecognition

/// Lines of samples that become gestures.
protocol GestureLines {
  /// The number of skipped lines that are not samples.
  var skippedCount: Int { get }

  /// Adds a line, and returns the gesture that it ends.
  mutating func take(_ line: [UInt8]) throws(ToolError) -> RecognizedGesture?

  /// The present time of the samples' clock; `nil` where gestures end by lines alone.
  var now: Double? { get }

  /// Advances to the present, and returns the gesture that ended by then.
  mutating func advance() -> RecognizedGesture?

  /// The time until a gesture ends without a further line, in milliseconds; `nil` without one.
  var millisecondsToDeadline: Int32? { get }

  /// Ends the stream, and returns the gesture in progress.
  mutating func finish() -> RecognizedGesture?
}

extension GestureLines {
  var now: Double? { nil }
  mutating func advance() -> RecognizedGesture? { nil }
  var millisecondsToDeadline: Int32? { nil }
}
