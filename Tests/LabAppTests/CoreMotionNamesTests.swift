import CMMotion
import Foundation
import MotionDelivery
import MotionFusion
import Testing

/// Public uses of `CMMotionManager` by name. With `import CoreMotion` this file compiles on an iPhone,
/// except for the sources.
@Suite("CMMotionManager by name")
struct CoreMotionNamesTests {
  private final class Log: @unchecked Sendable {
    var accelerations: [CMAccelerometerData] = []
    var rates: [CMGyroData] = []
    var fields: [CMMagnetometerData] = []
    var motions = 0
  }

  private static func samples(_ count: Int) -> [SensorSample] {
    (0..<count).map { index in
      SensorSample(
        timestamp: Double(index) / 100, rotationRate: Vector3(0.01, 0, 0),
        acceleration: Vector3(0, 0, -1),
        magneticField: index % 2 == 0 ? Vector3(10, 20, -40) : nil)
    }
  }

  @Test("twenty uses of Core Motion compile and run")
  func uses() async throws {
    let manager = CMMotionManager(source: ReplaySource(Self.samples(500)))
    // 1 to 5: availability.
    guard manager.isDeviceMotionAvailable, manager.isAccelerometerAvailable,
      manager.isGyroAvailable, manager.isMagnetometerAvailable
    else {
      Issue.record("sensors are missing")
      return
    }
    let frames = CMMotionManager.availableAttitudeReferenceFrames()
    #expect(!frames.contains(.xTrueNorthZVertical))
    // 6 to 9: intervals.
    manager.accelerometerUpdateInterval = 0.1
    manager.gyroUpdateInterval = 1 / 50
    manager.magnetometerUpdateInterval = 0.02
    manager.deviceMotionUpdateInterval = 1 / 60
    manager.showsDeviceMovementDisplay = true
    #expect(manager.showsDeviceMovementDisplay)
    #expect(manager.accelerometerUpdateInterval == 0.1 && manager.gyroUpdateInterval == 0.02)
    #expect(manager.magnetometerUpdateInterval == 0.02)
    // 10 to 13: handlers on a queue.
    let log = Log()
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    manager.startAccelerometerUpdates(to: queue) { (data: CMAccelerometerData?, error) in
      guard let acceleration = data?.acceleration, error == nil else { return }
      let total = (acceleration.x * acceleration.x + acceleration.z * acceleration.z).squareRoot()
      #expect(total == 1)
      if let data { log.accelerations.append(data) }
    }
    manager.startGyroUpdates(to: queue) { data, _ in
      if let data, data.rotationRate.x > 0 { log.rates.append(data) }
    }
    manager.startMagnetometerUpdates(to: queue) { data, _ in
      if let data, data.magneticField.z < 0 { log.fields.append(data) }
    }
    manager.startDeviceMotionUpdates(using: .xArbitraryZVertical, to: queue) { motion, _ in
      guard let motion else { return }
      log.motions += motion.attitude.roll.isFinite && motion.gravity.z < -0.9 ? 1 : 0
    }
    // 14 to 17: activity.
    while manager.isDeviceMotionActive || manager.isAccelerometerActive {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(!manager.isGyroActive && !manager.isMagnetometerActive)
    // 18 to 21: pull.
    #expect(manager.accelerometerData?.acceleration.z == -1)
    #expect(manager.gyroData?.timestamp == 4.99)
    #expect(manager.magnetometerData?.magneticField.y == 20)
    #expect(manager.deviceMotion?.attitude.quaternion.w.isFinite == true)
    manager.stopAccelerometerUpdates()
    manager.stopGyroUpdates()
    manager.stopMagnetometerUpdates()
    manager.stopDeviceMotionUpdates()
    #expect(log.motions > 100)
    // The number of readings follows each interval; the field has every second sample.
    #expect(log.accelerations.count == 50)
    #expect(log.rates.count == 250 && log.fields.count == 250)
    #expect(zip(log.rates, log.rates.dropFirst()).allSatisfy { $0.timestamp < $1.timestamp })
  }

  @Test("a stopped handler receives nothing; without an interval each reading arrives")
  func stopping() async throws {
    let manager = CMMotionManager(source: ReplaySource(Self.samples(300)))
    let log = Log()
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    manager.startGyroUpdates(to: queue) { data, _ in if let data { log.rates.append(data) } }
    manager.startAccelerometerUpdates(to: queue) { data, _ in
      if let data { log.accelerations.append(data) }
      if log.accelerations.count == 10 { manager.stopAccelerometerUpdates() }
    }
    while manager.isGyroActive { try await Task.sleep(for: .milliseconds(5)) }
    #expect(log.rates.count == 300 && log.accelerations.count == 10)
    #expect(!manager.isAccelerometerActive && manager.accelerometerData == nil)
  }

  private struct Failing: MotionSource {
    var sensors: MotionSensors? { nil }
    func run(_ receive: (SensorSample) async -> Void) async throws(MotionSourceError) {
      throw MotionSourceError(source: "phone", kind: .brokenOff, reason: "cable unplugged")
    }
  }

  @Test("a failure of the source reaches the handler")
  func failure() async throws {
    let manager = CMMotionManager(source: Failing())
    let error = await withCheckedContinuation { continuation in
      manager.startAccelerometerUpdates(to: OperationQueue()) { _, error in
        continuation.resume(returning: "\(error as Any)")
      }
    }
    #expect(error.contains("cable"))
  }
}
