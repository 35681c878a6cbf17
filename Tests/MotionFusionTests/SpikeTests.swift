import MotionFusion
import MotionTestSupport
import Testing

/// Readings of a gyroscope that no motion explains, and motions that look alike.
@Suite("Spikes of the gyroscope")
struct SpikeTests {
  /// The largest angle in degrees between the attitudes of two runs, the largest difference of the
  /// angular rates in rad/s, and the faults of the second.
  static func compare(
    _ clean: [SensorSample], _ samples: [SensorSample]
  ) -> (angle: Double, rate: Double, faults: SampleFaults) {
    var filters = [InertialFilter(), InertialFilter()]
    var (angle, rate) = (0.0, 0.0)
    for (a, b) in zip(clean, samples) {
      filters[0].update(a)
      filters[1].update(b)
      guard let first = filters[0].attitude, let second = filters[1].attitude else { continue }
      angle = max(angle, (first.conjugate * second).angle * 180 / .pi)
      rate = max(rate, (filters[0].rotationRate - filters[1].rotationRate).length)
    }
    return (angle, rate, filters[1].faults)
  }

  @Test("neither turn the attitude nor reach the output", arguments: [1, 2, 3], [5.0, 20, 30])
  func spike(count: Int, size: Double) {
    for isMoving in [false, true] {
      let motion = SyntheticMotion(duration: 12, seed: 6, stillUntil: isMoving ? 0 : 100)
      var samples = motion.samples
      for place in 800..<800 + count {
        samples[place].rotationRate? += Vector3(0.6, -0.64, 0.48) * size
      }
      let (angle, rate, faults) = Self.compare(motion.samples, samples)
      // Interpolated over three samples, the turn of a hand is wrong by less.
      #expect(angle < (isMoving ? 0.25 : 0.1) && rate < (isMoving ? 0.5 : 0.05))
      #expect(faults.notFinite == count && faults.total == count)
    }
  }

  @Test("a knock that the force shows turns the attitude", arguments: [1, 2, 3])
  func knock(count: Int) {
    let motion = SyntheticMotion(duration: 12, seed: 6, stillUntil: 100)
    var samples = motion.samples
    // About an axis 2 cm from the accelerometer: it starts and stops at 2000 rad/s².
    for place in [800, 800 + count] {
      samples[place].acceleration? += Vector3(place == 800 ? 4 : -4, 0, 0)
    }
    for place in 800..<800 + count { samples[place].rotationRate? += Vector3(0, 0, 20) }
    let (angle, _, faults) = Self.compare(motion.samples, samples)
    #expect(abs(angle - 11.46 * Double(count)) < 0.5 && faults.total == 0)
  }

  @Test("a turn about the accelerometer that lasts is made up for", arguments: [5.0, 20, -20])
  func start(rate: Double) {
    let motion = SyntheticMotion(duration: 9, seed: 6, stillUntil: 100)
    let up = Vector3(0.0, 0, -1)
    // The axis is vertical, so that the force does not change.
    let still = zip(motion.samples, motion.truth).map { sample, truth in
      SensorSample(
        timestamp: sample.timestamp, rotationRate: sample.rotationRate,
        acceleration: sample.acceleration.map { $0 - truth.conjugate.act(up) + up })
    }
    var samples = still
    for place in 800..<samples.count { samples[place].rotationRate?.z += rate }
    let length = 800 + 10
    let (angle, last, faults) = Self.compare(
      Array(still.prefix(length)), Array(samples.prefix(length)))
    // A reading is the mean rate until 3 ms after it, the attitude that at its time.
    #expect(abs(angle - (10 * 0.01 - 0.003) * abs(rate) * 180 / .pi) < 0.2)
    #expect(abs(last - abs(rate)) < 0.1 && faults.total == 0)
  }
}
