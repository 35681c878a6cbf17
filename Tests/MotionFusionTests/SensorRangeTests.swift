import MotionFusion
import MotionTestSupport
import RealModule
import Testing

/// Saturation, as counted by a filter.
@Suite("Sensor saturation")
struct SensorRangeTests {
  private static let range = 6.0

  /// An oscillation about *x* that exceeds the range, with a small one about *y*.
  private static func rate(at time: Double) -> Vector3<Double> {
    Vector3(8 * Double.sin(3 * time), 0.3 * Double.cos(40 * time), 0.1)
  }

  private static func faults(
    rate hertz: Double, _ reading: (Double) -> Vector3<Double>
  ) -> SampleFaults {
    var filter = InertialFilter()
    for index in 0..<Int(20 * hertz) {
      let time = Double(index) / hertz
      filter.update(
        SensorSample(
          timestamp: time, rotationRate: reading(time), acceleration: Vector3(0, 0, -1)))
    }
    return filter.faults
  }

  @Test("a clipped turn is detected", arguments: [50.0, 100, 286, 1000])
  func clipped(hertz: Double) {
    func isClipped(_ time: Double) -> Bool { abs(Self.rate(at: time).x) > Self.range }
    let clipped = (0..<Int(20 * hertz)).count { isClipped(Double($0) / hertz) }
    let found = Self.faults(rate: hertz) { time in
      let rate = Self.rate(at: time)
      return Vector3(min(max(rate.x, -Self.range), Self.range), rate.y, rate.z)
    }.saturatedGyroscope
    // The first two readings of each of the 19 stretches may be chance; a smooth one takes longer.
    // Readings within 2 % of the range count at the end of a stretch.
    #expect(found <= clipped * 21 / 20 && found > clipped / 2, "\(found) of \(clipped)")
  }

  @Test(
    "a clipped turn is detected if noise and drift move its readings", arguments: [50.0, 100, 286])
  func noisyPlateau(hertz: Double) {
    var random = SplitMix64(seed: 8)
    func isClipped(_ time: Double) -> Bool { abs(Self.rate(at: time).x) > Self.range }
    let clipped = (0..<Int(20 * hertz)).count { isClipped(Double($0) / hertz) }
    let found = Self.faults(rate: hertz) { time in
      let rate = Self.rate(at: time)
      let noise = 0.005 * random.nextNormal()
      // The range is 1 % wider in one direction.
      return Vector3(min(max(rate.x, -Self.range), 1.01 * Self.range) + noise, rate.y, rate.z)
    }.saturatedGyroscope
    // The first plateau may be chance, and the first third of each.
    #expect(found <= clipped && found > clipped / 2, "\(found) of \(clipped)")
  }

  @Test("noise on smooth motion is not saturation", arguments: [50.0, 100, 286, 1000])
  func noise(hertz: Double) {
    var random = SplitMix64(seed: 9)
    let found = Self.faults(rate: hertz) { time in
      // Swings of equal and of different height.
      let factor = time < 10 ? 1 : 0.7 + 0.3 * Double.sin(time)
      return Self.rate(at: time) * factor + Vector3(repeating: 0.005 * random.nextNormal())
    }
    #expect(found.saturatedGyroscope == 0)
  }

  /// A swing beyond the range lasts half a second at most. At the end of the range, a longer turn
  /// repeats its reading.
  @Test("a steady turn at a common range is in range, unless it repeats", arguments: [500.0, 1000])
  func steadyTurn(degrees: Double) {
    for noise in [0.002, 0] {
      var random = SplitMix64(seed: 11)
      var filter = InertialFilter()
      for index in 0..<2000 {
        let time = Double(index) / 100
        let turn = min(max(time - 5, 0) * 10, 1) * degrees * .pi / 180
        filter.update(
          SensorSample(
            timestamp: time,
            rotationRate: Vector3(0, 0, turn) + Vector3(repeating: noise * random.nextNormal()),
            acceleration: Vector3(0, 0, -1)))
      }
      let count = filter.faults.saturatedGyroscope
      let inclination = filter.uncertainty?.inclination ?? .infinity
      #expect(noise > 0 ? count <= 50 : count > 1000, "\(count)")
      #expect(noise > 0 ? inclination < 0.1 : inclination > 0.1, "\(inclination)")
    }
  }

  /// Noisy plateaus may also be the moves of a motor: what they miss is an uncertainty only.
  @Test("what a clipped swing misses is estimated", arguments: [0.0, 0.01], [100.0, 286])
  func missedTurn(noise: Double, hertz: Double) {
    var random = SplitMix64(seed: 10)
    var filter = InertialFilter()
    var (lack, truth) = (0.0, 0.0)
    for index in 0..<Int(10 * hertz) {
      let time = Double(index) / hertz
      // Ten swings in one direction, about the vertical.
      let rate = 4 * (1 - Double.cos(2 * .pi * time))
      lack += max(rate - Self.range, 0) / hertz
      truth += rate / hertz
      filter.update(
        SensorSample(
          timestamp: time,
          rotationRate: Vector3(0, 0, min(rate, Self.range) + noise * random.nextNormal()),
          acceleration: Vector3(0, 0, -1)))
    }
    let error = filter.estimates().integratedAttitude.angularDistance(
      to: Quaternion(rotationVector: Vector3(0, 0, truth)))
    // The first swing may not count; the parabola is within a fifth of the sine.
    #expect(lack > 2 && (noise > 0 || error < 0.3 * lack), "error \(error) of \(lack)")
    let sigma = filter.uncertainty?.heading ?? 0
    #expect(sigma > 0.3 * error && sigma < lack, "\(sigma), error \(error)")
  }

  /// Plateaus of a motor's moves are like those at the end of a range, but their readings are
  /// noisy.
  @Test("moves of a motor turn the attitude as measured", arguments: [100.0, 400])
  func motor(hertz: Double) {
    for axis in [Vector3<Double>.unitX, .unitZ] {
      var random = SplitMix64(seed: 12)
      var filter = InertialFilter()
      var truth = Quaternion<Double>.identity
      var largest = 0.0
      for index in 0..<Int(60 * hertz) {
        let time = Double(index) / hertz
        // After 6 s: 0.3 s to 4 rad/s, 0.15 s at that rate, 0.3 s to rest, every 2.5 s.
        let phase = (time - 6).truncatingRemainder(dividingBy: 2.5)
        let rate = time < 6 ? 0 : 4 * max(min(phase / 0.3, 1, (0.75 - phase) / 0.3), 0)
        truth = (truth * Quaternion(rotationVector: axis * (rate / hertz))).renormalized
        let noise = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
        filter.update(
          SensorSample(
            timestamp: time, rotationRate: axis * rate + noise * 0.0012,
            acceleration: truth.conjugate.act(Vector3(0, 0, -1)) + noise * 0.002))
        guard let attitude = filter.attitude else { continue }
        largest = max(largest, attitude.angularDistance(to: truth))
      }
      #expect(largest < 0.04, "\(largest) rad about \(axis)")
    }
  }

  @Test("a peak between two quantisation steps is not saturation", arguments: [100.0, 1000, 8000])
  func coarse(hertz: Double) {
    let step = 0.01
    let found = Self.faults(rate: hertz) { time in
      Self.rate(at: time).map { ($0 / step).rounded() * step }
    }
    #expect(found.saturatedGyroscope == 0)
  }

  @Test("a reading delivered several times is not saturation", arguments: [2.0, 5, 20])
  func copies(count: Double) {
    let found = Self.faults(rate: 1000) { time in
      Self.rate(at: (time * 1000 / count).rounded(.down) * count / 1000)
    }
    #expect(found.saturatedGyroscope == 0)
  }

  @Test("the vertical stays accurate with a clipped accelerometer")
  func jolts() throws {
    var motion = SyntheticMotion(duration: 30, rate: 200, seed: 1)
    for index in motion.samples.indices {
      // Jolts along one direction in the room, as many to either side.
      let push = Vector3(3 * Double.sin(20 * Double(index) / 200), 0, 0)
      motion.samples[index].acceleration? += motion.truth[index].conjugate.act(push)
      motion.samples[index].acceleration = motion.samples[index].acceleration?.map {
        min(max($0, -2), 2)
      }
    }
    var filter = InertialFilter()
    for (index, sample) in motion.samples.enumerated() {
      filter.update(sample)
      guard index > 2000, index % 100 == 0 else { continue }
      let error = errorInDegrees(of: try #require(filter.attitude), from: motion.truth[index])
      #expect(error.inclination < 4)
    }
    #expect(filter.faults.saturatedAccelerometer > 1000)
  }
}
