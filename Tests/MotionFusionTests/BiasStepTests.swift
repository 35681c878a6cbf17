import MotionFusion
import MotionTestSupport
import RealModule
import Testing

/// A gyroscope whose bias changes while the device is stationary.
@Suite("Steps of the gyroscope bias")
struct BiasStepTests {
  static let degree = Double.pi / 180

  /// The largest tilt of an estimate, in degrees, over 40 s at rest and 20 s with a changing rate.
  ///
  /// - Parameters:
  ///   - rate: What the gyroscope measures after that many seconds, in rad/s.
  ///   - turn: The true turn of the device about *x*, in radians.
  static func largestTilt(
    noise: Double = 0.002, rate: (Double) -> Vector3<Double>, turn: (Double) -> Double = { _ in 0 }
  ) -> Double {
    var random = SplitMix64(seed: 5)
    func normal() -> Vector3<Double> {
      Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * noise
    }
    var filter = InertialFilter()
    var largest = 0.0
    for place in 0..<6000 {
      let time = Double(place) * 0.01
      let down = Quaternion(rotationVector: Vector3(turn(time), 0, 0)).conjugate.act(
        Vector3(0, 0, -1))
      filter.update(
        SensorSample(
          timestamp: time, rotationRate: rate(time) + normal(), acceleration: down + normal()))
      guard time > 5, let attitude = filter.attitude else { continue }
      let cosine = -attitude.act(down).z
      largest = max(largest, Double.acos(min(cosine, 1)) / degree)
    }
    return largest
  }

  @Test("the attitude stays level", arguments: [0.7, 1, 2], [0.01, 3])
  func step(size: Double, duration: Double) {
    let tilt = Self.largestTilt(rate: { time in
      Vector3(size * Self.degree * min(max((time - 40) / duration, 0), 1), 0, 0)
    })
    // Half a degree before the step is detected, the change of the bias within the delay of the
    // mean rate, 0.5 s, what a slow change turns before it contradicts the bias, and the noise.
    #expect(tilt < 0.8 + 0.5 * size)
  }

  @Test("also about all axes, with noise")
  func noise() {
    let tilt = Self.largestTilt(
      noise: 0.01,
      rate: { $0 < 40 ? .zero : Vector3(repeating: Self.degree) })
    #expect(tilt < 3.5)
  }

  @Test("the gentle start of a turn is not a step", arguments: [0, 0.3, 0.5])
  func gentleStart(bias: Double) {
    let tilt = Self.largestTilt(
      rate: { time in
        let start = max(time - 40, 0) / 20
        return Vector3(start / 10, 0, 0) + Vector3(1, -1, 1) * (bias * Self.degree)
      }, turn: { time in (max(time - 40, 0) / 20) * (max(time - 40, 0) / 20) })
    #expect(tilt < 1.15)
  }

  @Test("a true slow turn is not a step", arguments: [0.3, 0.5, 1, 1.8])
  func turn(speed: Double) {
    let speed = speed * Self.degree
    let tilt = Self.largestTilt(
      rate: { $0 < 40 ? .zero : Vector3(speed, 0, 0) }, turn: { max($0 - 40, 0) * speed })
    // What ends a stationary phase: 0.02 g, 1.15°.
    #expect(tilt < 1.15)
  }
}
