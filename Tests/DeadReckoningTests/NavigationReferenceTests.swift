import MotionFusion
import TestSupport
import Testing

@testable import DeadReckoning

@Suite("InertialNavigator with measurements from outside, and with none")
struct NavigationReferenceTests {
  /// A drive of a minute that turns and changes its speed, by sensors with errors, and its truth.
  private struct Drive {
    var motions: [DeviceMotion] = []
    var positions: [Vector3<Double>] = []
    var velocities: [Vector3<Double>] = []
    let rate: Int

    /// - Parameters:
    ///   - rate: The number of samples in a second.
    ///   - heading: The error of the heading, in radians.
    ///   - random: The source of the other errors.
    init(rate: Int = 100, heading: Double = 0, _ random: inout SplitMix64) {
      self.rate = rate
      let interval = 1 / Double(rate)
      let tilt = random.normalVector() * 0.015
      let bias = random.normalVector() * 0.03
      let rateBias = random.normalVector() * 0.002
      let error =
        Quaternion(rotationVector: Vector3(0, 0, heading))
        * Quaternion(rotationVector: Vector3(tilt.x, tilt.y, 0))
      var position = Vector3(300, -200, 10)
      var velocity = Vector3(8.0, 0, 0)
      for index in 0...60 * rate {
        let t = Double(index) / Double(rate)
        let turn = Quaternion(rotationVector: Vector3(0, 0, 0.3 * t))
        // Around a bend, faster and slower.
        let phase = Quaternion(rotationVector: Vector3(0, 0, 0.8 * t))
        let acceleration = turn.act(Vector3(2 * phase.w, 2.4, 0.3 * phase.z))
        let reading = turn.conjugate.act(acceleration) + bias + random.normalVector() * 0.1
        let told = Attitude(quaternion: error.conjugate * turn)
        var motion = DeviceMotion(
          timestamp: t, attitude: told,
          rotationRate: Vector3(0, 0, 0.3) + rateBias + random.normalVector() * 0.01,
          userAcceleration: .zero)
        let force = reading + turn.conjugate.act(.unitZ) * SensorSample.standardGravity
        motion.userAcceleration = force / -SensorSample.standardGravity - motion.gravity
        motions.append(motion)
        positions.append(position)
        velocities.append(velocity)
        position += (velocity + acceleration * (interval / 2)) * interval
        velocity += acceleration * interval
      }
    }

    /// Velocities or positions once a second.
    func measurements(
      ofVelocity: Bool, deviation: Double, _ random: inout SplitMix64
    ) -> [MotionMeasurement] {
      stride(from: 0, to: motions.count, by: rate).map { index in
        let noise = random.normalVector() * deviation
        return MotionMeasurement(
          timestamp: motions[index].timestamp,
          quantity: ofVelocity
            ? .velocity(velocities[index] + noise) : .position(positions[index] + noise),
          deviation: deviation)
      }
    }
  }

  @Test(
    "velocities or positions once a second: the path within its uncertainty",
    arguments: [true, false])
  func drive(ofVelocity: Bool) throws {
    let deviation = ofVelocity ? 0.1 : 2.0
    var (square, end, alone) = (0.0, 0.0, 0.0)
    let runs = 12
    for seed in 0..<UInt64(runs) {
      var random = SplitMix64(seed: seed)
      // Half the usual rate: in a debug build a sample takes 0.3 ms.
      let drive = Drive(rate: 50, &random)
      let driven = try #require(drive.positions.last)
      let measurements = drive.measurements(ofVelocity: ofVelocity, deviation: deviation, &random)
      let estimate = PathEstimation().estimate(drive.motions, measurements: measurements)
      #expect(estimate.points.count == drive.motions.count)
      #expect(estimate.usedMeasurementCount == measurements.count)
      // Velocities determine the path but for its origin.
      let first = ofVelocity ? drive.positions[0] : .zero
      let last = try #require(estimate.points.last)
      let error = last.position - (driven - first)
      let covariance = try #require(last.uncertainty).position
      square += error.dot(try #require(covariance.inverse) * error) / 3
      end = max(end, error.length)
      guard seed < 3 else { continue }
      let unaided = try #require(PathEstimation().estimate(drive.motions).points.last)
      alone = max(alone, (unaided.position - (driven - drive.positions[0])).length)
    }
    // Of twelve runs, χ² with 36 degrees of freedom over 36: 1 ± 0.24.
    #expect((0.3...2).contains(square / Double(runs)), "\(square / Double(runs))")
    // 60 measurements of 0.1 m/s at intervals of 1 s: 0.8 m on each axis; fixes: the last few.
    #expect(end < (ofVelocity ? 4 : 5), "\(end)")
    #expect(alone > 50)
  }

  @Test("both quantities at one time, and a heading that is 8° off")
  func heading() throws {
    var random = SplitMix64(seed: 5)
    let drive = Drive(heading: 0.14, &random)
    let measurements = zip(
      drive.measurements(ofVelocity: false, deviation: 1, &random),
      drive.measurements(ofVelocity: true, deviation: 0.1, &random)
    ).flatMap { [$0, $1] }
    let points = PathEstimation().estimate(drive.motions, measurements: measurements).points
    let last = try #require(points.last)
    #expect((last.position - drive.positions[6000]).length < 2)
    let error = (last.attitude.quaternion * Quaternion(rotationVector: Vector3(0, 0, -18)))
      .rotationVector
    #expect(abs(error.z) < 0.03, "\(error)")
  }

  @Test("the points between measurements are revised by the later one")
  func revision() throws {
    var random = SplitMix64(seed: 9)
    let drive = Drive(&random)
    let measurements = drive.measurements(ofVelocity: true, deviation: 0.05, &random)
    var navigator = PathEstimation().makeNavigator(measurements: measurements)
    var (live, path): ([PathPoint], [PathPoint]) = ([], [])
    var (next, revisions) = (0, 0)
    for motion in drive.motions.prefix(3000) {
      navigator.update(motion) { event in
        switch event {
        case .position(let point): live.append(point)
        case .revision: revisions += 1
        }
        path.apply(event)
      }
      if measurements[next].timestamp <= motion.timestamp {
        navigator.observe(measurements[next])
        next += 1
      }
    }
    navigator.finish { path.apply($0) }
    #expect((29...31).contains(revisions))
    func error(_ points: [PathPoint]) -> Double {
      let sum = points.indices.dropFirst(500).reduce(0) {
        $0 + (points[$1].velocity - drive.velocities[$1]).lengthSquared
      }
      return (sum / Double(points.count - 500)).squareRoot()
    }
    #expect(error(path) < 0.8 * error(live), "\(error(path)) \(error(live))")
  }

  // MARK: - Bad input

  @Test(
    "measurements that are not finite or have no deviation are left out",
    arguments: [
      (Vector3(.nan, 0, 0), 0.1), (Vector3(0, .infinity, 0), 0.1), (Vector3(1e300, 0, 0), 0.1),
      (.zero, 0), (.zero, -0.1), (.zero, .nan), (.zero, .infinity),
    ])
  func badMeasurement(value: Vector3<Double>, deviation: Double) throws {
    var navigator = InertialNavigator()
    var plain = navigator
    for index in 0..<50 {
      let motion = DeadReckonerTests.motion(at: Double(index) / 100, acceleration: .unitX)
      navigator.update(motion) { _ in }
      plain.update(motion) { _ in }
      navigator.observe(velocity: value, deviation: deviation)
      navigator.observe(position: value, deviation: deviation)
    }
    #expect(navigator.latest == plain.latest)
  }

  @Test("before the first sample, and without any, measurements change nothing")
  func noSamples() {
    var navigator = InertialNavigator()
    navigator.observe(velocity: .unitX, deviation: 0.1)
    var events = 0
    navigator.finish { _ in events += 1 }
    #expect(navigator.latest == nil && events == 0)
    let measurement = MotionMeasurement(
      timestamp: 0, quantity: .position(.unitX), deviation: 1)
    #expect(PathEstimation().estimate([], measurements: [measurement]).points.isEmpty)
  }

  @Test("measurements of backward time, of a gap, and after the end: the path stays finite")
  func times() throws {
    var random = SplitMix64(seed: 3)
    let drive = Drive(&random)
    var measurements = drive.measurements(ofVelocity: true, deviation: 0.1, &random)
    let motions = Array(drive.motions[500..<2000]) + Array(drive.motions[3000..<4000])
    measurements.swapAt(10, 12)
    measurements[14].timestamp = .nan
    measurements[16].timestamp = -1e300
    let estimate = PathEstimation().estimate(motions, measurements: measurements)
    #expect(estimate.points.count == motions.count)
    #expect(estimate.points.allSatisfy { $0.position.isFinite && $0.velocity.isFinite })
    #expect(estimate.faults.notFinite == 1 && estimate.faults.gaps == 1)
    let inTime = measurements.count { measurement in
      motions.contains { 0...1e-9 ~= $0.timestamp - measurement.timestamp }
    }
    #expect(estimate.usedMeasurementCount <= inTime && estimate.usedMeasurementCount > 20)
    let last = try #require(estimate.points.last)
    #expect((last.velocity - drive.velocities[3999]).length < 1)
  }

  @Test("other methods ignore measurements")
  func otherMethods() {
    var random = SplitMix64(seed: 3)
    let drive = Drive(&random)
    let estimation = PathEstimation(method: .unstabilized)
    let measurements = drive.measurements(ofVelocity: true, deviation: 0.1, &random)
    let estimate = estimation.estimate(drive.motions, measurements: measurements)
    #expect(estimate.points == estimation.estimate(drive.motions).points)
    #expect(estimate.usedMeasurementCount == 0)
  }

  // MARK: - No measurement

  /// A hand that moves to and fro for a minute, with an attitude that is a degree off.
  private func swaying() -> (motions: [DeviceMotion], positions: [Vector3<Double>]) {
    var motions: [DeviceMotion] = []
    var positions: [Vector3<Double>] = []
    let tilt = Attitude(quaternion: Quaternion(rotationVector: Vector3(0.02, -0.01, 0)))
    for index in 0...6000 {
      let t = Double(index) / 100
      let swing = Quaternion(rotationVector: Vector3(0, 0, 6 * t))
      // 0.2 m at half a turn a second on x, half of that on y.
      let place = Vector3(0.4 * swing.z * swing.w, 0.1 * (1 - 2 * swing.z * swing.z), 0)
      let acceleration = place * -36
      var motion = DeviceMotion(
        timestamp: t, attitude: tilt, rotationRate: .zero, userAcceleration: .zero)
      let force = acceleration + .unitZ * SensorSample.standardGravity
      motion.userAcceleration = force / -SensorSample.standardGravity - motion.gravity
      motions.append(motion)
      positions.append(place)
    }
    return (motions, positions)
  }

  @Test("motion without rests: the velocity stays bounded, and the uncertainty covers the error")
  func velocityPrior() throws {
    let (motions, positions) = swaying()
    func navigate(prior: Bool) -> [PathPoint] {
      var configuration = InertialNavigator.Configuration()
      if !prior { configuration.usesVelocityPrior = false }
      configuration.initialVelocityDeviation = 1.5
      var navigator = InertialNavigator(configuration: configuration)
      var path: [PathPoint] = []
      for motion in motions { navigator.update(motion) { path.apply($0) } }
      return path
    }
    let (with, without) = (navigate(prior: true), navigate(prior: false))
    let speeds = [with, without].map { path in path.map { $0.velocity.length }.max() ?? .nan }
    #expect(speeds[0] < 3 && speeds[1] > 6, "\(speeds)")
    let error = try #require(with.last).position - (positions[6000] - positions[0])
    let covariance = try #require(with.last?.uncertainty).position
    #expect(error.dot(try #require(covariance.inverse) * error) / 3 < 3)
    #expect(covariance.trace < 30 * 30)
  }

  /// The acceleration is constant in the device, like an offset.
  @Test("the prior does not take a walk in circles for an offset", arguments: [0.75, 1])
  func circle(rate: Double) throws {
    var navigator = InertialNavigator()
    for index in 0..<6000 {
      let t = Double(index) / 100
      // From rest to 1 m/s within 2 s.
      let share = min(max((t - 2) / 2, 0), 1)
      let turn = Quaternion(rotationVector: Vector3(0, 0, rate * t))
      navigator.update(
        DeviceMotion(
          timestamp: t, attitude: Attitude(quaternion: turn), rotationRate: Vector3(0, 0, rate),
          userAcceleration: Vector3(0, rate * share, 0) / -SensorSample.standardGravity)
      ) { _ in }
    }
    let offset = navigator.filter.accelerationBias.length
    #expect(offset < 0.05, "\(offset)")
  }

  @Test("the sway of a hand is the noise of its stationary phases, and a table has none")
  func sway() {
    // A velocity of 3 cm/s with a correlation time of 0.25 s; each update sets it to zero.
    var random = SplitMix64(seed: 2)
    var (hand, table) = (Sway(), Sway())
    var (velocity, sum) = (Vector3<Double>.zero, 0.0)
    let (speed, interval) = (0.03, 0.05)
    for index in 0..<4000 {
      let kept = 1 - interval / 0.25
      let next =
        velocity * kept + random.normalVector() * (speed * (1 - kept * kept).squareRoot())
      hand.take(square: (next - velocity).lengthSquared / 3, expected: 0, every: interval)
      table.take(square: 1e-6, expected: 2e-6, every: interval)
      velocity = next
      if index >= 400 { sum += hand.noise(every: interval) / 3600 }
    }
    // As independent updates every 0.05 s: 2 σ² τ/h, ten times the variance.
    #expect(abs(sum / (10 * speed * speed) - 1) < 0.1, "\(sum)")
    #expect(table.noise(every: interval) < 1e-12)
  }

  @Test("the prior's variance is the mean square of the velocity")
  func priorVariance() {
    var scale = MotionScale()
    for index in 0..<30_000 {
      // 0.15 g·s at 6 rad/s: a mean square of 0.01125 g²s².
      let swing = Quaternion(rotationVector: Vector3(0, 0, 0.06 * Double(index)))
      let speed = 0.3 * swing.z * swing.w
      scale.observe(square: speed * speed, step: 0.01)
    }
    #expect(abs(scale.variance / 0.01125 - 1) < 0.03, "\(scale.variance)")
  }

  @Test("the floor is no assumption by default, and holds the height of strides where it is one")
  func floor() throws {
    #expect(InertialNavigator.Configuration().floorDeviation == .infinity)
    var (constraint, free) = (FloorConstraint(), FloorConstraint())
    var configuration = FloorConstraint.Configuration()
    #expect(configuration.deviation == .infinity)
    configuration.deviation = 0.02
    for step in 0..<5 {
      let place = Vector3(0.7 * Double(step), 0, 0.01 * Double(step))
      let floor = constraint.floor(at: place, configuration)
      #expect(floor == (step == 0 ? nil : 0))
      #expect(free.floor(at: place, FloorConstraint.Configuration()) == nil)
      constraint.stand(at: place)
      free.stand(at: place)
      constraint.leave()
      free.leave()
    }
    // A step of a stair leads to another floor.
    let stair = Vector3(3.5, 0, 0.2)
    #expect(constraint.floor(at: stair, configuration) == nil)
    constraint.stand(at: stair)
    constraint.leave()
    #expect(constraint.floor(at: Vector3(4.2, 0, 0.21), configuration) == 0.2)
    // Too short for a stride, and a foot that has not moved since.
    constraint.stand(at: stair)
    constraint.leave()
    #expect(constraint.floor(at: Vector3(3.8, 0, 0.21), configuration) == nil)
    constraint.stand(at: stair)
    #expect(constraint.floor(at: Vector3(4.2, 0, 0.21), configuration) == nil)
  }
}
