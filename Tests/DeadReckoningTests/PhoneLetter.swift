import MotionFusion
import MotionSimulation
import Testing

/// What a phone makes of a letter in the air: our own filter's motion, in the heading of the truth.
struct PhoneLetter {
  /// The whole recording, with 0.8 s of rest at both ends.
  let recording: [DeviceMotion]
  /// The samples from touch to release.
  let samples: Range<Int>
  /// How the phone really moved in these.
  let truth: ArraySlice<TrueMotion>

  /// The motion from touch to release.
  var motions: [DeviceMotion] { Array(recording[samples]) }

  /// The letter of a writer, by sensors whose accelerometer has this range in g.
  init(_ character: Character, seed: UInt64, range: Double) throws {
    var configuration = AirSimulator.Configuration()
    configuration.sensors.accelerationRange = range
    let simulated = try AirSimulator(configuration: configuration)
      .recording(of: String(character), by: Writer(seed: seed), seed: seed)
    samples = try #require(simulated.letters.first).samples
    recording = simulated.estimatedMotion()
    truth = simulated.truth[samples]
  }
}
