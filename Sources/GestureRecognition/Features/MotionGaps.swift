internal import MotionFusion
internal import RotationMath

extension [DeviceMotion] {
  /// Fills the intervals in which samples were lost: those that are longer than the usual one by
  /// more than `window`, in seconds.
  ///
  /// The attitudes at both ends of an interval show the rotation between them, so the angular rate
  /// in between has the right integral: it is linear, plus a parabola. The acceleration is linear:
  /// its integral would follow from a velocity of 0 at both ends of a gesture, which four of five
  /// writers of `air-letters` miss by more than the integral over 0.4 s.
  ///
  /// - Returns: The time in which samples were lost, in seconds; 0 if nothing changed.
  mutating func fillGaps(longerThan window: Double) -> Double {
    let intervals = zip(self, dropFirst()).map { $1.timestamp - $0.timestamp }
    guard let longest = intervals.max(), longest > window else { return 0 }
    let usual = intervals.sorted()[intervals.count / 2]
    guard longest > usual + window else { return 0 }
    var filled = [self[0]]
    var lost = 0.0
    for (index, interval) in intervals.enumerated() {
      if interval > usual + window {
        lost += interval
        filled += Self.between(
          self[index], self[index + 1],
          count: Int((interval / Swift.max(usual, window / 8)).rounded(.up)))
      }
      filled.append(self[index + 1])
    }
    self = filled
    return lost
  }

  /// Samples that divide the interval between two others into `count` parts.
  private static func between(
    _ start: DeviceMotion, _ end: DeviceMotion, count: Int
  ) -> [DeviceMotion] {
    let interval = end.timestamp - start.timestamp
    let (from, to) = (start.attitude.quaternion, end.attitude.quaternion)
    let turn = (to * from.conjugate).rotationVector
    let rates = (from.act(start.rotationRate), to.act(end.rotationRate))
    let accelerations = (from.act(start.userAcceleration), to.act(end.userAcceleration))
    // Equal attitudes stand for unknown ones.
    let missing =
      from == to ? Vector3.zero : turn * (1 / interval) - (rates.0 + rates.1) * 0.5
    return (1..<count).map { step in
      let share = Double(step) / Double(count)
      let attitude = Quaternion(rotationVector: turn * share) * from
      let rate =
        rates.0 + (rates.1 - rates.0) * share + missing * (6 * share * (1 - share))
      let acceleration = accelerations.0 + (accelerations.1 - accelerations.0) * share
      return DeviceMotion(
        timestamp: start.timestamp + share * interval, attitude: Attitude(quaternion: attitude),
        rotationRate: attitude.conjugate.act(rate),
        userAcceleration: attitude.conjugate.act(acceleration))
    }
  }
}
