import MotionFusion
import MotionTestSupport
import RealModule
import Testing

@Suite("MotionEstimator")
struct MotionEstimatorTests {
  @Test("gravity and user acceleration add up to the reading", arguments: 0..<3 as Range<UInt64>)
  func sum(seed: UInt64) throws {
    let motion = SyntheticMotion(duration: 5, seed: seed)
    let estimator = MotionEstimator(referenceFrame: .xMagneticNorthZVertical)
    let result = estimator.motions(of: motion.samples)
    try #require(result.count == motion.samples.count)
    for (output, input) in zip(result, motion.samples) {
      let read = try #require(input.acceleration)
      // Three roundings of numbers near 1.
      #expect((output.gravity + output.userAcceleration).distance(to: read) < 1e-15)
      #expect(output.timestamp == input.timestamp)
    }
  }

  @Test("samples out of time yield no motion and are counted")
  func outOfTime() throws {
    let motion = SyntheticMotion(duration: 10, seed: 1)
    var estimator = MotionEstimator(skipsStartup: false)
    var expected = MotionEstimator(skipsStartup: false)
    for (index, sample) in motion.samples.enumerated() {
      let result = estimator.update(sample)
      #expect(result == expected.update(sample))
      guard index % 100 == 50 else { continue }
      for time in [sample.timestamp - 0.5, .nan, .infinity, -.infinity] {
        var late = sample
        late.timestamp = time
        #expect(estimator.update(late) == nil)
      }
    }
    #expect(estimator.faults.backwardTime == 10)
    #expect(estimator.faults.notFinite == 30)
  }

  @Test("a frame that points north agrees with the truth and has a heading")
  func north() throws {
    let motion = SyntheticMotion(duration: 20, seed: 1)
    let magnetic = MotionEstimator(referenceFrame: .xMagneticNorthZVertical)
    let last = try #require(magnetic.motions(of: motion.samples).last)
    let truth = try #require(motion.truth.last)
    #expect(errorInDegrees(of: last.attitude.quaternion, from: truth).total < 3)
    let heading = try #require(last.heading)

    // With magnetic north 10° east of true north the same device points 10° further east.
    let geographic = MotionEstimator(
      referenceFrame: .xTrueNorthZVertical, declination: 10 * .pi / 180)
    let trueHeading = try #require(geographic.motions(of: motion.samples).last?.heading)
    let difference = trueHeading - heading
    #expect(abs((difference < 0 ? difference + 360 : difference) - 10) < 1e-9)
  }

  @Test("the corrected frame keeps its direction when north is found")
  func corrected() throws {
    var motion = SyntheticMotion(duration: 20, seed: 2)
    for index in 0..<200 { motion.samples[index].magneticField = nil }
    let result = MotionEstimator(referenceFrame: .xArbitraryCorrectedZVertical).motions(
      of: motion.samples)
    for (before, after) in zip(result, result.dropFirst()) {
      // The fastest turn is 2.7 rad/s, 1.5° a sample; a jump to north would be 30°.
      let turn = before.attitude.quaternion.angularDistance(to: after.attitude.quaternion)
      #expect(turn < 3 * .pi / 180)
      #expect(after.heading == nil)
    }
  }

  @Test("no motion without an accelerometer, or before north in a frame that requires it")
  func missingSensors() {
    var motion = SyntheticMotion(duration: 1, seed: 3)
    for index in motion.samples.indices { motion.samples[index].magneticField = nil }
    #expect(
      MotionEstimator(referenceFrame: .xMagneticNorthZVertical)
        .motions(of: motion.samples).isEmpty)
    #expect(
      MotionEstimator().motions(of: motion.samples).count == 100)
    for index in motion.samples.indices { motion.samples[index].acceleration = nil }
    #expect(MotionEstimator().motions(of: motion.samples).isEmpty)
  }
}
