import MotionFusion
import MotionTestSupport
import RealModule
import Testing

/// Samples without an angular rate while the other sensors continue.
@Suite("Samples without an angular rate")
struct GyroscopePauseTests {
  /// The errors of the attitudes at samples without an angular rate, without magnetometer.
  ///
  /// - Parameter isMeasured: Whether the sample at this index has an angular rate.
  /// - Returns: The inclination's root mean square error in degrees, and the share of errors within
  ///   two standard deviations.
  private static func errors(
    isOffline: Bool, isMeasured: (Int) -> Bool
  ) throws -> (inclination: Double, share: Double) {
    let motion = SyntheticMotion(duration: 60, seed: 3)
    var samples = motion.samples
    for index in samples.indices where !isMeasured(index) { samples[index].rotationRate = nil }
    let motions = MotionEstimation(
      usesMagnetometer: false, isOffline: isOffline, skipsStartup: false
    ).estimate(samples).motions
    var (squares, within, count) = (0.0, 0, 0)
    for estimate in motions where estimate.timestamp > 5 {
      let index = Int((estimate.timestamp * 100).rounded()) - 1
      guard !isMeasured(index) else { continue }
      let error = AttitudeError(of: estimate.attitude.quaternion, from: motion.truth[index])
        .inclination
      squares += error * error
      if try error < 2 * #require(estimate.uncertainty).inclination { within += 1 }
      count += 1
    }
    return (
      (squares / Double(count)).squareRoot() * 180 / .pi, Double(within) / Double(count)
    )
  }

  @Test(
    "the last rate goes on between the readings of a slow gyroscope",
    arguments: [2, 4, 10], [false, true])
  func slow(interval: Int, isOffline: Bool) throws {
    let found = try Self.errors(isOffline: isOffline) { $0 % interval == 0 }
    // With all rates the error is 0.4°.
    #expect(found.inclination < (isOffline || interval < 10 ? 0.7 : 1), "\(found)")
    #expect(found.share > 0.95, "\(found)")
  }

  @Test("the deviation contains the turn in a pause", arguments: [5, 30, 60, 90], [false, true])
  func pause(count: Int, isOffline: Bool) throws {
    let found = try Self.errors(isOffline: isOffline) { $0 < 1000 || $0 % 370 >= count }
    #expect(found.inclination < [5: 1, 30: 5, 60: 15, 90: 30][count] ?? 0, "\(found)")
    #expect(found.share > 0.95, "\(found)")
  }
}
