import MotionFusion
import RealModule
import Testing

@Suite("Simple filters")
struct SimpleFilterTests {
  @Test("gravity follows a turn with the given share")
  func separator() {
    var separator = GravitySeparator()
    separator.update(Vector3(0, 0, -1))
    #expect(separator.gravity == Vector3(0, 0, -1) && separator.userAcceleration == .zero)
    for _ in 0..<10 { separator.update(Vector3(1, 0, 0)) }
    // 1 - 0.9¹⁰ of the way.
    let expected = 1 - Double.pow(0.9, 10)
    #expect(abs((separator.gravity?.x ?? 0) - expected) < 1e-15)
    #expect(abs(separator.userAcceleration.x - (1 - expected)) < 1e-15)
    separator.update(Vector3(.nan, 0, 0))
    #expect(separator.gravity?.isFinite == true)
  }

  @Test(
    "half the power at the cut-off, the pass and stop band far from it",
    arguments: ButterworthFilter.Band.allCases, [0.5, 5, 20])
  func butterworth(band: ButterworthFilter.Band, cutoff: Double) {
    func gain(_ frequency: Double) -> Double {
      var filter = ButterworthFilter(band, cutoff: cutoff, sampleRate: 100)
      var sum = 0.0
      let count = 100 * 40
      for index in 0..<2 * count {
        let output = filter.update(Double.sin(2 * .pi * frequency * Double(index) / 100))
        if index >= count { sum += output * output }
      }
      return (2 * sum / Double(count)).squareRoot()
    }
    #expect(abs(gain(cutoff) - 0.5.squareRoot()) < 1e-3)
    let slow = gain(cutoff / 10), fast = gain(cutoff * 2)
    #expect(band == .low ? slow > 0.99 && fast < 0.26 : slow < 0.011 && fast > 0.96)
  }

  @Test("a Butterworth filter starts settled and ignores non-finite input")
  func butterworthStart() {
    var low = ButterworthFilter(.low, cutoff: 2, sampleRate: 50)
    var high = ButterworthFilter(.high, cutoff: 2, sampleRate: 50)
    for _ in 0..<100 {
      #expect(abs(low.update(3) - 3) < 1e-12)
      #expect(abs(high.update(3)) < 1e-12)
    }
    #expect(low.update(.nan) == low.output)
  }

  @Test("the scalar Kalman filter starts from the first measurement and settles")
  func kalman() throws {
    var filter = ScalarKalmanFilter(processNoise: 0.01, measurementNoise: 1)
    #expect(filter.update(.nan) == nil)
    #expect(filter.update(5) == 5)
    for _ in 0..<500 { filter.update(5) }
    #expect(filter.estimate == 5)
    // The predicted variance P solves P² - q P - q r = 0; the gain is P / (P + r).
    let predicted = (0.01 + (0.0001 + 0.04).squareRoot()) / 2
    #expect(abs(filter.gain - predicted / (predicted + 1)) < 1e-12)
    #expect(filter.update(.infinity) == 5)
  }

  @Test(
    "filters recover from any finite input",
    arguments: [1e308, -1.7e308, .greatestFiniteMagnitude, 1e300, .leastNonzeroMagnitude])
  func extremes(input: Double) {
    var filters = [
      ButterworthFilter(.low, cutoff: 10, sampleRate: 100),
      ButterworthFilter(.high, cutoff: 10, sampleRate: 100),
      ButterworthFilter(.low, cutoff: 49.9, sampleRate: 100),
    ]
    var kalman = ScalarKalmanFilter(processNoise: 1e308, measurementNoise: 1)
    for sign in [1.0, -1, -1, 1, 1, -1] {
      for index in filters.indices { filters[index].update(sign * input) }
      kalman.update(sign * input)
    }
    for _ in 0..<500 {
      for index in filters.indices { filters[index].update(1) }
      kalman.update(1)
    }
    #expect(filters.allSatisfy { $0.output?.isFinite == true })
    #expect(kalman.estimate?.isFinite == true && kalman.variance.isFinite)
  }

  @Test("the elevation of x is asin 2(xz - wy)", arguments: 0..<30 as Range<UInt64>)
  func elevation(seed: UInt64) {
    let attitude = AttitudeTests.random(seed)
    let q = attitude.quaternion
    #expect(abs(Double.sin(attitude.elevation) - 2 * (q.x * q.z - q.w * q.y)) < 1e-15)
    #expect(abs(Double.sin(attitude.elevation) - q.act(.unitX).z) < 1e-15)
  }
}
