import MotionDelivery
import MotionFusion
import MotionTestSupport
import Testing

@Suite("Startup")
struct StartupSkippingTests {
  /// Motion after 0.8 s at rest, whose first `count` accelerometer readings rise from zero.
  private static func samples(ramp count: Int) -> [SensorSample] {
    var samples = SyntheticMotion(duration: 4, seed: 412, stillUntil: 0.8).samples
    for index in 0..<count {
      let share = Double(index) / Double(count)
      samples[index].acceleration = samples[index].acceleration.map { $0 * share }
    }
    return samples
  }

  @Test("a manager skips and reports a transient, unless configured otherwise")
  func manager() async throws {
    let samples = Self.samples(ramp: 25)
    for skipsStartup in [true, false] {
      var configuration = MotionManager.Configuration()
      configuration.skipsStartup = skipsStartup
      let manager = MotionManager(source: ReplaySource(samples), configuration: configuration)
      var last: DeviceMotion?
      for try await motion in try manager.updates(policy: .neverMiss(buffering: 16)) {
        last = motion
      }
      #expect((8...25).contains(manager.startupSampleCount) == skipsStartup)
      let expected = MotionEstimator(skipsStartup: skipsStartup).motions(of: samples)
      #expect(last?.timestamp == expected.last?.timestamp)
    }
  }

  @Test("a skipping source passes all valid samples in order", arguments: [25, 0])
  func settledSource(corrupted: Int) async throws {
    let samples = Self.samples(ramp: corrupted)
    let count = StartupDetector().count(in: samples)
    #expect((count > 0) == (corrupted > 0))
    // Whole, and broken off before the first second is over.
    for length in [samples.count, 60] {
      let part = Array(samples[..<length])
      let failure = MotionSourceError(source: "sensor", kind: .brokenOff, reason: "gone")
      let source = StartupSkippingSource(BrokenSource(samples: part, error: failure))
      var received: [SensorSample] = []
      await #expect(throws: failure) {
        try await source.run { received.append($0) }
      }
      let skipped = StartupDetector().count(in: part)
      #expect(received == Array(part[skipped...]) && source.skippedCount == skipped)
    }
  }

  @Test("a skipping source without finite times holds back 8192 samples")
  func settledSourceWithoutTime() async throws {
    let sample = SensorSample(timestamp: .nan, acceleration: Vector3(0, 0, -1))
    let counted = CountedSource(samples: [SensorSample](repeating: sample, count: 9000))
    var received = 0
    var handedOverAtFirst = 0
    try await StartupSkippingSource(counted).run { _ in
      if received == 0 { handedOverAtFirst = counted.count }
      received += 1
    }
    #expect(received == 9000 && handedOverAtFirst == 8192)
  }
}
