// Core Motion code as apps write it. On an iPhone the import is CoreMotion; nothing else differs.

import CMMotion
import Foundation

// MARK: - A view that turns with the device, from where it was held at first

final class PanoramaController {
  private let motionManager = CMMotionManager()
  private var referenceAttitude: CMAttitude?
  var angles: [(yaw: Float, pitch: Float)] = []

  func start(queue: OperationQueue) {
    guard motionManager.isDeviceMotionAvailable else { return }
    motionManager.deviceMotionUpdateInterval = 1.0 / 100.0
    motionManager.startDeviceMotionUpdates(using: .xArbitraryZVertical, to: queue) {
      [weak self] motion, error in
      guard let self, let attitude = motion?.attitude, error == nil else { return }
      if self.referenceAttitude == nil {
        self.referenceAttitude = attitude.copy() as? CMAttitude
      }
      if let reference = self.referenceAttitude {
        attitude.multiply(byInverseOf: reference)
      }
      self.angles.append((Float(attitude.yaw), Float(attitude.pitch)))
    }
  }

  var isRunning: Bool { motionManager.isDeviceMotionActive }

  func recenter() { referenceAttitude = nil }

  deinit { motionManager.stopDeviceMotionUpdates() }
}

// MARK: - The acceleration in the reference frame

extension CMDeviceMotion {
  var userAccelerationInReferenceFrame: CMAcceleration {
    let acceleration = self.userAcceleration
    let rotation = self.attitude.rotationMatrix
    var result = CMAcceleration()
    result.x =
      acceleration.x * rotation.m11 + acceleration.y * rotation.m21 + acceleration.z * rotation.m31
    result.y =
      acceleration.x * rotation.m12 + acceleration.y * rotation.m22 + acceleration.z * rotation.m32
    result.z =
      acceleration.x * rotation.m13 + acceleration.y * rotation.m23 + acceleration.z * rotation.m33
    return result
  }
}

extension CMQuaternion {
  init(angle: Double, x: Double, y: Double, z: Double) {
    let sine = sin(angle / 2)
    self.init(x: x * sine, y: y * sine, z: z * sine, w: cos(angle / 2))
  }
}

// MARK: - A logger

final class MotionLogger {
  private let manager: CMMotionManager
  private let queue: OperationQueue = {
    let queue = OperationQueue()
    queue.name = "motion"
    queue.maxConcurrentOperationCount = 1
    return queue
  }()
  private var startTime: TimeInterval = 0.0
  private(set) var lines = ["time,pitch,roll,yaw,rotX,rotY,rotZ,gravX,gravY,gravZ"]

  init(manager: CMMotionManager) { self.manager = manager }

  func start(frequency: Double) {
    guard self.manager.isDeviceMotionAvailable else { return }
    manager.deviceMotionUpdateInterval = 1.0 / frequency
    manager.startDeviceMotionUpdates(
      to: queue,
      withHandler: { (motion: CMDeviceMotion?, error: Error?) in
        guard let motion, error == nil else {
          print("motion: \(error?.localizedDescription ?? "none")")
          return
        }
        self.append(motion: motion)
      })
  }

  func append(motion: CMDeviceMotion) {
    if startTime == 0.0 { startTime = motion.timestamp }
    let (attitude, rate, gravity) = (motion.attitude, motion.rotationRate, motion.gravity)
    let numbers = [
      motion.timestamp - startTime, attitude.pitch, attitude.roll, attitude.yaw, rate.x, rate.y,
      rate.z, gravity.x, gravity.y, gravity.z,
    ]
    lines.append(numbers.map { String(format: "%.4f", $0) }.joined(separator: ","))
  }

  func stop() {
    if manager.isDeviceMotionActive { manager.stopDeviceMotionUpdates() }
    queue.waitUntilAllOperationsAreFinished()
  }
}

// MARK: - Shakes, by raw readings

final class ShakeDetector {
  let manager: CMMotionManager
  var shakeCount = 0
  private var gravity = CMAcceleration(x: 0, y: 0, z: 0)
  private var lastShake: TimeInterval = -1

  init(manager: CMMotionManager) { self.manager = manager }

  func start() {
    guard manager.isAccelerometerAvailable, !manager.isAccelerometerActive else { return }
    manager.accelerometerUpdateInterval = 0.02
    manager.startAccelerometerUpdates(to: OperationQueue()) { [unowned self] data, _ in
      guard let data = data else { return }
      self.process(data)
    }
  }

  func process(_ data: CMAccelerometerData) {
    let a = data.acceleration
    gravity.x = 0.9 * gravity.x + 0.1 * a.x
    gravity.y = 0.9 * gravity.y + 0.1 * a.y
    gravity.z = 0.9 * gravity.z + 0.1 * a.z
    let rest = sqrt(pow(a.x - gravity.x, 2) + pow(a.y - gravity.y, 2) + pow(a.z - gravity.z, 2))
    if rest > 1.5, data.timestamp - lastShake > 0.5 {
      shakeCount += 1
      lastShake = data.timestamp
    }
  }
}

// MARK: - A level and a compass, pulled

enum Pose { case portrait, landscapeLeft, landscapeRight, upsideDown, faceUp, faceDown }

final class Instruments {
  let manager = CMMotionManager()

  func begin() {
    let available = CMMotionManager.availableAttitudeReferenceFrames()
    let preferred: [CMAttitudeReferenceFrame] = [
      .xTrueNorthZVertical, .xMagneticNorthZVertical, .xArbitraryCorrectedZVertical,
      .xArbitraryZVertical,
    ]
    let frame = preferred.first { available.contains($0) } ?? .xArbitraryZVertical
    manager.showsDeviceMovementDisplay = true
    manager.deviceMotionUpdateInterval = 1 / 60
    manager.startDeviceMotionUpdates(using: frame)
  }

  var pose: Pose? {
    guard let gravity = manager.deviceMotion?.gravity else { return nil }
    switch (gravity.x, gravity.y, gravity.z) {
    case (_, _, ..<(-0.8)): return .faceUp
    case (_, _, 0.8...): return .faceDown
    case (..<(-0.7), _, _): return .landscapeLeft
    case (0.7..., _, _): return .landscapeRight
    default: return gravity.y < 0 ? .portrait : .upsideDown
    }
  }

  var tilt: Double? {
    guard let gravity = manager.deviceMotion?.gravity else { return nil }
    return atan2(gravity.x, sqrt(pow(gravity.y, 2) + pow(gravity.z, 2)))
  }

  var heading: String {
    guard let motion = manager.deviceMotion else { return "off" }
    switch motion.magneticField.accuracy {
    case .uncalibrated: return "move the phone in an eight"
    case .low, .medium, .high:
      return motion.heading < 0 ? "no north" : String(format: "%.0f°", motion.heading)
    @unknown default: return "?"
    }
  }
}
