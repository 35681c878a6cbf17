import DeadReckoning
import DeviceMotion
import MotionSimulation
import TestSupport
import Testing

@Suite("GestureWindow")
struct GestureWindowTests {
  /// Part of a letter with exact attitudes and accelerations, and a constant error of acceleration.
  private func motions(
    _ truth: ArraySlice<TrueMotion>, error: Vector3<Double>
  ) -> [DeviceMotion] {
    truth.map { point in
      var motion = point.deviceMotion
      motion.userAcceleration -=
        point.attitude.quaternion.conjugate.act(error) / TrueMotion.standardGravity
      return motion
    }
  }

  private func letter(_ character: Character, seed: UInt64) throws -> SimulatedRecording {
    var configuration = AirSimulator.Configuration()
    configuration.sensors = .perfect
    return try AirSimulator(configuration: configuration)
      .recording(of: String(character), by: Writer(seed: seed), seed: seed)
  }

  /// Root mean square distance of two paths about their own means.
  private func distance(_ path: [Vector3<Double>], _ truth: ArraySlice<TrueMotion>) -> Double {
    let errors = zip(path, truth).map { $0 - $1.position }
    let mean = errors.reduce(.zero, +) / Double(errors.count)
    let sum = errors.reduce(0) { $0 + ($1 - mean).lengthSquared }
    return (sum / Double(errors.count)).squareRoot()
  }

  @Test(
    "every letter: three times closer to the truth than the best exponential damping",
    arguments: Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
  func letters(character: Character) throws {
    let recording = try letter(character, seed: 2)
    let range = try #require(recording.letters.first).samples
    let truth = recording.truth[range]
    // A tilt of half a degree.
    let motions = motions(truth, error: Vector3(0.06, -0.05, 0.04))
    let estimate = try #require(GestureWindow().estimate(motions))
    let found = distance(estimate.path.map(\.location), truth)
    let damped = [0.1, 0.3, 1, 2, 4].map { rate in
      distance(
        DeadReckoner.path(of: motions, stabilizer: .exponentialDamping, dampingRate: rate)
          .map(\.location), truth)
    }
    #expect(try #require(damped.min()) > 3 * found)
    #expect(estimate.conditions.startsAtRest && estimate.conditions.endsAtRest)
    #expect(maximumDifference(estimate.accelerationError, Vector3(-0.06, 0.05, -0.04)) < 0.03)
  }

  @Test("a window cut from the middle: the hand moves at both ends, and that is seen")
  func cut() throws {
    let recording = try letter("N", seed: 4)
    let range = try #require(recording.letters.first).samples
    let part = range.lowerBound + range.count / 3..<range.upperBound - range.count / 4
    let truth = recording.truth[part]
    let first = try #require(truth.first)
    let last = try #require(truth.last)
    try #require(first.velocity.length > 0.2 && last.velocity.length > 0.2)
    let motions = motions(truth, error: .zero)
    let estimate = try #require(GestureWindow().estimate(motions))
    // Told that it rests at both ends, it is less likely by far and further off.
    let wrong = try #require(
      GestureWindow().estimate(
        motions,
        candidates: [EndConditions(startsAtRest: true, endsAtRest: true, isClosed: false)]))
    #expect(estimate.conditions != wrong.conditions)
    #expect(wrong.logEvidence < estimate.logEvidence - 1)
    #expect(
      distance(estimate.path.map(\.location), truth) < distance(wrong.path.map(\.location), truth))
  }

  @Test("a closed stroke is seen to be closed, and the tilt is that of the attitude")
  func closed() throws {
    let recording = try letter("O", seed: 3)
    let truth = recording.truth[try #require(recording.letters.first).samples]
    let estimate = try #require(GestureWindow().estimate(motions(truth, error: .zero)))
    let first = try #require(truth.first)
    let last = try #require(truth.last)
    #expect(estimate.conditions.isClosed == (first.position.distance(to: last.position) < 0.06))
    // An attitude that is tilted by a small angle about x: gravity leaks into y.
    let tilt = Quaternion(rotationVector: Vector3(0.01, 0, 0))
    let tilted = truth.map { point in
      var motion = point.deviceMotion
      let told = motion.gravity + motion.userAcceleration
      motion.attitude = Attitude(quaternion: tilt.conjugate * motion.attitude.quaternion)
      motion.userAcceleration = told - motion.attitude.gravity
      motion.gravity = motion.attitude.gravity
      return motion
    }
    let found = try #require(GestureWindow().estimate(tilted))
    #expect(maximumDifference(found.tilt, Vector3(0.01, 0, 0)) < 0.003)
  }

  @Test("nothing, one sample, no candidates: no estimate")
  func degenerate() throws {
    #expect(GestureWindow().estimate([]) == nil)
    let one = DeadReckonerTests.motion(at: 0, acceleration: .unitX)
    #expect(GestureWindow().estimate([one]) == nil)
    #expect(GestureWindow().estimate([one, one]) == nil)
    let two = DeadReckonerTests.motion(at: 1, acceleration: .unitX)
    #expect(GestureWindow().estimate([one, two], candidates: []) == nil)
  }
}
