import MotionDelivery
import MotionFusion
import MotionTestSupport
import Testing

@Suite("MotionUpdates", .timeLimit(.minutes(1)))
struct MotionUpdatesTests {
  /// The motion by the estimator alone.
  private func expected(_ samples: [SensorSample]) -> [DeviceMotion] {
    MotionEstimation(usesMagnetometer: false).estimate(samples).motions
  }

  /// The same motion in the same order; a failure prints times, not everything.
  private func expectEqual(
    _ received: [DeviceMotion], _ expected: some Collection<DeviceMotion>,
    location: SourceLocation = #_sourceLocation
  ) {
    #expect(received.map(\.timestamp) == expected.map(\.timestamp), sourceLocation: location)
    let isEqual = received.elementsEqual(expected)
    #expect(isEqual, sourceLocation: location)
  }

  @Test("neverMiss delivers all motion in order, with any buffer", arguments: [1, 7, 1000])
  func neverMiss(capacity: Int) async throws {
    let samples = SyntheticMotion(duration: 3, seed: 1).samples
    let manager = MotionManager(source: ReplaySource(samples))
    let updates = try manager.updates(policy: .neverMiss(buffering: capacity))
    var received: [DeviceMotion] = []
    for try await motion in updates { received.append(motion) }
    expectEqual(received, expected(samples))
    #expect(updates.counts.delivered == samples.count)
    #expect(updates.counts.total == samples.count)
  }

  @Test("a sequence that was stopped starts no later run")
  func stoppedSequence() async throws {
    let source = EndlessSource()
    let manager = MotionManager(source: source)
    let first = try manager.updates()
    var iterator = first.makeAsyncIterator()
    #expect(try await iterator.next() != nil)
    manager.stop()
    await manager.waitUntilEnded()
    let second = try manager.updates()
    while try await iterator.next() != nil {}
    for _ in 0..<20 { await Task.yield() }
    #expect(source.log.runs == 1)
    var other = second.makeAsyncIterator()
    #expect(try await other.next() != nil)
    #expect(source.log.runs == 2)
  }

  @Test("keepLatest delivers the latest and counts the others", arguments: [1, 5])
  func keepLatest(capacity: Int) async throws {
    let samples = SyntheticMotion(duration: 2, seed: 2).samples
    let manager = MotionManager(source: ReplaySource(samples))
    let updates = try manager.updates(policy: .keepLatest(capacity))
    try manager.start()
    await manager.waitUntilEnded()
    #expect(updates.counts.dropped == samples.count - capacity)
    #expect(updates.counts.waiting == capacity)
    var received: [DeviceMotion] = []
    for try await motion in updates { received.append(motion) }
    expectEqual(received, expected(samples).suffix(capacity))
    #expect(updates.counts.delivered == capacity)
    #expect(updates.counts.total == samples.count)
  }

  @Test("a slow consumer holds the source back to its buffer")
  func backPressure() async throws {
    let source = EndlessSource()
    let manager = MotionManager(source: source)
    let updates = try manager.updates(policy: .neverMiss(buffering: 4))
    var iterator = updates.makeAsyncIterator()
    for taken in 1...50 {
      let motion = try #require(try await iterator.next())
      #expect(motion.timestamp == EndlessSource.sample(taken - 1).timestamp)
      for _ in 0..<20 { await Task.yield() }
      // The buffer, and the one that waits for room in it.
      #expect(source.log.samples <= taken + 5)
    }
    #expect(updates.counts.dropped == 0)
  }

  @Test("two consumers each receive all motion in order")
  func twoConsumers() async throws {
    let samples = SyntheticMotion(duration: 2, seed: 3).samples
    let manager = MotionManager(source: ReplaySource(samples))
    let (first, second) = (
      try manager.updates(policy: .neverMiss(buffering: 3)),
      try manager.updates(policy: .neverMiss(buffering: 200))
    )
    async let receivedByFirst = collect(first)
    async let receivedBySecond = collect(second)
    for received in try await [receivedByFirst, receivedBySecond] {
      expectEqual(received, expected(samples))
    }
  }

  private func collect(_ updates: MotionUpdates) async throws -> [DeviceMotion] {
    var received: [DeviceMotion] = []
    for try await motion in updates {
      received.append(motion)
      await Task.yield()
    }
    return received
  }

  @Test("the iterators of one sequence share its motion")
  func sharedSequence() async throws {
    let samples = SyntheticMotion(duration: 1, seed: 4).samples
    let manager = MotionManager(source: ReplaySource(samples))
    let updates = try manager.updates(policy: .neverMiss(buffering: 1))
    async let first = collect(updates)
    async let second = collect(updates)
    let times = try await (first + second).map(\.timestamp)
    #expect(times.sorted() == samples.map(\.timestamp))
  }

  @Test("the interval decimates delivery, not the filter")
  func interval() async throws {
    var samples = SyntheticMotion(duration: 5, seed: 5).samples
    var random = SplitMix64(seed: 5)
    // A jitter of a tenth of a step must not cost an update.
    for index in samples.indices { samples[index].timestamp += 0.001 * random.nextNormal() }
    let manager = MotionManager(source: ReplaySource(samples))
    let thin = try manager.updates(policy: .neverMiss(buffering: 10), every: 0.05)
    let all = try manager.updates(policy: .neverMiss(buffering: 10))
    async let chosen = collect(thin)
    async let everything = collect(all)
    let (rare, whole) = try await (chosen, everything)
    expectEqual(whole, expected(samples))
    expectEqual(rare, stride(from: 0, to: whole.count, by: 5).map { whole[$0] })
    #expect(thin.counts.delivered == 100)
    #expect(thin.counts.decimated == 400)
    #expect(manager.deviceMotion == whole.last)
  }

  @Test("an interval that is not a multiple of the step keeps the mean rate")
  func oddInterval() async throws {
    let samples = SyntheticMotion(duration: 6, seed: 6).samples
    let manager = MotionManager(source: ReplaySource(samples))
    manager.updateInterval = 1 / 30.0
    let updates = try manager.updates(policy: .neverMiss(buffering: 10))
    let received = try await collect(updates)
    #expect((179...181).contains(received.count))
    #expect(manager.updateInterval == 1 / 30.0)
  }

  @Test("a failing source ends the sequence with its error after its motion")
  func failure() async throws {
    let error = MotionSourceError(source: "probe", kind: .brokenOff, reason: "unplugged")
    let samples = Array(SyntheticMotion(duration: 0.1, seed: 7).samples)
    let manager = MotionManager(source: BrokenSource(samples: samples, error: error))
    let updates = try manager.updates(policy: .neverMiss(buffering: 100))
    var count = 0
    await #expect(throws: MotionError.source(error)) {
      for try await _ in updates { count += 1 }
    }
    #expect(count == samples.count)
    #expect(manager.failure == .source(error))
    #expect(manager.failure?.description == "probe: unplugged")
    #expect(manager.referenceFrame == nil)
    #expect(manager.deviceMotion?.timestamp == samples.last?.timestamp)
  }
}
