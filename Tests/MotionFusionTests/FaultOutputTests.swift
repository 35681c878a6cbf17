import MotionFusion
import MotionTestSupport
import RealModule
import Testing

/// What the estimators put out for each fault of the samples: nothing that the checks reject, every
/// fault counted, live, for a recording and offline alike.
@Suite("Outputs with faulty samples")
struct FaultOutputTests {
  enum Way: CaseIterable { case live, online, offline }

  /// A still device with a magnetometer, level, for 10 s.
  private static func recording(_ change: (inout SensorSample, Int) -> Void) -> [SensorSample] {
    var random = SplitMix64(seed: 6)
    func noise(_ scale: Double) -> Vector3<Double> {
      Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * scale
    }
    return (0..<1000).map { index in
      var sample = SensorSample(
        timestamp: Double(index) / 100, rotationRate: noise(0.002),
        acceleration: Vector3(0, 0, -1) + noise(0.002),
        magneticField: Vector3(20, 0, -40) + noise(0.2))
      change(&sample, index)
      return sample
    }
  }

  private static func run(
    _ samples: [SensorSample], _ way: Way
  ) -> (motions: [DeviceMotion], faults: SampleFaults) {
    guard way == .live else {
      let estimate = MotionEstimation(isOffline: way == .offline, skipsStartup: false)
        .estimate(samples)
      return (estimate.motions, estimate.faults)
    }
    var estimator = MotionEstimator(
      referenceFrame: .xMagneticNorthZVertical, skipsStartup: false)
    return (samples.compactMap { estimator.update($0) }, estimator.faults)
  }

  /// No output moves: the device is still.
  private func expectStill(_ motions: [DeviceMotion], count: Int, _ way: Way) {
    #expect(motions.count == count, "\(way)")
    #expect(motions.allSatisfy { $0.userAcceleration.length < 0.05 }, "\(way)")
    #expect(motions.allSatisfy { $0.rotationRate.length < 0.05 }, "\(way)")
    let fields = motions.compactMap(\.magneticField?.field)
    #expect(fields.count == count && fields.allSatisfy { $0.isFinite && $0.length < 60 }, "\(way)")
  }

  @Test(
    "a reading that is not finite, beyond any sensor, or without a direction reaches no output",
    arguments: Way.allCases)
  func rejectedReadings(way: Way) {
    let rejected = [
      Vector3(Double.nan, 0, -1), Vector3(0, 1e7, -1), Vector3(0, 0, Double.infinity), .zero,
    ]
    for (kind, reading) in rejected.enumerated() {
      let (motions, faults) = Self.run(
        Self.recording { sample, index in
          if (500..<503).contains(index) { sample.acceleration = reading }
        }, way)
      expectStill(motions, count: 997, way)
      #expect(!motions.contains { (4.995..<5.025).contains($0.timestamp) })
      #expect((kind == 3 ? faults.withoutDirection : faults.notFinite) == 3 && faults.total == 3)
    }
    for (kind, reading) in [Vector3(Double.nan, 0, 1), Vector3(0, 1e10, 1), .zero].enumerated() {
      let (motions, faults) = Self.run(
        Self.recording { sample, index in
          if (500..<503).contains(index) { sample.magneticField = reading }
        }, way)
      expectStill(motions, count: 1000, way)
      #expect((kind == 2 ? faults.withoutDirection : faults.notFinite) == 3 && faults.total == 3)
    }
    let (motions, faults) = Self.run(
      Self.recording { sample, index in
        if (500..<503).contains(index) { sample.rotationRate = Vector3(0, .nan, 1e5) }
      }, way)
    expectStill(motions, count: 1000, way)
    #expect(faults.notFinite == 3 && faults.total == 3)
  }

  @Test("samples out of time have no motion; a clock reset is a gap", arguments: Way.allCases)
  func times(way: Way) throws {
    let (motions, faults) = Self.run(
      Self.recording { sample, index in
        if index == 300 { sample.timestamp = .nan }
        if index == 400 { sample.timestamp = 1 }
        if index >= 600 { sample.timestamp -= 100 }
      }, way)
    // Ten samples of the new clock count as late ones, the next as its start.
    expectStill(motions, count: 1000 - 2 - 10, way)
    #expect(faults.notFinite == 1 && faults.backwardTime == 12 && faults.clockResets == 1)
    #expect(motions.count { $0.quality?.gap == .attitude } == 1)
  }

  @Test("gaps are in the motion after them and in the counts", arguments: Way.allCases)
  func gaps(way: Way) throws {
    for (length, gap) in [
      (8, SampleGap.none), (15, .bridged), (50, .velocity), (200, .attitude),
    ] {
      var samples = Self.recording { _, _ in }
      samples.removeSubrange(500..<500 + length)
      let (motions, faults) = Self.run(samples, way)
      expectStill(motions, count: 1000 - length, way)
      #expect(motions[500].quality?.gap == gap)
      #expect(motions.count { $0.quality?.gap != SampleGap.none } == (gap == .none ? 0 : 1))
      #expect(faults.gaps == (gap == .none ? 0 : 1) && faults.total == faults.gaps)
    }
    // The accelerometer alone pauses: the velocity is unknown, the attitude is not.
    let (motions, faults) = Self.run(
      Self.recording { sample, index in
        if (500..<700).contains(index) { sample.acceleration = nil }
      }, way)
    expectStill(motions, count: 800, way)
    #expect(motions[500].quality?.gap == .velocity && faults.gaps == 1)
  }

  @Test("clipped readings stay in the output, marked", arguments: Way.allCases)
  func clipped(way: Way) {
    let range = 2000 * Double.pi / 180
    let (motions, faults) = Self.run(
      Self.recording { sample, index in
        guard (500..<520).contains(index) else { return }
        sample.rotationRate?.x = range
        sample.acceleration?.y = 8
      }, way)
    #expect(motions.count == 1000)
    let clipped = motions.filter { $0.quality?.clippedAcceleration == .y }
    #expect(clipped.count == faults.saturatedAccelerometer && clipped.count >= 15)
    #expect(clipped.allSatisfy { abs(($0.gravity + $0.userAcceleration).y - 8) < 1e-12 })
    let turning = motions.filter { $0.quality?.clippedRotation == .x }
    #expect(turning.count == faults.saturatedGyroscope && turning.count >= 15)
  }

  @Test("motion has the deviations and the field of the estimate", arguments: Way.allCases)
  func quality(way: Way) throws {
    let motion = SyntheticMotion(duration: 20, seed: 4, stillUntil: 5, offset: Vector3(30, -20, 45))
    let (motions, _) = Self.run(motion.samples, way)
    let last = try #require(motions.last)
    let quality = try #require(last.quality)
    #expect(try #require(last.uncertainty).inclination < 0.05 && !quality.isStationary)
    #expect(motions[450].quality?.isStationary == true)
    let field = try #require(last.magneticField)
    #expect(field.accuracy > .uncalibrated && abs(field.field.length - 50) < 5)
    #expect(MemoryLayout<DeviceMotion>.size <= 224)
  }
}
