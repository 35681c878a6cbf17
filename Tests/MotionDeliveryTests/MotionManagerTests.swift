import MotionDelivery
import MotionFusion
import MotionTestSupport
import SensorDiagnostics
import Testing

@Suite("MotionManager", .timeLimit(.minutes(1)))
struct MotionManagerTests {
  /// Waits until `condition` holds; a test that waits for ever is a failure of the time limit.
  private func eventually(_ condition: () -> Bool) async {
    while !condition() { await Task.yield() }
  }

  @Test("pull: nil, then the latest motion, then nil after stop")
  func pull() async throws {
    let manager = MotionManager(source: EndlessSource())
    #expect(manager.deviceMotion == nil)
    #expect(manager.referenceFrame == nil)
    try manager.start()
    #expect(manager.referenceFrame == .xArbitraryZVertical)
    await eventually { (manager.deviceMotion?.timestamp ?? 0) > 0.1 }
    manager.stop()
    #expect(manager.referenceFrame == nil)
    #expect(manager.deviceMotion == nil)
    await manager.waitUntilEnded()
    #expect(manager.deviceMotion == nil)
    #expect(manager.failure == nil)
  }

  @Test("sensors have their first readings within the timeout, in the units of the source")
  func timeoutUnits() async throws {
    // The accelerometer follows after 20 ms.
    let samples = (0..<200).map { index in
      var sample = SensorSample(timestamp: Double(10 * index))
      if index != 2 { sample.rotationRate = .zero }
      if index >= 2 { sample.acceleration = Vector3(0, 0, -1) }
      return sample
    }
    var configuration = MotionManager.Configuration()
    configuration.correction = try SensorCorrection(units: SensorUnits("ms"))
    let manager = MotionManager(
      source: BrokenSource(samples: samples), configuration: configuration)
    try manager.start()
    await manager.waitUntilEnded()
    #expect(manager.failure == nil)
  }

  @Test("cancelling the consuming task ends the source")
  func cancellation() async throws {
    let source = EndlessSource()
    let manager = MotionManager(source: source)
    let consumer = Task {
      var count = 0
      for try await _ in try manager.updates() { count += 1 }
      return count
    }
    await eventually { source.log.samples > 10 }
    consumer.cancel()
    #expect(try await consumer.value > 0)
    await manager.waitUntilEnded()
    #expect(source.log.running == 0)
    #expect(manager.referenceFrame == nil)
  }

  @Test("the source ends with its last consumer, and not before")
  func lastConsumer() async throws {
    let source = EndlessSource()
    let manager = MotionManager(source: source)
    let second = Task {
      var count = 0
      for try await _ in try manager.updates() {
        count += 1
        if count == 100 { break }
      }
    }
    var count = 0
    for try await _ in try manager.updates() {
      count += 1
      if count == 10 { break }
    }
    try await second.value
    await manager.waitUntilEnded()
    #expect(source.log.running == 0)
    #expect(source.log.runs <= 2)
  }

  @Test("started updates continue without consumers")
  func held() async throws {
    let source = EndlessSource()
    let manager = MotionManager(source: source)
    try manager.start()
    for try await _ in try manager.updates() { break }
    let before = source.log.samples
    await eventually { source.log.samples > before + 10 }
    #expect(manager.referenceFrame != nil)
    manager.stop()
    await manager.waitUntilEnded()
    #expect(
      source.log
        == EndlessSource.Log(
          runs: 1, running: 0, mostRunning: 1, samples: source.log.samples))
  }

  @Test("releasing a manager ends its updates")
  func deinitialisation() async throws {
    let source = EndlessSource()
    do {
      let manager = MotionManager(source: source)
      try manager.start()
      await eventually { source.log.samples > 3 }
    }
    await eventually { source.log.running == 0 }
  }

  @Test(
    "stop during delivery: buffered motion can be taken, the rest is counted")
  func stopDuringDelivery() async throws {
    let source = EndlessSource()
    let manager = MotionManager(source: source)
    let updates = try manager.updates(policy: .neverMiss(buffering: 3))
    try manager.start()
    // Three in the buffer and one that waits for room.
    await eventually { updates.counts.waiting == 4 }
    manager.stop()
    await manager.waitUntilEnded()
    #expect(source.log.running == 0)
    var times: [Double] = []
    for try await motion in updates { times.append(motion.timestamp) }
    #expect(times == [0, 0.01, 0.02])
    #expect(updates.counts.delivered == 3)
    #expect(updates.counts.dropped == 1)

    let again = try manager.updates(policy: .neverMiss(buffering: 3))
    var iterator = again.makeAsyncIterator()
    #expect(try await iterator.next()?.timestamp == 0)
  }

  @Test(
    "1000 starts and stops: one run of the source at a time")
  func cycles() async throws {
    let source = EndlessSource()
    let manager = MotionManager(source: source)
    for cycle in 0..<1000 {
      try manager.start()
      // Some run for a while, some are stopped before they begin.
      if cycle % 10 == 0 {
        for try await _ in try manager.updates() { break }
      }
      manager.stop()
    }
    await manager.waitUntilEnded()
    #expect(source.log.running == 0)
    #expect(source.log.mostRunning == 1)
    #expect((100...1000).contains(source.log.runs))
    #expect(manager.referenceFrame == nil)
  }

  @Test("sensors determine the available frames")
  func frames() throws {
    let sixAxes = MotionManager(source: EndlessSource())
    #expect(sixAxes.availableReferenceFrames == [.xArbitraryZVertical])
    #expect(
      throws: MotionError.frameUnavailable(
        .xMagneticNorthZVertical, sensors: [.gyroscope, .accelerometer], knowsDeclination: false,
        available: [.xArbitraryZVertical])
    ) { try sixAxes.start(using: .xMagneticNorthZVertical) }
    #expect(sixAxes.referenceFrame == nil)

    let samples = SyntheticMotion(duration: 0.1, seed: 1).samples
    var configuration = MotionManager.Configuration()
    #expect(
      MotionManager(source: ReplaySource(samples)).availableReferenceFrames
        == [.xArbitraryZVertical, .xArbitraryCorrectedZVertical, .xMagneticNorthZVertical])
    configuration.declination = 0.1
    let nineAxes = MotionManager(source: ReplaySource(samples), configuration: configuration)
    #expect(nineAxes.availableReferenceFrames == ReferenceFrame.allCases)

    var withoutGyroscope = samples
    for index in samples.indices { withoutGyroscope[index].rotationRate = nil }
    let none = MotionManager(source: ReplaySource(withoutGyroscope))
    #expect(none.availableReferenceFrames.isEmpty)
    let error = #expect(throws: MotionError.self) { try none.updates() }
    #expect(
      error?.description
        == "the reference frame xArbitraryZVertical requires gyroscope and accelerometer, got "
        + "accelerometer and magnetometer; no frame is available")
  }

  @Test("an accelerometer alone, where the gyroscope is optional")
  func optionalGyroscope() async throws {
    var samples = SyntheticMotion(duration: 8, rate: 50, seed: 1).samples
    for index in samples.indices { samples[index].rotationRate = nil }
    var configuration = MotionManager.Configuration()
    configuration.requiresGyroscope = false
    // A source that knows its sensors, and one that does not.
    for source in [ReplaySource(samples), BrokenSource(samples: samples)] as [any MotionSource] {
      let manager = MotionManager(source: source, configuration: configuration)
      var count = 0
      for try await motion in try manager.updates(policy: .neverMiss(buffering: 8)) {
        #expect(motion.rotationRate == .zero)
        count += 1
      }
      #expect(count == samples.count && manager.failure == nil)
      #expect(manager.activeSensors == [.accelerometer, .magnetometer])
    }
    let manager = MotionManager(source: ReplaySource(samples), configuration: configuration)
    #expect(manager.availableReferenceFrames == [.xArbitraryZVertical])
    #expect(throws: MotionError.self) { try manager.updates(using: .xMagneticNorthZVertical) }
    // An accelerometer is always required.
    for index in samples.indices { samples[index].acceleration = nil }
    let silent = MotionManager(source: BrokenSource(samples: samples), configuration: configuration)
    await #expect(throws: MotionError.self) {
      for try await _ in try silent.updates() {}
    }
  }

  @Test("running updates keep their frame")
  func alreadyRunning() throws {
    let manager = MotionManager(
      source: ReplaySource(
        SyntheticMotion(duration: 1, seed: 1).samples, pace: .realTime))
    try manager.start(using: .xMagneticNorthZVertical)
    try manager.start(using: .xMagneticNorthZVertical)
    _ = try manager.updates()
    #expect(throws: MotionError.alreadyRunning(.xMagneticNorthZVertical)) {
      try manager.updates(using: .xArbitraryZVertical)
    }
    manager.stop()
  }

  @Test("a required sensor without readings is an error", arguments: [0.5, 8])
  func silence(duration: Double) async throws {
    var samples = SyntheticMotion(duration: duration, rate: 50, seed: 1).samples
    for index in samples.indices { samples[index].magneticField = nil }
    let manager = MotionManager(source: BrokenSource(samples: samples))
    let updates = try manager.updates(using: .xMagneticNorthZVertical)
    let error = await #expect(throws: MotionError.self) {
      for try await _ in updates {}
    }
    guard case .sensorsSilent(let sensors, .xMagneticNorthZVertical, let seconds) = error else {
      return #expect(Bool(false), "\(error.map(\.description) ?? "no error")")
    }
    #expect(sensors == .magnetometer)
    #expect(abs(seconds - min(duration - 0.02, 5.02)) < 1e-9)
  }

  @Test("a manager reports each finding once; a correction prevents it")
  func findings() async throws {
    let map = try AxisMap("+y,+x,-z")
    let clean = SyntheticMotion(
      duration: 40, rate: 50, seed: 5, bias: Vector3(0.01, -0.02, 0.015)
    ).samples
    let wrong = clean.map { sample in
      var sample = sample
      sample.rotationRate = sample.rotationRate.map(map.inverse.act)
      return sample
    }
    let expected = SensorConsistency.findings(in: wrong)
    #expect(expected.map(\.subject) == [.gyroscopeAxes])

    func run(_ correction: SensorCorrection) async throws -> ([SensorFinding], [DeviceMotion]) {
      var configuration = MotionManager.Configuration()
      configuration.correction = correction
      let manager = MotionManager(source: ReplaySource(wrong), configuration: configuration)
      var motions: [DeviceMotion] = []
      for try await motion in try manager.updates(policy: .neverMiss(buffering: 64)) {
        motions.append(motion)
      }
      return (manager.findings, motions)
    }
    #expect(try await run(.none).0 == expected)
    let (findings, motions) = try await run(SensorCorrection(gyroscopeAxes: map))
    #expect(findings == [])
    var reference = MotionEstimator()
    #expect(motions == clean.compactMap { reference.update($0) })
  }
}
