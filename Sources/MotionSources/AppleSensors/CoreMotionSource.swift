internal import MotionDelivery

// Compiled on Apple platforms only. Not compiled or tested by the authors, who use Linux.
#if canImport(CoreMotion) && !os(macOS)
  internal import CoreMotion
  public import MotionFusion
  internal import Foundation

  /// The raw sensors of an iPhone, iPad or Apple Watch, for the filter of this package.
  ///
  /// Written from Core Motion's documentation; not compiled or tested by the authors.
  public struct CoreMotionSource: MotionSource {
    /// Seconds between samples of each sensor.
    let interval: Double
    /// The sensors of the device.
    public let sensors: MotionSensors?

    /// A source with the sensors of this device.
    ///
    /// - Parameter interval: Seconds between samples of each sensor.
    public init(interval: Double = 0.01) {
      self.interval = interval
      let manager = CMMotionManager()
      var sensors: MotionSensors = []
      if manager.isGyroAvailable { sensors.insert(.gyroscope) }
      if manager.isAccelerometerAvailable { sensors.insert(.accelerometer) }
      if manager.isMagnetometerAvailable { sensors.insert(.magnetometer) }
      self.sensors = sensors
    }

    /// Passes the samples to `receive` until the task is cancelled.
    ///
    /// - Throws: `MotionSourceError` if the device has none of the sensors.
    public func run(
      _ receive: (SensorSample) async -> Void
    ) async throws(MotionSourceError) {
      guard sensors != [] else {
        throw MotionSourceError(
          source: "Core Motion", kind: .unavailable,
          reason: "expected at least one motion sensor, got none")
      }
      let (readings, continuation) = AsyncStream.makeStream(of: (Int, SensorSample).self)
      let manager = CMMotionManager()
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      start(manager, on: queue, continuation)
      // Each sensor has its own callback; their order is undefined.
      var merger = SampleMerger(devices: 3, patience: 2 * interval)
      for device in 0..<3 where !hasSensor(device) { merger.end(device) }
      for await (device, sample) in readings {
        merger.add(sample, from: device)
        while let next = merger.next() { await receive(next) }
      }
      manager.stopGyroUpdates()
      manager.stopAccelerometerUpdates()
      manager.stopMagnetometerUpdates()
    }

    private func hasSensor(_ device: Int) -> Bool {
      let kinds: [MotionSensors] = [.gyroscope, .accelerometer, .magnetometer]
      return sensors?.contains(kinds[device]) ?? false
    }

    private func start(
      _ manager: CMMotionManager, on queue: OperationQueue,
      _ continuation: AsyncStream<(Int, SensorSample)>.Continuation
    ) {
      func send(_ device: Int, _ sample: SensorSample) { continuation.yield((device, sample)) }
      if hasSensor(0) {
        manager.gyroUpdateInterval = interval
        manager.startGyroUpdates(to: queue) { data, _ in
          guard let data else { return }
          send(0, SensorSample(timestamp: data.timestamp, rotationRate: Vector3(data.rotationRate)))
        }
      }
      if hasSensor(1) {
        manager.accelerometerUpdateInterval = interval
        manager.startAccelerometerUpdates(to: queue) { data, _ in
          guard let data else { return }
          send(1, SensorSample(timestamp: data.timestamp, acceleration: Vector3(data.acceleration)))
        }
      }
      if hasSensor(2) {
        manager.magnetometerUpdateInterval = interval
        manager.startMagnetometerUpdates(to: queue) { data, _ in
          guard let data else { return }
          send(
            2, SensorSample(timestamp: data.timestamp, magneticField: Vector3(data.magneticField)))
        }
      }
    }
  }
#endif
