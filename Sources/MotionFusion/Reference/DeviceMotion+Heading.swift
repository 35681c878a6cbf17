internal import RealModule

extension [DeviceMotion] {
  /// Turns the reference frame about the vertical, so that yaws grow by `angle` radians.
  ///
  /// What is told in the device frame, gravity and user acceleration included, stays as it is; so does
  /// `heading`, which is to north whatever the frame.
  public mutating func turnFrame(by angle: Double) {
    let turn = Quaternion<Double>.turn(aboutVertical: angle)
    for index in indices {
      self[index].attitude.quaternion = turn * self[index].attitude.quaternion
    }
  }

  /// Turns the reference frame about the vertical to that of a reference, by the circular mean of the
  /// differences; where no pose has an attitude near a motion's time, nothing is turned.
  ///
  /// - Parameters:
  ///   - poses: In the order of time, as the motions are.
  ///   - tolerance: How far apart in seconds a motion and its pose may be. Default: 0.05 s.
  public mutating func alignHeading(with poses: [ReferencePose], within tolerance: Double = 0.05) {
    let truths = poses.nearest(to: lazy.map(\.timestamp), within: tolerance)
    let turns = zip(self, truths).compactMap { motion, pose in
      (pose?.attitude).map { $0.quaternion * motion.attitude.quaternion.conjugate }
    }
    if !turns.isEmpty { turnFrame(by: turns.meanHeading) }
  }
}

extension Sequence<Quaternion<Double>> {
  /// The circular mean of the turns about the vertical that these rotations hold, in radians; zero
  /// where there is none.
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
