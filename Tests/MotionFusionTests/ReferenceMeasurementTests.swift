import MotionTestSupport
import RealModule
import Testing

@testable import MotionFusion

/// Measurements of attitude and heading from outside.
@Suite("Measurements from outside")
struct ReferenceMeasurementTests {
  private static let bias = Vector3(0.006, -0.009, 0.014)

  /// A filter without a magnetometer after a recording, and its errors in degrees in the second
  /// half.
  private static func run(
    seed: UInt64, _ observe: (inout InertialFilter, Int, Quaternion<Double>) -> Void
  ) throws -> (filter: InertialFilter, heading: Double, inclination: Double) {
    let motion = SyntheticMotion(duration: 60, seed: seed, bias: bias)
    var configuration = InertialFilter.Configuration()
    configuration.usesMagnetometer = false
    var filter = InertialFilter(configuration: configuration)
    var (heading, inclination) = (0.0, 0.0)
    for (index, sample) in motion.samples.enumerated() {
      filter.update(sample)
      observe(&filter, index, motion.truth[index])
      guard index > 3000 else { continue }
      let error = errorInDegrees(of: try #require(filter.attitude), from: motion.truth[index])
      heading = max(heading, error.heading)
      inclination = max(inclination, error.inclination)
    }
    return (filter, heading, inclination)
  }

  @Test("a heading once a second sets the frame and the bias", arguments: 0..<3 as Range<UInt64>)
  func heading(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let result = try Self.run(seed: seed) { filter, index, truth in
      guard index % 100 == 0 else { return }
      let axis = truth.act(.unitX)
      let measured = Double.atan2(y: -axis.y, x: axis.x) + 0.02 * random.nextNormal()
      // Any whole turn is the same heading.
      filter.observe(heading: measured + 4 * .pi, deviation: 0.02)
    }
    #expect(result.heading < 4, "\(result.heading)")
    #expect(result.filter.isNorthKnown)
    // The whole bias is 0.0177 rad/s.
    #expect(result.filter.gyroscopeBias.distance(to: Self.bias) < 0.008)
    let sigma = try #require(result.filter.uncertainty).heading
    #expect(sigma > 0.002 && sigma < 0.02)
  }

  @Test("attitudes correct inclination and heading", arguments: 0..<3 as Range<UInt64>)
  func attitude(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let without = try Self.run(seed: seed) { _, _, _ in }
    let result = try Self.run(seed: seed) { filter, index, truth in
      guard index % 10 == 0 else { return }
      let noise = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * 0.002
      // Any length is the same attitude.
      let measured = Quaternion(rotationVector: noise) * truth
      filter.observe(
        attitude: Quaternion(
          x: -2 * measured.x, y: -2 * measured.y, z: -2 * measured.z, w: -2 * measured.w),
        deviation: 0.002)
    }
    #expect(result.heading < 1 && result.inclination < 0.6, "\(result)")
    #expect(result.inclination < without.inclination)
  }

  @Test("a first attitude before any force sets the vertical")
  func first() throws {
    let truth = Attitude(pitch: 0.4, roll: -0.7, yaw: 1.1).quaternion
    var filter = InertialFilter()
    filter.update(SensorSample(timestamp: 0, rotationRate: .zero))
    let isHeadingUsed = filter.observe(heading: 1, deviation: 0.1)
    #expect(filter.attitude == nil)
    let isAttitudeUsed = filter.observe(attitude: truth, deviation: 0.01)
    #expect(!isHeadingUsed && isAttitudeUsed)
    let attitude = try #require(filter.attitude)
    #expect(attitude.angularDistance(to: truth) < 1e-9)
  }

  @Test("measurements that are not valid are left out and counted")
  func invalid() throws {
    var filter = InertialFilter()
    filter.update(SensorSample(timestamp: 0, acceleration: Vector3(0, 0, -1)))
    let before = filter.attitude
    let isNaNUsed = filter.observe(heading: .nan, deviation: 0.1)
    filter.observe(heading: 1, deviation: 0)
    filter.observe(heading: 1, deviation: .infinity)
    filter.observe(attitude: Quaternion(x: 0, y: 0, z: 0, w: 0), deviation: 0.1)
    filter.observe(attitude: Quaternion(x: .nan, y: 0, z: 0, w: 1), deviation: 0.1)
    let isNegativeUsed = filter.observe(attitude: .identity, deviation: -1)
    #expect(!isNaNUsed && !isNegativeUsed)
    #expect(filter.faults.notFinite == 6)
    #expect(filter.attitude == before)
  }

  @Test("an opposite vertical does not break the filter")
  func opposite() throws {
    var filter = InertialFilter()
    filter.update(SensorSample(timestamp: 0, acceleration: Vector3(0, 0, -1)))
    filter.observe(attitude: Quaternion(x: 1, y: 0, z: 0, w: 0), deviation: 1e-3)
    filter.update(SensorSample(timestamp: 0.01, acceleration: Vector3(0, 0, -1)))
    #expect(try #require(filter.attitude).isFinite)
  }

  @Test("a measurement between two samples is carried to the last one by the rate")
  func age() throws {
    // 3 rad/s about a tilted axis.
    let rate = Vector3(1, 2, 2)
    func truth(_ time: Double) -> Quaternion<Double> {
      Attitude(pitch: 0.2, roll: 0.1, yaw: 0.7).quaternion * Quaternion(rotationVector: rate * time)
    }
    var first = InertialFilter()
    for index in 0...50 {
      let time = Double(index) / 100
      let up = truth(time).conjugate.act(.unitZ)
      first.update(SensorSample(timestamp: time, rotationRate: rate, acceleration: -up))
    }
    first.observe(attitude: truth(0.5), deviation: 1e-6)
    var second = first
    second.observe(attitude: truth(0.493), deviation: 1e-6, age: 0.007)
    #expect(
      try #require(second.attitude).angularDistance(to: try #require(first.attitude)) < 1e-4)
    let axis = truth(0.493).act(.unitX)
    second = first
    second.observe(
      heading: -Double.atan2(y: axis.y, x: axis.x), deviation: 1e-6, age: 0.007)
    #expect(
      try #require(second.attitude).angularDistance(to: try #require(first.attitude)) < 1e-3)
  }

  @Test("the turn from an attitude to an earlier measurement", arguments: [-0.02, 0, 0.1, 0.25])
  func turn(age: Double) throws {
    let rate = Vector3(1, 2, -2)
    let before = Attitude(pitch: 0.2, roll: 0.1, yaw: 0.7).quaternion
    let now = before * Quaternion(rotationVector: rate * age)
    let axis = before.act(.unitX)
    let heading = Double.atan2(y: -axis.y, x: axis.x)
    for error in [-2.5, 0, 0.3] {
      let estimated = Quaternion(rotationVector: Vector3(0, 0, -error)) * now
      let unit = -3.0
      let measured = Quaternion(
        x: unit * before.x, y: unit * before.y, z: unit * before.z, w: unit * before.w)
      for quantity in [MotionMeasurement.Quantity.heading(heading), .attitude(measured)] {
        let turn = try #require(quantity.turn(from: estimated, rate: rate, age: age))
        #expect(abs((turn - error).withoutWholeTurns) < 1e-14, "\(quantity) \(turn)")
      }
    }
    // 5° from the vertical, and 7°.
    for (degrees, isVertical) in [(85.0, true), (83, false)] {
      let turn = Quaternion(rotationVector: Vector3(0, -degrees * .pi / 180, 0))
      #expect(
        (MotionMeasurement.Quantity.heading(0).turn(from: turn, rate: .zero, age: age) == nil)
          == isVertical)
      #expect(
        MotionMeasurement.Quantity.attitude(turn).turn(from: turn, rate: .zero, age: age) == 0)
    }
    for quantity in [MotionMeasurement.Quantity.position(.unitX), .velocity(.unitX)] {
      #expect(quantity.turn(from: now, rate: rate, age: age) == nil)
    }
  }

  // MARK: - Recordings

  @Test(
    "an estimation of six axes with headings between the samples points to their north",
    arguments: 0..<3 as Range<UInt64>)
  func estimation(seed: UInt64) throws {
    let motion = SyntheticMotion(duration: 60, seed: seed, bias: Self.bias)
    var random = SplitMix64(seed: seed)
    var usable = 0
    let measurements = stride(from: 200, to: motion.samples.count, by: 100).compactMap {
      index -> MotionMeasurement? in
      let middle = motion.truth[index - 1].slerp(to: motion.truth[index], 0.4)
      guard let heading = Attitude(quaternion: middle).heading else { return nil }
      // Within 6° of the vertical, here 8° for the error of the estimate, no heading is used.
      if abs(middle.act(.unitX).z) < 0.99 { usable += 1 }
      let times = (motion.samples[index - 1].timestamp, motion.samples[index].timestamp)
      return MotionMeasurement(
        timestamp: times.0 + 0.4 * (times.1 - times.0),
        quantity: .heading(heading + 0.02 * random.nextNormal()), deviation: 0.02)
    }
    let estimation = MotionEstimation(usesMagnetometer: false, skipsStartup: false)
    let estimate = estimation.estimate(motion.samples, measurements: measurements)
    #expect(estimate.pointsNorth && usable > 50)
    #expect((usable...measurements.count).contains(estimate.usedMeasurementCount))
    // The frame is unknown before the first one.
    let first = try #require(estimate.motions.first)
    #expect((0...0.02).contains(first.timestamp - measurements[0].timestamp))
    var worst = 0.0
    for (place, sample) in motion.samples.enumerated().dropFirst(3000) {
      let found = try #require(
        estimate.motions.first { $0.timestamp == sample.timestamp }?.attitude.quaternion)
      worst = max(worst, errorInDegrees(of: found, from: motion.truth[place]).heading)
    }
    #expect(worst < 4, "\(worst)")
    // Neither positions nor what is not plausible counts.
    let others = [
      MotionMeasurement(timestamp: 1, quantity: .position(.zero), deviation: 1),
      MotionMeasurement(timestamp: 1, quantity: .velocity(.zero), deviation: 1),
    ]
    #expect(
      estimation.estimate(motion.samples, measurements: others)
        == estimation.estimate(motion.samples))
    var estimator = MotionEstimator()
    estimator.observe(MotionMeasurement(timestamp: 0, quantity: .heading(.nan), deviation: 1))
    #expect(estimator.faults.notFinite == 1)
  }

  @Test(
    "offline, a heading that turns the frame by half a turn does not tilt it",
    arguments: 0..<2 as Range<UInt64>)
  func halfTurn(seed: UInt64) throws {
    let motion = SyntheticMotion(duration: 40, seed: seed, bias: Self.bias)
    let index = motion.samples.count - 100
    let turned = Quaternion(rotationVector: Vector3(0, 0, 3.1)) * motion.truth[index]
    let measurement = MotionMeasurement(
      timestamp: motion.samples[index].timestamp, quantity: .attitude(turned), deviation: 0.02)
    let estimation = MotionEstimation(
      usesMagnetometer: false, isOffline: true, skipsStartup: false)
    func inclination(_ measurements: [MotionMeasurement]) -> Double {
      let motions = estimation.estimate(motion.samples, measurements: measurements).motions
      let squares = zip(motions, motion.truth).map { found, truth in
        let error = errorInDegrees(of: found.attitude.quaternion, from: truth).inclination
        return error * error
      }
      return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }
    let (alone, measured) = (inclination([]), inclination([measurement]))
    #expect(measured < alone + 0.05, "\(measured), \(alone)")
  }

  @Test(
    "offline, headings once a second are better than online; attitudes give the heading, too",
    arguments: [false, true])
  func offline(hasAttitudes: Bool) throws {
    let motion = SyntheticMotion(duration: 60, seed: 4, bias: Self.bias)
    var random = SplitMix64(seed: 4)
    var measurements = [MotionMeasurement(timestamp: 3, quantity: .position(.zero), deviation: 1)]
    for index in stride(from: 500, to: motion.samples.count, by: 100) {
      let noise = 0.02 * random.nextNormal()
      let truth = Quaternion<Double>(rotationVector: Vector3(0, 0, -noise)) * motion.truth[index]
      guard let heading = Attitude(quaternion: truth).heading else { continue }
      // Twice: they count as one of half the variance.
      for _ in 0..<2 {
        measurements.append(
          MotionMeasurement(
            timestamp: motion.samples[index].timestamp,
            quantity: hasAttitudes ? .attitude(truth) : .heading(heading),
            deviation: 0.02 * 2.0.squareRoot()))
      }
    }
    func worst(isOffline: Bool) throws -> Double {
      let estimation = MotionEstimation(
        usesMagnetometer: false, isOffline: isOffline, skipsStartup: false)
      let estimate = estimation.estimate(motion.samples, measurements: measurements)
      #expect(estimate.pointsNorth)
      if isOffline { #expect(estimate.motions.count == motion.samples.count) }
      let places = Dictionary(
        uniqueKeysWithValues: zip(motion.samples.map(\.timestamp), motion.truth))
      return try estimate.motions.map { found in
        let truth = try #require(places[found.timestamp])
        return errorInDegrees(of: found.attitude.quaternion, from: truth).heading
      }.max() ?? .infinity
    }
    let (online, offline) = (try worst(isOffline: false), try worst(isOffline: true))
    #expect(offline < 2 && offline < 0.7 * online, "\(offline) \(online)")
  }

  @Test("offline, the frame points north if a measurement gives the heading of a sample")
  func offlineNorth() {
    let motion = SyntheticMotion(duration: 3, seed: 4)
    let estimation = MotionEstimation(
      usesMagnetometer: false, isOffline: true, skipsStartup: false)
    func pointsNorth(_ samples: [SensorSample], _ time: Double) -> Bool {
      let measurement = MotionMeasurement(timestamp: time, quantity: .heading(0), deviation: 0.1)
      // Two at one sample count as two, and a position does not count.
      let position = MotionMeasurement(timestamp: time, quantity: .position(.zero), deviation: 1)
      let estimate = estimation.estimate(
        samples, measurements: [measurement, measurement, position])
      #expect(estimate.usedMeasurementCount == (estimate.pointsNorth ? 2 : 0))
      return estimate.pointsNorth
    }
    #expect(pointsNorth(motion.samples, 1))
    // The first sample is at 0.01 s: the measurement is carried to it.
    #expect(pointsNorth(motion.samples, -0.1))
    #expect(!pointsNorth(motion.samples, -1) && !pointsNorth(motion.samples, 1e3))
    // The x axis is vertical.
    let upright = (0..<200).map {
      SensorSample(
        timestamp: Double($0) / 100, rotationRate: .zero, acceleration: Vector3(-1, 0, 0))
    }
    #expect(!pointsNorth(upright, 1))
    let attitude = MotionMeasurement(
      timestamp: 1, quantity: .attitude(Quaternion(rotationVector: Vector3(0, -.pi / 2, 0))),
      deviation: 0.1)
    #expect(estimation.estimate(upright, measurements: [attitude]).pointsNorth)
    // Without an accelerometer there is no attitude.
    let turns = motion.samples.map {
      SensorSample(timestamp: $0.timestamp, rotationRate: $0.rotationRate)
    }
    #expect(!pointsNorth(turns, 1))
  }

  @Test("a stream keeps the measurements of its start when it restarts after a transient")
  func startup() throws {
    var motion = SyntheticMotion(duration: 3, seed: 4)
    // The sensors are empty for 0.3 s.
    for index in 0..<30 {
      motion.samples[index].acceleration = .zero
      motion.samples[index].rotationRate = .zero
    }
    // All within the first 1.1 s: one too old for the first valid sample, one during the transient
    // that is carried to it, and two after it, the last one for the sample that ends the start.
    let measurements = try [(4, 0.0), (26, 0), (60, 0.003), (112, 0)].map { index, age in
      MotionMeasurement(
        timestamp: motion.samples[index].timestamp - age,
        quantity: .heading(try #require(Attitude(quaternion: motion.truth[index]).heading)),
        deviation: 0.02)
    }
    let batch = MotionEstimation(usesMagnetometer: false).estimate(
      motion.samples, measurements: measurements)
    #expect(batch.startupSampleCount == 30 && batch.usedMeasurementCount == 3)
    var estimator = MotionEstimator(
      configuration: .init(), referenceFrame: .xMagneticNorthZVertical, skipsStartup: true,
      usesMagnetometer: false)
    var next = 0
    var last: DeviceMotion?
    for sample in motion.samples {
      while next < measurements.count, measurements[next].timestamp <= sample.timestamp {
        estimator.observe(measurements[next])
        next += 1
      }
      last = estimator.update(sample)
    }
    #expect(estimator.startupSampleCount == 30)
    #expect(estimator.usedMeasurementCount == 3)
    #expect(last == batch.motions.last)
  }

  @Test("a measurement counts once where the clock was set back", arguments: [false, true])
  func clockSetBack(isOffline: Bool) throws {
    let motion = SyntheticMotion(duration: 20, seed: 4)
    var samples = motion.samples
    for index in samples.indices.dropFirst(1000) { samples[index].timestamp -= 5 }
    // Second 6 to 9 are there twice, 12 once.
    let measurements = try [7.0, 8, 12].map { time in
      // After the clock was set back, 12 s is sample 1,700.
      let index = Int((time * 100).rounded()) - 1 + (time > 10 ? 500 : 0)
      return MotionMeasurement(
        timestamp: time,
        quantity: .heading(try #require(Attitude(quaternion: motion.truth[index]).heading)),
        deviation: 0.02)
    }
    let estimation = MotionEstimation(
      usesMagnetometer: false, isOffline: isOffline, skipsStartup: false)
    #expect(estimation.estimate(samples, measurements: measurements).usedMeasurementCount == 3)
    #expect(
      estimation.estimate(samples, measurements: Array(measurements.prefix(2)))
        .usedMeasurementCount == 2)
    // One that is not plausible does not hide the others.
    let invalid = MotionMeasurement(timestamp: .nan, quantity: .heading(0), deviation: 1)
    #expect(
      estimation.estimate(samples, measurements: [invalid] + measurements)
        .usedMeasurementCount == 3)
  }

  @Test(
    "measurements are in the reference frame",
    arguments: [
      ReferenceFrame.xArbitraryZVertical, .xMagneticNorthZVertical, .xTrueNorthZVertical,
    ])
  func frames(frame: ReferenceFrame) throws {
    let attitude = Attitude(pitch: 0.2, roll: 0.1, yaw: 0.7)
    for quantity in [
      MotionMeasurement.Quantity.attitude(attitude.quaternion),
      .heading(try #require(attitude.heading)),
    ] {
      var estimator = MotionEstimator(
        referenceFrame: frame, declination: 0.3, skipsStartup: false)
      var last: DeviceMotion?
      for index in 0...10 {
        let time = Double(index) / 100
        if index == 5 {
          // One of the future, one that is too old, and one of now.
          for (age, turn) in [(-1, 1.0), (1, 1.0), (0.002, 0.0)] as [(Double, Double)] {
            var measured = quantity
            if case .heading(let angle) = quantity { measured = .heading(angle + turn) }
            if turn != 0, case .attitude = quantity { measured = .attitude(.identity) }
            estimator.observe(
              MotionMeasurement(timestamp: time - age, quantity: measured, deviation: 1e-3))
          }
        }
        last = estimator.update(
          SensorSample(timestamp: time, rotationRate: .zero, acceleration: attitude.gravity))
        if index < 5, frame != .xArbitraryZVertical { #expect(last == nil) }
      }
      #expect(estimator.usedMeasurementCount == 1)
      let found = try #require(last).attitude.quaternion
      #expect(found.angularDistance(to: attitude.quaternion) < 1e-3, "\(quantity)")
    }
  }

  @Test("deviations beyond any sensor are left out", arguments: [1e200, 1e-170, .nan, 0, -1])
  func implausible(deviation: Double) throws {
    var filter = InertialFilter()
    for sample in SyntheticMotion(duration: 2, seed: 1).samples {
      filter.update(sample)
      filter.observe(heading: 0, deviation: deviation)
      filter.observe(attitude: .identity, deviation: deviation)
    }
    #expect(filter.faults.notFinite == 400)
    filter.observe(heading: 0.3, deviation: 0.02)
    #expect(try #require(filter.attitude).isFinite)
    #expect(filter.faults.notFinite == 400)
  }

  @Test("an attitude before the first force stays, with its deviation")
  func attitudeFirst() throws {
    var filter = InertialFilter()
    filter.update(SensorSample(timestamp: 0, rotationRate: .zero))
    let measured = Quaternion(rotationVector: Vector3(0.4, 0, 0))
    filter.observe(attitude: measured, deviation: 0.1)
    let deviation = try #require(filter.uncertainty).inclination
    #expect(deviation > 0.13 && deviation < 0.16, "\(deviation)")
    filter.update(
      SensorSample(timestamp: 0.01, rotationRate: .zero, acceleration: Vector3(0, 0, -1)))
    #expect(try #require(filter.attitude).angularDistance(to: measured) < 0.05)
  }

  @Test("the axes of a frame by convention", arguments: WorldAxes.allCases)
  func axes(_ axes: WorldAxes) {
    // North, west and up in the coordinates of each convention.
    let expected: [Vector3<Double>] =
      switch axes {
      case .northWestUp: [.unitX, .unitY, .unitZ]
      case .eastNorthUp: [.unitY, -.unitX, .unitZ]
      case .northEastDown: [.unitX, -.unitY, -.unitZ]
      }
    for (axis, image) in zip([Vector3<Double>.unitX, .unitY, .unitZ], expected) {
      #expect(axes.fromNorthWestUp.act(axis).distance(to: image) < 1e-15)
    }
  }

  @Test("an estimate in other axes, turned or not")
  func estimate() throws {
    let motion = SyntheticMotion(duration: 3, seed: 2)
    var estimate = MotionEstimation().estimate(motion.samples)
    let before = WorldAxes.allCases.map { estimate.attitudes(in: $0) }
    #expect(before[0] == estimate.motions.map { $0.attitude.quaternion })
    for (axes, attitudes) in zip(WorldAxes.allCases, before) {
      for (plain, turned) in zip(before[0], attitudes) {
        #expect(turned.angularDistance(to: axes.fromNorthWestUp * plain) < 1e-12)
      }
    }
    estimate.turnFrame(to: .east)
    estimate.turnFrame(to: .east)
    for (axes, attitudes) in zip(WorldAxes.allCases, before) {
      for (a, b) in zip(estimate.attitudes(in: axes), attitudes) {
        #expect(a.angularDistance(to: b) < 1e-12)
      }
    }
  }
}
