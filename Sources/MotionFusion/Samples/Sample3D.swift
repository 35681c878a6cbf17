/// One point of a gesture in space.
public struct Sample3D: Hashable, Sendable, Codable {
  /// Position in the reference frame, in metres.
  public var location: Vector3<Double>
  /// The device's attitude at that point.
  public var attitude: Attitude
  /// Seconds since an arbitrary, fixed start.
  public var timestamp: Double

  /// A point of a path.
  public init(location: Vector3<Double>, attitude: Attitude, timestamp: Double) {
    self.location = location
    self.attitude = attitude
    self.timestamp = timestamp
  }
}
