// Device motion pulled and pushed, from a recording.

// snippet.hide
import MotionDelivery
import MotionFusion

// snippet.show
// snippet.push
func push(_ recording: [SensorSample]) async throws {
  let manager = MotionManager(source: ReplaySource(recording))
  let updates = try manager.updates(
    using: .xMagneticNorthZVertical, policy: .neverMiss(buffering: 64), every: 0.1)
  for try await motion in updates {
    print(motion.timestamp, motion.attitude.pitch, motion.heading ?? .nan)
  }
  print(updates.counts.delivered, updates.counts.dropped, updates.counts.decimated)
}
// snippet.end

// snippet.pull
func pull(_ manager: MotionManager) async throws {
  try manager.start()
  try await Task.sleep(for: .seconds(1))
  if let motion = manager.deviceMotion { print(motion.userAcceleration) }
  manager.stop()
}
// snippet.end

// snippet.errors
func startNorth(_ manager: MotionManager) {
  do {
    try manager.start(using: .xTrueNorthZVertical)
  } catch {
    // Such as: the reference frame xTrueNorthZVertical requires gyroscope and accelerometer and
    // magnetometer and the local declination, got ...
    print(error, manager.availableReferenceFrames)
  }
}
// snippet.end

// snippet.source
/// A polled sensor.
struct PolledSensor: MotionSource {
  let sensors: MotionSensors? = [.gyroscope, .accelerometer]
  let read: @Sendable () -> SensorSample

  func run(_ receive: (SensorSample) async -> Void) async throws(MotionSourceError) {
    while !Task.isCancelled {
      await receive(read())
      guard (try? await Task.sleep(for: .milliseconds(10))) != nil else { return }
    }
  }
}
// snippet.end
