public import MotionFusion

/// What sensors and hands do to the motion of a gesture, to test what reads it.
public enum MotionDisturbance: String, Hashable, Sendable, CaseIterable {
  /// Every so manieth sample alone, so that about 24 a second are left.
  case lowRate = "24-hz"
  /// A second of rest at both ends, with a sensor's noise.
  case rest
  /// The device rolled by 20 degrees to the left about its long axis.
  case rolledLeft = "rolled-left"
  /// The device rolled by 20 degrees to the right about its long axis.
  case rolledRight = "rolled-right"
  /// The last fifth of the samples missing.
  case missingEnd = "missing-end"
  /// An accelerometer that is wrong by 0.1 g along its *x* axis.
  case bias

  /// The motion of a gesture, disturbed; the same each time.
  ///
  /// - Complexity: O(*n*).
  public func applied(to motions: [DeviceMotion]) -> [DeviceMotion] {
    switch self {
    case .lowRate:
      let step = max(1, Int((Self.sampleRate(of: motions) / 24).rounded()))
      return stride(from: 0, to: motions.count, by: step).map { motions[$0] }
    case .rest: return rested(motions)
    case .rolledLeft: return motions.map { Self.rolled($0, by: -.pi / 9) }
    case .rolledRight: return motions.map { Self.rolled($0, by: .pi / 9) }
    case .missingEnd: return Array(motions.prefix(motions.count * 4 / 5))
    case .bias:
      return motions.map { motion in
        var motion = motion
        motion.userAcceleration.x += 0.1
        return motion
      }
    }
  }

  /// The mean number of samples a second, 1 through 1000; 100 where it cannot be told.
  private static func sampleRate(of motions: [DeviceMotion]) -> Double {
    guard let first = motions.first, let last = motions.last else { return 100 }
    let rate = Double(motions.count - 1) / (last.timestamp - first.timestamp)
    return rate > 0 && rate.isFinite ? min(max(rate, 1), 1000) : 100
  }

  private static func rolled(_ motion: DeviceMotion, by angle: Double) -> DeviceMotion {
    let turn = Quaternion(rotationVector: Vector3(0, angle, 0))
    return DeviceMotion(
      timestamp: motion.timestamp,
      attitude: Attitude(quaternion: motion.attitude.quaternion * turn),
      rotationRate: turn.conjugate.act(motion.rotationRate),
      userAcceleration: turn.conjugate.act(motion.userAcceleration))
  }

  private func rested(_ motions: [DeviceMotion]) -> [DeviceMotion] {
    guard let first = motions.first, let last = motions.last else { return [] }
    var random = SplitMix64(seed: 1)
    func still(_ motion: DeviceMotion, after delay: Double) -> DeviceMotion {
      var still = motion
      still.timestamp += delay
      still.rotationRate =
        Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * 0.02
      still.userAcceleration =
        Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * 0.01
      return still
    }
    let rate = Self.sampleRate(of: motions)
    let count = max(1, Int(rate.rounded()))
    let before = (1...count).reversed().map { still(first, after: -Double($0) / rate) }
    let after = (1...count).map { still(last, after: Double($0) / rate) }
    return before + motions + after
  }
}
