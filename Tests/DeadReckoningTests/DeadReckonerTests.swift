import MotionFusion
import TestSupport
import Testing

@testable import DeadReckoning

@Suite("DeadReckoner")
struct DeadReckonerTests {
  /// Level, moving with this true acceleration in m/s².
  static func motion(at time: Double, acceleration: Vector3<Double>) -> DeviceMotion {
    DeviceMotion(
      timestamp: time, attitude: .identity, rotationRate: .zero,
      userAcceleration: acceleration / -SensorSample.standardGravity)
  }

  // MARK: - Laws

  @Test("a constant acceleration over uneven steps: the split step is exact")
  func constantAcceleration() throws {
    let a = Vector3(1.0, -2, 0.5)
    var reckoner = DeadReckoner()
    for time in [10, 10.01, 10.025, 10.03, 10.2, 10.21] {
      #expect(reckoner.update(Self.motion(at: time, acceleration: a)) == true)
    }
    let t = 0.21
    // Timestamps near 10 are good to 2e-15.
    #expect(maximumDifference(reckoner.velocity, a * t) < 1e-14)
    #expect(maximumDifference(reckoner.position, a * (t * t / 2)) < 1e-14)
    #expect(reckoner.timestamp == 10.21)
  }

  @Test("Euler's first step from rest is twice the exact distance")
  func euler() {
    var reckoner = DeadReckoner(configuration: .init(updateRule: .euler))
    reckoner.update(Self.motion(at: 0, acceleration: .unitX))
    reckoner.update(Self.motion(at: 0.125, acceleration: .unitX))
    #expect(abs(reckoner.position.x - 0.125 * 0.125) < 1e-17)
    #expect(abs(reckoner.velocity.x - 0.125) < 1e-16)
  }

  @Test("one damped step is the lab's formula", arguments: UpdateRule.allCases)
  func dampedStep(rule: UpdateRule) {
    let (alpha, h, a) = (2.0, 0.01, 3.0)
    var reckoner = DeadReckoner(
      configuration: .init(updateRule: rule, dampingRate: alpha), position: .unitX * 0.5,
      velocity: .unitX * 0.25)
    // The same acceleration at both ends of the step, where rules differ in which they take.
    reckoner.update(Self.motion(at: 0, acceleration: .unitX * a))
    reckoner.update(Self.motion(at: h, acceleration: .unitX * a))
    // exp(-0.01) and exp(-0.02), from mpmath at 50 digits.
    let (half, whole) = (0.99004983374916805, 0.98019867330675530)
    let v: Double
    let x: Double
    switch rule {
    case .euler:
      v = whole * 0.25 + a * h
      x = whole * 0.5 + v * h
    case .splitStep, .trapezoid, .joint:
      let middle = half * 0.25 + a * h / 2
      x = whole * 0.5 + middle * h
      v = half * middle + a * h / 2
    }
    #expect(abs(reckoner.position.x - x) <= 4 * x.ulp)
    #expect(abs(reckoner.velocity.x - v) <= 4 * v.ulp)
  }

  @Test(
    "damping over uneven steps equals that of the whole time", arguments: 0..<8 as Range<UInt64>)
  func jitter(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var reckoner = DeadReckoner(configuration: .init(dampingRate: 2), velocity: .unitY)
    reckoner.update(Self.motion(at: 0, acceleration: .zero))
    for index in 1..<100 {
      let time = (Double(index) + Double.random(in: -0.1...0.1, using: &random)) / 100
      reckoner.update(Self.motion(at: time, acceleration: .zero))
    }
    reckoner.update(Self.motion(at: 1, acceleration: .zero))
    // exp(-2), from mpmath; 200 factors, each within 2 ulp.
    #expect(abs(reckoner.velocity.y / 0.13533528323661269 - 1) < 400 * .ulpOfOne)
  }

  @Test("the minus sign: a phone pushed to its right moves to its right, in any attitude")
  func minusSign() {
    let attitude = Attitude(pitch: 0.4, roll: -0.7, yaw: 2)
    let right = attitude.quaternion.act(.unitX)
    var reckoner = DeadReckoner()
    for time in [0.0, 0.01, 0.02] {
      // Accelerating to the right at 1 g, the phone reads -1 g along x.
      reckoner.update(
        DeviceMotion(
          timestamp: time, attitude: attitude, rotationRate: .zero,
          userAcceleration: Vector3(-1, 0, 0)))
    }
    #expect(maximumDifference(reckoner.velocity, right * (9.80665 * 0.02)) < 1e-15)
    #expect(reckoner.attitude == attitude)
  }

  @Test("a fast turn during a push: errors of the order of each rule")
  func turning() {
    // A push along the device's x while it turns about z at 10 rad/s: v = a/ω (sin, 1 - cos).
    func error(_ rule: UpdateRule, rate: Double) -> Double {
      var reckoner = DeadReckoner(configuration: .init(updateRule: rule))
      for index in 0...Int(rate) {
        let time = Double(index) / rate
        // Of the two quaternions of each attitude now the one, now the other.
        let attitude = Quaternion(rotationVector: Vector3(0, 0, 10 * time))
        reckoner.update(
          DeviceMotion(
            timestamp: time,
            attitude: Attitude(quaternion: index % 2 == 0 ? attitude : -attitude),
            rotationRate: Vector3(0, 0, 10),
            userAcceleration: Vector3(5 / -SensorSample.standardGravity, 0, 0)))
      }
      // sin 10 and cos 10, from mpmath.
      let truth = Vector3(-0.54402111088936981, 1 + 0.83907152907645245, 0) * 0.5
      return (reckoner.velocity - truth).length
    }
    for (rule, order) in [(UpdateRule.splitStep, 1.0), (.trapezoid, 2), (.joint, 4)] {
      let ratio = error(rule, rate: 50) / error(rule, rate: 100)
      // Twice the rate makes the error 2^order smaller.
      #expect(ratio > 1.7 * (order == 1 ? 1 : order == 2 ? 2 : 8), "\(rule): \(ratio)")
    }
    #expect(error(.joint, rate: 100) < 1e-5)
  }

  // MARK: - Trouble

  @Test(
    "implausible samples are left out",
    arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func impossible(value: Double) {
    var reckoner = DeadReckoner()
    reckoner.update(Self.motion(at: 0, acceleration: .unitX))
    reckoner.update(Self.motion(at: 0.01, acceleration: .unitX))
    let before = reckoner
    #expect(reckoner.update(Self.motion(at: 0.02, acceleration: Vector3(0, value, 0))) == false)
    if !value.isFinite {
      #expect(reckoner.update(Self.motion(at: value, acceleration: .zero)) == false)
    }
    var turned = Self.motion(at: 0.02, acceleration: .zero)
    turned.attitude.quaternion.y = value
    #expect(reckoner.update(turned) == false)
    #expect(reckoner.position == before.position)
    #expect(reckoner.velocity == before.velocity)
    #expect(reckoner.timestamp == before.timestamp)
  }

  @Test("repeated and backward times are left out; a clock set back is accepted")
  func backwardTime() {
    var reckoner = DeadReckoner()
    var intake = MotionIntake()
    func update(_ motion: DeviceMotion) -> Bool {
      guard let motion = intake.check(motion) else { return false }
      return reckoner.update(motion)
    }
    #expect(update(Self.motion(at: 5, acceleration: .unitX)))
    #expect(!update(Self.motion(at: 5, acceleration: .unitX)))
    #expect(!update(Self.motion(at: 4.99, acceleration: .unitX)))
    #expect(update(Self.motion(at: 5.01, acceleration: .unitX)))
    #expect(intake.faults.backwardTime == 2)
    #expect(intake.faults.clockResets == 0)
    var used = 0
    for index in 0..<20 {
      let time = 1 + Double(index) * 0.01
      used += update(Self.motion(at: time, acceleration: .unitX)) ? 1 : 0
    }
    #expect(used == 10)
    #expect(intake.faults.clockResets == 1)
    #expect(abs(reckoner.velocity.x - 0.09) < 1e-14)
  }

  @Test("occasional repeated times are no clock reset")
  func repeatedTimes() {
    var reckoner = DeadReckoner()
    var detector = ZeroVelocityDetector()
    for index in 0..<200 {
      let motion = Self.motion(at: Double(index - index % 4 / 3) * 0.01, acceleration: .zero)
      reckoner.update(motion)
      detector.update(motion)
    }
    #expect(reckoner.timestamp == 1.98)
    #expect(detector.isStationary)
  }

  @Test("across a gap the position is kept, the velocity zero")
  func gap() {
    var reckoner = DeadReckoner(position: .unitZ, velocity: .unitX)
    reckoner.update(Self.motion(at: 0, acceleration: .zero))
    #expect(reckoner.update(Self.motion(at: 60, acceleration: .unitX * 5)) == true)
    #expect(reckoner.position == .unitZ)
    #expect(reckoner.velocity == .zero)
  }

  @Test("damping goes on across a gap")
  func dampedGap() {
    var reckoner = DeadReckoner(configuration: .init(dampingRate: 2), position: .unitZ)
    reckoner.update(Self.motion(at: 0, acceleration: .zero))
    reckoner.update(Self.motion(at: 1, acceleration: .zero))
    // exp(-2), from mpmath.
    #expect(abs(reckoner.position.z - 0.13533528323661269) < 1e-16)
  }

  @Test("with damping, vigorous shaking stays bounded and decays")
  func shaking() {
    var random = SplitMix64(seed: 7)
    var reckoner = DeadReckoner(configuration: .init(dampingRate: 2))
    var farthest = 0.0
    for index in 0..<20_000 {
      let a = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * 20
      reckoner.update(Self.motion(at: Double(index) * 0.1, acceleration: a))
      farthest = max(farthest, reckoner.position.length)
    }
    // Its standard deviation is a sqrt(h / (4 α³)), a metre an axis.
    #expect(farthest < 10)
    for index in 20_000..<20_200 {
      reckoner.update(Self.motion(at: Double(index) * 0.1, acceleration: .zero))
    }
    #expect(reckoner.position.length < 1e-12)
  }
}
