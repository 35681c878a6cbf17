/// One point of a stroke on a plane, origin top left, *y* down, as on a screen.
public struct Sample2D: Hashable, Sendable, Codable {
  /// To the right, in any unit of length.
  public var x: Double
  /// Downwards, in the same unit.
  public var y: Double
  /// Seconds since an arbitrary, fixed start.
  public var timestamp: Double

  /// A point of a stroke.
  public init(x: Double, y: Double, timestamp: Double) {
    self.x = x
    self.y = y
    self.timestamp = timestamp
  }
}
