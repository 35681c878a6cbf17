/// An attitude at its time, as an orientation filter found it.
public struct TimedAttitude: Hashable, Sendable, Codable {
  /// In seconds.
  public var timestamp: Double
  /// Device to reference, of unit length.
  public var attitude: Quaternion<Double>

  /// The attitude at this time in seconds, device to reference.
  public init(timestamp: Double, attitude: Quaternion<Double>) {
    self.timestamp = timestamp
    self.attitude = attitude
  }
}
