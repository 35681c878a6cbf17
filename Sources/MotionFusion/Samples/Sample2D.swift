/// One point of a stroke on a plane, origin top left, *y* down, as on a screen.
public struct Sample2D: Hashable, Sendable, Codable {
  /// To the right, in any unit of length.
  public var x: Double
  /// Downwards, in the same unit.
  public var y: Double
  /// Seconds since an arbitrary, fixed start.
  public var timestamp: Double
  /// The index of the stroke in a gesture of several strokes, from 0: where it changes, the pen was
  /// lifted.
  public var stroke: Int

  /// A point of a stroke.
  ///
  /// - Parameters:
  ///   - x: The distance from the left, in any unit of length.
  ///   - y: The distance from the top, in the same unit.
  ///   - timestamp: The time in seconds.
  ///   - stroke: The index of the stroke in a gesture of several strokes (default: 0).
  public init(x: Double, y: Double, timestamp: Double, stroke: Int = 0) {
    self.x = x
    self.y = y
    self.timestamp = timestamp
    self.stroke = stroke
  }
}
