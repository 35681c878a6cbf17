public import Foundation
internal import MotionDelivery
internal import MotionFusion
internal import SensorDiagnostics
internal import Synchronization

/// Receives readings of the accelerometer, or the error that ended them.
public typealias CMAccelerometerHandler = (CMAccelerometerData?, (any Error)?) -> Void
/// Receives readings of the gyroscope, or the error that ended them.
public typealias CMGyroHandler = (CMGyroData?, (any Error)?) -> Void
/// Receives readings of the magnetometer, or the error that ended them.
public typealias CMMagnetometerHandler = (CMMagnetometerData?, (any Error)?) -> Void

// MARK: - Intervals and state

extension CMMotionManager {
  /// Seconds between readings of the accelerometer for a handler (default: 0, each reading).
  ///
  /// ``accelerometerData`` is the latest reading at any interval.
  public var accelerometerUpdateInterval: TimeInterval {
    get { raw.interval(of: .accelerometer) }
    set { raw.setInterval(newValue, of: .accelerometer) }
  }
  /// Seconds between readings of the gyroscope for a handler (default: 0, each reading).
  public var gyroUpdateInterval: TimeInterval {
    get { raw.interval(of: .gyroscope) }
    set { raw.setInterval(newValue, of: .gyroscope) }
  }
  /// Seconds between readings of the magnetometer for a handler (default: 0, each reading).
  public var magnetometerUpdateInterval: TimeInterval {
    get { raw.interval(of: .magnetometer) }
    set { raw.setInterval(newValue, of: .magnetometer) }
  }

  /// Whether readings of the accelerometer are running.
  public var isAccelerometerActive: Bool { isActive(.accelerometer) }
  /// Whether readings of the gyroscope are running.
  public var isGyroActive: Bool { isActive(.gyroscope) }
  /// Whether readings of the magnetometer are running.
  public var isMagnetometerActive: Bool { isActive(.magnetometer) }
}

// MARK: - Push

extension CMMotionManager {
  /// Starts readings of the accelerometer that are pushed to a handler, and can be pulled too.
  ///
  /// The source waits for a slow queue; no reading is missed. If the source fails, the last call
  /// has its error.
  ///
  /// - Parameters:
  ///   - queue: The queue of the handler.
  ///   - handler: Receives each reading, at most one per ``accelerometerUpdateInterval``.
  public func startAccelerometerUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMAccelerometerHandler
  ) {
    push(.accelerometer, to: queue) { reading, error in
      handler(reading.map { .init(timestamp: $0.timestamp, acceleration: $0.value) }, error)
    }
  }

  /// Starts readings of the gyroscope that are pushed to a handler, and can be pulled too.
  ///
  /// See ``startAccelerometerUpdates(to:withHandler:)``.
  public func startGyroUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMGyroHandler
  ) {
    push(.gyroscope, to: queue) { reading, error in
      handler(reading.map { .init(timestamp: $0.timestamp, rotationRate: $0.value) }, error)
    }
  }

  /// Starts readings of the magnetometer that are pushed to a handler, and can be pulled too.
  ///
  /// See ``startAccelerometerUpdates(to:withHandler:)``.
  public func startMagnetometerUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMMagnetometerHandler
  ) {
    push(.magnetometer, to: queue) { reading, error in
      handler(reading.map { .init(timestamp: $0.timestamp, magneticField: $0.value) }, error)
    }
  }

  private func push(
    _ sensor: MotionSensors, to queue: OperationQueue,
    _ call: @escaping (SensorReading?, (any Error)?) -> Void
  ) {
    raw.set(sensor, RawHandlers.Handler(queue: queue, call: call))
    start(sensor)
  }
}

/// The handlers of raw readings, by sensor.
final class RawHandlers: Sendable {
  /// Receives a reading or an error. Core Motion's handlers are not marked as sendable: their queue
  /// isolates them.
  struct Handler: @unchecked Sendable {
    let queue: OperationQueue
    let call: (SensorReading?, (any Error)?) -> Void
    /// The time at which the next reading is due.
    var due = -Double.infinity
    /// The time of the last reading, delivered or not.
    var last = -Double.infinity

    func run(_ reading: SensorReading?, _ error: (any Error)?) async {
      await queue.perform { call(reading, error) }
    }
  }

  private struct State {
    var intervals: [Int: TimeInterval] = [:]
    var handlers: [Int: Handler] = [:]
  }

  private let state = Mutex(State())

  func interval(of sensor: MotionSensors) -> TimeInterval {
    state.withLock { $0.intervals[Int(sensor.rawValue)] ?? 0 }
  }

  func setInterval(_ interval: TimeInterval, of sensor: MotionSensors) {
    state.withLock { $0.intervals[Int(sensor.rawValue)] = interval }
  }

  func set(_ sensor: MotionSensors, _ handler: Handler) {
    state.withLock { $0.handlers[Int(sensor.rawValue)] = handler }
  }

  func remove(_ sensor: MotionSensors) {
    state.withLock { _ = $0.handlers.removeValue(forKey: Int(sensor.rawValue)) }
  }

  /// Calls the handlers whose sensor has a reading that is due.
  func deliver(_ sample: SensorSample) async {
    let calls = state.withLock { state in
      state.handlers.keys.sorted().compactMap { key -> (Handler, SensorReading)? in
        guard let handler = state.handlers[key],
          let value = sample.reading(of: MotionSensors(rawValue: UInt8(key))), value.isFinite
        else { return nil }
        let call = (handler, SensorReading(timestamp: sample.timestamp, value: value))
        guard let interval = state.intervals[key], interval > 0 else { return call }
        // The reading nearest to that time, so that jitter skips none.
        state.handlers[key]?.last = sample.timestamp
        guard sample.timestamp >= handler.due - (sample.timestamp - handler.last) / 2 else {
          return nil
        }
        // Uses a regular grid, which restarts at the first reading and after a gap.
        let isLate = sample.timestamp > handler.due + interval
        state.handlers[key]?.due = (isLate ? sample.timestamp : handler.due) + interval
        return call
      }
    }
    for (handler, reading) in calls { await handler.run(reading, nil) }
  }

  /// Calls every handler with an error.
  func fail(_ error: any Error) async {
    let handlers = state.withLock { Array($0.handlers.values) }
    for handler in handlers { await handler.run(nil, error) }
  }
}

extension SensorSample {
  fileprivate func reading(of sensor: MotionSensors) -> Vector3<Double>? {
    switch sensor {
    case .accelerometer: acceleration
    case .gyroscope: rotationRate
    case .magnetometer: magneticField
    default: nil
    }
  }
}

/// A source that shows its samples to the handlers of raw readings.
struct ObservedSource<Base: MotionSource>: MotionSource {
  let base: Base
  let handlers: RawHandlers
  let correction: SensorCorrection

  var sensors: MotionSensors? { base.sensors }

  func run(_ receive: (SensorSample) async -> Void) async throws(MotionSourceError) {
    do throws(MotionSourceError) {
      try await base.run { sample in
        await handlers.deliver(correction.applied(to: sample))
        await receive(sample)
      }
    } catch {
      await handlers.fail(error)
      throw error
    }
  }
}
