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

  /// The inclination's root mean square error in degrees, and the share of errors within two
  /// standard deviations.
  private static func result(
    of samples: [SensorSample], offline: Bool, truth: (Double) -> Quaternion<Double>?
  ) throws -> (error: Double, share: Double) {
    let motions = MotionEstimation(
      usesMagnetometer: false, isOffline: offline, skipsStartup: false
    ).estimate(samples).motions
    var (squares, within, count) = (0.0, 0, 0)
    for motion in motions {
      guard let truth = truth(motion.timestamp) else { continue }
      let error = AttitudeError(of: motion.attitude.quaternion, from: truth).inclination
      let deviation = try #require(motion.uncertainty).inclination
      squares += error * error
      if error < 2 * deviation { within += 1 }
      count += 1
    }
    try #require(count > 0)
    return ((squares / Double(count)).squareRoot() * 180 / .pi, Double(within) / Double(count))
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
        let kept = motion.samples.indices.filter {
          Self.isKept(motion.samples[$0].timestamp, pause: pause)
        }
        let found = try Self.result(of: kept.map { motion.samples[$0] }, offline: offline) {
          $0 < 5 ? nil : motion.truth[Int(($0 * 100).rounded()) - 1]
        }
        squares += found.error * found.error
        #expect(found.share > 0.9, "offline \(offline), seed \(seed), \(found)")
      }
      let error = (squares / 4).squareRoot()
      #expect(error < (offline ? limits.offline : limits.live), "offline \(offline)")
    }
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
