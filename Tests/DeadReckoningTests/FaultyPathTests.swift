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
}
