import MotionFusion
import RealModule
import TestSupport
import Testing

@Suite("Tilt and gravity")
struct TiltTests {
  @Test("the gains of the tilt filter are ratios of Fibonacci numbers")
  func gains() {
    var estimator = TiltEstimator()
    var (a, b) = (2.0, 3.0)
    for index in 0..<30 {
      let motion = DeviceMotion(
        timestamp: Double(index) / 50, attitude: Attitude(pitch: 0.1, roll: -0.3, yaw: 2),
        rotationRate: .zero, userAcceleration: .zero)
      let value = estimator.update(motion)
      // 2/3, 5/8, 13/21, ...: with all three constants equal, k = F(2n+1) / F(2n+2).
      #expect(abs((value?.gain ?? 0) - a / b) < 1e-15)
      #expect(abs((value?.variance ?? 0) - 0.1 * a / b) < 1e-15)
      #expect(value?.filteredTilt == value?.tilt)
      (a, b) = (a + b, a + 2 * b)
    }
  }

  @Test("the tilt does not depend on the heading; other constants filter otherwise")
  func constants() {
    var estimator = TiltEstimator(
      filter: ScalarKalmanFilter(processNoise: 0, measurementNoise: 1))
    var last: TiltEstimator.Value?
    for index in 0..<10 {
      let attitude = Attitude(
        quaternion: Quaternion(rotationVector: Vector3(0, 0, Double(index)))
          * Quaternion(rotationVector: Vector3(0, 0.2, 0)))
      last = estimator.update(
        DeviceMotion(
          timestamp: Double(index), attitude: attitude, rotationRate: .zero,
          userAcceleration: .zero))
    }
    // Without process noise the estimate is the mean; x points down by the turn about y.
    #expect(abs((last?.tilt ?? 0) + 0.2) < 1e-15)
    #expect(abs((last?.gain ?? 0) - 0.1) < 1e-15)
    var broken = DeviceMotion(
      timestamp: 1, attitude: .identity, rotationRate: .zero, userAcceleration: .zero)
    broken.attitude.quaternion.w = .nan
    #expect(estimator.update(broken) == nil)
  }

  @Test("an exponential filter moves by its share; high-pass and low-pass add up")
  func exponential() {
    var low = ExponentialFilter(.low)
    var high = ExponentialFilter(.high)
    #expect(low.update(2) == 2 && high.update(2) == 0)
    for count in 1...20 {
      let (slow, fast) = (low.update(5), high.update(5))
      #expect(abs(slow - (5 - 3 * Double.pow(0.9, count))) < 1e-14)
      #expect(slow + fast == 5)
    }
    #expect(abs(low.update(.nan) - low.update(.infinity)) == 0)
    #expect(high.update(.nan) == 0)
  }

  @Test("low-passed gravity lags behind a turn, and fused gravity does not")
  func gravity() throws {
    let attitudes = (0..<300).map { index in
      Attitude(
        quaternion: Quaternion(rotationVector: Vector3(0.02 * Double(min(index, 100)), 0, 0)))
    }
    let motions = attitudes.enumerated().map { index, attitude in
      DeviceMotion(
        timestamp: Double(index) / 100, attitude: attitude, rotationRate: .zero,
        userAcceleration: .zero)
    }
    let poses = motions.map { ReferencePose(timestamp: $0.timestamp, attitude: $0.attitude) }
    let comparison = try #require(GravityComparison(of: motions, reference: poses))
    // In steady rotation by 0.02 rad a sample the lag of the complex exponential smoothing is
    // arg(0.1 / (1 - 0.9 exp(-0.02 i))).
    let lag = Double.atan2(y: 0.9 * Double.sin(0.02), x: 1 - 0.9 * Double.cos(0.02))
    #expect(abs(comparison.angles[99] - lag) < 1e-3)
    #expect(comparison.lowPassErrors == comparison.angles)
    #expect(comparison.fusedErrors.allSatisfy { $0 < 1e-15 })
    // At rest the lag decays.
    #expect(comparison.angles[299] < 1e-8)
    #expect(comparison.fusedError == 0 || (comparison.fusedError ?? 1) < 1e-15)
    #expect(GravityComparison(of: []) == nil)
    #expect(GravityComparison(of: motions)?.lowPassError == nil)
  }
}
