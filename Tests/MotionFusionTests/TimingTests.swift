import MotionFusion
import RealModule
import Testing

/// The instants of readings: block means, delays, lost samples.
@Suite("Timing of readings")
struct TimingTests {
  /// The root mean square of the inclination error after 5 s, in degrees.
  private static func inclination(
    of motions: [DeviceMotion], from truth: [Double: Quaternion<Double>]
  ) -> Double {
    let errors = motions.compactMap { motion in
      motion.timestamp > 5
        ? truth[motion.timestamp].map {
          errorInDegrees(of: motion.attitude.quaternion, from: $0).inclination
        } : nil
    }
    return (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
  }

  @Test("block means have the attitude at their middle", arguments: 0..<2 as Range<UInt64>)
  func blockMeans(seed: UInt64) throws {
    let motion = SyntheticMotion(duration: 30, rate: 200, seed: seed)
    let size = 9
    let samples = motion.samples.blockMeans(of: size)
    var truth: [Double: Quaternion<Double>] = [:]
    for (index, sample) in samples.enumerated() {
      truth[sample.timestamp] = motion.truth[index * size + size / 2]
    }
    let motions = MotionEstimation(skipsStartup: false).estimate(samples).motions
    #expect(motions.count == samples.count)
    // The attitude at the end of a block differs by 20 ms, 2° at these rates.
    #expect(Self.inclination(of: motions, from: truth) < 1)
  }

  @Test("lost samples", arguments: 0..<2 as Range<UInt64>)
  func lostSamples(seed: UInt64) throws {
    let motion = SyntheticMotion(duration: 30, seed: seed)
    var random = SplitMix64(seed: seed)
    var truth: [Double: Quaternion<Double>] = [:]
    var samples: [SensorSample] = []
    for (sample, attitude) in zip(motion.samples, motion.truth)
    where Double.random(in: 0..<1, using: &random) > 0.2 {
      samples.append(sample)
      truth[sample.timestamp] = attitude
    }
    let motions = MotionEstimation(skipsStartup: false).estimate(samples).motions
    #expect(Self.inclination(of: motions, from: truth) < 1)
  }

  @Test("the magnetometer's delay is estimated beside an offset", arguments: [0, 1])
  func delay(count: Int) throws {
    let motion = SyntheticMotion(
      duration: 240, rate: 50, seed: 3, offset: Vector3(10, -20, 5))
    var delay = MagnetometerDelay()
    for index in motion.samples.indices.dropFirst(count) {
      let rate = try #require(motion.samples[index].rotationRate)
      let field = try #require(motion.samples[index - count].magneticField)
      delay.observe(field, attitude: motion.truth[index], rate: rate, step: 0.02)
    }
    // The prior at zero, with a deviation of 10 ms, takes a part.
    let expected = Double(count) * 0.02
    #expect(delay.delay > expected / 2 - 0.001, "\(delay.delay)")
    #expect(delay.delay < expected + 0.001, "\(delay.delay)")
  }

  @Test("a bias of 4.9°/s is followed in motion", arguments: 0..<2 as Range<UInt64>)
  func largeBias(seed: UInt64) throws {
    let bias = Vector3(0.03, -0.02, 0.078)
    let motion = SyntheticMotion(duration: 60, seed: seed, bias: bias)
    var filter = InertialFilter()
    for sample in motion.samples { filter.update(sample) }
    // Below the limit of a stationary phase, 2°/s, at least 2.4°/s would remain.
    #expect(filter.gyroscopeBias.distance(to: bias) < 1.8 * .pi / 180)
  }

  @Test("deviations at every motion, online and offline", arguments: [false, true])
  func uncertainties(isOffline: Bool) throws {
    let motion = SyntheticMotion(duration: 20, seed: 1)
    let estimate = MotionEstimation(isOffline: isOffline, skipsStartup: false)
      .estimate(motion.samples)
    #expect(estimate.uncertainties.count == estimate.motions.count)
    let last = try #require(estimate.uncertainties.last)
    #expect(last.inclination > 0 && last.inclination < 0.2)
    #expect(last.heading > 0 && last.heading < 0.2)
    #expect(last.gyroscopeBias.maximumMagnitude < 0.02)
    #expect(try #require(estimate.gyroscopeBias).length < 0.01)
  }
}
