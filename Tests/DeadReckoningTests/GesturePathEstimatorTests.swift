import MotionFusion
import MotionSimulation
import TestSupport
import Testing

@testable import DeadReckoning

@Suite("GesturePathEstimator")
struct GesturePathEstimatorTests {
  /// Part of a letter with exact attitudes and accelerations, and a constant error of acceleration.
  private func motions(
    _ truth: ArraySlice<TrueMotion>, error: Vector3<Double>
  ) -> [DeviceMotion] {
    truth.map { point in
      var motion = point.deviceMotion
      motion.userAcceleration -=
        point.attitude.quaternion.conjugate.act(error) / SensorSample.standardGravity
      return motion
    }
  }

  /// How far the shape of a path is from the truth, in metres.
  private func distance(
    _ path: [Vector3<Double>], _ truth: ArraySlice<TrueMotion>
  ) throws -> Double {
    try #require(PathError.shape(of: path, from: truth.map(\.position)))
  }

  private func letter(_ character: Character, seed: UInt64) throws -> SimulatedRecording {
    var configuration = AirSimulator.Configuration()
    configuration.sensors = .perfect
    return try AirSimulator(configuration: configuration)
      .recording(of: String(character), by: Writer(seed: seed), seed: seed)
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
    let estimate = try #require(GesturePathEstimator().estimate(motions))
    let found = try distance(estimate.points.map(\.position), truth)
    let damped = try [0.1, 0.3, 1, 2, 4].map { rate in
      try distance(
        DeadReckoner.path(of: motions, stabilizer: .exponentialDamping, dampingRate: rate)
          .map(\.location), truth)
    }
    #expect(try #require(damped.min()) > 3 * found)
    #expect(estimate.conditions.startsAtRest && estimate.conditions.endsAtRest)
    let first = try #require(motions.first)
    let correction =
      estimate.tilt.cross(.unitZ) * SensorSample.standardGravity
      - first.attitude.quaternion.act(estimate.accelerationBias)
    #expect(maximumDifference(correction, Vector3(-0.06, 0.05, -0.04)) < 0.03)
  }

  @Test("saturation is detected, bridged, and raises the uncertainty", arguments: [301, 306])
  func saturation(seed: UInt64) throws {
    let whole = try PhoneLetter("N", seed: seed, range: 16)
    let cut = try PhoneLetter("N", seed: seed, range: 2)
    let (free, bridged) = try (
      #require(GesturePathEstimator().estimate(whole.motions)),
      #require(GesturePathEstimator().estimate(cut.motions))
    )
    #expect(free.saturatedCount == 0 && bridged.saturatedCount > 10)
    let error = try distance(bridged.points.map(\.position), whole.truth)
    let damped = DeadReckoner.path(of: cut.motions, stabilizer: .zeroEndVelocity).map(\.location)
    #expect(try 3 * error < distance(damped, whole.truth))
    // Uncertain in the middle of the movement, and more so than without the cuts.
    let middle = whole.motions.count / 2
    let deviations = try [free, bridged].map { estimate in
      try #require(estimate.points[middle].uncertainty).positionDeviation
    }
    #expect(deviations[1] > 1.2 * deviations[0])
  }

  @Test("errors match the covariance")
  func consistency() throws {
    var (sum, count) = (0.0, 0.0)
    for (place, character) in "CHLNSVWZ".enumerated() {
      let letter = try PhoneLetter(character, seed: 310 + UInt64(place), range: 16)
      let points = try #require(GesturePathEstimator().estimate(letter.motions)).points
      let truth = letter.truth
      let index = points.count * 2 / 3
      let origin = try #require(truth.first).position
      let error = truth[truth.startIndex + index].position - origin - points[index].position
      let covariance = try #require(points[index].uncertainty).position
      // Of a heading that is off by a little nothing is said.
      sum += error.dot(
        try #require((covariance + Matrix3(diagonal: Vector3(1e-6, 1e-6, 1e-6))).inverse) * error)
      count += 3
    }
    #expect((0.1...3).contains(sum / count), "\(sum / count)")
  }

  @Test("stationary ends are detected and keep their position")
  func rests() throws {
    let motions = try PhoneLetter("Z", seed: 312, range: 16).motions
    // Half a second more of the first and of the last sample.
    func still(_ motion: DeviceMotion, from offset: Double) -> [DeviceMotion] {
      (0..<50).map { index in
        DeviceMotion(
          timestamp: motion.timestamp + offset + Double(index) / 100, attitude: motion.attitude,
          rotationRate: .zero, userAcceleration: .zero)
      }
    }
    let first = try #require(motions.first)
    let last = try #require(motions.last)
    let estimate = try #require(
      GesturePathEstimator().estimate(still(first, from: -0.5) + motions + still(last, from: 0.01)))
    #expect(estimate.conditions.startsAtRest && estimate.conditions.endsAtRest)
    #expect(estimate.points[..<50].allSatisfy { $0.isStationary && $0.position == .zero })
    let end = try #require(estimate.points.last)
    #expect(
      estimate.points.suffix(50).allSatisfy { $0.isStationary && $0.position == end.position })
    #expect(end.velocity == .zero && end.position.length > 0.05)
    #expect(!estimate.points[75 + motions.count / 4].isStationary)
  }

  @Test("a gesture cut at both ends: the motion at the ends is detected")
  func cut() throws {
    let recording = try letter("N", seed: 4)
    let range = try #require(recording.letters.first).samples
    let part = range.lowerBound + range.count / 3..<range.upperBound - range.count / 4
    let truth = recording.truth[part]
    let first = try #require(truth.first)
    let last = try #require(truth.last)
    try #require(first.velocity.length > 0.2 && last.velocity.length > 0.2)
    let motions = motions(truth, error: .zero)
    let estimate = try #require(GesturePathEstimator().estimate(motions))
    // Told that it rests at both ends, it is less likely by far and further off.
    let wrong = try #require(
      GesturePathEstimator().estimate(
        motions,
        candidates: [EndConditions(startsAtRest: true, endsAtRest: true, isClosed: false)]))
    #expect(estimate.conditions != wrong.conditions)
    #expect(wrong.logEvidence < estimate.logEvidence - 1)
    let errors = try [estimate, wrong].map { try distance($0.points.map(\.position), truth) }
    #expect(errors[0] < errors[1])
  }

  @Test("a closed stroke is detected, and the tilt of the attitude estimated")
  func closed() throws {
    let recording = try letter("O", seed: 3)
    let truth = recording.truth[try #require(recording.letters.first).samples]
    let estimate = try #require(GesturePathEstimator().estimate(motions(truth, error: .zero)))
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
    let found = try #require(GesturePathEstimator().estimate(tilted))
    #expect(maximumDifference(found.tilt, Vector3(0.01, 0, 0)) < 0.003)
  }

  @Test("nil for no samples, one sample, or no candidates")
  func degenerate() throws {
    #expect(GesturePathEstimator().estimate([]) == nil)
    let one = DeadReckonerTests.motion(at: 0, acceleration: .unitX)
    #expect(GesturePathEstimator().estimate([one]) == nil)
    #expect(GesturePathEstimator().estimate([one, one]) == nil)
    let two = DeadReckonerTests.motion(at: 1, acceleration: .unitX)
    #expect(GesturePathEstimator().estimate([one, two], candidates: []) == nil)
  }
}
