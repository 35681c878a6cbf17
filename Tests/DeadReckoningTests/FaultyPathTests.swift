import MotionFusion
import TestSupport
import Testing

@testable import DeadReckoning

@Suite("Paths of faulty samples")
struct FaultyPathTests {
  /// A slide of a metre along *x* in 10 s, level and without a turn.
  private static let samples: [SensorSample] = (0..<1200).map { index in
    let t = min(max((Double(index) / 100 - 1) / 10, 0), 1)
    let a = (60 * t - 180 * t * t + 120 * t * t * t) / 100
    return SensorSample(
      timestamp: Double(index) / 100, rotationRate: .zero,
      acceleration: Vector3(-a / SensorSample.standardGravity, 0, -1))
  }

  private static func end(_ samples: [SensorSample], offline: Bool) throws -> Vector3<Double> {
    let motions = MotionEstimation(
      usesMagnetometer: false, isOffline: offline, skipsStartup: false
    ).estimate(samples).motions
    let path = PathEstimation(method: .unstabilized).estimate(motions)
    return try #require(path.points.last).position
  }

  @Test("rejected accelerometer rows do not move the path", arguments: [false, true])
  func rejectedRows(offline: Bool) throws {
    let truth = try Self.end(Self.samples, offline: offline)
    for reading in [Vector3<Double>.zero, Vector3(0, 1e7, 0), Vector3(.nan, 0, 0)] {
      var samples = Self.samples
      for index in 500..<503 { samples[index].acceleration = reading }
      let end = try Self.end(samples, offline: offline)
      #expect(end.distance(to: truth) < 0.1, "\(end) instead of \(truth)")
    }
  }

  @Test("motion of a phone is checked like samples, once", arguments: PathMethod.allCases)
  func phone(method: PathMethod) {
    var motions = PathTrackerTests.motions(movements: 2)
    motions[40].rotationRate.y = .infinity
    motions[60].timestamp = 0.01
    motions.removeSubrange(100..<140)
    for index in 200..<220 { motions[index].userAcceleration = Vector3(0, 4, 0) }
    #expect(motions.allSatisfy { $0.quality == nil })
    let estimate = PathEstimation(method: method).estimate(motions)
    let faults = estimate.faults
    #expect(faults.notFinite == 1 && faults.backwardTime == 1 && faults.gaps == 1)
    #expect(faults.saturatedAccelerometer >= 12)
    #expect(estimate.points.count == motions.count - 2)
    // The same samples with a quality are not checked again.
    var intake = MotionIntake()
    let again = PathEstimation(method: method).estimate(motions.compactMap { intake.check($0) })
    #expect(again.points == estimate.points && again.faults.total == 0)
    #expect(intake.faults == faults)
  }

  /// The pause leaves a vertical that is wrong by up to 66°, in the middle of a stride.
  @Test("a walk goes on after a pause of the samples", arguments: 0..<3)
  func pausedWalk(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func normal() -> Vector3<Double> {
      Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
    }
    let (stride, swing, period) = (1.3, 0.5, 1.2)
    var distance = 0.0
    var samples: [SensorSample] = []
    for index in 0..<3000 {
      let time = Double(index) / 100
      let phase = time < 5 ? -1 : (time - 5).truncatingRemainder(dividingBy: period) / swing
      distance = time < 5 ? 0 : stride * ((time - 5) / period).rounded(.down) + stride
      var acceleration = Vector3<Double>.zero
      var (angle, rate) = (0.0, 0.0)
      if (0...1).contains(phase) {
        let slope = phase * (60 + phase * (120 * phase - 180))
        acceleration.x = stride / (swing * swing) * slope
        acceleration.z = 0.24 * (.pi / swing) * (.pi / swing) * Double.cos(2 * .pi * phase)
        rate = 6 * Double.sin(2 * .pi * phase)
        angle = 6 * swing / (2 * .pi) * (1 - Double.cos(2 * .pi * phase))
      }
      guard !(7..<9).contains(time) else { continue }
      let attitude = Quaternion(rotationVector: Vector3(0, angle, 0))
      let force = acceleration * (1 / SensorSample.standardGravity) + .unitZ
      samples.append(
        SensorSample(
          timestamp: time, rotationRate: Vector3(0, rate, 0) + normal() * 0.0012,
          acceleration: -attitude.conjugate.act(force) + normal() * 0.002))
    }
    var navigator = InertialNavigator()
    var path: [PathPoint] = []
    for motion in MotionEstimation(skipsStartup: false).estimate(samples).motions {
      navigator.update(motion) { path.apply($0) }
    }
    navigator.finish { path.apply($0) }
    let end = try #require(path.last)
    let error = abs(end.position.length - distance)
    // Two strides fall into the pause.
    #expect(error < 6, "\(error) m")
    #expect(error < 2 * (end.uncertainty?.positionDeviation ?? 0))
  }

  /// Motion without a quality is that of a phone, or of a table.
  @Test(
    "rests and moves are found with an accelerometer's offset",
    arguments: [-0.08, -0.03, 0, 0.02, 0.03, 0.05, 0.065], [0.3, 2, 5])
  func accelerometerOffset(offset: Double, rest: Double) throws {
    for (offline, hasQuality) in [(false, true), (false, false), (true, true)] {
      let moves = Moves(
        distance: 0.3, duration: 0.8, rest: rest, offset: Vector3(0, 0, offset))
      let path = moves.path(offline: offline, hasQuality: hasQuality)
      #expect(Double(path.count { $0.isStationary }) > 0.7 * Double(path.count))
      let lengths = try moves.lengths(of: path)
      #expect(lengths.allSatisfy { abs($0 - 0.3) < 0.03 }, "\(lengths)")
      let heights = path.map { abs($0.position.z) }
      #expect(try #require(heights.max()) < 0.15)
      let end = try #require(path.last)
      let error = (end.position - moves.end).length
      #expect(error < 2 * (end.uncertainty?.positionDeviation ?? 0))
    }
  }

  /// At rest an error of the scale is along the vertical, whichever way the device is turned. An
  /// offset turns with the device.
  @Test(
    "rests are found after a turn, with an accelerometer's scale and offset",
    arguments: [
      (scale: -0.03, offset: Vector3.zero, error: 0.05), (-0.01, .zero, 0.05), (0, .zero, 0.05),
      (0.01, .zero, 0.05), (0.03, .zero, 0.05), (0.01, Vector3(0, 0, 0.04), 0.05),
      (0, Vector3(0, 0.04, 0), 0.1), (0, Vector3(0.04, 0.04, 0.04), 0.1),
    ], [45, 90, 180.0])
  func turned(
    sensor: (scale: Double, offset: Vector3<Double>, error: Double), degrees: Double
  ) throws {
    let moves = Moves(
      distance: 0.3, duration: 0.8, rest: 12, offset: sensor.offset, scale: 1 + sensor.scale,
      turn: degrees * .pi / 180)
    for offline in [false, true] {
      let end = try #require(moves.path(offline: offline).last)
      #expect(end.isStationary)
      #expect(end.position.distance(to: moves.end) < sensor.error, "\(end.position)")
    }
  }

  /// A hand is never at rest: taken for zero, its velocity made an offset of the accelerometer, and
  /// paths ended up to 50 m off.
  @Test(
    "paths in a hand are within their uncertainty", arguments: [0, 0.02, 0.04], [0, 90, 180.0])
  func hand(offset: Double, degrees: Double) throws {
    var (within, count, tableDeviation) = (0.0, 0.0, 0.0)
    for seed in 0..<3 as Range<UInt64> {
      var moves = Moves(
        distance: 0.3, duration: 0.8, rest: 12, offset: Vector3(0, offset, 0),
        turn: degrees * .pi / 180)
      let table = try #require(moves.path().last)
      tableDeviation = try #require(table.uncertainty?.positionDeviation)
      moves.hand = Moves.Hand(speed: 0.03, seed: seed)
      let path = moves.path()
      for point in path.dropFirst(1200) {
        let error = point.position - moves.place(at: point.timestamp)
        let covariance = try #require(point.uncertainty).position
        for axis in 0..<3 {
          count += 1
          if abs(error[axis]) <= 2 * covariance[axis, axis].squareRoot() { within += 1 }
        }
        #expect(error.length < 1, "\(error) at \(point.timestamp) s")
      }
      #expect(try #require(path.last?.uncertainty).positionDeviation > 2 * tableDeviation)
    }
    #expect(within / count > 0.9, "\(within / count)")
  }

  /// By rest alone nothing estimates the offset: the moves are corrected from one rest to the next.
  @Test(
    "rests alone are found with an accelerometer's offset",
    arguments: [-0.08, -0.05, -0.03, 0, 0.03, 0.05, 0.065], [false, true])
  func accelerometerOffsetByRests(offset: Double, hasQuality: Bool) throws {
    let moves = Moves(distance: 0.3, duration: 0.8, offset: Vector3(0.1 * offset, 0, offset))
    let path = moves.path(hasQuality: hasQuality, method: .zeroVelocity)
    #expect(Double(path.count { $0.isStationary }) > 0.7 * Double(path.count))
    let lengths = try moves.lengths(of: path)
    #expect(lengths.allSatisfy { abs($0 - 0.3) < 0.03 }, "\(lengths)")
    #expect(try #require(path.last).position.distance(to: moves.end) < 0.1)
  }

  /// The pushes of these moves are below 0.1 g, as a tilt of some degrees shows: in a hand they
  /// would not be seen, but the tilt of a device that has lain is known better.
  @Test("slow moves of a device that has lain are found", arguments: [(0.26, 1.2), (0.05, 0.5)])
  func slowMoves(distance: Double, duration: Double) throws {
    let moves = Moves(distance: distance, duration: duration)
    let lengths = try moves.lengths(of: moves.path())
    // Before the first one the bias of the gyroscope is known least.
    #expect(abs(lengths[0] - distance) < 0.15 * distance, "\(lengths)")
    #expect(lengths.dropFirst().allSatisfy { abs($0 - distance) < 0.1 * distance }, "\(lengths)")
  }

  /// Up for 2 s at 0.5 to 1.3 m/s², at constant speed for 10 s, and to a stop: at constant speed a
  /// device is as quiet as at rest.
  @Test("a device that lies in a lift rises with it", arguments: [0.5, 0.8, 1, 1.3], [0.0, 0.6])
  func lift(acceleration: Double, tilt: Double) throws {
    let ride = Ride(acceleration: acceleration, duration: 2, cruise: 10)
    let path = ride.path(along: .unitZ, tilt: tilt)
    let end = try #require(path.last)
    let deviation = try #require(end.uncertainty?.positionDeviation)
    #expect(end.isStationary)
    #expect((end.position - Vector3(0, 0, ride.distance)).length < min(2 * deviation, 1))
  }

  @Test("a device that lies in a car moves with it", arguments: [1.0, 2])
  func car(acceleration: Double) throws {
    let ride = Ride(acceleration: acceleration, duration: 6, cruise: 10)
    let path = ride.path(along: .unitX, tilt: 0)
    let end = try #require(path.last)
    let deviation = try #require(end.uncertainty?.positionDeviation)
    #expect(abs(end.position.length - ride.distance) < min(2 * deviation, 0.04 * ride.distance))
  }

  /// A jolt does not change how the device lies: its speed stays real.
  @Test(
    "a lift or a car may jolt the device", arguments: [1.005, 4.005, 11.005, 20.005], [false, true])
  func jolt(time: Double, isLift: Bool) throws {
    let ride = Ride(acceleration: 1, duration: 4, cruise: 10, jolt: time)
    let path = ride.path(along: isLift ? .unitZ : .unitX, tilt: 0)
    let end = try #require(path.last)
    #expect(end.isStationary)
    #expect(abs(end.position.length - ride.distance) < 0.05 * ride.distance)
  }

  /// A navigator took the car's constant speed for rest, whatever its fixes were. One fix of
  /// fifteen is 100 m off.
  @Test("a car's path follows its fixes", arguments: [0.002, 0.03], [false, true])
  func carWithFixes(noise: Double, hasOutliers: Bool) throws {
    let ride = Ride(acceleration: 2, duration: 8, cruise: 20, noise: noise)
    var (worst, within, count) = (0.0, 0.0, 0.0)
    let used = ride.follow(deviation: 2, outlier: hasOutliers ? 100 : 0) { point, truth in
      let error = (point.position - Vector3(truth, 0, 0)).length
      worst = max(worst, error)
      count += 1
      if error < 2 * (point.uncertainty?.positionDeviation ?? 0) { within += 1 }
    }
    #expect(worst < 12)
    #expect(within / count > 0.8, "\(within / count)")
    #expect(used == (hasOutliers ? 53 : 56))
  }

  /// 0.05 m/s² is as quiet as rest.
  @Test("fixes that contradict a stationary phase end it")
  func falsePhase() throws {
    let ride = Ride(acceleration: 0.05, duration: 20, cruise: 10)
    var worst = 0.0
    _ = ride.follow(deviation: 0.1, outlier: 0) { point, truth in
      worst = max(worst, (point.position - Vector3(truth, 0, 0)).length)
    }
    #expect(worst < 3 && ride.distance > 25, "\(worst)")
  }

  @Test(
    "the path of a train has its motion, or says that it lacks it", arguments: [0.6, 1.2])
  func train(acceleration: Double) throws {
    var random = SplitMix64(seed: 4)
    let samples = (0..<4000).map { index in
      let time = Double(index) / 100
      let push = (10..<25).contains(time) ? acceleration : 0
      let noise = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * 0.002
      return SensorSample(
        timestamp: time, rotationRate: .zero,
        acceleration: Vector3(-push / SensorSample.standardGravity, 0, -1) + noise)
    }
    let motions = MotionEstimation(usesMagnetometer: false, skipsStartup: false)
      .estimate(samples).motions
    let estimate = PathEstimation().estimate(motions)
    let distance = acceleration * 15 * (7.5 + 15)
    let isLacking = estimate.findings.contains {
      guard case .steadyAcceleration(let start, _) = $0 else { return false }
      return (10..<25).contains(start) && $0.description.contains("lasts for over 3 s")
    }
    #expect(isLacking || abs(estimate.length - distance) < 0.1 * distance, "\(estimate.length)")
    var still = samples
    for index in still.indices { still[index].acceleration = samples[index % 900].acceleration }
    let rest = MotionEstimation(usesMagnetometer: false, skipsStartup: false).estimate(still)
    #expect(PathEstimation().estimate(rest.motions).findings.isEmpty)
  }
}

/// 10 s at rest, an acceleration, a time at constant speed, the same deceleration, and 10 s at
/// rest.
private struct Ride {
  /// In m/s² and seconds.
  let acceleration, duration, cruise: Double
  /// The standard deviation of the accelerometer's readings, in g.
  var noise = 0.002
  /// The time of a jolt by 0.4 g there and back, in seconds after the start.
  var jolt = Double.infinity

  /// The acceleration rises and falls within half a second.
  var distance: Double { acceleration * (duration - 0.5) * (duration + cruise) }

  /// The acceleration in m/s², `time` seconds after the start of the first one.
  private func push(_ time: Double) -> Double {
    func pulse(_ time: Double) -> Double { max(0, min(1, time / 0.5, (duration - time) / 0.5)) }
    return acceleration * (pulse(time) - pulse(time - duration - cruise))
  }

  private func samples(along axis: Vector3<Double>, tilt: Double) -> [SensorSample] {
    var random = SplitMix64(seed: 6)
    func normal() -> Vector3<Double> {
      Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
    }
    let device = Quaternion(rotationVector: Vector3(tilt, 0.5 * tilt, 0))
    let bias = normal() * 0.006
    return (0..<Int((20 + 2 * duration + cruise) * 100)).map { index in
      let time = Double(index) / 100 - 10
      // 30 ms in each direction.
      let blow = time < jolt || time >= jolt + 0.06 ? 0 : time < jolt + 0.03 ? 0.4 : -0.4
      let force = device.conjugate.act(
        .unitZ + axis * (push(time) / SensorSample.standardGravity + blow))
      return SensorSample(
        timestamp: time, rotationRate: bias + normal() * 0.002,
        acceleration: normal() * noise - force)
    }
  }

  func path(along axis: Vector3<Double>, tilt: Double) -> [PathPoint] {
    PathEstimation().estimate(
      MotionEstimation(usesMagnetometer: false).estimate(samples(along: axis, tilt: tilt)).motions
    ).points
  }

  /// Passes each latest point with the distance along *x*, with a position measured each second.
  ///
  /// - Returns: The number of used measurements.
  func follow(
    deviation: Double, outlier: Double, _ body: (PathPoint, Double) -> Void
  ) -> Int {
    var random = SplitMix64(seed: 7)
    var navigator = InertialNavigator()
    var (distance, speed, used, next) = (0.0, 0.0, 0, -10.0)
    for motion in MotionEstimation(usesMagnetometer: false, skipsStartup: false)
      .estimate(samples(along: .unitX, tilt: 0)).motions
    {
      navigator.update(motion) { _ in }
      let time = motion.timestamp
      distance += speed * 0.01
      speed += push(time) * 0.01
      if time >= next {
        next += 1
        let noise = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
        var position = Vector3(distance, 0, 0) + noise * deviation
        if Int(next) % 15 == 10 { position += Vector3(outlier, 0.3 * outlier, 0) }
        let isUsed = navigator.observe(
          MotionMeasurement(timestamp: time, quantity: .position(position), deviation: deviation))
        if isUsed { used += 1 }
      }
      if let point = navigator.latest { body(point, distance) }
    }
    return used
  }
}

/// Nine moves along *x*, there and back, one each five seconds after a rest: with the least jerk,
/// level and without a turn but for one before them.
private struct Moves {
  let distance, duration: Double
  /// In seconds.
  var rest = 5.0
  /// Of the accelerometer, in g.
  var offset = Vector3<Double>.zero
  var scale = 1.0
  /// About *x* from 5 to 6.5 s, in radians.
  var turn = 0.0
  /// `nil` on a table.
  var hand: Hand?

  /// A hand that sways at 0.3 to 2 Hz, at this speed on each axis in m/s, and trembles at 8 to
  /// 12 Hz with 0.1 m/s².
  struct Hand {
    private var tones: [(rate: Double, speed: Vector3<Double>, phase: Double)] = []

    init(speed: Double, seed: UInt64) {
      var random = SplitMix64(seed: seed)
      func vector() -> Vector3<Double> {
        Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
      }
      for _ in 0..<16 {
        let share = Double.random(in: 0..<1, using: &random)
        let phase = Double.random(in: 0..<2 * .pi, using: &random)
        let rate = 2 * .pi * (tones.count < 8 ? 0.3 + 1.7 * share * share : 8 + 4 * share)
        // Of eight tones each has half the speed.
        tones.append((rate, vector() * (tones.count < 8 ? speed / 2 : 0.05 / rate), phase))
      }
    }

    func place(at time: Double) -> Vector3<Double> {
      tones.reduce(.zero) { $0 + $1.speed * (Double.sin($1.rate * time + $1.phase) / $1.rate) }
    }

    func acceleration(at time: Double) -> Vector3<Double> {
      tones.reduce(.zero) { $0 - $1.speed * (Double.sin($1.rate * time + $1.phase) * $1.rate) }
    }
  }

  /// The ninth move has no way back.
  var end: Vector3<Double> { Vector3(distance, 0, 0) }

  func path(
    offline: Bool = false, hasQuality: Bool = true, method: PathMethod = .navigator
  ) -> [PathPoint] {
    var random = SplitMix64(seed: 8)
    func normal() -> Vector3<Double> {
      Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
    }
    let samples = (0..<Int(100 * (rest + 45))).map { index in
      let time = Double(index) / 100
      let number = ((time - rest) / 5).rounded(.down) + 1
      let phase = (time - start(of: number)) / duration
      let slope = number > 0 && phase < 1 ? phase * (60 + phase * (120 * phase - 180)) : 0
      let side = number.remainder(dividingBy: 2) == 0 ? -1.0 : 1
      let push = side * distance / (duration * duration) * slope
      let share = min(max((time - 5) / 1.5, 0), 1)
      let turned = Quaternion(
        rotationVector: Vector3(turn * share * share * (3 - 2 * share), 0, 0))
      let turning = turn * 6 * share * (1 - share) / 1.5
      let acceleration = Vector3(push, 0, 0) + (hand?.acceleration(at: time) ?? .zero)
      let reading = turned.conjugate.act(
        acceleration * (-1 / SensorSample.standardGravity) - .unitZ)
      return SensorSample(
        timestamp: time, rotationRate: Vector3(turning, 0, 0) + normal() * 0.0012,
        acceleration: reading * scale - offset + normal() * 0.002)
    }
    var motions = MotionEstimation(
      usesMagnetometer: false, isOffline: offline, skipsStartup: false
    ).estimate(samples).motions
    if !hasQuality {
      for index in motions.indices { motions[index].quality = nil }
    }
    return PathEstimation(method: method).estimate(motions).points
  }

  private func start(of number: Double) -> Double { rest + 5 * (number - 1) }

  /// The true place, from that at the start.
  func place(at time: Double) -> Vector3<Double> {
    let number = max(((time - rest) / 5).rounded(.down) + 1, 0)
    let phase = number > 0 ? min((time - start(of: number)) / duration, 1) : 0
    let share = phase * phase * phase * (10 + phase * (6 * phase - 15))
    let isBack = number.remainder(dividingBy: 2) == 0
    let along = number == 0 ? 0 : distance * (isBack ? 1 - share : share)
    let sway = hand.map { $0.place(at: time) - $0.place(at: 0) } ?? .zero
    return Vector3(along, 0, 0) + sway
  }

  /// The lengths of the moves by a path.
  func lengths(of path: [PathPoint]) throws -> [Double] {
    try (1...9).map { number in
      func place(_ time: Double) throws -> Vector3<Double> {
        try #require(path.first { $0.timestamp >= time }).position
      }
      let start = start(of: Double(number))
      let move = try place(start + duration + 0.7) - place(start - 0.3)
      return number % 2 == 0 ? -move.x : move.x
    }
  }
}
