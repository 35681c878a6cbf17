import Foundation
import MotionFusion
import MotionRecordings
import MotionSimulation
import RealModule
import TestSupport
import Testing

@Suite("StartupDetector")
struct StartupDetectorTests {
  /// A letter in the air after 0.8 s at rest.
  private static func letter(seed: UInt64) throws -> [SensorSample] {
    try AirSimulator().recording(of: "S", by: Writer(seed: seed), seed: seed).samples
  }

  /// Transients of sensors that were just switched on.
  enum Fault: String, CaseIterable {
    case empty, stuck, wildForce, wildRate, lowPass, ramp, gyroscopeOffset

    /// Corrupts the first `count` samples, at 10 ms.
    func corrupt(_ samples: inout [SensorSample], count: Int) {
      let start = samples[0]
      for index in 0..<count {
        guard let force = samples[index].acceleration, let rate = samples[index].rotationRate
        else { continue }
        let share = Double(index) / Double(count)
        switch self {
        case .empty:
          samples[index].acceleration = .zero
          samples[index].rotationRate = .zero
        case .stuck:
          samples[index].acceleration = start.acceleration
        case .wildForce:
          samples[index].acceleration = index < 2 ? Vector3(7, -3, 2) : force
        case .wildRate:
          samples[index].rotationRate = index < 3 ? Vector3(20, 0, -9) : rate
        case .lowPass:
          // Both sensors begin at zero, the time constant is an eighth of the time.
          samples[index].acceleration = force * (1 - Double.exp(-8 * share))
          samples[index].rotationRate = rate * (1 - Double.exp(-8 * share))
        case .ramp:
          samples[index].acceleration = force * share
        case .gyroscopeOffset:
          samples[index].rotationRate = rate + Vector3(1, -2, 1.5) * Double.exp(-8 * share)
        }
      }
    }

    /// The expected number of skipped readings of a transient over `count` samples.
    func expected(_ count: Int) -> ClosedRange<Int> {
      switch self {
      case .empty, .stuck: count...count
      case .wildForce: 2...2
      case .wildRate: 3...3
      // Until they are within noise of the level, or a tenth of the threshold.
      case .lowPass, .ramp, .gyroscopeOffset: count / 3...count
      }
    }

    var kind: StartupTransient.Kind {
      switch self {
      case .empty: .empty
      case .stuck: .repeated
      case .wildForce, .wildRate: .wild
      case .lowPass, .ramp, .gyroscopeOffset: .settling
      }
    }
  }

  @Test("every transient is detected with its length", arguments: Fault.allCases)
  func faults(fault: Fault) throws {
    for seed in 400..<406 as Range<UInt64> {
      for count in [12, 25, 40] {
        var samples = try Self.letter(seed: seed)
        fault.corrupt(&samples, count: count)
        let transients = StartupDetector().transients(in: samples)
        #expect(!transients.isEmpty && transients.allSatisfy { $0.kind == fault.kind })
        let skipped = StartupDetector().count(in: samples)
        #expect(fault.expected(count).contains(skipped), "\(skipped) of \(count), seed \(seed)")
      }
    }
  }

  @Test("the remainder after a transient is within noise")
  func remainder() throws {
    let clean = try Self.letter(seed: 403)
    for fault in Fault.allCases {
      var samples = clean
      fault.corrupt(&samples, count: 30)
      let skipped = StartupDetector().count(in: samples)
      for (spoiled, whole) in zip(samples, clean).dropFirst(skipped) {
        let force = try #require(spoiled.acceleration).distance(to: #require(whole.acceleration))
        let rate = try #require(spoiled.rotationRate).distance(to: #require(whole.rotationRate))
        #expect(force < 0.04 && rate < 0.06, "\(fault)")
      }
    }
  }

  @Test("two consecutive transients are both detected")
  func twoFaults() throws {
    var samples = try Self.letter(seed: 407)
    // Zeros for 50 ms, then a gyroscope that settles.
    var rest = Array(samples[5...])
    Fault.gyroscopeOffset.corrupt(&rest, count: 20)
    samples.replaceSubrange(5..., with: rest)
    for index in 0..<5 {
      samples[index].rotationRate = .zero
      samples[index].acceleration = .zero
    }
    let kinds = StartupDetector().transients(in: samples).map {
      [$0.sensor.rawValue, $0.kind.rawValue]
    }
    #expect(
      kinds == [
        ["accelerometer", "empty"], ["gyroscope", "empty"], ["gyroscope", "settling"],
      ])
    #expect((10...25).contains(StartupDetector().count(in: samples)))
  }

  @Test("valid recordings have no transient, wherever they begin", arguments: 0..<24)
  func clean(seed: Int) throws {
    let samples = try Self.letter(seed: UInt64(seed))
    #expect(StartupDetector().transients(in: samples).isEmpty)
    // Begun in the middle of the letter, where the hand moves.
    let moving = Array(samples[(samples.count / 2)...])
    #expect(StartupDetector().transients(in: moving).isEmpty)
  }

  @Test("a constant signal of any length has no transient")
  func constant() {
    for count in [0, 1, 2, 5, 200] {
      let samples = (0..<count).map {
        SensorSample(
          timestamp: Double($0) / 100, rotationRate: .zero, acceleration: Vector3(0, 0, -1))
      }
      #expect(StartupDetector().count(in: samples) == 0)
    }
  }

  @Test("missing and non-finite readings are no transient and do not stop detection")
  func trouble() throws {
    var samples = try Self.letter(seed: 408)
    samples[0].acceleration = Vector3(.nan, 0, 0)
    samples[1].rotationRate = nil
    samples[2].timestamp = .infinity
    samples[3].timestamp = -5
    #expect(StartupDetector().count(in: samples) == 0)
    Fault.gyroscopeOffset.corrupt(&samples, count: 30)
    #expect(StartupDetector().count(in: samples) > 8)
  }

  @Test("device motion: detection by gravity plus user acceleration, and rate")
  func deviceMotion() throws {
    var samples = try Self.letter(seed: 409)
    Fault.ramp.corrupt(&samples, count: 20)
    let motions = try samples.map { sample in
      let attitude = Attitude(pitch: 0.4, roll: 0.2, yaw: 0)
      return DeviceMotion(
        timestamp: sample.timestamp, attitude: attitude,
        rotationRate: try #require(sample.rotationRate),
        userAcceleration: try #require(sample.acceleration) - attitude.gravity)
    }
    #expect(StartupDetector().count(in: motions) == StartupDetector().count(in: samples))
    #expect(StartupDetector().count(in: [DeviceMotion]()) == 0)
  }

  @Test("exact zeros of device motion are a rest")
  func restingMotion() {
    let motions = (0..<400).map { index in
      let time = Double(index) / 100
      let rate = Vector3(0, 0, max(0, 0.3 * Double.sin(time - 0.35)))
      return DeviceMotion(
        timestamp: time, attitude: .identity, rotationRate: rate,
        userAcceleration: Vector3(0.1, 0.05, 0) * rate.z)
    }
    #expect(motions[30].rotationRate == .zero && motions[40].rotationRate != .zero)
    #expect(StartupDetector().count(in: motions) == 0)
  }

  @Test(
    "the estimator continues as without the transient", arguments: Fault.allCases)
  func estimator(fault: Fault) throws {
    var samples = try Self.letter(seed: 410)
    fault.corrupt(&samples, count: 25)
    let count = StartupDetector().count(in: samples)
    try #require(count > 0)
    let reference = MotionEstimator(skipsStartup: false)
    let expected = reference.motions(of: samples[count...])
    // A whole recording: the samples are skipped.
    let whole = MotionEstimation(usesMagnetometer: false).estimate(samples).motions
    let isSkipped = whole == expected
    #expect(isSkipped)
    // A stream: every sample has a motion at once, and from the second second on they are the same.
    var stage = MotionEstimator()
    let streamed = samples.compactMap { stage.update($0) }
    let start = try #require(samples.first).timestamp
    #expect(streamed.count > whole.count || fault == .empty)
    let later = streamed.filter { $0.timestamp - start > 1.12 }
    let goesOn = later == expected.suffix(later.count)
    #expect(goesOn && later.count > 100)
    #expect(stage.startupSampleCount == count)
  }

  @Test("the estimator leaves valid samples unchanged")
  func estimatorWithoutTransient() throws {
    var samples = try Self.letter(seed: 411)
    let reference = MotionEstimator(skipsStartup: false)
    func stream(_ stage: MotionEstimator) -> [DeviceMotion] {
      var stage = stage
      return samples.compactMap { stage.update($0) }
    }
    let stage = MotionEstimator()
    var isSame = stream(stage) == stream(reference)
    #expect(isSame)
    isSame =
      MotionEstimation(usesMagnetometer: false).estimate(samples).motions == stream(reference)
    #expect(isSame)
    // Non-finite readings do not start a sensor.
    for index in 0..<40 { samples[index].rotationRate = Vector3(.nan, 0, 0) }
    isSame = stream(stage) == stream(reference)
    #expect(isSame)
  }

  @Test("a frozen clock does not buffer samples without limit")
  func frozenClock() {
    var buffer = StartupBuffer()
    let sample = SensorSample(timestamp: 0, acceleration: Vector3(0, 0, -1))
    let isComplete = (0..<StartupBuffer.capacity).map { _ in buffer.append(sample) }
    #expect(isComplete.firstIndex(of: true) == StartupBuffer.capacity - 1)
  }

  @Test("faults of skipped samples are counted once")
  func faultsOfStart() throws {
    var samples = try Self.letter(seed: 414)
    Fault.ramp.corrupt(&samples, count: 25)
    for index in [5, 60, 61] { samples[index].rotationRate = Vector3(.nan, 0, 0) }
    var reference = MotionEstimator(skipsStartup: false)
    var stage = MotionEstimator()
    for sample in samples {
      _ = reference.update(sample)
      _ = stage.update(sample)
    }
    #expect(stage.startupSampleCount > 0)
    #expect(stage.faults == reference.faults && stage.faults.notFinite == 3)
    #expect((stage.faults - stage.faults).total == 0)
  }

  @Test("a clock reset in the first second ends the buffering")
  func clockSetBack() throws {
    var samples = try Self.letter(seed: 415)
    for index in samples.indices.dropFirst(50) { samples[index].timestamp -= 1000 }
    var buffer = StartupBuffer()
    #expect(samples.firstIndex { buffer.append($0) } == 50)
  }

  @Test("a late sensor's transient does not remove earlier samples")
  func lateSensor() {
    var samples = (0..<4000).map {
      SensorSample(timestamp: Double($0) / 100, acceleration: Vector3(0, 0, -1))
    }
    for index in 3000..<3002 { samples[index].rotationRate = .zero }
    for index in 3002..<4000 {
      samples[index].rotationRate = Vector3(0.1, Double.sin(Double(index)), 0)
    }
    #expect(StartupDetector().count(in: samples) == 0)
  }

  @Test(
    "recordings of a phone from any start: only added transients are detected",
    .needsRecordings,
    arguments: ["sensor-logger-iphone"])
  func recordings(name: String) throws {
    let folder = try #require(Locations.recordings).appending(path: name)
    let samples = try #require(RecordingReader().read(folder.path).sensorSamples.first).samples
    for start in stride(from: 0, to: samples.count - 200, by: 20) {
      var part = Array(samples[start..<start + 200])
      #expect(StartupDetector().transients(in: part).isEmpty, "from \(start)")
      // However the device moves, these stand out.
      Fault.empty.corrupt(&part, count: 7)
      #expect(StartupDetector().count(in: part) == 7, "from \(start)")
    }
  }
}
