internal import RealModule

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
