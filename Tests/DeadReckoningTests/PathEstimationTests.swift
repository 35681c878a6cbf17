import MotionFusion
import TestSupport
import Testing

@testable import DeadReckoning

@Suite("PathEstimation")
struct PathEstimationTests {
  /// Half a metre along *x* in a second, three times, between stationary phases of a second.
  private let motions = PathTrackerTests.motions(movements: 3)

  @Test("every method: one point a usable sample, and the faults", arguments: PathMethod.allCases)
  func methods(method: PathMethod) {
    var motions = motions
    motions[40].userAcceleration.x = .nan
    let estimate = PathEstimation(method: method).estimate(motions)
    #expect(estimate.points.map(\.index) == Array(0..<motions.count - 1))
    #expect(estimate.liveStationary.count == estimate.points.count)
    #expect(estimate.points.allSatisfy { $0.position.isFinite && $0.velocity.isFinite })
    #expect(estimate.faults.notFinite == 1)
  }

  @Test("length, loop-closure error and stationary phases of a known path")
  func figures() throws {
    let estimate = PathEstimation().estimate(motions)
    #expect(abs(estimate.length - 1.5) < 0.1)
    #expect(abs(try #require(estimate.loopClosureError) - 1.5) < 0.1)
    #expect((3...4).contains(estimate.stationaryPhaseCount))
    #expect(estimate.revisionCount >= 3)
    #expect(PathEstimate().loopClosureError == nil && PathEstimate().length == 0)
  }

  @Test(
    "a long path: the points and figures of the whole, in bounded memory",
    arguments: [PathMethod.navigator, .zeroVelocity, .unstabilized])
  func longPath(method: PathMethod) {
    // A last movement that is longer than a revision, between two rests.
    let start = motions.map(\.timestamp).max() ?? 0
    var random = SplitMix64(seed: 3)
    let movement = (1...20_000).map { index in
      DeadReckonerTests.motion(
        at: start + Double(index) / 100,
        acceleration: 0.3 * random.normalVector())
    }
    let rest = (1...100).map {
      DeadReckonerTests.motion(at: start + 200 + Double($0) / 100, acceleration: .zero)
    }
    let whole = PathEstimation(method: method).estimate(motions + movement + rest)
    var session = PathSession(PathEstimation(method: method))
    var path = LongPath()
    var points: [PathPoint] = []
    var early = 0
    for motion in motions + movement + rest {
      session.update(motion) { path.apply($0) }
      path.handOver { points.append($0) }
      early = points.count
    }
    session.finish { path.apply($0) }
    path.finish(session) { points.append($0) }
    #expect(early > 8000 && early < points.count)
    #expect(points == whole.points)
    #expect(path.figures.count == whole.points.count)
    #expect(path.figures.length == whole.length)
    #expect(path.figures.revisionCount == whole.revisionCount)
    #expect(path.figures.stationaryPhaseCount == whole.stationaryPhaseCount)
    #expect(path.figures.findings == whole.findings)
    #expect(method == .unstabilized || whole.revisionCount > 3)
  }

  @Test("changed parameters of the detector; the others stay those of the method")
  func detector() {
    var estimation = PathEstimation(method: .zeroVelocity)
    estimation.changeDetector()
    #expect(estimation.detector == nil)
    estimation.changeDetector(window: 0.3)
    estimation.changeDetector(rotationLimit: 0.2)
    var expected = ZeroVelocityDetector.Configuration()
    (expected.window, expected.rotationLimit) = (0.3, 0.2)
    #expect(estimation.detector == expected)
  }

  @Test("constant deceleration: the formula, and bounded speed under noise")
  func constantDeceleration() {
    var reckoner = DeadReckoner(velocity: Vector3(3, 0, -4))
    reckoner.decelerate(by: 2, over: 0.5)
    // One of five metres a second is gone.
    #expect(maximumDifference(reckoner.velocity, Vector3(2.4, 0, -3.2)) < 1e-15)
    reckoner.decelerate(by: 100, over: 1)
    #expect(reckoner.velocity == .zero)
    // A constant error of 0.3 m/s² is suppressed, where the plain integral reaches 2.1 m/s.
    let biased = (0..<700).map {
      DeadReckonerTests.motion(at: Double($0) / 100, acceleration: Vector3(0, 0.3, 0))
    }
    let last = PathEstimation(method: .constantDeceleration).estimate(biased).points.last
    #expect((last?.velocity.length ?? 1) < 0.01)
    var random = SplitMix64(seed: 8)
    let noise = (0..<5000).map {
      DeadReckonerTests.motion(at: Double($0) * 0.1, acceleration: random.normalVector())
    }
    let points = PathEstimation(method: .constantDeceleration).estimate(noise).points
    #expect(points.allSatisfy { $0.velocity.length < 10 && $0.position.isFinite })
  }

  @Test("nonlinear damping returns to the origin, and starts anew after a release")
  func nonlinearDamping() {
    var reckoner = DeadReckoner(position: Vector3(3, 0, -4))
    reckoner.approachOrigin(by: 2, over: 0.5)
    // One of five metres is gone.
    #expect(maximumDifference(reckoner.position, Vector3(2.4, 0, -3.2)) < 1e-15)
    reckoner.approachOrigin(by: 100, over: 1)
    #expect(reckoner.position == .zero)

    // A push of 0.1 s while touched, then 1 s of rest, then a release.
    let pushed = (0..<200).map { index in
      var motion = DeadReckonerTests.motion(
        at: Double(index) / 100, acceleration: Vector3(index < 10 ? 20 : 0, 0, 0))
      motion.isTouching = index < 150
      return motion
    }
    var estimation = PathEstimation(method: .constantDeceleration)
    estimation.deceleration = 4
    estimation.returnSpeed = 0.2
    let points = estimation.estimate(pushed).points
    #expect(points[60].position.x > 0.1 && points[60].velocity == .zero)
    // 0.2 m/s back to the origin.
    let back = points[60].position.x - points[110].position.x
    #expect(abs(back - min(0.1, points[60].position.x)) < 1e-12)
    #expect(points[150...].allSatisfy { $0.position == .zero && $0.velocity == .zero })
    #expect(points[149].position.x > 0.02)
  }

  @Test(
    "the limits of zero-velocity detection apply to batch and session",
    arguments: [PathMethod.zeroVelocity, .navigator])
  func restLimits(method: PathMethod) {
    var strict = PathEstimation(method: method)
    // Longer than the recording.
    strict.detector = ZeroVelocityDetector.Configuration(window: 1000)
    #expect(PathEstimation(method: method).estimate(motions).stationaryPhaseCount > 0)
    #expect(strict.estimate(motions).stationaryPhaseCount == 0)
    var session = PathSession(strict)
    var isStationary = false
    func listen(_ event: PathEvent) {
      if case .position(let point) = event, point.isStationary { isStationary = true }
    }
    for motion in motions { session.update(motion, listener: listen) }
    #expect(!isStationary)
  }

  @Test("after a clipped reading, a tilted attitude does not hide a stationary phase")
  func clipped() {
    // Clipped at 2 g for 0.2 s; from there on gravity is subtracted with an attitude that is 6
    // degrees off, so that 0.1 g remain.
    let tilt = Quaternion(rotationVector: Vector3(0.1, 0, 0))
    let motions = (0..<300).map { index in
      let isPushed = (100..<120).contains(index)
      let attitude = Attitude(quaternion: index < 100 ? .identity : tilt)
      let reading = Vector3(isPushed ? (index == 100 ? 1.5 : 2) : 0, 0, -1)
      return DeviceMotion(
        timestamp: Double(index) / 100, attitude: attitude, rotationRate: .zero,
        userAcceleration: reading - attitude.gravity)
    }
    let estimation = PathEstimation(method: .zeroVelocity)
    #expect(estimation.estimate(motions).points[180].isStationary)
    // Without a clipped reading, 0.1 g are a motion, unless they are steady for a second.
    for end in [180, 300] {
      let pushed = (0..<300).map { index in
        DeviceMotion(
          timestamp: Double(index) / 100, attitude: .identity, rotationRate: .zero,
          userAcceleration: Vector3((100..<end).contains(index) ? 0.1 : 0, 0, 0))
      }
      let points = estimation.estimate(pushed).points
      #expect(points[90].isStationary && points[150].isStationary == (end == 300))
    }
  }

  @Test("accuracy: the reference without error, windows, and detection")
  func accuracy() throws {
    let truth = PathEstimation(method: .unstabilized).estimate(motions).points
    let poses = truth.map {
      ReferencePose(
        timestamp: $0.timestamp, position: $0.position + Vector3(1, 2, 3),
        isScored: $0.velocity.length > 0.05)
    }
    let estimation = PathEstimation(method: .unstabilized)
    let accuracy = try #require(
      PathAccuracy(
        of: estimation.estimate(motions), by: estimation, from: motions, reference: poses,
        windowLengths: [0.5, 50]))
    #expect(try #require(accuracy.error).rootMeanSquare < 1e-12)
    #expect(accuracy.detection == nil)
    #expect(try #require(accuracy.defaultDetection).recall > 0.5)
    #expect(accuracy.windows.map(\.seconds) == [0.5])
    let window = try #require(accuracy.windows.first)
    #expect(window.count == 3 && window.online.end < 0.01)
    let pooled = [accuracy, accuracy].pooledWindows
    #expect(pooled.map(\.count) == [6] && pooled.first?.linear == window.linear)
    #expect([PathAccuracy]().pooledWindows.isEmpty)
    #expect(
      PathAccuracy(
        of: estimation.estimate(motions), by: estimation, from: motions, reference: [],
        windowLengths: []) == nil)
  }

  @Test("findings: speed, uncertainty, a single point; none of a true path")
  func findings() {
    #expect(PathEstimation().estimate(motions).findings.isEmpty)
    #expect(PathEstimate().findings.isEmpty)
    #expect(PathEstimation().estimate(motions.prefix(1)).findings == [.tooShort(1)])
    func estimate(speed: Double, seconds: Double, deviation: Double?) -> PathEstimate {
      var estimate = PathEstimate()
      estimate.points = [0, seconds / 2, seconds].enumerated().map { index, time in
        let variance = (deviation ?? 0) * (deviation ?? 0) / 3
        let diagonal = Matrix3(diagonal: Vector3(repeating: variance))
        return PathPoint(
          index: index, timestamp: 100 + time, position: Vector3(speed * time, 0, 0),
          velocity: Vector3(speed, 0, 0), attitude: .identity,
          uncertainty: deviation.map { _ in PathUncertainty(position: diagonal, velocity: diagonal)
          })
      }
      return estimate
    }
    #expect(estimate(speed: 1.4, seconds: 600, deviation: 20).findings.isEmpty)
    #expect(estimate(speed: 1.4, seconds: 600, deviation: nil).findings.isEmpty)
    var fast = estimate(speed: 23.7, seconds: 10, deviation: 1)
    #expect(fast.findings == [.speed(23.7)])
    fast.usedMeasurementCount = 10
    #expect(fast.findings.isEmpty)
    // A device at rest has a path of nearly no length.
    #expect(estimate(speed: 0, seconds: 10, deviation: 0.04).findings.isEmpty)
    guard
      case .uncertainty(let deviation, let length)? =
        estimate(speed: 0.1, seconds: 10, deviation: 30).findings.first
    else {
      Issue.record("expected the standard deviation to be found")
      return
    }
    #expect(abs(deviation - 30) < 1e-9 && abs(length - 1) < 1e-9)
    // Not a number is found, too.
    #expect(!estimate(speed: .nan, seconds: 10, deviation: 1).findings.isEmpty)
    let text = PathFinding.uncertainty(deviation: 0.123456, length: 0.0123456).description
    #expect(text.contains("0.12 m") && text.contains("0.0123 m"))
  }
}
