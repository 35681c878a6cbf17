import MotionFusion
import MotionTestSupport
import RealModule
import Testing

/// The instants of readings: block means, delays, lost samples.
@Suite("Timing of readings")
struct TimingTests {
  /// The root mean square of the inclination error after 5 s, in degrees.
  private static func inclination(
    of motions: [DeviceMotion], from truth: [Double: Quaternion<Double>]
  ) -> Double {
    let errors = motions.compactMap { motion in
      motion.timestamp > 5
        ? truth[motion.timestamp].map {
          errorInDegrees(of: motion.attitude.quaternion, from: $0).inclination
        } : nil
    }
    return (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
  }

  @Test("block means have the attitude at their middle", arguments: 0..<2 as Range<UInt64>)
  func blockMeans(seed: UInt64) throws {
    let motion = SyntheticMotion(duration: 30, rate: 200, seed: seed)
    let size = 9
    let samples = motion.samples.blockMeans(of: size)
    var truth: [Double: Quaternion<Double>] = [:]
    for (index, sample) in samples.enumerated() {
      truth[sample.timestamp] = motion.truth[index * size + size / 2]
    }
    let motions = MotionEstimation(skipsStartup: false).estimate(samples).motions
    #expect(motions.count == samples.count)
    // The attitude at the end of a block differs by 20 ms, 2° at these rates.
    #expect(Self.inclination(of: motions, from: truth) < 1)
  }

  /// As from loggers with a row for each sensor, in each order.
  @Test(
    "samples of one time with different sensors are one sample", arguments: 0..<6, [false, true])
  func separateSensors(order: Int, offline: Bool) throws {
    let whole = SyntheticMotion(duration: 20, rate: 100, seed: 3).samples
    let separate = whole.flatMap { sample in
      let time = sample.timestamp
      let parts = [
        SensorSample(timestamp: time, rotationRate: sample.rotationRate),
        SensorSample(timestamp: time, acceleration: sample.acceleration),
        SensorSample(timestamp: time, magneticField: sample.magneticField),
      ]
      let first = parts[order % 3]
      let others = [parts[(order + 1) % 3], parts[(order + 2) % 3]]
      return [first] + (order < 3 ? others : others.reversed())
    }
    let estimation = MotionEstimation(isOffline: offline, skipsStartup: false)
    #expect(estimation.estimate(separate) == estimation.estimate(whole))
  }

  /// A live stream is not held back: the gyroscope comes first, and the other sensors follow.
  @Test("a stream of separate sensors, the gyroscope first, has the motion of whole samples")
  func separateStream() throws {
    let whole = SyntheticMotion(duration: 20, rate: 100, seed: 3).samples
    let separate = whole.flatMap { sample in
      [
        SensorSample(timestamp: sample.timestamp, rotationRate: sample.rotationRate),
        SensorSample(timestamp: sample.timestamp, magneticField: sample.magneticField),
        SensorSample(timestamp: sample.timestamp, acceleration: sample.acceleration),
      ]
    }
    let estimator = MotionEstimator(skipsStartup: false)
    let motions = estimator.motions(of: separate)
    let expected = estimator.motions(of: whole)
    #expect(motions.map(\.timestamp) == expected.map(\.timestamp))
    let errors = zip(motions, expected).map {
      $0.attitude.quaternion.angularDistance(to: $1.attitude.quaternion)
    }
    #expect(try #require(errors.dropFirst(500).max()) < 0.01)
  }

  /// A device that turns at 2 rad/s about the vertical, at these times, and its last heading less
  /// the true one in radians.
  private func headingError(at times: [Double]) throws -> Double {
    var filter = InertialFilter()
    for time in times {
      filter.update(
        SensorSample(
          timestamp: time, rotationRate: Vector3(0, 0, 2), acceleration: Vector3(0, 0, -1)))
    }
    let last = try #require(times.last) - times[0]
    let truth = Quaternion(rotationVector: Vector3(0, 0, 2 * last))
    return truth.angularDistance(to: try #require(filter.attitude))
  }

  @Test("a first step that is not the usual one", arguments: [0.8, 0.1, 1e-4])
  func oddFirstStep(first: Double) throws {
    for count in [5, 20, 100] {
      let times = [0, first] + (1...count).map { first + 0.01 * Double($0) }
      // Without a rate before the first step the turn in it counts as that of its end.
      #expect(try headingError(at: times) < 0.02, "\(count)")
    }
  }

  @Test("a gyroscope that is silent for over a second while the others go on is a gap")
  func silentGyroscope() throws {
    var filter = InertialFilter()
    for index in 0..<6000 {
      let time = Double(index) / 100
      let isSilent = (10..<40).contains(time)
      filter.update(
        SensorSample(
          timestamp: time, rotationRate: isSilent ? nil : .zero,
          acceleration: Vector3(0, 0, -1)))
    }
    #expect(filter.faults.gaps == 1)
    #expect(try #require(filter.uncertainty).heading > 1)
  }

  @Test("offline a gap ends at a sample without a valid reading, too")
  func gapBeforeInvalid() throws {
    var motion = SyntheticMotion(duration: 60, seed: 4)
    motion.samples.removeSubrange(2000..<3000)
    motion.truth.removeSubrange(2000..<3000)
    motion.samples[2000] = SensorSample(timestamp: motion.samples[2000].timestamp)
    let result = InertialSmoother().smooth(motion.samples)
    #expect(result.faults.gaps == 1)
    for index in stride(from: 2002, to: 2500, by: 20) {
      let estimate = try #require(result.estimates[index])
      #expect(errorInDegrees(of: estimate.attitude, from: motion.truth[index]).total < 4)
    }
  }

  @Test("lost samples", arguments: 0..<2 as Range<UInt64>)
  func lostSamples(seed: UInt64) throws {
    let motion = SyntheticMotion(duration: 30, seed: seed)
    var random = SplitMix64(seed: seed)
    var truth: [Double: Quaternion<Double>] = [:]
    var samples: [SensorSample] = []
    for (sample, attitude) in zip(motion.samples, motion.truth)
    where Double.random(in: 0..<1, using: &random) > 0.2 {
      samples.append(sample)
      truth[sample.timestamp] = attitude
    }
    let motions = MotionEstimation(skipsStartup: false).estimate(samples).motions
    #expect(Self.inclination(of: motions, from: truth) < 1)
  }

  @Test("lost samples hardly tilt a device that is shaken", arguments: 0..<4 as Range<UInt64>)
  func lostShakes(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    // Along x by 0.5 g at 1.3 Hz, without turning; sensors face up.
    let samples = (0..<6000).map { index in
      let time = 0.01 * Double(index)
      let turns = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * 0.002
      return SensorSample(
        timestamp: time, rotationRate: turns,
        acceleration: Vector3(0.5 * .sin(2 * .pi * 1.3 * time), 0, -1))
    }
    // A third of the samples is lost, four in a row.
    let losses = (0..<1500).map { _ in Int.random(in: 0..<3, using: &random) == 0 }
    let kept = samples.enumerated().filter { !losses[$0.offset / 4] }.map(\.element)
    func tilt(_ motions: [DeviceMotion]) -> Double {
      let squares = motions.filter { $0.timestamp > 5 }.map { motion -> Double in
        let tilt = errorInDegrees(of: motion.attitude.quaternion, from: .identity).inclination
        return tilt * tilt
      }
      return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }
    for isOffline in [false, true] {
      let estimation = MotionEstimation(isOffline: isOffline, skipsStartup: false)
      let whole = tilt(estimation.estimate(samples).motions)
      let part = tilt(estimation.estimate(kept).motions)
      // With the force of the last sample alone it is 0.4° to 0.9° worse.
      #expect(part < whole + 0.35, "offline \(isOffline): \(part) instead of \(whole)")
    }
  }

  @Test("time stamps of even samples with random errors", arguments: 0..<2 as Range<UInt64>)
  func jitter(seed: UInt64) throws {
    let motion = SyntheticMotion(duration: 60, rate: 50, seed: seed)
    var random = SplitMix64(seed: seed)
    let errors = motion.samples.map { _ in 0.3 / 50 * random.nextNormal() }
    let stamps = zip(motion.samples, errors).map { $0.timestamp + $1 }.sorted()
    func inclination(at stamps: [Double]) -> Double {
      var samples = motion.samples
      for place in samples.indices { samples[place].timestamp = stamps[place] }
      let truth = Dictionary(zip(stamps, motion.truth)) { first, _ in first }
      let motions = MotionEstimation(skipsStartup: false).estimate(samples).motions
      return Self.inclination(of: motions, from: truth)
    }
    // Errors of 6 ms are 0.9° at the rms rate of 2.5 rad/s.
    let exact = inclination(at: motion.samples.map(\.timestamp))
    #expect(inclination(at: stamps) < exact + 0.3, "exact \(exact)")
  }

  @Test(
    "a gap of 0.4 s in motion is a fault with a covering deviation",
    arguments: 0..<2 as Range<UInt64>)
  func shortGap(seed: UInt64) throws {
    let motion = SyntheticMotion(duration: 20, seed: seed)
    var filter = InertialFilter()
    var before = 0.0
    for (sample, truth) in zip(motion.samples, motion.truth) {
      guard !(15.0..<15.4).contains(sample.timestamp) else { continue }
      filter.update(sample)
      guard sample.timestamp > 14, let attitude = filter.attitude else { continue }
      let deviation = try #require(filter.uncertainty).inclination * 180 / .pi
      if sample.timestamp < 15 { before = deviation }
      #expect(errorInDegrees(of: attitude, from: truth).inclination < 3 * deviation)
      if sample.timestamp < 15.5, sample.timestamp > 15.3 { #expect(deviation > 2 * before) }
    }
    #expect(filter.faults.gaps == 1)
  }

  @Test(
    "after gaps of 0.8 s the deviations cover the errors, which end within a second",
    arguments: 0..<4 as Range<UInt64>)
  func longGaps(seed: UInt64) throws {
    let motion = SyntheticMotion(duration: 90, seed: seed)
    let kept = zip(motion.samples, motion.truth).filter { sample, _ in
      // The phase of the motion differs from gap to gap.
      sample.timestamp < 10 || sample.timestamp.truncatingRemainder(dividingBy: 7.3) >= 0.8
    }
    var filter = InertialFilter()
    var (largest, settled) = (0.0, 0.0)
    for (sample, truth) in kept {
      filter.update(sample)
      guard sample.timestamp > 5, let attitude = filter.attitude else { continue }
      let sigma = try #require(filter.uncertainty)
      let error = errorInDegrees(of: attitude, from: truth)
      #expect(error.inclination < 4 * sigma.inclination * 180 / .pi)
      #expect(error.heading < 4 * sigma.heading * 180 / .pi)
      largest = max(largest, error.total)
      if sample.timestamp.truncatingRemainder(dividingBy: 7.3) > 2.8 {
        settled = max(settled, error.total)
      }
    }
    #expect(largest > 5 && settled < 8, "\(largest), \(settled)")
    // Offline both sides of a gap are as accurate as without it.
    let estimates = InertialSmoother().smooth(kept.map(\.0)).estimates
    var worst = 0.0
    for (estimate, (_, truth)) in zip(estimates, kept) {
      let attitude = try #require(estimate).attitude
      worst = max(worst, errorInDegrees(of: attitude, from: truth).inclination)
    }
    #expect(worst < 3.5, "\(worst)")
  }

  @Test("a gap of 0.4 s without motion is counted, and hides no turn")
  func gapWithoutMotion() throws {
    let motion = SyntheticMotion(duration: 6, seed: 1, stillUntil: 6)
    var (filter, whole) = (InertialFilter(), InertialFilter())
    for sample in motion.samples {
      whole.update(sample)
      if !(4.0..<4.4).contains(sample.timestamp) { filter.update(sample) }
    }
    #expect(filter.faults.gaps == 1 && filter.faults.total == 1)
    let deviation = try #require(filter.uncertainty).inclination
    #expect(try deviation < 1.1 * #require(whole.uncertainty).inclination)
  }

  @Test("offline the bias is shared across a long gap")
  func offlineGap() throws {
    let motion = SyntheticMotion(duration: 45, seed: 2, bias: Vector3(0.01, -0.008, 0.012))
    let samples = motion.samples.filter { !(37.0..<40.0).contains($0.timestamp) }
    let end = samples.filter { $0.timestamp >= 40 }
    func deviation(_ samples: [SensorSample]) throws -> Double {
      let estimate = try #require(InertialSmoother().smooth(samples).estimates.last)
      return try #require(estimate).uncertainty.gyroscopeBias.length
    }
    #expect(try deviation(samples) < 0.8 * deviation(end))
  }

  @Test("the magnetometer's delay is estimated beside an offset", arguments: [0, 1])
  func delay(count: Int) throws {
    let motion = SyntheticMotion(
      duration: 240, rate: 50, seed: 3, offset: Vector3(10, -20, 5))
    var calibrator = MagnetometerCalibrator()
    var intake = Intake()
    for index in motion.samples.indices.dropFirst(count) {
      var sample = motion.samples[index]
      sample.magneticField = motion.samples[index - count].magneticField
      calibrator.update(intake.check(sample))
    }
    // The prior at zero, with a deviation of 10 ms, takes a part.
    let expected = Double(count) * 0.02
    #expect(calibrator.delay > expected / 2 - 0.001, "\(calibrator.delay)")
    #expect(calibrator.delay < expected + 0.001, "\(calibrator.delay)")
    #expect((calibrator.offset - Vector3(10, -20, 5)).length < 1, "\(calibrator.offset)")
  }

  @Test(
    "offline, a field that is 20 ms late is used beside the offset of a raw magnetometer",
    arguments: 0..<2 as Range<UInt64>)
  func lateField(seed: UInt64) throws {
    // The offset of a Nexus 5. Turned with the field, it would be wrong by 15 µT at 2 rad/s.
    let motion = SyntheticMotion(
      duration: 90, rate: 50, seed: seed, offset: Vector3(60, -75, 410))
    var samples = motion.samples
    for index in samples.indices.dropFirst() {
      samples[index].magneticField = motion.samples[index - 1].magneticField
    }
    let estimates = InertialSmoother().smooth(samples).estimates
    var squares = 0.0
    for (estimate, truth) in zip(estimates, motion.truth) {
      let error = errorInDegrees(of: try #require(estimate).attitude, from: truth).heading
      squares += error * error
    }
    let deviation = (squares / Double(samples.count)).squareRoot()
    #expect(deviation < 1.5, "\(deviation)")
  }

  @Test("a bias of 4.9°/s is followed in motion", arguments: 0..<2 as Range<UInt64>)
  func largeBias(seed: UInt64) throws {
    let bias = Vector3(0.03, -0.02, 0.078)
    let motion = SyntheticMotion(duration: 60, seed: seed, bias: bias)
    var filter = InertialFilter()
    for sample in motion.samples { filter.update(sample) }
    // Below the limit of a stationary phase, 2°/s, at least 2.4°/s would remain.
    #expect(filter.gyroscopeBias.distance(to: bias) < 1.8 * .pi / 180)
  }

  @Test("deviations at every motion, online and offline", arguments: [false, true])
  func uncertainties(isOffline: Bool) throws {
    let motion = SyntheticMotion(duration: 20, seed: 1)
    let estimate = MotionEstimation(isOffline: isOffline, skipsStartup: false)
      .estimate(motion.samples)
    #expect(estimate.motions.allSatisfy { $0.uncertainty != nil })
    let last = try #require(estimate.motions.last?.uncertainty)
    #expect(last.inclination > 0 && last.inclination < 0.2)
    #expect(last.heading > 0 && last.heading < 0.2)
    #expect(last.gyroscopeBias.maximumMagnitude < 0.02)
    #expect(try #require(estimate.gyroscopeBias).length < 0.01)
  }
}
