/// The position and attitude of a device by a reference system, such as optical motion capture.
public struct ReferencePose: Hashable, Sendable {
  /// Seconds on the recording's clock.
  public var timestamp: Double
  /// The attitude, device to reference; `nil` if the reference system lost the device.
  public var attitude: Attitude?
  /// The position in metres; `nil` if unknown.
  public var position: Vector3<Double>?
  /// Whether the data set's protocol counts errors at this pose.
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
  /// The pose nearest to each time, the later one of two equally near; `nil` if none is within
  /// `tolerance` seconds.
  ///
  /// - Parameters:
  ///   - times: In seconds, ascending, like the poses.
  ///   - tolerance: The largest difference, in seconds.
  /// - Complexity: O(*n* + *m*) in the poses and the times.
  package func nearest(
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
