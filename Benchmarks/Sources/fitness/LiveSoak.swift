import CInstruments
import GestureRecognition
import MotionDelivery
import MotionFusion
import MotionSimulation

/// A day of samples as `inertial live` reads them, at full speed: motion manager, recognition of
/// letters, and all numbers of a motion display.
struct LiveSoak {
  let sampleCount: Int
  /// Whether gestures are cut by touch, or found in motion alone.
  let hasTouch: Bool
  /// Whether the hand is stationary before and after each letter.
  let hasRests: Bool

  private static let pointCount = 24

  func run() async throws -> LiveSoakResult {
    var configuration = AirSimulator.Configuration()
    configuration.sensors.magneticField = Vector3(0, 20, -45)
    configuration.hasRests = hasRests
    var samples = try AirSimulator(configuration: configuration).recording(
      of: "THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG", by: Writer(seed: 7)
    ).samples
    if !hasTouch {
      for index in samples.indices { samples[index].isTouching = nil }
    }
    let manager = MotionManager(
      source: RepeatingSource(samples: samples, count: sampleCount, period: 0.01))
    var session = WritingSession(try .uppercaseLetters())
    var readout = MotionReadout()
    var result = LiveSoakResult()
    let begin = instruments_nanoseconds()
    let step = max(1, sampleCount / Self.pointCount)
    for try await motion in try manager.updates(policy: .neverMiss(buffering: 256)) {
      let sample = SensorSample(
        timestamp: motion.timestamp, rotationRate: motion.rotationRate,
        acceleration: motion.gravity + motion.userAcceleration)
      readout.update(sample)
      result.letters += session.update(motion).count { $0.label != nil }
      result.samples += 1
      if result.samples % step == 0 {
        result.residentBytes.append(instruments_resident_bytes())
        result.isFinite = result.isFinite && readout.values.tilt?.isFinite == true
      }
    }
    result.seconds = Double(instruments_nanoseconds() - begin) * 1e-9
    return result
  }
}

/// A recording over and over.
private struct RepeatingSource: MotionSource {
  let samples: [SensorSample]
  let count: Int
  let period: Double

  var sensors: MotionSensors? { [.gyroscope, .accelerometer, .magnetometer] }

  func run(_ receive: (SensorSample) async -> Void) async throws(MotionSourceError) {
    let lap = Double(samples.count) * period
    for number in 0..<count {
      let (turn, index) = number.quotientAndRemainder(dividingBy: samples.count)
      var sample = samples[index]
      sample.timestamp += Double(turn) * lap
      await receive(sample)
      guard !Task.isCancelled else { return }
    }
  }
}
