import Foundation
import MotionFusion
import MotionRecordings
import MotionTestSupport
import RealModule
import TestSupport
import Testing

/// Pauses of the samples while the device turns.
@Suite("Pauses of the samples")
struct GapTests {
  /// The time of a pause in each period of 15 s.
  private static let start = 7.0

  private static func isKept(_ time: Double, pause: Double) -> Bool {
    let phase = time.truncatingRemainder(dividingBy: 15)
    return phase < start || phase >= start + pause
  }

  /// Whether a pause ended within the last three seconds.
  private static func isAfter(_ time: Double, pause: Double) -> Bool {
    (start + pause..<start + pause + 3).contains(time.truncatingRemainder(dividingBy: 15))
  }

  /// The root mean square errors of inclination and heading in degrees, and the share of errors of
  /// the inclination within two standard deviations.
  private static func result(
    of samples: [SensorSample], usesMagnetometer: Bool = false, offline: Bool,
    truth: (Double) -> Quaternion<Double>?
  ) throws -> (error: Double, heading: Double, share: Double) {
    let motions = MotionEstimation(
      usesMagnetometer: usesMagnetometer, isOffline: offline, skipsStartup: false
    ).estimate(samples).motions
    var (squares, headings, within, count) = (0.0, 0.0, 0, 0)
    for motion in motions {
      guard let truth = truth(motion.timestamp) else { continue }
      let error = AttitudeError(of: motion.attitude.quaternion, from: truth)
      let deviation = try #require(motion.uncertainty).inclination
      squares += error.inclination * error.inclination
      headings += error.heading * error.heading
      if error.inclination < 2 * deviation { within += 1 }
      count += 1
    }
    try #require(count > 0)
    let mean = [squares, headings].map { ($0 / Double(count)).squareRoot() * 180 / .pi }
    return (mean[0], mean[1], Double(within) / Double(count))
  }

  /// The same for a synthetic motion of 75 s with pauses.
  ///
  /// - Parameter counts: Whether the errors at this time count.
  private static func result(
    of motion: SyntheticMotion, pause: Double, usesMagnetometer: Bool = false, offline: Bool,
    counts: (Double) -> Bool
  ) throws -> (error: Double, heading: Double, share: Double) {
    try result(
      of: motion.samples.filter { isKept($0.timestamp, pause: pause) },
      usesMagnetometer: usesMagnetometer, offline: offline
    ) { counts($0) ? motion.truth[Int(($0 * 100).rounded()) - 1] : nil }
  }

  /// Levelled by the velocity alone, the live errors are 0.5°, 2.2° and 1.4°.
  @Test(
    "the vertical recovers from pauses",
    arguments: zip([0.3, 0.8, 2.0], [(0.8, 0.3), (1.6, 0.8), (1.35, 0.5)]))
  func simulated(pause: Double, limits: (live: Double, offline: Double)) throws {
    for offline in [false, true] {
      var squares = 0.0
      for seed in 0..<4 as Range<UInt64> {
        let motion = SyntheticMotion(duration: 75, seed: seed, bias: InertialFilterTests.bias)
        let found = try Self.result(of: motion, pause: pause, offline: offline) { $0 >= 5 }
        squares += found.error * found.error
        #expect(found.share > 0.9, "offline \(offline), seed \(seed), \(found)")
      }
      let error = (squares / 4).squareRoot()
      #expect(error < (offline ? limits.offline : limits.live), "offline \(offline)")
    }
  }

  /// In the hand or at rest. A linear correction never finds a vertical that is wrong by more than
  /// a right angle: the errors would be 90° to 139°, except after long pauses in the hand, live.
  /// After short pauses at rest up to 3.3° remain, which the filter takes for the acceleration of a
  /// vehicle.
  @Test("a device turned over in a pause is levelled again", arguments: [0.3, 0.8], [0.0, 75])
  func turnedOver(pause: Double, stillUntil: Double) throws {
    let turn = Quaternion(rotationVector: Vector3(2.5, 0, 0))
    for seed in 0..<2 as Range<UInt64> {
      var motion = SyntheticMotion(duration: 75, seed: seed, stillUntil: stillUntil)
      for index in motion.samples.indices {
        let count = ((motion.samples[index].timestamp - Self.start) / 15).rounded(.up)
        guard count.truncatingRemainder(dividingBy: 2) == 1 else { continue }
        motion.truth[index] = motion.truth[index] * turn
        let sample = motion.samples[index]
        motion.samples[index].rotationRate = sample.rotationRate.map(turn.conjugate.act)
        motion.samples[index].acceleration = sample.acceleration.map(turn.conjugate.act)
      }
      for offline in [false, true] {
        let found = try Self.result(of: motion, pause: pause, offline: offline) {
          !Self.isAfter($0, pause: pause) && !Self.isAfter($0 - 3, pause: pause)
        }
        #expect(found.error < 4, "offline \(offline), seed \(seed)")
      }
    }
  }

  /// The first force is up to 60° from the vertical; levelled by it and the velocity, the error is
  /// 23°.
  @Test("after a pause, the vertical of a runner is that of the mean force")
  func running() throws {
    var squares = 0.0
    for seed in 0..<4 as Range<UInt64> {
      let motion = SyntheticMotion(duration: 75, seed: seed, push: 1, pace: 3)
      let found = try Self.result(of: motion, pause: 2, offline: false) {
        Self.isAfter($0, pause: 2)
      }
      squares += found.error * found.error
    }
    #expect((squares / 4).squareRoot() < 18)
  }

  /// A dip that is wrong with the vertical is no disturbance of the field: the error would be 49°,
  /// and 16° if the first field of all needed a settled vertical again.
  @Test("after a pause, the field shows north before the vertical has settled")
  func unsettledNorth() throws {
    var squares = 0.0
    for seed in 0..<4 as Range<UInt64> {
      let motion = SyntheticMotion(duration: 75, seed: seed, push: 0.3)
      let found = try Self.result(of: motion, pause: 2, usesMagnetometer: true, offline: false) {
        Self.isAfter($0, pause: 2)
      }
      squares += found.heading * found.heading
    }
    #expect((squares / 4).squareRoot() < 13)
  }

  /// Levelled by the velocity alone, the live error is 4.7°.
  @Test("the vertical of a stick recovers from pauses of 0.8 s", .needsRecordings)
  func stick() throws {
    let folder = try #require(Locations.recordings).appending(path: "orientation/repoimu-tstick")
    var errors = [0.0, 0.0]
    var count = 0.0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasSuffix(".csv") {
      let recordings = try RecordingReader().read(folder.appending(path: name).path)
      let samples = try #require(recordings.sensorSamples.first).samples
      let first = try #require(samples.first).timestamp
      let kept = samples.filter { Self.isKept($0.timestamp - first, pause: 0.8) }
      let truth = Dictionary(
        try #require(recordings.references.first).samples.map { ($0.timestamp, $0.attitude) },
        uniquingKeysWith: { first, _ in first })
      for offline in [false, true] {
        errors[offline ? 1 : 0] += try Self.result(of: kept, offline: offline) {
          truth[$0].flatMap { $0?.quaternion }
        }.error
      }
      count += 1
    }
    #expect(count > 5)
    #expect(errors[0] / count < 3.5)
    #expect(errors[1] / count < 2.5)
  }
}
