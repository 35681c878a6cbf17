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

extension [ReferencePose] {
  /// The pose nearest in time to each of `times`, of two equally near the later one; `nil` where none
  /// is within `tolerance` seconds.
  ///
  /// - Parameters:
  ///   - times: In seconds, in their order, as the poses are in theirs.
  ///   - tolerance: In seconds.
  /// - Complexity: O(*n* + *m*) in the poses and the times.
  public func nearest(
    to times: some Sequence<Double>, within tolerance: Double
  ) -> [ReferencePose?] {
    var place = 0
    return times.map { time in
      while place + 1 < count,
        abs(self[place + 1].timestamp - time) <= abs(self[place].timestamp - time)
      {
        place += 1
      }
      return place < count && abs(self[place].timestamp - time) <= tolerance ? self[place] : nil
    }
  }
}
