internal import RealModule

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

/// The direction of the *x* axis in the frame of a reference attitude, whose *z* axis points up.
public enum ReferenceHeading: Hashable, Sendable {
  /// To magnetic north, as in ``ReferenceFrame/xMagneticNorthZVertical``.
  case magneticNorth
  /// To magnetic east: *y* points north (ENU).
  case east
  /// A constant, unknown direction, as of optical systems.
  case unknown

  /// The axes of a level frame with this heading.
  package var axes: WorldAxes { self == .east ? .eastNorthUp : .northWestUp }

  /// The turn from the frame of magnetic north to that of this heading; `nil` for none.
  package var turnFromMagneticNorth: Quaternion<Double>? {
    self == .east ? .turn(aboutVertical: .pi / 2) : nil
  }
}

extension DeviceMotion {
  /// Turns the reference frame.
  package mutating func turnFrame(by turn: Quaternion<Double>) {
    attitude.quaternion = turn * attitude.quaternion
  }
}

extension [DeviceMotion] {
  /// Turns the reference frame about the vertical, so that yaws grow by `angle` radians.
  ///
  /// Vectors in the device frame and `heading`, which refers to north, do not change.
  package mutating func turnFrame(by angle: Double) {
    let turn = Quaternion<Double>.turn(aboutVertical: angle)
    for index in indices { self[index].turnFrame(by: turn) }
  }

  /// Aligns the heading with a reference, by the circular mean of the differences.
  ///
  /// Without a pose near any motion's time nothing changes.
  ///
  /// - Parameters:
  ///   - poses: In the order of time, as the motions are.
  ///   - tolerance: The largest time between a motion and its pose, in seconds.
  package mutating func alignHeading(with poses: [ReferencePose], within tolerance: Double = 0.05) {
    let truths = poses.nearest(to: lazy.map { $0.timestamp }, within: tolerance)
    let turns = zip(self, truths).compactMap { motion, pose in
      (pose?.attitude).map { $0.quaternion * motion.attitude.quaternion.conjugate }
    }
    if !turns.isEmpty { turnFrame(by: turns.meanHeading) }
  }
}

extension Sequence<Quaternion<Double>> {
  /// The circular mean of the turns about the vertical, in radians; zero if there is none.
  var meanHeading: Double {
    var (sine, cosine) = (0.0, 0.0)
    for rotation in self {
      let angle = 2 * Double.atan2(y: rotation.z, x: rotation.w)
      sine += .sin(angle)
      cosine += .cos(angle)
    }
    return .atan2(y: sine, x: cosine)
  }
}
