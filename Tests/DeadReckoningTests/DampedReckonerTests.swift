import DeadReckoning
import MotionFusion
import TestSupport
import Testing

@Suite("DampedReckoner")
struct DampedReckonerTests {
  @Test("each law's formula, and that they compose in order")
  func laws() {
    var (v, x) = (Vector3<Double>(3, 0, -4), Vector3<Double>(1, 2, 3))
    DampingLaw.constantDeceleration(2).apply(velocity: &v, position: &x, step: 0.5)
    // One of five metres a second is gone.
    #expect(maximumDifference(v, Vector3(2.4, 0, -3.2)) < 1e-15 && x == Vector3(1, 2, 3))
    DampingLaw.highPass(frequency: 1 / (2 * .pi)).apply(
      velocity: &v, position: &x, step: 1)
    // e^-1, from mpmath.
    #expect(maximumDifference(v, Vector3(2.4, 0, -3.2) * 0.36787944117144232) < 1e-15)
    #expect(x == Vector3(1, 2, 3))
    DampingLaw.exponentialDamping(rate: 1).apply(velocity: &v, position: &x, step: 1)
    #expect(maximumDifference(x, Vector3(1, 2, 3) * 0.36787944117144232) < 1e-15)
    DampingLaw.constantDeceleration(100).apply(velocity: &v, position: &x, step: 1)
    #expect(v == .zero)
  }

  @Test("one law of damping is the damped reckoner's Euler rule but for the order of its factors")
  func composition() {
    var composed = DampedReckoner(
      laws: [.highPass(frequency: 0.3), .constantDeceleration(0.2)])
    var byHand = DeadReckoner()
    var (v, x) = (Vector3<Double>.zero, Vector3<Double>.zero)
    var random = SplitMix64(seed: 5)
    for index in 0..<100 {
      let motion = DeadReckonerTests.motion(
        at: Double(index) / 50, acceleration: random.normalVector())
      composed.update(motion)
      // A fresh reckoner from the stabilised state takes the same step.
      if index > 0 {
        byHand = DeadReckoner(position: x, velocity: v)
        byHand.update(DeadReckonerTests.motion(at: Double(index - 1) / 50, acceleration: .zero))
        byHand.update(motion)
        (v, x) = (byHand.velocity, byHand.position)
        for law in composed.laws { law.apply(velocity: &v, position: &x, step: 0.02) }
      }
    }
    #expect(maximumDifference(composed.reckoner.position, x) < 1e-12)
    composed.release()
    #expect(composed.reckoner.velocity == .zero)
  }

  @Test("no law ever diverges on noise", arguments: [0.1, 1, 100])
  func noise(constant: Double) {
    for law in [
      DampingLaw.exponentialDamping(rate: constant), .constantDeceleration(constant),
      .highPass(frequency: constant),
    ] {
      var reckoner = DampedReckoner(laws: [law])
      var random = SplitMix64(seed: 8)
      for index in 0..<5000 {
        reckoner.update(
          DeadReckonerTests.motion(at: Double(index), acceleration: random.normalVector()))
        reckoner.update(
          DeadReckonerTests.motion(at: Double(index) + 0.1, acceleration: random.normalVector()))
      }
      #expect(reckoner.reckoner.velocity.length < 10 && reckoner.reckoner.position.isFinite)
    }
  }
}
