public import DeviceMotion

/// Where a device was and how it was turned, by an instrument better than its own sensors.
public struct ReferencePose: Hashable, Sendable {
  /// Seconds on the clock of the recording that this is the reference of.
  public var timestamp: Double
  /// The attitude, device to reference; `nil` where the instrument lost the device.
  public var attitude: Attitude?
  /// The position in metres; `nil` where unknown.
  public var position: Vector3<Double>?
  /// Whether the protocol of the data set counts errors here.
  public var isScored: Bool

  /// A pose at `timestamp`.
  public init(
    timestamp: Double, attitude: Attitude? = nil, position: Vector3<Double>? = nil,
    isScored: Bool = true
  ) {
    self.timestamp = timestamp
    self.attitude = attitude
    self.position = position
    self.isScored = isScored
  }
}
