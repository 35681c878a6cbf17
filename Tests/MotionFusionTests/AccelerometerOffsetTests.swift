import MotionTestSupport
import Testing

@testable import MotionFusion

/// Accelerometers with an offset, as simple sensors have: the data sheet of the MPU-6050 allows
/// 0.05 g and 0.08 g.
@Suite("Accelerometer offset")
struct AccelerometerOffsetTests {
  /// Samples of a device that rests in each of these attitudes for `rest` seconds, and turns from
  /// one to the next in a second.
  private static func samples(
    in attitudes: [Quaternion<Double>], rest: Double, offset: Vector3<Double>, seed: UInt64
  ) -> [SensorSample] {
    var random = SplitMix64(seed: seed)
    func noise(_ scale: Double) -> Vector3<Double> {
      Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * scale
    }
    var result: [SensorSample] = []
    func add(_ attitude: Quaternion<Double>, rate: Vector3<Double>) {
      let gravity = attitude.conjugate.act(Vector3(0, 0, -1))
      result.append(
        SensorSample(
          timestamp: Double(result.count) / 100, rotationRate: rate + noise(0.001),
          acceleration: gravity - offset + noise(0.002)))
    }
    for (index, attitude) in attitudes.enumerated() {
      if index > 0 {
        let turn = (attitudes[index - 1].conjugate * attitude).rotationVector
        for step in 1...100 {
          add(
            attitudes[index - 1] * Quaternion(rotationVector: turn * (Double(step) / 100)),
            rate: turn)
        }
      }
      for _ in 0..<Int(rest * 100) { add(attitude, rate: .zero) }
    }
    return result
  }

  /// The offset that the filter has found.
  private static func offset(_ samples: [SensorSample]) -> Vector3<Double> {
    var filter = InertialFilter()
    for sample in samples { filter.update(sample) }
    return filter.accelerometer.value
  }

  private static func motions(_ samples: [SensorSample], offline: Bool) -> [DeviceMotion] {
    MotionEstimation(isOffline: offline, skipsStartup: false).estimate(samples).motions
  }

  /// Six attitudes, each with another axis of the device up or down.
  private static let faces: [Quaternion<Double>] = {
    let quarter = Double.pi / 2
    return [
      .identity, Quaternion(rotationVector: Vector3(quarter, 0, 0)),
      Quaternion(rotationVector: Vector3(0, quarter, 0)),
      Quaternion(rotationVector: Vector3(2 * quarter, 0, 0)),
      Quaternion(rotationVector: Vector3(-quarter, 0, 0)),
      Quaternion(rotationVector: Vector3(0, -quarter, 0)),
    ]
  }()

  @Test(
    "at rest a reading of another length than gravity is an offset",
    arguments: [-0.08, -0.05, 0.03, 0.065, 0.08], [false, true])
  func oneFace(height: Double, offline: Bool) throws {
    let samples = Self.samples(
      in: [.identity], rest: 5, offset: Vector3(0, 0, height), seed: 1)
    let motions = Self.motions(samples, offline: offline)
    let late = offline ? motions[...] : motions.drop { $0.timestamp < 2 }
    #expect(!late.isEmpty)
    for motion in late {
      #expect((motion.userAcceleration + Vector3(0, 0, height)).length < 0.015)
    }
    // A scale error of 2 %, one standard deviation, reads alike: 0.03 g are no sure offset.
    let expected = abs(height) < 0.05 ? 0 : height * 0.05 * 0.05 / (0.05 * 0.05 + 0.02 * 0.02)
    #expect(abs(Self.offset(samples).z - expected) < 0.005)
    #expect(try #require(motions.last).attitude.gravity.distance(to: Vector3(0, 0, -1)) < 0.001)
  }

  @Test("the rests in six faces show the whole offset", arguments: 1..<4 as Range<UInt64>)
  func allFaces(seed: UInt64) throws {
    let offset = Vector3(0.05, -0.04, 0.07)
    // The first pose of all is one in which half of the offset tilts the force.
    let oblique = Quaternion(rotationVector: Vector3(0.5, 0.4, 0))
    let samples = Self.samples(
      in: Self.faces + [oblique], rest: 4, offset: offset, seed: seed)
    let last = try #require(Self.motions(samples, offline: false).last)
    let gravity = oblique.conjugate.act(Vector3(0, 0, -1))
    #expect(Self.offset(samples).distance(to: offset) < 0.008)
    // The offset across gravity alone would tilt it by 3°.
    #expect(last.gravity.distance(to: gravity) < 0.5 * .pi / 180)
  }

  @Test(
    "an error of the scale is no offset", arguments: [0.97, 0.98, 1.02, 1.03], [false, true])
  func scale(factor: Double, offline: Bool) throws {
    let oblique = Quaternion(rotationVector: Vector3(0.5, 0.4, 0))
    let attitudes = Self.faces.prefix(3) + [oblique]
    var samples = Self.samples(in: Array(attitudes), rest: 4, offset: .zero, seed: 4)
    for index in samples.indices {
      samples[index].acceleration = samples[index].acceleration.map { $0 * factor }
    }
    #expect(Self.offset(samples) == .zero)
    let last = try #require(Self.motions(samples, offline: offline).last)
    let gravity = oblique.conjugate.act(Vector3(0, 0, -1))
    #expect(last.gravity.distance(to: gravity) < 0.3 * .pi / 180)
  }

  /// An offset that is subtracted once it is known would be a step of the acceleration.
  @Test("readings stay as they are", arguments: [0.0, 0.06], [false, true])
  func readings(offset: Double, offline: Bool) {
    let samples = Self.samples(
      in: Self.faces, rest: 3, offset: Vector3(0.004, -0.003, 0.012 + offset), seed: 2)
    let motions = Self.motions(samples, offline: offline)
    #expect(motions.count == samples.count)
    for (sample, motion) in zip(samples, motions) {
      #expect(motion.acceleration.distance(to: sample.acceleration ?? .zero) < 1e-15)
    }
    #expect((Self.offset(samples) == .zero) == (offset == 0))
  }

  /// For 2 s a lift accelerates, for 8 s its speed is constant. An offset below the smallest that
  /// is subtracted stays below it.
  @Test(
    "a lift leaves no offset", arguments: [(0.1, 0.0), (0.05, 0), (0.05, 0.018), (0.03, -0.018)])
  func lift(push: Double, offset: Double) {
    var random = SplitMix64(seed: 3)
    let samples = (0..<3000).map { index in
      let time = Double(index) / 100
      let push = (5..<7).contains(time) ? push : (15..<17).contains(time) ? -push : 0.0
      return SensorSample(
        timestamp: time, rotationRate: .zero,
        acceleration: Vector3(0, 0, -1 - push - offset + random.nextNormal() * 0.002))
    }
    var filter = InertialFilter()
    for sample in samples {
      filter.update(sample)
      #expect(filter.accelerometer.value == .zero)
    }
  }
}
