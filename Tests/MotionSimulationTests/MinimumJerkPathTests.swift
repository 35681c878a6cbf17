import MotionSimulation
import RotationMath
import Testing

@Suite("MinimumJerkPath")
struct MinimumJerkPathTests {
  static func randomPath(seed: UInt64) -> MinimumJerkPath<Vector2<Double>> {
    var random = SplitMix64(seed: seed)
    let movements = (0..<6).map { index in
      MinimumJerkPath<Vector2<Double>>.Movement(
        onset: 0.3 * Double(index), duration: Double.random(in: 0.2...0.6, using: &random),
        displacement: Vector2(random.nextNormal(), random.nextNormal()))
    }
    return MinimumJerkPath(start: Vector2(1, -2), movements: movements, duration: 2.5)
  }

  @Test("one movement has the profile of the paper")
  func profile() {
    let path = MinimumJerkPath(
      start: Vector2(0.0, 0.0),
      movements: [.init(onset: 1, duration: 2, displacement: Vector2(4.0, 0.0))])
    // Half way in half the time, at 15/8 of the mean speed, without acceleration.
    let middle = path.state(at: 2)
    #expect(middle.position == Vector2(2, 0))
    #expect(middle.velocity == Vector2(1.875 * 4 / 2, 0))
    #expect(middle.acceleration == .zero)
    // b(1/4) = 10/64 - 15/256 + 6/1024 = 106/1024, exact in binary.
    #expect(path.position(at: 1.5) == Vector2(4 * 106.0 / 1024, 0))
    #expect(path.duration == 3)
  }

  @Test("stationary before, after and at its ends", arguments: [-5, 0, 2.5, 100] as [Double])
  func stationary(time: Double) {
    let path = Self.randomPath(seed: 1)
    let state = path.state(at: time)
    #expect(state.velocity == .zero)
    #expect(state.acceleration == .zero)
    let expected = time <= 0 ? path.start : path.end
    #expect((state.position - expected).length <= 8 * .ulpOfOne)
  }

  @Test("velocity and acceleration are the derivatives", arguments: 0..<8 as Range<UInt64>)
  func derivatives(seed: UInt64) {
    let path = Self.randomPath(seed: seed)
    let step = 1e-4
    for index in 1..<249 {
      let time = 0.01 * Double(index)
      let (before, here, after) = (
        path.state(at: time - step), path.state(at: time), path.state(at: time + step)
      )
      // Central differences err by step²/6 times the third derivative, up to 60 d/T³ = 2e4 here:
      // under 5e-5. That derivative jumps where a movement starts, and there the acceleration's
      // difference errs by step/2 times the jump.
      let velocity = (after.position - before.position) / (2 * step)
      #expect((velocity - here.velocity).length < 5e-5)
      let acceleration = (after.velocity - before.velocity) / (2 * step)
      #expect((acceleration - here.acceleration).length < 2)
      #expect(path.position(at: time) == here.position)
    }
  }

  @Test("a path without movements is stationary")
  func empty() {
    let path = MinimumJerkPath(start: Vector2(3.0, 4.0), movements: [], duration: 1)
    #expect(path.position(at: 0.5) == Vector2(3, 4))
    #expect(path.end == Vector2(3, 4))
    #expect(path.duration == 1)
  }
}
