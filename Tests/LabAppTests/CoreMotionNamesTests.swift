import CMMotion
import Foundation
import MotionDelivery
import MotionFusion
import TestSupport
import Testing

/// Public uses of `CMMotionManager` by name. With `import CoreMotion` this file compiles on an
/// iPhone, except for the sources.
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
    // The source waits for the queue: only the first sample can pass before all handlers are there.
    // That of the field is first, because every second sample has none.
    queue.isSuspended = true
    manager.startMagnetometerUpdates(to: queue) { data, _ in
      if let data, data.magneticField.z < 0 { log.fields.append(data) }
    }
    manager.startAccelerometerUpdates(to: queue) { (data: CMAccelerometerData?, error) in
      guard let acceleration = data?.acceleration, error == nil else { return }
      let total = (acceleration.x * acceleration.x + acceleration.z * acceleration.z).squareRoot()
      #expect(total == 1)
      if let data { log.accelerations.append(data) }
    }
    manager.startGyroUpdates(to: queue) { data, _ in
      if let data, data.rotationRate.x > 0 { log.rates.append(data) }
    }
    manager.startDeviceMotionUpdates(using: .xArbitraryZVertical, to: queue) { motion, _ in
      guard let motion else { return }
      log.motions += motion.attitude.roll.isFinite && motion.gravity.z < -0.9 ? 1 : 0
    }
    queue.isSuspended = false
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

  @Test("the field and the heading have Apple's types and its values without a magnetometer")
  func fieldAndHeading() {
    let motion = CMDeviceMotion(
      DeviceMotion(
        timestamp: 1, attitude: Attitude(quaternion: .identity), rotationRate: .zero,
        userAcceleration: .zero))
    let (field, heading): (CMCalibratedMagneticField, Double) = (
      motion.magneticField, motion.heading
    )
    #expect(field.field == .zero && field.accuracy == .uncalibrated && heading == -1)
    #expect(motion.timestamp == 1 && motion.gravity.z == -1 && motion.isTouching == nil)
    var measured = motion.value
    measured.magneticField = CMCalibratedMagneticField(field: Vector3(1, 2, 3), accuracy: .high)
    measured.heading = 90
    #expect(CMDeviceMotion(measured).magneticField.field.y == 2)
    #expect(CMDeviceMotion(measured).heading == 90)
  }

  /// Apple's members by type, as its documentation lists them.
  private static let members = [
    "CMMotionManager": """
    accelerometerUpdateInterval accelerometerData isAccelerometerActive isAccelerometerAvailable \
    startAccelerometerUpdates stopAccelerometerUpdates gyroUpdateInterval gyroData isGyroActive \
    isGyroAvailable startGyroUpdates stopGyroUpdates magnetometerUpdateInterval magnetometerData \
    isMagnetometerActive isMagnetometerAvailable startMagnetometerUpdates \
    stopMagnetometerUpdates deviceMotionUpdateInterval availableAttitudeReferenceFrames \
    attitudeReferenceFrame deviceMotion isDeviceMotionActive isDeviceMotionAvailable \
    startDeviceMotionUpdates stopDeviceMotionUpdates showsDeviceMovementDisplay
    """,
    "CMDeviceMotion": """
    attitude rotationRate gravity userAcceleration magneticField heading sensorLocation timestamp
    """,
    "CMAttitude": "roll pitch yaw rotationMatrix quaternion multiply",
    "CMCalibratedMagneticField": "field accuracy",
  ]

  @Test("each member of Apple's types exists or is in the page's list of deviations")
  func deviations() throws {
    var code = ""
    for folder in ["CMMotion", "MotionFusion/Motion"] {
      let url = Locations.package.appending(path: "Sources/\(folder)")
      for file in try FileManager.default.contentsOfDirectory(
        at: url, includingPropertiesForKeys: nil)
      where file.pathExtension == "swift" { code += try String(contentsOf: file, encoding: .utf8) }
    }
    let page = try String(
      contentsOf: Locations.package.appending(path: "Sources/CMMotion/CMMotion.docc/CMMotion.md"),
      encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    let absent = try #require(rows.first { $0.hasSuffix("| absent |") })
    for (type, names) in Self.members {
      for name in names.split(separator: " ") {
        let exists = code.contains(try Regex("public (static )?(mutating )?(var|func) \(name)\\b"))
        #expect(exists != absent.contains("`\(name)`"), "\(type).\(name)")
      }
    }
    // The other rows, by their first words; `uses`, `stopping` and `frames` test the ones without a
    // condition here.
    let plain = CMMotionManager(source: ReplaySource(Self.samples(1)))
    var configuration = MotionManager.Configuration()
    configuration.declination = 0.1
    let north = CMMotionManager(
      source: ReplaySource(Self.samples(1)), configuration: configuration)
    let checks: [String: Bool] = [
      "`CMAttitude` and `CMDeviceMotion` conform to `NSSecureCoding`":
        !((CMAttitude.self as Any.Type) is any NSSecureCoding.Type)
        && !((CMDeviceMotion.self as Any.Type) is any NSSecureCoding.Type),
      "readings are classes, subclasses of `CMLogItem`":
        !((CMAccelerometerData.self as Any.Type) is AnyObject.Type),
      "reference frames are an option set":
        !((CMAttitudeReferenceFrame.self as Any.Type) is any OptionSet.Type),
      "a reference frame for each kind of update": true,
      "readings at the update interval": plain.accelerometerUpdateInterval == 0,
      "true north from the location":
        !plain.availableAttitudeReferenceFrames.contains(.xTrueNorthZVertical)
        && north.availableAttitudeReferenceFrames.contains(.xTrueNorthZVertical),
      "``CMMotionManager/showsDeviceMovementDisplay`` shows a display":
        !plain.showsDeviceMovementDisplay,
    ]
    for row in rows where row != absent {
      let name = row.dropFirst(2).prefix { $0 != "|" }.dropLast()
      #expect(checks[String(name)] == true, "\(name)")
    }
    #expect(rows.count == checks.count + 1)
  }
}
