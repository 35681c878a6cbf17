// Samples from standard input, and from the sensors of a Linux machine.

// snippet.hide
import MotionDelivery
import MotionFusion
import MotionSources

// snippet.show
// snippet.lines
func printLines() async throws {
  let manager = MotionManager(source: LineSource.standardInput())
  for try await motion in try manager.updates(policy: .neverMiss(buffering: 256)) {
    print(motion.timestamp, motion.attitude.yaw)
  }
}
// snippet.end

// snippet.industrial
func printTilt() async throws {
  let source = try IndustrialSource(devices: ["bmi160"])
  let manager = MotionManager(source: source)
  manager.updateInterval = 0.1
  for try await motion in try manager.updates() {
    print(motion.attitude.pitch, motion.attitude.roll)
  }
}
// snippet.end
