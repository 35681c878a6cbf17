import MotionDelivery
import MotionFusion
import MotionSimulation
import TestSupport
import Testing

@Suite("Simulated source")
struct SimulatedSourceTests {
  @Test("a replayed simulation passes the manager in real time, near the truth")
  func text() async throws {
    let simulator = AirSimulator()
    let writer = Writer(seed: 3)
    let clock = InstantClock()
    let recording = try simulator.recording(of: "HI", by: writer)
    let source = ReplaySource(recording.samples, pace: .realTime(by: clock))
    let manager = MotionManager(source: source)
    var last: DeviceMotion?
    for try await motion in try manager.updates(policy: .neverMiss(buffering: 8)) { last = motion }
    let end = try #require(recording.truth.last)
    #expect(last?.timestamp == end.timestamp)
    #expect(abs(clock.now.offset / .seconds(1) - end.timestamp) < 0.1)
    // The error by the hand's acceleration is 0.024 here, 1.4°.
    let gravity = try #require(last?.gravity)
    #expect(gravity.distance(to: end.attitude.gravity) < 0.05)
  }
}
