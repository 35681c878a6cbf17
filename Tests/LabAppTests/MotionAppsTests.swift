import CMMotion
import Foundation
import Testing

@Suite("Apps that are written for Core Motion")
struct MotionAppsTests {
  /// A phone that rests for 2 s, then turns about its vertical *z* axis at `rate`, face up.
  private static func turning(
    at rate: Double, seconds: Double, field: Vector3<Double>? = nil
  ) -> ReplaySource {
    let rest = 2.0
    return ReplaySource(
      (0..<Int((rest + seconds) * 100)).map { index in
        let time = Double(index) / 100
        let angle = rate * max(time - rest, 0)
        let turn = Quaternion(rotationVector: Vector3(0, 0, angle))
        return SensorSample(
          timestamp: 100 + time, rotationRate: Vector3(0, 0, time > rest ? rate : 0),
          acceleration: Vector3(0, 0, -1), magneticField: field.map { turn.conjugate.act($0) })
      })
  }

  @Test("attitudes are relative to the one that was copied at first")
  func panorama() async throws {
    let app = CMMotionManager.$source.withValue(Self.turning(at: 0.5, seconds: 2)) {
      PanoramaController()
    }
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    app.start(queue: queue)
    while app.isRunning { try await Task.sleep(for: .milliseconds(5)) }
    let (first, last) = (try #require(app.angles.first), try #require(app.angles.last))
    #expect(first.yaw == 0 && first.pitch == 0)
    #expect(abs(last.yaw - 1) < 0.05 && abs(last.pitch) < 0.01)
  }

  @Test("an attitude is an object: its motion shows the change, a copy does not")
  func identity() throws {
    let turned = Attitude(pitch: 0.1, roll: -0.2, yaw: 0.7)
    let motion = CMDeviceMotion(
      DeviceMotion(
        timestamp: 3, attitude: turned, rotationRate: .zero,
        userAcceleration: Vector3(0.1, -0.2, 0.3)))
    let copy = try #require(motion.attitude.copy() as? CMAttitude)
    let duplicate = try #require(motion.copy() as? CMDeviceMotion)
    #expect(copy == motion.attitude && copy !== motion.attitude)
    // M (reference to device), transposed, takes the acceleration to the reference frame.
    let inFrame = motion.userAccelerationInReferenceFrame
    #expect(inFrame.distance(to: turned.quaternion.act(Vector3(0.1, -0.2, 0.3))) < 1e-15)
    motion.attitude.multiply(byInverseOf: copy)
    #expect(abs(motion.attitude.yaw) < 1e-15 && motion.attitude != copy)
    #expect(abs(copy.yaw - 0.7) < 1e-15 && duplicate.attitude == copy)
    #expect(CMQuaternion(angle: .pi, x: 0, y: 0, z: 1).z == 1)
  }

  @Test("a logger writes a line a motion")
  func logger() async throws {
    let manager = CMMotionManager(source: Self.turning(at: 0.2, seconds: 1))
    let logger = MotionLogger(manager: manager)
    logger.start(frequency: 50)
    while manager.isDeviceMotionActive { try await Task.sleep(for: .milliseconds(5)) }
    logger.stop()
    #expect((140...151).contains(logger.lines.count))
    let rows = logger.lines.dropFirst().map { $0.split(separator: ",").compactMap { Double($0) } }
    #expect(rows.allSatisfy { $0.count == 10 && abs($0[9] + 1) < 1e-3 })
    #expect(rows[0][0] == 0 && abs(rows[10][0] - 0.2) < 1e-3)
    #expect(abs(try #require(rows.last)[6] - 0.2) < 0.05)
  }

  @Test("shakes are counted by raw readings")
  func shakes() async throws {
    let samples = (0..<500).map { index in
      let isShaken = [120...130, 135...140, 300...310].contains { $0.contains(index) }
      return SensorSample(
        timestamp: Double(index) / 100, rotationRate: .zero,
        acceleration: Vector3(isShaken ? (index % 4 < 2 ? 3 : -3) : 0, 0, -1))
    }
    let manager = CMMotionManager(source: ReplaySource(samples))
    let detector = ShakeDetector(manager: manager)
    detector.start()
    while manager.isAccelerometerActive { try await Task.sleep(for: .milliseconds(5)) }
    manager.stopAccelerometerUpdates()
    #expect(detector.shakeCount == 2)
  }

  @Test("a level and a compass are pulled")
  func instruments() async throws {
    // West of south, so that the x axis points 60 degrees clockwise from north at first.
    let field = Vector3(20 * cos(Double.pi / 3), 20 * sin(Double.pi / 3), -40)
    let app = CMMotionManager.$source.withValue(
      Self.turning(at: -0.5, seconds: 30, field: field)
    ) {
      let app = Instruments()
      app.begin()
      return app
    }
    #expect(app.manager.attitudeReferenceFrame == .xMagneticNorthZVertical)
    while app.manager.isDeviceMotionActive { try await Task.sleep(for: .milliseconds(5)) }
    let tilt = try #require(app.tilt)
    #expect(app.pose == .faceUp && abs(tilt) < 0.01)
    // Clockwise by 15 rad.
    let expected = (60 + 15 * 180 / Double.pi).truncatingRemainder(dividingBy: 360)
    let heading = try #require(app.manager.deviceMotion).heading
    #expect(abs(heading - expected) <= 3, "\(heading), expected \(expected)")
    // Turns about one axis show no offset along it.
    #expect(app.heading == "move the phone in an eight")
    app.manager.stopDeviceMotionUpdates()
    #expect(app.pose == nil && app.heading == "off")
  }
}
