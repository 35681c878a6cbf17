import MotionFusion
import TestSupport
import Testing

@testable import DeadReckoning

extension SplitMix64 {
  /// Three independent standard normal numbers.
  mutating func normalVector() -> Vector3<Double> {
    Vector3(nextNormal(), nextNormal(), nextNormal())
  }
}

@Suite("ZeroVelocityDetector")
struct ZeroVelocityDetectorTests {
  /// What the statistic is by its definition, over the samples given.
  private func definition(
    _ samples: [(rate: Vector3<Double>, acceleration: Vector3<Double>)],
    _ configuration: ZeroVelocityDetector.Configuration
  ) throws -> Double {
    let count = Double(samples.count)
    let mean = samples.reduce(Vector3.zero) { $0 + $1.acceleration } / count
    let direction = try #require(mean.normalized())
    let rate = samples.reduce(0) { $0 + $1.rate.lengthSquared } / count
    let rateTerm = rate / (configuration.rotationLimit * configuration.rotationLimit)
    let center =
      switch configuration.statistic {
      case .knownGravity: Vector3<Double>.zero
      case .stanceHypothesis, .angularRateEnergy: direction
      case .unknownGravity, .movingVariance: mean
      }
    let spread = samples.reduce(0) { $0 + ($1.acceleration - center).lengthSquared } / count
    let spreadTerm = spread / (configuration.accelerationLimit * configuration.accelerationLimit)
    return switch configuration.statistic {
    case .knownGravity, .stanceHypothesis, .unknownGravity: spreadTerm + rateTerm
    case .angularRateEnergy: rateTerm
    case .movingVariance: spreadTerm
    }
  }

  @Test("running sums match the statistic's definition", arguments: ZeroVelocityStatistic.allCases)
  func definition(statistic: ZeroVelocityStatistic) throws {
    var random = SplitMix64(seed: 3)
    let configuration = ZeroVelocityDetector.Configuration(statistic: statistic, window: 0.16)
    var detector = ZeroVelocityDetector(configuration: configuration)
    var samples: [(rate: Vector3<Double>, acceleration: Vector3<Double>)] = []
    for index in 0..<5000 {
      let rate = random.normalVector() * 0.4
      let acceleration = Vector3(0, 0.6, -0.8) + random.normalVector() * 0.03
      samples.append((rate, acceleration))
      detector.update(
        timestamp: 100 + 0.01 * Double(index), rotationRate: rate, acceleration: acceleration)
      guard index > 20, index % 97 == 0 else { continue }
      let found = detector.statistic
      // Samples 0.16 s apart, both among them.
      let expected = try definition(Array(samples.suffix(17)), configuration)
      #expect(abs(expected / found - 1) < 1e-9, "at \(index)")
      #expect(detector.isStationary == (found < 1))
    }
  }

  @Test(
    "the window is exact at low rates, at most 1/14 longer at any, and full after its length",
    arguments: [20.0, 100, 285, 1000, 4000])
  func window(rate: Double) {
    var random = SplitMix64(seed: 11)
    let configuration = ZeroVelocityDetector.Configuration(window: 0.1)
    var detector = ZeroVelocityDetector(configuration: configuration)
    var samples: [(time: Double, energy: Double)] = []
    var time = 1e6
    var (resting, moving) = (0, 0)
    for index in 0..<6000 {
      let step = Double.random(in: 1...1.3, using: &random) / rate
      time += index % 700 == 699 ? min(5 * step, 0.09) : step
      let strength = index / 900 % 2 == 0 ? 0.2 : 0.01
      let (turn, push) = (random.normalVector() * strength, random.normalVector() * strength)
      samples.append((time, turn.lengthSquared / 0.25 + push.lengthSquared / 0.0025))
      detector.update(timestamp: time, rotationRate: turn, acceleration: push)
      let elapsed = time - samples[0].time
      if abs(elapsed - 0.1) > 2e-4 { #expect(detector.statistic.isFinite == (elapsed > 0.1)) }
      guard elapsed > 0.11, index % 29 == 0 else { continue }
      // Every window from the one of exactly 0.1 s to the longest; at low rates only the first.
      var (sum, count, matches) = (0.0, 0.0, false)
      for (place, sample) in samples.enumerated().reversed() {
        sum += sample.energy
        count += 1
        let age = time - (place > 0 ? samples[place - 1].time : -.infinity)
        if age > 0.1, abs(sum / count / detector.statistic - 1) < 1e-9 { matches = true }
        if age > (1 / rate > 0.1 / 28 ? 0.1002 : 0.1072) { break }
      }
      #expect(matches, "at \(index)")
      #expect(detector.isStationary == (detector.statistic < 1))
      resting += detector.isStationary ? 1 : 0
      moving += detector.isStationary ? 0 : 1
    }
    #expect(min(resting, moving) > 40)
  }

  @Test("samples that left the window have no influence", arguments: ZeroVelocityStatistic.allCases)
  func nothingIsLeft(statistic: ZeroVelocityStatistic) {
    // Sums that only subtract would keep the rounding of 1e10, and of as many samples as come in a
    // day.
    var old = ZeroVelocityDetector(configuration: .init(statistic: statistic))
    var new = old
    var random = SplitMix64(seed: 5)
    for index in 0..<3000 {
      let time = Double(index) / 256
      let strength = index < 2000 ? 1e5 : 1e-4
      let rate = random.normalVector() * strength
      let acceleration = Vector3.unitZ + random.normalVector() * strength
      old.update(timestamp: time, rotationRate: rate, acceleration: acceleration)
      guard index >= 2000 else { continue }
      new.update(timestamp: time, rotationRate: rate, acceleration: acceleration)
    }
    #expect(abs(old.statistic / new.statistic - 1) < 1e-9)
    #expect(statistic == .knownGravity || old.isStationary && new.isStationary)
  }

  @Test(
    "detection lags by one window; the start of the phase is exact", arguments: [25.0, 100, 400])
  func onset(rate: Double) throws {
    var detector = ZeroVelocityDetector(
      configuration: .init(statistic: .stanceHypothesis, window: 0.25))
    var found: Double?
    for index in 0..<Int(2 * rate) {
      let time = Double(index) / rate
      let turning = time < 1 ? 3.0 : 0
      let isStationary = detector.update(
        timestamp: time, rotationRate: Vector3(turning, 0, 0), acceleration: Vector3(0, 0, -1))
      if isStationary, found == nil { found = time }
    }
    let time = try #require(found)
    #expect(time >= 1.2 && time <= 1.25 * 15 / 14 + 2 / rate)
    let start = try #require(detector.stationarySince)
    #expect(abs(start - (time - 0.25)) < 1e-12)
  }

  @Test("a push at constant attitude, a turn on the spot, and free fall are not stationary")
  func motion() {
    for (rotationRate, acceleration) in [
      (Vector3.zero, Vector3(0.4, 0, -1)), (Vector3(0, 0, 2), Vector3(0, 0, -1)), (.zero, .zero),
    ] as [(Vector3<Double>, Vector3<Double>)] {
      var detector = ZeroVelocityDetector(configuration: .init(statistic: .stanceHypothesis))
      for index in 0..<100 {
        let isStationary = detector.update(
          timestamp: Double(index) / 100, rotationRate: rotationRate, acceleration: acceleration)
        #expect(!isStationary)
      }
    }
  }

  @Test("non-finite samples are left out, a pause restarts the window, a clock reset is accepted")
  func trouble() {
    var detector = ZeroVelocityDetector(configuration: .init(statistic: .stanceHypothesis))
    func feed(_ times: [Double], _ acceleration: Vector3<Double> = Vector3(0, 0, -1)) {
      for time in times {
        detector.update(timestamp: time, rotationRate: .zero, acceleration: acceleration)
      }
    }
    let second = (0..<100).map { Double($0) / 100 }
    feed(second)
    #expect(detector.isStationary)
    feed([1], Vector3(.nan, 0, 0))
    feed([1], Vector3(1e300, 0, 0))
    feed([.infinity, .nan, -5])
    #expect(detector.isStationary && detector.latest == 0.99)
    feed([1000])
    #expect(!detector.isStationary && detector.statistic == .infinity)
    feed(second.map { $0 + 1000.01 })
    #expect(detector.isStationary)
    // A clock set back is followed where the motion says so.
    feed(second)
    #expect(detector.isStationary && detector.latest > 1000)
    var motion = DeadReckonerTests.motion(at: 0, acceleration: .zero)
    motion.quality = MotionQuality()
    motion.quality?.gap = .attitude
    detector.update(motion)
    #expect(!detector.isStationary)
    feed(second)
    #expect(detector.isStationary && detector.latest == 0.99)
  }

  @Test("BROAD trial 14: precision and recall", .needsRecordings)
  func broad() throws {
    let trial = try BroadTrial("14_undisturbed_slow_translation_with_breaks_B", every: 4)
    var detector = ZeroVelocityDetector(configuration: .init(statistic: .stanceHypothesis))
    let detected = trial.isMoving.indices.map { index in
      detector.update(
        timestamp: trial.times[index], rotationRate: trial.rates[index],
        acceleration: trial.accelerations[index])
    }
    #expect(trial.isMoving.count { !$0 } > 7000)
    let accuracy = try #require(
      DetectionAccuracy(of: detected, with: trial.isMoving.map { !$0 }))
    // Measured: 0.900 and 0.9989.
    #expect(accuracy.precision > 0.89)
    #expect(accuracy.recall > 0.99)
  }
}
