import MotionFusion
import MotionTestSupport
import RealModule
import Testing

/// A gyroscope whose bias changes, at rest or in motion.
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

  /// The prior of the first bias has no part in what has changed since. A step that is mostly about
  /// the vertical may be a turn, and tilts by up to 9°; with a prior of the last bias it was 58°.
  @Test("also of a bias that is known", arguments: 1...40 as ClosedRange<UInt64>)
  func known(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func normal() -> Vector3<Double> {
      Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
    }
    let truth = Quaternion(rotationVector: normal())
    var filter = InertialFilter()
    var largest = 0.0
    for place in 0..<9000 {
      let time = Double(place) * 0.01
      let bias = Vector3(0.3, time < 45 ? -0.3 : 0.7, 0.3) * Self.degree
      filter.update(
        SensorSample(
          timestamp: time, rotationRate: bias + normal() * 0.001,
          acceleration: truth.conjugate.act(Vector3(0, 0, -1)) + normal() * 0.002,
          magneticField: truth.conjugate.act(SyntheticMotion.field) + normal() * 0.3))
      guard time > 5, let attitude = filter.attitude else { continue }
      largest = max(largest, errorInDegrees(of: attitude, from: truth).inclination)
    }
    #expect(largest < 10)
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

  /// The error of the inclination (rms), in degrees, over the second minute in a hand that turns to
  /// and fro and sways.
  ///
  /// - Parameters:
  ///   - step: The change of the bias about each axis after a minute, in rad/s.
  ///   - drift: Its change a second, in rad/s.
  static func errorInHand(step: Double, drift: Double, seed: UInt64, offline: Bool) -> Double {
    var random = SplitMix64(seed: seed)
    func normal() -> Vector3<Double> {
      Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
    }
    let phase = normal() * 3
    var q = Quaternion(rotationVector: normal())
    var samples: [SensorSample] = []
    var truth: [Quaternion<Double>] = []
    for place in 0..<12_000 {
      let time = Double(place) * 0.01
      let rate = (phase + Vector3(0.9, 1.4, 2.1) * time).map { Double.cos($0) * 12 * degree }
      let sway = (phase + Vector3(5.1, 8.2, 6.3) * time).map { Double.sin($0) * 0.02 }
      let change = Vector3(1, -1, 1) * ((time < 60 ? 0 : step) + drift * time)
      q = q * Quaternion(rotationVector: rate * 0.01)
      truth.append(q)
      samples.append(
        SensorSample(
          timestamp: time, rotationRate: rate + change + normal() * (0.07 * degree),
          acceleration: q.conjugate.act(Vector3(0, 0, -1) - sway) + normal() * 0.002))
    }
    let motions = MotionEstimation(isOffline: offline, skipsStartup: false).estimate(samples)
      .motions
    var (sum, count) = (0.0, 0.0)
    for (motion, truth) in zip(motions, truth) where motion.timestamp > 60 {
      let error = errorInDegrees(of: motion.attitude.quaternion, from: truth).inclination
      sum += error * error
      count += 1
    }
    return (sum / count).squareRoot()
  }

  /// With a bias that only wanders, errors are up to 28, 27 and 33°.
  @Test(
    "a changed bias is found in motion, too",
    arguments: [(1.0, 0.0, 10.0), (2, 0, 23), (0, 0.02, 16)])
  func inHand(step: Double, drift: Double, limit: Double) {
    for offline in [false, true] {
      for seed in 1...3 as ClosedRange<UInt64> {
        let error = Self.errorInHand(
          step: step * Self.degree, drift: drift * Self.degree, seed: seed, offline: offline)
        #expect(error < limit, "offline \(offline), seed \(seed)")
      }
    }
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
