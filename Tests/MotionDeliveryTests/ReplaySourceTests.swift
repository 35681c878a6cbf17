import MotionDelivery
import MotionFusion
import TestSupport
import Testing

@Suite("ReplaySource", .timeLimit(.minutes(1)))
struct ReplaySourceTests {
  private func replay(_ times: [Double], pace: ReplayPace) async throws -> [Double] {
    let samples = times.map {
      SensorSample(timestamp: $0, rotationRate: .zero, acceleration: Vector3(0, 0, -1))
    }
    var received: [Double] = []
    try await ReplaySource(samples, pace: pace).run { received.append($0.timestamp) }
    return received
  }

  @Test("in real time each sample waits for its time", arguments: [1, 2.5])
  func realTime(speed: Double) async throws {
    let clock = InstantClock()
    let times = [100, 100.01, 100.02, 101.5, 101.5]
    let received = try await replay(times, pace: .realTime(by: clock, speed: speed))
    #expect(received == times)
    let waits = clock.sleeps.map { $0 / .seconds(1) }
    #expect(waits.count == 4)
    for (wait, time) in zip(waits, times.dropFirst()) {
      #expect(abs(wait - (time - 100) / speed) < 1e-9)
    }
  }

  @Test("invalid times do not wait, and a wrong one waits for ten seconds at most")
  func damaged() async throws {
    let clock = InstantClock()
    let times: [Double] = [5, 4, .infinity, -.infinity, 6, 1e300, 6]
    #expect(try await replay(times, pace: .realTime(by: clock)) == times)
    #expect(clock.sleeps == [.seconds(2), .seconds(12)])
  }

  @Test("a first sample that is days early does not delay the others")
  func earlySample() async throws {
    let clock = InstantClock()
    let times = [-328_320, 0, 0.01, 0.02]
    #expect(try await replay(times, pace: .realTime(by: clock, speed: 100)) == times)
    #expect(clock.sleeps.allSatisfy { $0 < .milliseconds(101) })
  }

  @Test(
    "the wait is limited at any speed",
    arguments: [1e-300, .leastNonzeroMagnitude])
  func slowest(speed: Double) async throws {
    let clock = InstantClock()
    #expect(try await replay([0, 1], pace: .realTime(by: clock, speed: speed)) == [0, 1])
    #expect(clock.sleeps == [.seconds(1e9)])
  }

  @Test("the start is the first finite time")
  func damagedStart() async throws {
    let clock = InstantClock()
    let received = try await replay([.nan, 5, 7], pace: .realTime(by: clock))
    #expect(received.dropFirst() == [5, 7])
    #expect(clock.sleeps == [.seconds(2)])
  }

  @Test("cancellation ends the replay")
  func cancellation() async throws {
    let task = Task {
      // A pause of three years.
      try await replay([0, 1e8], pace: .realTime)
    }
    task.cancel()
    #expect(try await task.value.count <= 1)
  }

  @Test("the machine's clock waits too")
  func continuousClock() async throws {
    let start = ContinuousClock.now
    #expect(try await replay([0, 0.02, 0.04], pace: .realTime).count == 3)
    #expect(ContinuousClock.now - start >= .milliseconds(40))
  }

  @Test("the sensors are those of the samples")
  func sensors() {
    #expect(ReplaySource([]).sensors == [])
    let samples = [
      SensorSample(timestamp: 0, acceleration: .zero),
      SensorSample(timestamp: 1, magneticField: .zero),
    ]
    #expect(ReplaySource(samples).sensors == [.accelerometer, .magnetometer])
    #expect(ReplaySource([]).sensors?.description == "no sensor")
    #expect(ReplaySource(samples).sensors?.description == "accelerometer and magnetometer")
  }
}
