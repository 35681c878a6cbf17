import MotionFusion
import TestSupport
import Testing

@testable import DeadReckoning

@Suite("InertialNavigator")
struct InertialNavigatorTests {
  @Test(
    "the state stays finite, and a stationary phase is detected, after extreme input",
    arguments: [
      "a start in a clip", "a clip after a gap", "a gap of 1e300 s",
      "readings at nearly the same time",
    ])
  func extremes(trouble: String) throws {
    func motion(_ time: Double, push: Double = 0) -> DeviceMotion {
      DeviceMotion(
        timestamp: time, attitude: .identity, rotationRate: .zero,
        userAcceleration: Vector3(push, 0, 0))
    }
    var motions: [DeviceMotion] = []
    if trouble != "a start in a clip" { motions = (0..<100).map { motion(Double($0) / 100 - 10) } }
    switch trouble {
    case "a gap of 1e300 s": motions.insert(motion(-1e300), at: 0)
    case "readings at nearly the same time":
      for index in 0..<9 {
        motions.append(motion(Double(index) * 1e-300, push: index / 3 == 1 ? 3 : 1.5))
      }
    default: motions += (0..<5).map { motion(Double($0) / 100, push: 3) }
    }
    motions += (10..<600).map { motion(Double($0) / 100) }
    var navigator = InertialNavigator()
    var path: [PathPoint] = []
    for motion in motions { navigator.update(motion) { path.apply($0) } }
    navigator.finish { path.apply($0) }
    #expect(path.allSatisfy { $0.position.isFinite && $0.velocity.isFinite })
    let last = try #require(path.last)
    #expect(last.isStationary && last.velocity.length < 0.05)
    #expect(try #require(last.uncertainty).position.trace.isFinite)
  }

  /// Sensors without any error but white noise of the acceleration, an attitude that is exact, and
  /// no assumptions: what is left is linear, and has an answer in closed form.
  private static func linear(noise: Double) -> InertialNavigator.Configuration {
    var configuration = InertialNavigator.Configuration()
    configuration.sensors.accelerationNoise = noise
    configuration.sensors.accelerationShare = 0
    configuration.sensors.accelerationBias = 0
    configuration.sensors.accelerationBiasWalk = 0
    configuration.sensors.rotationNoise = 0
    configuration.sensors.rotationShare = 0
    configuration.sensors.rotationBias = 0
    configuration.sensors.rotationBiasWalk = 0
    configuration.attitude.inclination = 1e-12
    configuration.attitude.interval = .infinity
    configuration.initialVelocityDeviation = 1e-9
    configuration.usesVelocityPrior = false
    // Never at rest.
    configuration.detector.accelerationLimit = 1e-9
    return configuration
  }

  /// A path with its revisions applied, and the navigator after it.
  private func navigate(
    _ motions: [DeviceMotion], _ configuration: InertialNavigator.Configuration,
    then: (inout InertialNavigator, (PathEvent) -> Void) -> Void = { $0.finish(listener: $1) }
  ) -> (path: [PathPoint], navigator: InertialNavigator, revisions: [Range<Int>]) {
    var navigator = InertialNavigator(configuration: configuration)
    var path: [PathPoint] = []
    var revisions: [Range<Int>] = []
    func listen(_ event: PathEvent) {
      if case .revision(let range, let points) = event {
        #expect(range.count == points.count && range.upperBound == path.count)
        #expect(points.map(\.index) == Array(range))
        revisions.append(range)
      }
      path.apply(event)
    }
    var intake = MotionIntake()
    for motion in motions.compactMap({ intake.check($0) }) {
      navigator.update(motion, listener: listen)
    }
    then(&navigator, listen)
    return (path, navigator, revisions)
  }

  // MARK: - Laws

  @Test(
    "with white noise alone the smoother is the linear correction, with the covariance in closed form"
  )
  func whiteNoise() throws {
    var random = SplitMix64(seed: 11)
    let motions = (0...200).map {
      DeadReckonerTests.motion(at: Double($0) / 100, acceleration: random.normalVector())
    }
    let noise = 0.5
    let plain = navigate(motions, Self.linear(noise: noise)).path
    let (smooth, _, revisions) = navigate(motions, Self.linear(noise: noise)) {
      $0.observe(velocity: .zero, deviation: 1e-6)
      $0.finish(listener: $1)
    }
    #expect(revisions == [0..<201])
    let end = try #require(plain.last)
    for (before, after) in zip(plain, smooth) {
      let t = before.timestamp
      let v = before.velocity - end.velocity * (t / 2)
      let x = before.position - end.velocity * (t * t / 4)
      // Steps of 10 ms make of t²/2 a sum, which differs by half a step.
      #expect(maximumDifference(after.velocity, v) < 1e-5)
      #expect(maximumDifference(after.position, x) < 0.006)
    }
    // Of an integrated Brownian motion whose end velocity is known, var x(T) = q T³/12, and in the
    // middle var v = q T/4.
    let uncertainty = try #require(smooth.last?.uncertainty)
    #expect(abs(uncertainty.position.c0.x / (noise * noise * 8 / 12) - 1) < 0.001)
    let middle = try #require(smooth[100].uncertainty)
    #expect(abs(middle.velocity.c1.y / (noise * noise * 2 / 4) - 1) < 0.001)
  }

  @Test(
    "errors match the covariance, before and after smoothing, at any sample rate",
    arguments: [24, 100, 286, 1000.0])
  func consistency(rate: Double) throws {
    // The movement takes a second and a half, which is a whole number of samples at these rates.
    let count = Int(1.5 * rate)
    var sums = (filtered: 0.0, smoothed: 0.0, count: 0.0)
    for seed in 0..<12 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var configuration = InertialNavigator.Configuration()
      configuration.sensors.accelerationShare = 0
      configuration.sensors.rotationShare = 0
      configuration.attitude.interval = .infinity
      configuration.initialVelocityDeviation = 0.01
      configuration.usesVelocityPrior = false
      configuration.detector.accelerationLimit = 1e-9
      let sensors = configuration.sensors
      let bias =
        random.normalVector() * sensors.accelerationBias
        + Vector3(0, 0, random.nextNormal() * sensors.verticalBias)
      let rateBias = random.normalVector() * sensors.rotationBias
      let gain = 1 + random.nextNormal() * sensors.accelerationScale
      let start = random.normalVector() * configuration.initialVelocityDeviation
      let tilt = random.normalVector() * configuration.attitude.inclination
      let scale = Quaternion(rotationVector: Vector3(tilt.x, tilt.y, 0))
      // The device swings about its y axis and back, and along x and back, in a second and a half.
      var attitude = Quaternion<Double>.identity
      let motions: [DeviceMotion] = (0...count).map { index in
        let t = Double(index) / Double(count) * 2 * .pi
        let angle = 0.5 * (1 - cosine(t))
        attitude = Quaternion(rotationVector: Vector3(0, angle, 0))
        let turning = Vector3(0, 0.5 * sine(t) * 2 * .pi / 1.5, 0)
        let acceleration = attitude.conjugate.act(Vector3(3 * sine(2 * t), 0, 1 * sine(t)))
        let noise = random.normalVector() * (sensors.accelerationNoise * rate.squareRoot())
        let force =
          (acceleration + attitude.conjugate.act(.unitZ) * 9.80665) * gain + bias + noise
        let told = Attitude(quaternion: scale.conjugate * attitude)
        var motion = DeviceMotion(
          timestamp: Double(index) / rate, attitude: told,
          rotationRate: turning + rateBias + random.normalVector()
            * (sensors.rotationNoise * rate.squareRoot()), userAcceleration: .zero)
        motion.userAcceleration = force / -9.80665 - motion.gravity
        return motion
      }
      let truth = DeadReckoner.path(
        of: motions.indices.map { index in
          let t = Double(index) / Double(count) * 2 * .pi
          return DeadReckonerTests.motion(
            at: Double(index) / rate, acceleration: Vector3(3 * sine(2 * t), 0, sine(t)))
        }, stabilizer: .unstabilized)
      // The velocity at the end: that of the start, as the swing integrates to nothing.
      let (smooth, _, _) = navigate(motions, configuration) {
        $0.observe(velocity: start, deviation: 1e-4)
        $0.finish(listener: $1)
      }
      let filtered = navigate(motions, configuration).path
      for (path, isSmooth) in [(filtered, false), (smooth, true)] {
        for index in [count / 2, count] {
          let point = path[index]
          let error = truth[index].location + start * point.timestamp - point.position
          let covariance = try #require(point.uncertainty).position
          let square = error.dot(try #require(covariance.inverse) * error)
          if isSmooth { sums.smoothed += square } else { sums.filtered += square }
        }
      }
      sums.count += 2
    }
    // A mean of χ² of three degrees of freedom over 12 independent runs: 3 ± 0.7.
    #expect((1.5...5).contains(sums.filtered / sums.count), "\(sums.filtered / sums.count)")
    #expect((1.5...5).contains(sums.smoothed / sums.count), "\(sums.smoothed / sums.count)")
  }

  @Test("standard deviations cover errors of the attitude of the usual size", arguments: [0.3, 1])
  func scale(factor: Double) throws {
    let covered = try shares(factor: factor, InertialNavigator.Configuration())
    #expect(covered.one >= 0.583 && covered.two >= 0.854, "\(covered)")
  }

  /// The shares of horizontal errors of position and velocity within one and two standard
  /// deviations, three seconds after the velocity was known.
  ///
  /// - Parameters:
  ///   - factor: Of the errors of attitude and angular rate, relative to those of `configuration`.
  private func shares(
    factor: Double, _ configuration: InertialNavigator.Configuration
  ) throws -> (one: Double, two: Double) {
    let (rate, start, end) = (50.0, 20.0, 23.0)
    let sensors = configuration.sensors
    let tilt = configuration.attitude
    var ratios: [Double] = []
    for seed in 0..<16 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var navigator = InertialNavigator(configuration: configuration)
      let step = 1 / rate
      // The error of the inclination is an Ornstein-Uhlenbeck process.
      let decay = 1 - step / tilt.correlationTime
      let push = factor * tilt.inclination * (1 - decay * decay).squareRoot()
      var error = random.normalVector() * (factor * tilt.inclination)
      var rateBias = Vector3<Double>.zero
      let bias = random.normalVector() * sensors.accelerationBias
      var (position, velocity) = (Vector3<Double>.zero, Vector3<Double>.zero)
      var begin = position
      for index in 0...Int(end * rate) {
        let t = Double(index) * step
        // A hand that moves to and fro about all axes, and turns.
        let acceleration = Vector3(2 * sine(5 * t), 2 * sine(4 * t + 1), 1.5 * sine(6 * t + 2))
        let attitude = Quaternion(rotationVector: Vector3(0.3 * sine(2 * t), 0, 0))
        let turning = Vector3(0.6 * cosine(2 * t), 0, 0)
        if index == 0 { velocity = Vector3(-0.4, -0.27, 0.1) }
        error = error * decay + random.normalVector() * push
        rateBias +=
          random.normalVector()
          * (factor * sensors.rotationBiasWalk * sensors.rotationBias * step.squareRoot())
        let force =
          attitude.conjugate.act(acceleration + .unitZ * 9.80665) + bias
          + random.normalVector() * (sensors.accelerationNoise * rate.squareRoot())
        let measured = Quaternion(rotationVector: Vector3(error.x, error.y, 0)) * attitude
        var motion = DeviceMotion(
          timestamp: t, attitude: Attitude(quaternion: measured),
          rotationRate: turning + rateBias + random.normalVector()
            * (factor * sensors.rotationNoise * rate.squareRoot()), userAcceleration: .zero)
        motion.userAcceleration = force / -9.80665 - motion.gravity
        navigator.update(motion) { _ in }
        if index == Int(start * rate) {
          navigator.startAgain(velocity: velocity, deviation: 0.001, capacity: 200)
          begin = position
        }
        // The navigator takes the mean force of a step.
        let next = t + step
        let later = Vector3(
          2 * sine(5 * next), 2 * sine(4 * next + 1), 1.5 * sine(6 * next + 2))
        guard index < Int(end * rate) else { break }
        let mean = (acceleration + later) * 0.5
        position += (velocity + mean * (step / 2)) * step
        velocity += mean * step
      }
      let point = try #require(navigator.latest)
      let uncertainty = try #require(point.uncertainty)
      let place = point.position - (position - begin)
      let speed = point.velocity - velocity
      ratios += [
        place.x / uncertainty.position.c0.x.squareRoot(),
        place.y / uncertainty.position.c1.y.squareRoot(),
        speed.x / uncertainty.velocity.c0.x.squareRoot(),
        speed.y / uncertainty.velocity.c1.y.squareRoot(),
      ]
    }
    func share(_ limit: Double) -> Double {
      Double(ratios.count { abs($0) <= limit }) / Double(ratios.count)
    }
    return (share(1), share(2))
  }

  private func sine(_ x: Double) -> Double {
    Quaternion(rotationVector: Vector3(2 * x, 0, 0)).x
  }

  private func cosine(_ x: Double) -> Double {
    Quaternion(rotationVector: Vector3(2 * x, 0, 0)).w
  }

  // MARK: - Rest

  @Test("zero-velocity updates remove the bias, and each movement is revised at its end")
  func rest() throws {
    let motions = PathTrackerTests.motions(movements: 3, bias: Vector3(0.05, -0.08, 0.03))
    var configuration = InertialNavigator.Configuration()
    // A push at constant attitude shows in the accelerometer alone.
    configuration.detector.accelerationLimit = 0.02
    let (path, navigator, revisions) = navigate(motions, configuration)
    #expect(path.map(\.index) == Array(0...700))
    for movement in 1...3 {
      let end = Vector3(0.5 * Double(movement), 0, 0)
      #expect(maximumDifference(path[200 * movement + 50].position, end) < 0.03)
      #expect(revisions.contains { $0.contains(200 * movement - 50) })
    }
    // What the initial tilt leaves to the bias, and what it takes from it.
    #expect(abs(navigator.filter.accelerationBias.z - 0.03) < 0.01)
    let uncertainty = try #require(navigator.latest?.uncertainty)
    #expect(uncertainty.velocityDeviation < 0.025)
    #expect(uncertainty.positionDeviation > 0.01 && uncertainty.positionDeviation < 0.3)
  }

  @Test("quiet moments of a gentle movement are not stationary")
  func gentleMovement() throws {
    // It begins with a turn of 0.7 rad/s, goes on with 0.04 g and 0.3 rad/s, and rests.
    let motions = (0...800).map { index in
      let t = Double(index) / 100 - 1
      let rate = t > 0 && t < 0.6 ? 0.7 : t >= 0.6 && t < 3 ? 0.3 : 0
      let push = t > 0 && t < 3 ? 0.04 : 0
      let attitude = Quaternion(
        rotationVector: Vector3(0, 0, 0.7 * min(max(t, 0), 0.6) + 0.3 * min(max(t - 0.6, 0), 2.4)))
      return DeviceMotion(
        timestamp: Double(index) / 100, attitude: Attitude(quaternion: attitude),
        rotationRate: Vector3(0, 0, rate), userAcceleration: Vector3(-push, 0, 0))
    }
    var same = InertialNavigator.Configuration()
    same.intensity.leastScale = 1
    let path = navigate(motions, .init()).path
    let without = navigate(motions, same).path
    func restingCount(_ path: [PathPoint]) -> Int { path[180..<390].count { $0.isStationary } }
    #expect(restingCount(without) > 150 && restingCount(path) == 0)
    #expect(path[80].isStationary && path[780].isStationary)
  }

  @Test("memory is bounded, and the path is complete")
  func capacity() throws {
    var configuration = InertialNavigator.Configuration()
    configuration.capacity = 60
    configuration.detector.accelerationLimit = 0.02
    let (path, _, revisions) = navigate(PathTrackerTests.motions(movements: 2), configuration)
    #expect(path.map(\.index) == Array(0...500))
    #expect(revisions.allSatisfy { $0.count <= 60 } && revisions.contains { $0.count == 60 })
  }

  // MARK: - Trouble

  @Test(
    "implausible samples are left out and counted; a gap raises the uncertainty; a clock reset is accepted"
  )
  func trouble() throws {
    var motions = (0..<50).map {
      DeadReckonerTests.motion(at: Double($0) / 100, acceleration: .zero)
    }
    motions[20].userAcceleration.x = .nan
    motions[21].rotationRate.y = .infinity
    motions[22].timestamp = 0.01
    motions += (0..<50).map {
      DeadReckonerTests.motion(at: 5 + Double($0) / 100, acceleration: .unitX * 20)
    }
    motions += (0..<50).map { DeadReckonerTests.motion(at: Double($0) / 100, acceleration: .zero) }
    let path = navigate(motions, InertialNavigator.Configuration()).path
    let faults = PathEstimation().estimate(motions).faults
    #expect(faults.notFinite == 2 && faults.gaps == 1)
    #expect(faults.backwardTime == 12 && faults.clockResets == 1)
    #expect(path.count == 150 - 2 - 11)
    let before = try #require(path[46].uncertainty).positionDeviation
    let after = try #require(path[48].uncertainty).positionDeviation
    #expect(after > before + 1)
    for point in path {
      let uncertainty = try #require(point.uncertainty)
      #expect(point.position.isFinite && uncertainty.position.isFinite)
    }
  }

  @Test("after a clock reset in a stationary phase the detection starts anew")
  func setBackAtRest() throws {
    var motions = (0..<100).map {
      DeadReckonerTests.motion(at: 100 + Double($0) / 100, acceleration: .zero)
    }
    motions[50].gravity.x = .nan
    motions += (0..<30).map {
      DeadReckonerTests.motion(at: Double($0) / 100, acceleration: .unitX * 20)
    }
    let path = navigate(motions, InertialNavigator.Configuration()).path
    let faults = PathEstimation().estimate(motions).faults
    #expect(faults.notFinite == 1 && faults.clockResets == 1)
    #expect(path[98].isStationary && path.count == 99 + 20)
    #expect(path[99...].allSatisfy { !$0.isStationary && $0.position.isFinite })
  }

  @Test(
    "saturation: the missing velocity is bridged, with a larger uncertainty")
  func saturation() throws {
    // Half a second of push along x, cut off at 2 g, after rest: 3 g sin².
    func motions(range: Double) -> [DeviceMotion] {
      (0...200).map { index in
        let t = Double(index) / 100 - 1
        let push = t > 0 && t < 0.5 ? 3 * sine(2 * .pi * t) * sine(2 * .pi * t) : 0
        return DeadReckonerTests.motion(
          at: Double(index) / 100,
          acceleration: Vector3(min(push, range) * SensorSample.standardGravity, 0, 0))
      }
    }
    // The bridge alone, without what the prior makes of a push to 7 m/s.
    var configuration = InertialNavigator.Configuration()
    configuration.usesVelocityPrior = false
    let whole = navigate(Array(motions(range: 10)[...155]), configuration)
    let cut = navigate(Array(motions(range: 2)[...155]), configuration)
    let (truth, found) = (whole.path[155], cut.path[155])
    // The mean of sin² over half a second: 0.75 g seconds, of which 2 g lacks a tenth.
    #expect(abs(truth.velocity.x - 0.75 * 9.80665) < 0.02)
    #expect(PathEstimation().estimate(motions(range: 2)).faults.saturatedAccelerometer > 10)
    let lack = 0.75 * 9.80665 - abs(found.velocity.x)
    #expect(abs(lack) < 0.25)
    let deviations = try [truth, found].map { try #require($0.uncertainty).velocityDeviation }
    #expect(deviations[1] > deviations[0] + 0.1)
    // The bridge is within two of the deviations it claims, and with the prior as well.
    #expect(abs(lack) < 2 * deviations[1])
    let point = navigate(Array(motions(range: 2)[...155]), .init()).path[155]
    let prior = abs(0.75 * 9.80665 - abs(point.velocity.x))
    let deviation = try #require(point.uncertainty).velocityDeviation
    #expect(prior < 0.6 && prior < 2 * deviation)
  }

  @Test("a motionless device reveals the gyroscope's bias")
  func stillness() {
    let motions = (0...1000).map { index in
      DeviceMotion(
        timestamp: Double(index) / 100, attitude: .identity, rotationRate: Vector3(0.01, 0, -0.008),
        userAcceleration: .zero)
    }
    let navigator = navigate(motions, .init()).navigator
    #expect(maximumDifference(navigator.filter.rotationBias, Vector3(0.01, 0, -0.008)) < 0.0025)
  }
}
