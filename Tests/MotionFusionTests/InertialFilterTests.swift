import Foundation
import MotionFusion
import MotionTestSupport
import RealModule
import Testing

@Suite("InertialFilter")
struct InertialFilterTests {
  static let bias = Vector3(0.006, -0.009, 0.004)

  @Test("the bias is estimated in stationary phases and in motion", arguments: [0.0, 10])
  func bias(stillUntil: Double) {
    let motion = SyntheticMotion(
      duration: 60, seed: 11, stillUntil: stillUntil, bias: Self.bias)
    var filter = InertialFilter()
    for sample in motion.samples { filter.update(sample) }
    let error = filter.gyroscopeBias.distance(to: Self.bias)
    // At rest 0.03°/s a component, in motion 0.1°/s: the parameters' own figures, times three.
    #expect(error < (stillUntil > 0 ? 0.0016 : 0.0052) * 1.7)
    #expect(!filter.isStationary)
  }

  @Test("the deviation of a heading is at most that of an unknown one", arguments: [false, true])
  func unknownHeading(isOffline: Bool) {
    // From the first sample on, a turn may be the bias.
    let samples = (0..<3000).map {
      SensorSample(
        timestamp: Double($0) * 0.01, rotationRate: Vector3(0, 0, 0.2 + 1e-4 * Double($0 % 7)),
        acceleration: Vector3(0, 0, -1))
    }
    let motions = MotionEstimation(isOffline: isOffline).estimate(samples).motions
    let largest = motions.compactMap { $0.uncertainty?.heading }.max() ?? .infinity
    // That of a uniform distribution over the circle: 104°.
    #expect(largest <= Double.pi / 3.0.squareRoot())
  }

  /// The device turns about *x* and *z* while it falls, and the accelerometer has an offset.
  @Test("the vertical is kept in free fall", arguments: [5.0, 15])
  func freeFall(duration: Double) throws {
    let rate = Vector3(0.4, 0, 0.3)
    let offset = Vector3(0.01, 0.01, 0.005)
    var attitude = Quaternion<Double>.identity
    var filter = InertialFilter()
    for place in 0..<Int(100 * (10 + duration)) {
      let isFalling = place >= 1000
      if isFalling { attitude = attitude * Quaternion(rotationVector: rate * 0.01) }
      let force = isFalling ? .zero : attitude.conjugate.act(.unitZ)
      filter.update(
        SensorSample(
          timestamp: Double(place) * 0.01, rotationRate: isFalling ? rate : .zero,
          acceleration: -(force + offset)))
    }
    let error = errorInDegrees(of: try #require(filter.attitude), from: attitude)
    #expect(error.inclination < 3)
    let stated = try #require(filter.uncertainty).inclination * 180 / Double.pi
    #expect(error.inclination < 2 * stated)
  }

  @Test("accurate at any sampling rate", arguments: [25.0, 50, 100, 286, 1000])
  func rates(rate: Double) throws {
    let motion = SyntheticMotion(
      duration: 20, rate: rate, seed: 3, stillUntil: 2, bias: Self.bias)
    var filter = InertialFilter()
    for sample in motion.samples { filter.update(sample) }
    let error = errorInDegrees(
      of: try #require(filter.attitude), from: try #require(motion.truth.last))
    #expect(error.total < 3, "\(error)")
    #expect(error.inclination < 1.5, "\(error)")
  }

  @Test("sensors may have separate samples and rates")
  func apart() throws {
    let motion = SyntheticMotion(duration: 20, rate: 200, seed: 4)
    var filter = InertialFilter()
    for (index, sample) in motion.samples.enumerated() {
      filter.update(
        SensorSample(timestamp: sample.timestamp, rotationRate: sample.rotationRate))
      if index % 2 == 0 {
        filter.update(
          SensorSample(
            timestamp: sample.timestamp + 1e-4, acceleration: sample.acceleration))
      }
      if index % 10 == 0 {
        filter.update(
          SensorSample(
            timestamp: sample.timestamp + 2e-4, magneticField: sample.magneticField))
      }
    }
    #expect(filter.faults.total == 0)
    let error = errorInDegrees(
      of: try #require(filter.attitude), from: try #require(motion.truth.last))
    #expect(error.total < 3)
  }

  @Test("a nearby magnet does not change the heading")
  func magnet() throws {
    var motion = SyntheticMotion(duration: 40, seed: 8, stillUntil: 5)
    for index in 1500..<3000 {
      motion.samples[index].magneticField? += Vector3(30, -40, 20)
    }
    var filter = InertialFilter()
    var worst = 0.0
    for (index, sample) in motion.samples.enumerated() {
      filter.update(sample)
      let attitude = try #require(filter.attitude)
      if index > 1500 {
        worst = max(worst, errorInDegrees(of: attitude, from: motion.truth[index]).heading)
      }
      if (1600..<2900).contains(index) { #expect(filter.isFieldDisturbed) }
    }
    #expect(worst < 3, "heading off by \(worst)°")
    #expect(!filter.isFieldDisturbed)
  }

  /// Scale and alignment off by 1 % each, as phones' are: the turns add up to hundreds of degrees
  /// of error in the minute, which only the field can take back.
  @Test(
    "the gyroscope's scale is estimated while the device turns about horizontal axes",
    arguments: [Vector3(1.01, 0.99, 1.015), Vector3(0.98, 1, 1.02)])
  func gyroscopeScaleEstimate(scale: Vector3<Double>) throws {
    let motion = SyntheticMotion(
      duration: 120, seed: 5, spin: Vector3(2, -1.5, 1), gyroscope: Matrix3(diagonal: scale))
    var filter = InertialFilter(configuration: .withoutMagnetometer)
    for sample in motion.samples { filter.update(sample) }
    let missing = scale - Vector3(repeating: 1) - filter.gyroscopeScale
    #expect(missing.length < 0.5 * (scale - Vector3(repeating: 1)).length, "\(missing)")
  }

  @Test("turns about the vertical and rates beyond the range do not change the scale")
  func scaleWithoutObservation() {
    var turning = InertialFilter(configuration: .withoutMagnetometer)
    for index in 0..<6000 {
      turning.update(
        SensorSample(
          timestamp: Double(index) / 100, rotationRate: Vector3(0, 0, 2),
          acceleration: Vector3(0, 0, -1)))
    }
    #expect(turning.gyroscopeScale.length < 1e-6)

    var clipped = InertialFilter(configuration: .withoutMagnetometer)
    let motion = SyntheticMotion(duration: 60, seed: 6, spin: Vector3(4.2, 0, 0))
    for var sample in motion.samples {
      sample.rotationRate = sample.rotationRate?.map { min($0, 4.36) }
      clipped.update(sample)
    }
    #expect(clipped.faults.saturatedGyroscope > 100)
    #expect(clipped.gyroscopeScale.length < 0.005, "\(clipped.gyroscopeScale)")
  }

  @Test(
    "a gyroscope scale error of 1 % leaves the heading error bounded",
    arguments: [
      Matrix3(diagonal: Vector3(repeating: 1.01)), Matrix3(diagonal: Vector3(repeating: 0.99)),
      Matrix3(
        columns: Vector3(1, 0.01, -0.01), Vector3(0.01, 1, 0.01), Vector3(-0.01, 0.01, 1)),
    ], [Vector3(0.0, 0, 6), Vector3(-4.0, 3, 2)])
  func gyroscopeScale(gyroscope: Matrix3<Double>, spin: Vector3<Double>) throws {
    let motion = SyntheticMotion(
      duration: 60, seed: 12, stillUntil: 3, spin: spin, gyroscope: gyroscope)
    let smoothed = InertialSmoother().smooth(motion.samples).estimates
    var filter = InertialFilter()
    var squares = 0.0
    var worst = 0.0
    var smoothedSquares = 0.0
    for (index, sample) in motion.samples.enumerated() {
      filter.update(sample)
      let error = errorInDegrees(of: try #require(filter.attitude), from: motion.truth[index])
      squares += error.total * error.total
      worst = max(worst, error.total)
      let later = try #require(smoothed[index]).attitude
      let smoothedError = errorInDegrees(of: later, from: motion.truth[index])
      smoothedSquares += smoothedError.total * smoothedError.total
    }
    // The drift, some 3.4°/s, is in balance with the correction at a mean error a little above
    // four deviations of the field's mean, 6.5°, but for the time that it takes to notice.
    #expect((squares / Double(motion.samples.count)).squareRoot() < 15)
    #expect(worst < 27, "off by \(worst)°")
    // With the future known a steady drift leaves no error but near both ends.
    #expect((smoothedSquares / Double(motion.samples.count)).squareRoot() < 5)
  }

  @Test("a disturbed initial field is replaced once the device turns in another one")
  func wrongAtFirst() throws {
    var motion = SyntheticMotion(duration: 15, seed: 13, stillUntil: 8)
    for index in motion.samples.indices.prefix(500) {
      motion.samples[index].magneticField? += Vector3(20, 15, -10)
    }
    var filter = InertialFilter()
    for (index, sample) in motion.samples.enumerated() {
      filter.update(sample)
      let error = errorInDegrees(of: try #require(filter.attitude), from: motion.truth[index])
      // The fields cannot be distinguished before the device has turned by a radian, for no less
      // than a second.
      if (100..<900).contains(index) { #expect(error.heading > 30) }
      if index >= 1000 { #expect(error.heading < 1 && !filter.isFieldDisturbed) }
    }
  }

  /// A turn of the field about the vertical, by 80°.
  private static let otherNorth = Quaternion(rotationVector: Vector3(0, 0, 1.4))

  @Test(
    "an initial field that differs in direction only is replaced", arguments: 0..<3 as Range<UInt64>
  )
  func wrongDirectionAtFirst(seed: UInt64) throws {
    var motion = SyntheticMotion(duration: 10, seed: seed, stillUntil: 4)
    for index in motion.samples.indices.prefix(400) {
      motion.samples[index].magneticField = motion.truth[index].conjugate.act(
        Self.otherNorth.act(SyntheticMotion.field))
    }
    var filter = InertialFilter()
    for (index, sample) in motion.samples.enumerated() {
      filter.update(sample)
      let error = errorInDegrees(of: try #require(filter.attitude), from: motion.truth[index])
      if (100..<400).contains(index) { #expect(error.heading > 75) }
      // A radian of turning, and the time to find north.
      if index >= 700 { #expect(error.heading < 5) }
    }
  }

  @Test("turns to and fro do not prove a field; turns by a radian and a heading from outside do")
  func proof() throws {
    func sigma(_ amplitude: Double, heading: Double? = nil) throws -> Double {
      var filter = InertialFilter()
      for index in 0..<2000 {
        let time = Double(index) / 100
        // A period of 1.6 s about the vertical.
        let yaw = amplitude * Double.sin(4 * time)
        let back = Quaternion(rotationVector: Vector3(0, 0, -yaw))
        filter.update(
          SensorSample(
            timestamp: time,
            rotationRate: Vector3(0, 0, 4 * amplitude * Double.cos(4 * time)),
            acceleration: Vector3(0, 0, -1), magneticField: back.act(SyntheticMotion.field)))
        if let heading, index == 1000 { filter.observe(heading: heading, deviation: 0.01) }
      }
      return try #require(filter.uncertainty).heading * 180 / .pi
    }
    #expect(try sigma(0.2) > 40)
    #expect(try sigma(0.8) < 10)
    #expect(try sigma(0.2, heading: 0) < 10)
  }

  @Test("a field that changes its direction does not turn a still device")
  func wrongDirectionAtLast() throws {
    let motion = SyntheticMotion(duration: 20, seed: 2)
    var filter = InertialFilter()
    for sample in motion.samples { filter.update(sample) }
    let last = try #require(motion.samples.last)
    let truth = try #require(motion.truth.last)
    for index in 1...1000 {
      filter.update(
        SensorSample(
          timestamp: last.timestamp + Double(index) / 100, rotationRate: .zero,
          acceleration: truth.conjugate.act(Vector3(0, 0, -1)),
          magneticField: truth.conjugate.act(Self.otherNorth.act(SyntheticMotion.field))))
    }
    let error = errorInDegrees(of: try #require(filter.attitude), from: truth)
    #expect(error.heading < 5 && filter.isFieldDisturbed)
  }

  @Test("a stationary phase is detected after 1.5 s and ends at once")
  func rest() {
    let motion = SyntheticMotion(duration: 12, seed: 9, stillUntil: 10)
    var filter = InertialFilter()
    for sample in motion.samples {
      filter.update(sample)
      if sample.timestamp < 1.4 { #expect(!filter.isStationary) }
      if (1.7..<10).contains(sample.timestamp) { #expect(filter.isStationary) }
    }
    #expect(!filter.isStationary)
  }

  @Test("at rest a large bias is told from a turn by the force that stays", arguments: [3.0, 7])
  func largeBias(degrees: Double) {
    let bias = Vector3(degrees, -degrees / 2, 1) * (.pi / 180)
    let motion = SyntheticMotion(duration: 6, seed: 15, stillUntil: 7, bias: bias)
    // Level, so that the bias about x and y is horizontal.
    var filter = InertialFilter()
    for sample in motion.samples {
      var sample = sample
      sample.acceleration = Vector3(0, 0, -1)
      sample.magneticField = nil
      filter.update(sample)
    }
    #expect(filter.isStationary && filter.gyroscopeBias.distance(to: bias) < 0.004)
  }

  /// A bias about the vertical beyond 2°/s is not distinguished from a turn.
  @Test("at rest the deviation covers a bias about the vertical", arguments: [2.1, 3, 7])
  func ambiguousBias(degrees: Double) throws {
    let bias = degrees * .pi / 180
    let motion = SyntheticMotion(
      duration: 60, seed: 4, stillUntil: 100, bias: Vector3(0, 0, bias))
    var filter = InertialFilter(
      configuration: {
        var configuration = InertialFilter.Configuration()
        configuration.usesMagnetometer = false
        return configuration
      }())
    for sample in motion.samples { filter.update(sample) }
    let uncertainty = try #require(filter.uncertainty)
    let error = abs(filter.gyroscopeBias.z - bias)
    #expect(error < 2 * uncertainty.gyroscopeBias.z)
    #expect(min(60 * error, .pi) < 2 * uncertainty.heading)
  }

  @Test("a slow turn about a horizontal or the vertical axis is no bias", arguments: [2.2, 3, 5])
  func slowTurn(degrees: Double) {
    for axis in [Vector3(0.0, 1, 0), Vector3(0, 0, 1)] {
      let rate = axis * (degrees * .pi / 180)
      var filter = InertialFilter()
      for index in 0..<800 {
        let time = Double(index) / 100
        let attitude = Quaternion(rotationVector: rate * time)
        filter.update(
          SensorSample(
            timestamp: time, rotationRate: rate,
            acceleration: attitude.conjugate.act(Vector3(0, 0, -1))))
        if time > 2 { #expect(!filter.isStationary) }
      }
      #expect(filter.gyroscopeBias.length < 0.01)
    }
  }

  @Test("a slow turn after a rest is no bias", arguments: [1, 1.8, -3.0], [5.0, 30])
  func turntable(degrees: Double, rest: Double) throws {
    let (rate, bias) = (degrees * .pi / 180, Vector3(0.6, -0.8, 0.2) * (.pi / 180))
    var random = SplitMix64(seed: 3)
    func normal() -> Vector3<Double> {
      Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
    }
    var filter = InertialFilter()
    var turn = 0.0
    for index in 0..<Int(100 * (rest + 40)) {
      let time = Double(index) / 100
      let isTurning = time >= rest && time < rest + 30
      turn += isTurning ? rate / 100 : 0
      filter.update(
        SensorSample(
          timestamp: time,
          rotationRate: Vector3(0, 0, isTurning ? rate : 0) + bias + normal() * 0.001,
          acceleration: Vector3(0, 0, -1) + normal() * 0.002))
      // It may be a step of the bias, and the deviation says so.
      guard isTurning, time > rest + 25, abs(degrees) <= 2 else { continue }
      #expect(abs(turn) < 2 * (try #require(filter.uncertainty).heading))
    }
    let attitude = try #require(filter.attitude)
    let error = 2 * Double.atan2(y: attitude.z, x: attitude.w) - turn
    #expect(abs(error.remainder(dividingBy: 2 * .pi)) < 0.5 * .pi / 180)
    #expect((filter.gyroscopeBias - bias).length < 0.02 * .pi / 180)
    #expect(try #require(filter.uncertainty).heading < 3 * .pi / 180)
  }

  @Test(
    "a step of the bias about the vertical is found after the next motion", arguments: [1, 1.8])
  func verticalStep(degrees: Double) throws {
    let step = degrees * .pi / 180
    var random = SplitMix64(seed: 4)
    func normal() -> Vector3<Double> {
      Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
    }
    var filter = InertialFilter()
    for index in 0..<6000 {
      let time = Double(index) / 100
      // Shaken for a second, and back as before.
      let isMoving = time >= 40 && time < 41
      let rate = isMoving ? Double.sin(2 * .pi * time) : 0
      let angle = isMoving ? (1 - Double.cos(2 * .pi * time)) / (2 * .pi) : 0
      let attitude = Quaternion(rotationVector: Vector3(angle, 0, 0))
      filter.update(
        SensorSample(
          timestamp: time,
          rotationRate: Vector3(rate, 0, time < 20 ? 0 : step) + normal() * 0.001,
          acceleration: attitude.conjugate.act(Vector3(0, 0, -1)) + normal() * 0.002))
      guard index == 3900 else { continue }
      let error = 19 * step
      #expect(error < 2 * (try #require(filter.uncertainty).heading))
    }
    #expect(abs(filter.gyroscopeBias.z - step) < 0.05 * .pi / 180)
    let attitude = try #require(filter.attitude)
    // Most of the turn by the step is undone.
    #expect(abs(2 * Double.atan2(y: attitude.z, x: attitude.w)) < 0.15 * 20 * step)
  }

  @Test("the heading's deviation covers a wrong scale after turns in one direction")
  func scale() throws {
    var configuration = InertialFilter.Configuration()
    configuration.usesMagnetometer = false
    var filter = InertialFilter(configuration: configuration)
    // 20 turns about the vertical at 2 rad/s, and as many back.
    var deviations: [Double] = []
    for (index, rate) in [2.0, -2].enumerated() {
      for step in 0..<6283 {
        filter.update(
          SensorSample(
            timestamp: Double(index * 6283 + step) / 100, rotationRate: Vector3(0, 0, rate),
            acceleration: Vector3(0, 0, -1)))
      }
      deviations.append(try #require(filter.uncertainty).heading)
    }
    // A scale error of half a percent turns the heading by 36°, and back again. The bias has a part
    // in both.
    let bias = 3 * 62.83 * .pi / 180
    #expect(deviations[0] > 0.6 && deviations[0] < 0.75 + bias)
    #expect(deviations[1] < 2 * bias + 0.05)
  }

  @Test("after a start in a jolt, vertical and north converge", arguments: 0..<3 as Range<UInt64>)
  func jolt(seed: UInt64) throws {
    var motion = SyntheticMotion(duration: 20, seed: seed)
    for index in 0..<20 { motion.samples[index].acceleration? += Vector3(1.2, -0.9, 0.7) }
    var filter = InertialFilter()
    for (index, sample) in motion.samples.enumerated() {
      filter.update(sample)
      guard index >= 500 else { continue }
      let error = errorInDegrees(of: try #require(filter.attitude), from: motion.truth[index])
      // The first readings are 80° off the vertical, and their weight wears off.
      let limit = index < 1000 ? 10.0 : 6
      if error.heading > limit || error.inclination > limit / 2 || filter.isFieldDisturbed {
        Issue.record("\(sample.timestamp) s: \(error)")
        break
      }
    }
  }

  @Test("errors are within three standard deviations", arguments: 0..<4 as Range<UInt64>)
  func uncertainty(seed: UInt64) throws {
    let motion = SyntheticMotion(duration: 30, seed: seed, stillUntil: 2, bias: Self.bias)
    var filter = InertialFilter()
    for (index, sample) in motion.samples.enumerated() {
      filter.update(sample)
      guard index >= 500, index % 100 == 0 else { continue }
      let uncertainty = try #require(filter.uncertainty)
      let error = errorInDegrees(of: try #require(filter.attitude), from: motion.truth[index])
      let degrees = 180 / Double.pi
      #expect(error.inclination < 3 * uncertainty.inclination * degrees)
      #expect(error.heading < 3 * uncertainty.heading * degrees)
    }
  }

  /// A device at rest without a magnetometer that is turned over at 10 s, in a second.
  private func turnedOver() throws -> [OrientationUncertainty] {
    var filter = InertialFilter(configuration: .withoutMagnetometer)
    return try (0..<6000).map { index in
      let time = Double(index) / 100
      let angle = min(max(time - 10, 0), 1) * .pi
      let isTurning = time > 10 && time <= 11
      filter.update(
        SensorSample(
          timestamp: time, rotationRate: Vector3(isTurning ? .pi : 0, 0, 0),
          acceleration: Vector3(0, -Double.sin(angle), -Double.cos(angle))))
      return try #require(filter.uncertainty)
    }
  }

  @Test("the heading's deviation stays consistent with that of the bias when turned over")
  func headingDeviation() throws {
    let uncertainties = try turnedOver()
    // The random walk alone is 0.2° after one second.
    for seconds in [20, 30, 45, 59] {
      let deviation = uncertainties[seconds * 100].heading * (180 / .pi)
      #expect(deviation > 0.2 * Double(seconds).squareRoot(), "\(deviation)° at \(seconds) s")
      // 2 s with the initial deviation of the bias, 0.5°/s, then little.
      #expect(deviation < 4, "\(deviation)° at \(seconds) s")
    }
  }

  /// The root mean squares of the inclination's error and deviation in the last 40 s of a minute in
  /// degrees, with additional horizontal accelerations of this amplitude in g.
  private func inclination(
    swaying amplitude: Double, seed: UInt64
  ) throws -> (error: Double, deviation: Double) {
    let motion = SyntheticMotion(duration: 60, seed: seed, bias: Self.bias)
    var filter = InertialFilter()
    var (errors, variances) = (0.0, 0.0)
    for (index, var sample) in motion.samples.enumerated() {
      let time = sample.timestamp
      let push = Vector3(Double.sin(2.1 * time), Double.sin(3.4 * time), 0) * amplitude
      sample.acceleration? -= motion.truth[index].conjugate.act(push)
      filter.update(sample)
      guard index >= 2000 else { continue }
      let attitude = try #require(filter.attitude)
      let error = errorInDegrees(of: attitude, from: motion.truth[index]).inclination
      let deviation = try #require(filter.uncertainty).inclination * 180 / .pi
      errors += error * error
      variances += deviation * deviation
    }
    return ((errors / 4000).squareRoot(), (variances / 4000).squareRoot())
  }

  @Test("the inclination's deviation follows its error", arguments: 0..<3 as Range<UInt64>)
  func inclinationDeviation(seed: UInt64) throws {
    let calm = try inclination(swaying: 0, seed: seed)
    let swaying = try inclination(swaying: 0.3, seed: seed)
    #expect(swaying.error > calm.error)
    #expect(swaying.deviation > 1.25 * calm.deviation)
    for found in [calm, swaying] {
      #expect(found.deviation > 0.5 * found.error, "\(found)")
      // The deviation is that of a velocity with a correlation time of 2 s. These oscillate faster,
      // and their error is a tenth of it.
      #expect(found.deviation < 2 * found.error + 2.5, "\(found)")
    }
  }

  @Test("an accelerometer alone shows no heading", arguments: [false, true])
  func accelerometerAlone(offline: Bool) throws {
    let samples = SyntheticMotion(duration: 5, seed: 1, stillUntil: 5).samples.map {
      SensorSample(timestamp: $0.timestamp, acceleration: $0.acceleration)
    }
    let motions = MotionEstimation(isOffline: offline).estimate(samples).motions
    let unknown = Double.pi / 3.0.squareRoot()
    let uncertainty = try #require(motions.last?.uncertainty)
    #expect(abs(uncertainty.heading - unknown) < 1e-12)
  }

  @Test("the vertical of a first force is not known to less than its acceleration")
  func startDeviation() throws {
    var filter = InertialFilter()
    filter.update(
      SensorSample(
        timestamp: 0, rotationRate: .zero, acceleration: Vector3(0.5, 0, -1)))
    #expect(try #require(filter.uncertainty).inclination > 10 * .pi / 180)
    // Offline the last sample has forces on one side only, as online.
    let motion = SyntheticMotion(duration: 20, seed: 3)
    var online = InertialFilter(configuration: .withoutMagnetometer)
    for sample in motion.samples { online.update(sample) }
    let expected = try #require(online.uncertainty).inclination
    let last = try #require(InertialSmoother().smooth(motion.samples).estimates.last)
    let found = try #require(last).uncertainty.inclination
    #expect(abs(found - expected) < 0.1 * expected, "\(found), \(expected)")
  }

  @Test("the smoother is at least as accurate as the filter", arguments: 0..<3 as Range<UInt64>)
  func smoother(seed: UInt64) throws {
    let motion = SyntheticMotion(duration: 30, seed: seed, stillUntil: 2, bias: Self.bias)
    var filter = InertialFilter()
    var online = 0.0
    var offline = 0.0
    let smoothed = InertialSmoother().smooth(motion.samples).estimates
    for (index, sample) in motion.samples.enumerated() {
      filter.update(sample)
      let now = errorInDegrees(of: try #require(filter.attitude), from: motion.truth[index])
      let later = errorInDegrees(
        of: try #require(smoothed[index]).attitude, from: motion.truth[index])
      online += now.inclination * now.inclination
      offline += later.inclination * later.inclination
      #expect(later.total < 2)
    }
    #expect(offline < online)
  }

  /// The largest heading error of the smoother, and the largest standard deviation of its heading,
  /// if the field of these samples points elsewhere.
  private func smoothed(
    _ motion: SyntheticMotion, otherNorthAt isWrong: (Int) -> Bool
  ) throws -> (error: Double, deviation: Double) {
    var motion = motion
    for index in motion.samples.indices where isWrong(index) {
      motion.samples[index].magneticField = motion.truth[index].conjugate.act(
        Self.otherNorth.act(SyntheticMotion.field))
    }
    var largest = (error: 0.0, deviation: 0.0)
    for (estimate, truth) in zip(InertialSmoother().smooth(motion.samples).estimates, motion.truth)
    {
      let estimate = try #require(estimate)
      largest.error = max(
        largest.error, errorInDegrees(of: estimate.attitude, from: truth).heading)
      largest.deviation = max(largest.deviation, estimate.uncertainty.heading * 180 / .pi)
    }
    return largest
  }

  @Test(
    "offline, a field that points elsewhere at both ends is left out",
    arguments: 0..<3 as Range<UInt64>)
  func wrongAtBothEnds(seed: UInt64) throws {
    let motion = SyntheticMotion(duration: 40, seed: seed, stillUntil: 4)
    let found = try smoothed(motion) { !(400..<3700 ~= $0) }
    #expect(found.error < 5 && found.deviation < 20, "\(found)")
  }

  @Test("offline, of two fields the first is kept", arguments: 0..<3 as Range<UInt64>)
  func firstOfTwo(seed: UInt64) throws {
    let motion = SyntheticMotion(duration: 60, seed: seed, stillUntil: 2)
    #expect(try smoothed(motion) { $0 > 3000 }.error < 8)
  }
}

extension InertialFilter.Configuration {
  fileprivate static var withoutMagnetometer: Self {
    var configuration = Self()
    configuration.usesMagnetometer = false
    return configuration
  }
}
