import MotionFusion
import MotionTestSupport
import RealModule
import Testing

/// Sensor faults in a recording with a known truth: the filter stays finite, counts them, and
/// recovers within 5 s.
@Suite("Filter with faulty samples")
struct FaultTests {
  enum Fault: String, CaseIterable, Sendable {
    case notANumber, beyondAnySensor, infiniteTime, zeroAcceleration, saturation, gap, backwardTime,
      clockReset
    case lateMagnetometer, halvedRate, droppedSamples
  }

  /// The recording with the fault between its 20th and 25th second.
  static func recording(_ fault: Fault) -> SyntheticMotion {
    var motion = SyntheticMotion(duration: 40, seed: 5, stillUntil: 3)
    let span = 2000..<2500
    switch fault {
    case .notANumber:
      for index in stride(from: 2000, to: 2500, by: 3) {
        motion.samples[index].rotationRate?.x = .nan
        motion.samples[index + 1].acceleration?.y = .nan
        motion.samples[index + 2].magneticField?.z = .infinity
      }
    case .beyondAnySensor:
      for index in stride(from: 2000, to: 2500, by: 50) {
        motion.samples[index].rotationRate = Vector3(2e5, -1, 1)
        motion.samples[index + 1].rotationRate?.z = -1e300
        motion.samples[index + 2].acceleration?.y = 1e308
        motion.samples[index + 3].magneticField?.x = 1e200
      }
    case .infiniteTime:
      for index in stride(from: 2000, to: 2500, by: 50) {
        motion.samples[index].timestamp = .infinity
      }
    case .zeroAcceleration:
      for index in span { motion.samples[index].acceleration = .zero }
    case .saturation:
      let limit = 2000 * Double.pi / 180
      for index in 2000..<2020 {
        motion.samples[index].rotationRate = Vector3(limit, -limit, 3)
        motion.samples[index].acceleration = Vector3(2, -2, 2)
      }
    case .gap:
      motion.samples.removeSubrange(2000..<3000)
      motion.truth.removeSubrange(2000..<3000)
    case .backwardTime:
      for index in stride(from: 2000, to: 2500, by: 10) { motion.samples[index].timestamp -= 0.5 }
    case .clockReset:
      for index in 2000..<4000 { motion.samples[index].timestamp -= 1000 }
    case .lateMagnetometer:
      for index in 0..<2500 { motion.samples[index].magneticField = nil }
    case .halvedRate:
      let kept = motion.samples.indices.filter { $0 < 2000 || $0 % 2 == 1 }
      // The rate is the mean since the previous sample, as by a sensor's filter.
      for index in kept where index >= 2000 {
        if let a = motion.samples[index].rotationRate,
          let b = motion.samples[index - 1].rotationRate
        {
          motion.samples[index].rotationRate = (a + b) / 2
        }
      }
      motion.truth = kept.map { motion.truth[$0] }
      motion.samples = kept.map { motion.samples[$0] }
    case .droppedSamples:
      let kept = motion.samples.indices.filter { !(2000..<2500).contains($0) || $0 % 7 != 0 }
      motion.truth = kept.map { motion.truth[$0] }
      motion.samples = kept.map { motion.samples[$0] }
    }
    return motion
  }

  /// The worst error from five seconds after the fault to the end, and the counts.
  static func run(
    _ filter: InertialFilter, _ fault: Fault
  ) throws -> (worst: Double, faults: SampleFaults) {
    let motion = recording(fault)
    var filter = filter
    var worst = 0.0
    let start = fault == .gap ? 2500 : motion.samples.count - 1000
    for (index, sample) in motion.samples.enumerated() {
      filter.update(sample)
      let attitude = try #require(filter.attitude)
      guard attitude.isFinite, filter.rotationRate.isFinite else {
        Issue.record("not finite at \(index)")
        break
      }
      if index >= start {
        worst = max(worst, errorInDegrees(of: attitude, from: motion.truth[index]).total)
      }
    }
    return (worst, filter.faults)
  }

  @Test("the inertial filter recovers from faults", arguments: Fault.allCases)
  func inertial(_ fault: Fault) throws {
    let (worst, faults) = try Self.run(InertialFilter(), fault)
    // Without a fault the worst error is about 2°, nowhere over 4.5.
    #expect(worst < 5, "worst error \(worst)°")
    switch fault {
    case .notANumber: #expect(faults.notFinite == 501)
    case .beyondAnySensor: #expect(faults.notFinite == 40)
    case .infiniteTime: #expect(faults.notFinite == 10)
    case .zeroAcceleration: #expect(faults.withoutDirection == 500)
    case .saturation:
      // The first two at the end of the range may still be chance.
      #expect(faults.saturatedAccelerometer == 18 && faults.saturatedGyroscope == 18)
    case .gap: #expect(faults.gaps == 1)
    case .backwardTime: #expect(faults.backwardTime == 50)
    case .clockReset: #expect(faults.clockResets == 1)
    case .lateMagnetometer, .halvedRate, .droppedSamples: #expect(faults.total == 0)
    }
  }

  @Test(
    "the smoother's progress reaches the end with and without a field", arguments: [true, false])
  func progress(hasField: Bool) {
    var samples = SyntheticMotion(duration: 90, seed: 1).samples
    if !hasField { for index in samples.indices { samples[index].magneticField = nil } }
    var last = 0.0
    _ = InertialSmoother().smooth(samples) { last = $0 }
    #expect(last > 0.85, "\(last)")
  }

  @Test("the smoother stays finite and accurate through faults", arguments: Fault.allCases)
  func smoother(_ fault: Fault) throws {
    let motion = Self.recording(fault)
    var shares: [Double] = []
    let result = InertialSmoother().smooth(motion.samples) { shares.append($0) }
    try #require(result.estimates.count == motion.samples.count)
    if fault == .gap { #expect(result == InertialSmoother().smooth(motion.samples)) }
    #expect(shares == shares.sorted() && shares.allSatisfy { (0...1).contains($0) }, "\(shares)")
    #expect(shares.last ?? 0 > 0.5)
    for (index, estimate) in result.estimates.enumerated() {
      guard let estimate else { continue }
      guard estimate.attitude.isFinite else {
        Issue.record("not finite at \(index)")
        break
      }
      if index > 3000, index % 20 == 0 {
        #expect(errorInDegrees(of: estimate.attitude, from: motion.truth[index]).total < 4)
      }
    }
  }

  @Test("no sample, one sample, and samples without readings")
  func little() {
    #expect(InertialSmoother().smooth([SensorSample]()).estimates.isEmpty)
    #expect(InertialSmoother().smooth([SensorSample(timestamp: 0)]).estimates == [nil])
    var filter = InertialFilter()
    filter.update(SensorSample(timestamp: 0))
    #expect(filter.attitude == nil && filter.uncertainty == nil)
    filter.update(SensorSample(timestamp: 1, acceleration: Vector3(0, 0, 1)))
    // Upside down: gravity up along +z.
    let up = filter.attitude?.act(Vector3(0, 0, -1))
    #expect(up == Vector3(0, 0, 1))
  }
}
