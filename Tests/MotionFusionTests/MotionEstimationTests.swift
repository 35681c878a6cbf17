import MotionFusion
import MotionTestSupport
import RealModule
import Testing

@Suite("MotionEstimation")
struct MotionEstimationTests {
  @Test("agrees with the streaming estimator in a frame to north")
  func streaming() throws {
    let samples = SyntheticMotion(duration: 20, seed: 21, offset: Vector3(30, -120, 45)).samples
    let estimate = MotionEstimation().estimate(samples)
    var estimator = MotionEstimator(referenceFrame: .xMagneticNorthZVertical)
    let streamed = samples.compactMap { estimator.update($0) }
    #expect(estimate.pointsNorth && estimate.startupSampleCount == 0)
    let isSame = estimate.motions == streamed
    #expect(isSame)
    #expect(estimate.faults == estimator.faults)
    #expect(estimate.motions.last?.uncertainty == estimator.uncertainty)
  }

  @Test(
    "live and offline agree with the truth", arguments: [false, true])
  func truth(isOffline: Bool) throws {
    let motion = SyntheticMotion(duration: 30, seed: 22)
    let estimate = MotionEstimation(isOffline: isOffline).estimate(motion.samples)
    try #require(estimate.motions.count == motion.samples.count)
    for index in stride(from: 1500, to: 3000, by: 50) {
      let attitude = estimate.motions[index].attitude.quaternion
      #expect(errorInDegrees(of: attitude, from: motion.truth[index]).total < 8)
    }
  }

  @Test("without a magnetometer the heading is arbitrary; a frame to the east is a quarter turn")
  func frames() throws {
    let motion = SyntheticMotion(duration: 2, seed: 23)
    #expect(!MotionEstimation(usesMagnetometer: false).estimate(motion.samples).pointsNorth)
    let north = MotionEstimation().estimate(motion.samples)
    var east = north
    east.turnFrame(to: .magneticNorth)
    #expect(east == north)
    east.turnFrame(to: .east)
    let turn =
      try #require(east.motions.last).attitude.yaw - #require(north.motions.last).attitude.yaw
    #expect(abs(Double.sin(turn) - 1) < 1e-12)
  }

  @Test("the time of a block mean is the mean time; a missing reading is missing from the mean")
  func blockMeans() {
    let samples = (0..<7).map { (index: Int) -> SensorSample in
      let rate: Vector3<Double>? = index == 4 ? nil : Vector3(Double(index), 0, 0)
      return SensorSample(
        timestamp: Double(index), rotationRate: rate, acceleration: .unitZ, isTouching: index == 2)
    }
    let means = samples.blockMeans(of: 3)
    #expect(means.map(\.timestamp) == [1, 4])
    #expect(means.map(\.rotationRate) == [Vector3(1, 0, 0), nil])
    #expect(means.map(\.acceleration) == [.unitZ, .unitZ])
    #expect(means.map(\.isTouching) == [true, false])
    #expect(samples.blockMeans(of: 1) == samples)
  }
}
