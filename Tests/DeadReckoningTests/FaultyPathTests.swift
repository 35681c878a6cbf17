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
}
