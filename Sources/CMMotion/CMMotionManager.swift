public import Foundation
public import MotionDelivery
internal import Synchronization

/// Core Motion's `CMMotionManager`, implemented with a `MotionManager`.
///
/// `CMMotionManager()` uses the task-local ``source``; Core Motion uses the device's sensors.
///
/// ```swift
/// CMMotionManager.$source.withValue(ReplaySource(samples)) {
///   application.run()  // code written for Core Motion
/// }
/// ```
///
/// No sensor is available if the source is `nil`. New code uses `MotionManager`, whose updates are
/// asynchronous sequences.
public final class CMMotionManager: Sendable {
  /// The source of managers that are created without one.
  @TaskLocal public static var source: (any MotionSource)?

  private struct State {
    var updateInterval = 0.01
    var showsDeviceMovementDisplay = false
    var wantsMotion = false
    /// The sensors whose raw readings are wanted.
    var rawSensors: MotionSensors = []
    var frame = ReferenceFrame.xArbitraryZVertical
    var delivery: Task<Void, Never>?
    /// The number of the delivery that is running; `nil` without one.
    var deliveryNumber: Int?
    var lastDelivery = 0

    var isIdle: Bool { !wantsMotion && rawSensors.isEmpty }
  }

  /// Shared with a delivery, which must not keep the manager alive.
  private final class Shared: Sendable {
    let state = Mutex(State())
  }

  private let manager: MotionManager?
  private let shared = Shared()
  /// The handlers of raw readings.
  let raw = RawHandlers()

  /// Creates a manager for the task-local ``source``.
  public convenience init() { self.init(source: Self.source) }

  /// Creates a manager for a source. No sensor is available if the source is `nil`.
  ///
  /// - Parameters:
  ///   - source: The source of the samples.
  ///   - configuration: The parameters, such as the declination for true north.
  public init(
    source: (any MotionSource)?,
    configuration: MotionManager.Configuration = MotionManager.Configuration()
  ) {
    var configuration = configuration
    configuration.requiresGyroscope = false
    manager = source.map { [raw] in Self.manager(of: $0, configuration, raw) }
  }

  private static func manager(
    of source: some MotionSource, _ configuration: MotionManager.Configuration, _ raw: RawHandlers
  ) -> MotionManager {
    let observed = ObservedSource(
      base: source, handlers: raw, correction: configuration.correction)
    return MotionManager(source: observed, configuration: configuration)
  }

  deinit { shared.state.withLock { $0.delivery?.cancel() } }
}

// MARK: - Availability

extension CMMotionManager {
  /// Whether there is a gyroscope and an accelerometer.
  public var isDeviceMotionAvailable: Bool { isGyroAvailable && isAccelerometerAvailable }
  /// Whether there is an accelerometer.
  public var isAccelerometerAvailable: Bool { has(.accelerometer) }
  /// Whether there is a gyroscope.
  public var isGyroAvailable: Bool { has(.gyroscope) }
  /// Whether there is a magnetometer.
  public var isMagnetometerAvailable: Bool { has(.magnetometer) }

  /// The reference frames that the sensors support.
  package var availableAttitudeReferenceFrames: [CMAttitudeReferenceFrame] {
    manager?.availableReferenceFrames ?? []
  }

  /// The reference frames that the sensors of the task-local ``source`` support.
  public static func availableAttitudeReferenceFrames() -> [CMAttitudeReferenceFrame] {
    CMMotionManager().availableAttitudeReferenceFrames
  }

  /// Whether the source has this sensor. True if the source's sensors are unknown.
  private func has(_ sensor: MotionSensors) -> Bool {
    guard let manager else { return false }
    return manager.sensors?.isSuperset(of: sensor) ?? true
  }
}

// MARK: - Device motion

extension CMMotionManager {
  /// Seconds between updates of device motion. Default: 0.01 s.
  public var deviceMotionUpdateInterval: TimeInterval {
    get { shared.state.withLock { $0.updateInterval } }
    set {
      shared.state.withLock { $0.updateInterval = newValue }
      manager?.updateInterval = newValue
    }
  }

  /// The latest device motion; `nil` before the first one and without updates.
  public var deviceMotion: CMDeviceMotion? {
    shared.state.withLock { $0.wantsMotion } ? manager?.deviceMotion.map(CMDeviceMotion.init) : nil
  }

  /// Whether Core Motion would ask the user to move the device to calibrate its magnetometer.
  ///
  /// Default: false. Nothing is displayed here; see `MagneticFieldAccuracy.needsCalibration`.
  public var showsDeviceMovementDisplay: Bool {
    get { shared.state.withLock { $0.showsDeviceMovementDisplay } }
    set { shared.state.withLock { $0.showsDeviceMovementDisplay = newValue } }
  }

  /// Whether updates of device motion are running, or a handler has not received all of them.
  public var isDeviceMotionActive: Bool {
    let (isWanted, isDelivering) = shared.state.withLock {
      ($0.wantsMotion, $0.deliveryNumber != nil)
    }
    return isWanted && (isDelivering || manager?.isActive == true)
  }

  /// The reference frame of the updates.
  public var attitudeReferenceFrame: CMAttitudeReferenceFrame { shared.state.withLock { $0.frame } }

  /// Starts updates, which ``deviceMotion`` returns.
  ///
  /// Nothing starts in a frame that the sensors do not support, or while updates of device motion
  /// in another frame are running. Running updates of raw readings restart in this frame.
  public func startDeviceMotionUpdates(
    using frame: CMAttitudeReferenceFrame = .xArbitraryZVertical
  ) {
    guard let manager else { return }
    endRawReadings(of: manager, toRunIn: frame)
    guard (try? manager.start(using: frame)) != nil else { return }
    shared.state.withLock {
      $0.wantsMotion = true
      $0.frame = frame
    }
  }

  /// Ends a run in another frame if it has raw readings only, which have no frame.
  private func endRawReadings(of manager: MotionManager, toRunIn frame: CMAttitudeReferenceFrame) {
    guard let running = manager.referenceFrame, running != frame,
      !shared.state.withLock({ $0.wantsMotion }), manager.availableReferenceFrames.contains(frame)
    else { return }
    manager.stop()
  }

  /// Starts updates that are pushed to a handler on a queue, and can be pulled too.
  ///
  /// The last call of the handler has the error that ended the updates, if any. Motion waits for a
  /// slow queue; none is missed.
  ///
  /// - Parameters:
  ///   - frame: The reference frame.
  ///   - queue: The queue of the handler. Its operations must not run concurrently unless the
  ///     handler allows that.
  ///   - handler: Receives each motion.
  public func startDeviceMotionUpdates(
    using frame: CMAttitudeReferenceFrame = .xArbitraryZVertical, to queue: OperationQueue,
    withHandler handler: @escaping CMDeviceMotionHandler
  ) {
    guard let manager else { return }
    let call = Call(handler: handler)
    do {
      manager.updateInterval = deviceMotionUpdateInterval
      endRawReadings(of: manager, toRunIn: frame)
      let updates = try manager.updates(using: frame, policy: .neverMiss(buffering: 64))
      // Raw readings continue after these updates.
      if shared.state.withLock({ !$0.rawSensors.isEmpty }) { try manager.start() }
      let number = shared.state.withLock { state in
        state.wantsMotion = true
        state.frame = frame
        state.lastDelivery += 1
        state.deliveryNumber = state.lastDelivery
        return state.lastDelivery
      }
      let delivery = Task { [shared] in
        do throws(MotionError) {
          for try await motion in updates {
            await queue.perform { call.handler(CMDeviceMotion(motion), nil) }
          }
        } catch {
          await queue.perform { call.handler(nil, error) }
        }
        shared.state.withLock { if $0.deliveryNumber == number { $0.deliveryNumber = nil } }
      }
      shared.state.withLock { state in
        state.delivery?.cancel()
        state.delivery = delivery
      }
    } catch {
      queue.addOperation { call.handler(nil, error) }
    }
  }

  /// Stops updates of device motion.
  public func stopDeviceMotionUpdates() {
    stop { state in
      state.wantsMotion = false
      state.delivery?.cancel()
      state.delivery = nil
      state.deliveryNumber = nil
    }
  }

  /// A handler on its way to its queue. Core Motion's handlers are not marked as sendable: their
  /// queue isolates them.
  private struct Call: @unchecked Sendable {
    let handler: CMDeviceMotionHandler
  }
}

// MARK: - Raw readings

extension CMMotionManager {
  /// The latest reading of the accelerometer; `nil` before the first one and without updates.
  public var accelerometerData: CMAccelerometerData? {
    reading(of: .accelerometer, \.accelerometerReading).map {
      CMAccelerometerData(timestamp: $0.timestamp, acceleration: $0.value)
    }
  }
  /// The latest reading of the gyroscope; `nil` before the first one and without updates.
  public var gyroData: CMGyroData? {
    reading(of: .gyroscope, \.gyroscopeReading).map {
      CMGyroData(timestamp: $0.timestamp, rotationRate: $0.value)
    }
  }
  /// The latest reading of the magnetometer; `nil` before the first one and without updates.
  public var magnetometerData: CMMagnetometerData? {
    reading(of: .magnetometer, \.magnetometerReading).map {
      CMMagnetometerData(timestamp: $0.timestamp, magneticField: $0.value)
    }
  }

  /// Starts readings of the accelerometer, at the rate of the source.
  public func startAccelerometerUpdates() { start(.accelerometer) }
  /// Starts readings of the gyroscope, at the rate of the source.
  public func startGyroUpdates() { start(.gyroscope) }
  /// Starts readings of the magnetometer, at the rate of the source.
  public func startMagnetometerUpdates() { start(.magnetometer) }
  /// Stops readings of the accelerometer.
  public func stopAccelerometerUpdates() { stop(.accelerometer) }
  /// Stops readings of the gyroscope.
  public func stopGyroUpdates() { stop(.gyroscope) }
  /// Stops readings of the magnetometer.
  public func stopMagnetometerUpdates() { stop(.magnetometer) }

  /// Whether readings of one sensor are running.
  func isActive(_ sensor: MotionSensors) -> Bool {
    shared.state.withLock { $0.rawSensors.contains(sensor) } && manager?.isActive == true
  }

  private func reading(
    of sensor: MotionSensors, _ latest: (MotionManager) -> SensorReading?
  ) -> SensorReading? {
    shared.state.withLock { $0.rawSensors.contains(sensor) } ? manager.flatMap(latest) : nil
  }

  func start(_ sensor: MotionSensors) {
    shared.state.withLock { _ = $0.rawSensors.insert(sensor) }
    try? manager?.start()
  }

  private func stop(_ sensor: MotionSensors) {
    raw.remove(sensor)
    stop { $0.rawSensors.remove(sensor) }
  }

  private func stop(_ change: (inout State) -> Void) {
    let isIdle = shared.state.withLock { state in
      change(&state)
      return state.isIdle
    }
    if isIdle { manager?.stop() }
  }
}

extension OperationQueue {
  /// Runs a handler on the queue; suspends the task until then. Core Motion's handlers are not
  /// marked as sendable: their queue isolates them.
  func perform(_ handler: @escaping () -> Void) async {
    nonisolated(unsafe) let handler = handler
    await withCheckedContinuation { continuation in
      addOperation {
        handler()
        continuation.resume()
      }
    }
  }
}
