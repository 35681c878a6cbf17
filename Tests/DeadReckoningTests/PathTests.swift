import MotionFusion
import TestSupport
import Testing

@testable import DeadReckoning

@Suite("DeadReckoner.path")
struct PathTests {
  /// A movement from rest to rest, cubic in velocity, with a constant error of acceleration.
  private func motions(bias: Vector3<Double>) -> [DeviceMotion] {
    let attitude = Attitude(pitch: 1, roll: 0.2, yaw: -0.5)
    return (0...100).map { index in
      let t = Double(index) / 100
      // v = t²(1 - t) along x, minus its half along z; forward differences make the sum exact.
      let acceleration = Vector3(2 * t - 3 * t * t, 0, -t + 1.5 * t * t) + bias
      return DeviceMotion(
        timestamp: 3 + t, attitude: attitude, rotationRate: .zero,
        userAcceleration: attitude.quaternion.conjugate.act(acceleration)
          / -SensorSample.standardGravity)
    }
  }

  @Test("zero end velocity removes any constant error of acceleration")
  func bias() {
    let clean = DeadReckoner.path(of: motions(bias: .zero))
    let biased = DeadReckoner.path(of: motions(bias: Vector3(0.3, -0.1, 2)))
    #expect(clean.count == 101)
    for (a, b) in zip(clean, biased) { #expect(maximumDifference(a.location, b.location) < 1e-13) }
    // The integral of t²(1 - t) is 1/12. Taking each acceleration for the step before it is an
    // error of the first order: half a step of 0.01 times the change of acceleration, over 2.
    #expect(maximumDifference(clean[100].location, Vector3(1.0 / 12, 0, -1.0 / 24)) < 3e-3)
  }

  @Test("the plain integral keeps that error")
  func unstabilized() {
    let clean = DeadReckoner.path(of: motions(bias: .zero), stabilizer: .unstabilized)
    let biased = DeadReckoner.path(of: motions(bias: .unitZ), stabilizer: .unstabilized)
    #expect(
      maximumDifference(biased[100].location - clean[100].location, Vector3(0, 0, 0.5)) < 1e-13)
  }

  @Test("the batch function equals the stage, sample by sample")
  func batch() {
    let motions = motions(bias: .unitX)
    let path = DeadReckoner.path(of: motions, stabilizer: .exponentialDamping, dampingRate: 3)
    var reckoner = DeadReckoner(configuration: .init(dampingRate: 3))
    for (motion, point) in zip(motions, path) {
      #expect(reckoner.update(motion) == true)
      #expect(reckoner.position == point.location)
      #expect(motion.attitude == point.attitude)
      #expect(motion.timestamp == point.timestamp)
    }
  }

  @Test("empty input, one sample, and no duration", arguments: Stabilizer.allCases)
  func degenerate(stabilizer: Stabilizer) {
    #expect(DeadReckoner.path(of: [], stabilizer: stabilizer).isEmpty)
    let one = DeadReckonerTests.motion(at: 1, acceleration: .unitX)
    let path = DeadReckoner.path(of: [one], stabilizer: stabilizer)
    #expect(path.map(\.location) == [.zero])
    // The repetition leaves no point.
    #expect(DeadReckoner.path(of: [one, one], stabilizer: stabilizer).count == 1)
  }

  @Test("names of stabilizers")
  func names() {
    #expect(
      Stabilizer.allCases.map(\.rawValue) == ["exponential-damping", "zero-end-velocity", "none"])
  }
}
