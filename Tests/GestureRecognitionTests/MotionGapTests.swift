import MotionFusion
import RotationMath
import Testing

@testable import GestureRecognition

@Suite("Lost samples of a motion")
struct MotionGapTests {
  /// A second at 100 Hz about a fixed axis, at a rate that is a parabola of time, and its angle.
  private static func parabola(at time: Double) -> (rate: Double, angle: Double) {
    (3 - 8 * time + 6 * time * time, time * (3 + time * (-4 + 2 * time)))
  }

  private static let axis = Vector3(2.0, -1, 2) * (1.0 / 3)

  private static func motions(interval: Double = 0.01) -> [DeviceMotion] {
    (0...Int(1 / interval)).map { index in
      let time = Double(index) * interval
      let (rate, angle) = parabola(at: time)
      return DeviceMotion(
        timestamp: 5 + time,
        attitude: Attitude(quaternion: Quaternion(rotationVector: axis * angle)),
        rotationRate: axis * rate, userAcceleration: Vector3(0.1, time, 0))
    }
  }

  @Test("the attitudes at its ends show the angular rate within a gap")
  func rates() {
    var motions = Self.motions().filter { $0.timestamp <= 5.3 || $0.timestamp >= 5.7 }
    let lost = motions.fillGaps(longerThan: 0.08)
    #expect(abs(lost - 0.4) < 1e-9)
    #expect(motions.count > 90)
    // Linear interpolation is 6 · 0.2² = 0.24 rad/s beside the parabola.
    for motion in motions {
      let difference =
        motion.rotationRate - Self.axis * Self.parabola(at: motion.timestamp - 5).rate
      #expect(difference.length < 1e-9, "\(motion.timestamp)")
    }
    for (motion, next) in zip(motions, motions.dropFirst()) {
      #expect(motion.timestamp < next.timestamp)
    }
  }

  @Test("without a gap nothing changes, at any sample rate", arguments: [0.01, 0.05, 0.1, 0.2])
  func regular(interval: Double) {
    let motions = Self.motions(interval: interval)
    var filled = motions
    #expect(filled.fillGaps(longerThan: 0.08) == 0)
    #expect(filled == motions)
  }

  @Test("a constant attitude that stands for an unknown one shows no rate")
  func unknownAttitude() {
    var motions = Self.motions().filter { $0.timestamp <= 5.3 || $0.timestamp >= 5.7 }
    for index in motions.indices { motions[index].attitude = Attitude(quaternion: .identity) }
    _ = motions.fillGaps(longerThan: 0.08)
    for (motion, next) in zip(motions, motions.dropFirst()) {
      #expect((next.rotationRate - motion.rotationRate).length < 0.1)
    }
  }
}
