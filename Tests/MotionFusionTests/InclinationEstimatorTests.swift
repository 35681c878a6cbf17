import RealModule
import Testing

@testable import MotionFusion

@Suite("InclinationEstimator")
struct InclinationEstimatorTests {
  /// An error of the gyroscope's rate, in rad/s.
  private static let error = Vector3(0.03, -0.04, 0.02)

  /// Takes `count` samples at 100 Hz of a device at rest; returns the last interval's drift.
  private static func rest(
    _ estimator: inout InclinationEstimator, for count: Int, bias: Vector3<Double>
  ) -> InclinationEstimator.Drift? {
    var drift: InclinationEstimator.Drift?
    let rate = error - bias
    for _ in 0..<count {
      estimator.turn(by: rate * 0.01, lead: .zero, isLevelled: true)
      guard estimator.level(.unitZ, step: 0.01, weight: 0.01, rate: rate) else { continue }
      drift =
        estimator.endInterval(
          bias: bias, scale: .zero, biasVariance: .zero, timeConstants: 2...2
        ).drift
    }
    return drift
  }

  /// The angle of the estimated vertical to that of the device at rest, in radians.
  private static func tilt(of estimator: InclinationEstimator) -> Double {
    estimator.axes[row: 2].distance(to: .unitZ)
  }

  @Test("the tilt lags behind an unknown bias, and loses the lag when the bias is estimated")
  func compensation() throws {
    var estimator = InclinationEstimator()
    let before = try #require(Self.rest(&estimator, for: 2000, bias: .zero))
    // The lag is the time constant.
    let lag = 0.05 * 2
    #expect(abs(Self.tilt(of: estimator) - lag) < 0.1 * lag)
    func expectError(_ drift: InclinationEstimator.Drift) {
      #expect(abs(drift.x.dot(Self.error) - drift.rate.x) < 0.003)
      #expect(abs(drift.y.dot(Self.error) - drift.rate.y) < 0.003)
    }
    expectError(before)
    estimator.compensate(bias: Self.error, scale: .zero)
    #expect(Self.tilt(of: estimator) < 0.1 * lag)
    // Neither the tilt nor the observed drift has a transient.
    for _ in 0..<30 {
      expectError(try #require(Self.rest(&estimator, for: 10, bias: Self.error)))
      #expect(Self.tilt(of: estimator) < 0.1 * lag)
    }
  }
}
