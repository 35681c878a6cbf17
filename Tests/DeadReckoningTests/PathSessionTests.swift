import MotionFusion
import Testing

@testable import DeadReckoning

@Suite("PathSession")
struct PathSessionTests {
  private let motions = PathTrackerTests.motions(movements: 2)

  @Test(
    "with its revisions the path is that of the whole recording", arguments: PathMethod.allCases)
  func whole(method: PathMethod) {
    let estimation = PathEstimation(method: method, dampingRate: 1)
    var session = PathSession(estimation)
    var path: [PathPoint] = []
    for motion in motions {
      let before = path.count
      session.update(motion) { path.apply($0) }
      #expect(path.count == before + 1)
    }
    session.finish { path.apply($0) }
    #expect(path == estimation.estimate(motions).points)
  }

  @Test("a sample whose time is not finite takes no measurements")
  func measurementsOfInvalidTime() {
    let measurements = stride(from: 0.5, to: 4, by: 0.5).map {
      MotionMeasurement(timestamp: $0, quantity: .velocity(.zero), deviation: 1)
    }
    var session = PathSession(PathEstimation(), measurements: measurements)
    var expected = PathSession(PathEstimation(), measurements: measurements)
    for (index, motion) in motions.enumerated() {
      session.update(motion) { _ in }
      expected.update(motion) { _ in }
      guard index == 100 else { continue }
      for time in [Double.nan, .infinity] {
        var invalid = motion
        invalid.timestamp = time
        session.update(invalid) { _ in Issue.record("an event of a faulty sample") }
      }
    }
    #expect(expected.usedMeasurementCount > 3)
    #expect(session.usedMeasurementCount == expected.usedMeasurementCount)
  }

  @Test("integrators differ, and samples that are not finite cause no event")
  func rules() {
    var ends: Set<Vector3<Double>> = []
    for rule in UpdateRule.allCases {
      var estimation = PathEstimation(method: .unstabilized)
      estimation.updateRule = rule
      var session = PathSession(estimation)
      var path: [PathPoint] = []
      for var motion in motions {
        session.update(motion) { path.apply($0) }
        motion.userAcceleration.x = .nan
        motion.timestamp += 0.001
        session.update(motion) { _ in Issue.record("an event of a faulty sample") }
      }
      session.finish { path.apply($0) }
      #expect(path == estimation.estimate(motions).points)
      if let end = path.last?.position { ends.insert(end) }
    }
    #expect(ends.count >= 3)
  }

  @Test(
    "each statistic of zero-velocity detection gives the same path live and at once",
    arguments: [PathMethod.navigator, .zeroVelocity])
  func statistics(method: PathMethod) {
    var paths: Set<[Vector3<Double>]> = []
    for statistic in [nil] + ZeroVelocityStatistic.allCases {
      var estimation = PathEstimation(method: method)
      estimation.statistic = statistic
      var session = PathSession(estimation)
      var path: [PathPoint] = []
      for motion in motions { session.update(motion) { path.apply($0) } }
      session.finish { path.apply($0) }
      #expect(path == estimation.estimate(motions).points)
      paths.insert(path.map(\.position))
    }
    #expect(paths.count > 1)
  }

  @Test("a session without samples has no path", arguments: PathMethod.allCases)
  func empty(method: PathMethod) {
    var session = PathSession(PathEstimation(method: method))
    session.finish { _ in Issue.record("an event without samples") }
  }
}
