import DeadReckoning
import DeviceMotion
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
    let samples = try #require(simulated.letters.first).samples
    var filter = InertialFilter()
    var motions: [DeviceMotion] = []
    for sample in simulated.samples {
      filter.update(sample)
      let attitude = Attitude(quaternion: try #require(filter.attitude))
      motions.append(
        DeviceMotion(
          timestamp: sample.timestamp, attitude: attitude, rotationRate: filter.rotationRate,
          userAcceleration: try #require(sample.acceleration) - attitude.gravity))
    }
    let middle = (samples.lowerBound + samples.upperBound) / 2
    let error =
      simulated.truth[middle].attitude.quaternion * motions[middle].attitude.quaternion.conjugate
    let turn = try #require(Quaternion(x: 0, y: 0, z: error.z, w: error.w).normalized())
    recording = motions.map { motion in
      var motion = motion
      motion.attitude.quaternion = turn * motion.attitude.quaternion
      return motion
    }
    self.samples = samples
    truth = simulated.truth[samples]
  }

  /// The error of exponential damping at this rate in 1/s, in metres.
  func dampedError(rate: Double) -> Double {
    distance(
      DeadReckoner.path(of: motions, stabilizer: .exponentialDamping, dampingRate: rate)
        .map(\.location), truth)
  }
}

/// Root mean square distance of two paths about their own means, in metres.
func distance(_ path: [Vector3<Double>], _ truth: ArraySlice<TrueMotion>) -> Double {
  let errors = zip(path, truth).map { $0 - $1.position }
  let mean = errors.reduce(.zero, +) / Double(errors.count)
  let sum = errors.reduce(0) { $0 + ($1 - mean).lengthSquared }
  return (sum / Double(errors.count)).squareRoot()
}
