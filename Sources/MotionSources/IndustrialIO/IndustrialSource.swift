public import MotionDelivery
public import MotionFusion

/// The inertial sensors of a Linux machine: accelerometer, gyroscope and magnetometer of the
/// kernel's Industrial I/O subsystem.
///
/// ```swift
/// let source = try IndustrialSource()
/// let manager = MotionManager(source: source)
/// for try await motion in try manager.updates() { print(motion.attitude.pitch) }
/// ```
///
/// Raw readings are converted as documented by the kernel: offset, scale, mount matrix. m/s² and
/// gauss become g, with Core Motion's sign, and µT. The sensors may belong to several devices with
/// different rates: samples are in the order of time, simultaneous readings in one sample. Times
/// count from the first sample.
///
/// While its buffer is enabled, a device's attributes are changed: the elements of its sensors, the
/// monotonic clock and, if required, the driver's own trigger. They are restored at the end.
///
/// A device requires write access to its attributes and read access to its node, usually as root.
public struct IndustrialSource: MotionSource {
  /// The read mode: kernel buffer or polling.
  public enum Mode: Sendable {
    /// Reads the kernel's buffers, with the kernel's timestamps.
    case buffered(length: Int)
    /// Polls the attributes of all sensors at regular times.
    case polled(every: Double, clock: any Clock<Duration>)

    /// Reads the kernel's buffers with a capacity of 128 scans.
    public static let buffered = Mode.buffered(length: 128)

    /// Polls the attributes at this interval in seconds, by the machine's clock.
    public static func polled(every interval: Double) -> Mode {
      .polled(every: interval, clock: ContinuousClock())
    }
  }

  /// The kernel's folder of the devices' attributes.
  public static let systemRoot = "/sys/bus/iio/devices"

  /// The read mode: kernel buffer or polling.
  let mode: Mode
  /// The available sensors.
  public let sensors: MotionSensors?
  /// The sampling rate in Hz; `nil` keeps the devices' rates.
  package let rate: Double?

  let devices: [IndustrialDevice]
  private let nodes: String

  /// A source with the sensors of this machine.
  ///
  /// The first sensor of each kind is used, in the order of `names` or of the devices' numbers.
  ///
  /// - Parameters:
  ///   - names: The devices to use, such as `iio:device0` or the driver's `bmi160`; empty for all.
  ///   - mode: The read mode: kernel buffer or polling.
  ///   - rate: The sampling rate in Hz while the buffers are enabled; `nil` keeps the devices'
  ///     rates. Most devices support a few rates only.
  ///   - root: The folder of the devices' attributes.
  ///   - nodes: The folder of the devices' nodes.
  /// - Throws: `MotionSourceError` without such a device or sensor, and if a device's scale or
  ///   mount matrix is missing or invalid.
  /// - Precondition: Buffer length, polling interval and rate are positive.
  public init(
    devices names: [String] = [], mode: Mode = .buffered, rate: Double? = nil,
    root: String = systemRoot,
    nodes: String = "/dev"
  ) throws(MotionSourceError) {
    switch mode {
    case .buffered(let length):
      precondition(length > 0, "expected a buffer of at least one scan, got \(length)")
    case .polled(let interval, _):
      precondition(
        interval > 0 && interval < 1e6, "expected a polling interval in seconds, got \(interval)")
    }
    precondition(rate.map { $0 > 0 && $0.isFinite } ?? true, "expected a positive rate")
    self.mode = mode
    self.rate = rate
    self.nodes = nodes
    let all = try IndustrialDevice.all(in: root)
    var chosen: [IndustrialDevice] = names.isEmpty ? all : []
    for name in names {
      guard let device = all.first(where: { $0.isCalled(name) }) else {
        throw MotionSourceError(
          source: name, kind: .unavailable,
          reason: "no such device in \(root); available: "
            + (all.isEmpty ? "none" : all.map(\.folder.device).joined(separator: ", ")))
      }
      chosen.append(device)
    }
    var found: MotionSensors = []
    for index in chosen.indices {
      for kind in IndustrialSensor.Kind.allCases
      where !found.contains(kind.sensor)
        && IndustrialSensor.isPresent(kind, in: chosen[index].folder)
      {
        chosen[index].sensors.append(try IndustrialSensor(kind, in: chosen[index].folder))
        found.insert(kind.sensor)
      }
    }
    devices = chosen.filter { !$0.sensors.isEmpty }
    sensors = found
    guard !devices.isEmpty else {
      throw MotionSourceError(
        source: root, kind: .unavailable,
        reason: "expected an accelerometer, gyroscope or magnetometer, got none")
    }
  }

  /// Passes the samples to `receive` until the task is cancelled or a device is removed.
  ///
  /// - Throws: `MotionSourceError` if a device cannot be set up or a read fails.
  public func run(_ receive: (SensorSample) async -> Void) async throws(MotionSourceError) {
    switch mode {
    case .buffered(let length): try await runBuffers(length: length, receive)
    case .polled(let interval, let clock):
      try await poll(every: .seconds(interval), by: clock, receive)
    }
  }
}

// MARK: - Buffers

extension IndustrialSource {
  private func runBuffers(
    length: Int, _ receive: (SensorSample) async -> Void
  ) async throws(MotionSourceError) {
    let waiter = try DescriptorWaiter(source: devices[0].folder.device)
    var buffers: [IndustrialBuffer] = []
    defer { for buffer in buffers { buffer.disable() } }
    for device in devices {
      buffers.append(
        try IndustrialBuffer(device, node: "\(nodes)/\(device.id)", length: length, rate: rate))
    }
    // The lag of devices that fill their buffers to a watermark.
    var merger = SampleMerger(devices: devices.count, patience: 0.2)
    var open = Array(devices.indices)
    var start: Int64?
    while !open.isEmpty, let ready = await waiter.readable(of: open.map { buffers[$0].descriptor })
    {
      var ended: Set<Int> = []
      for device in ready.map({ open[$0] }) {
        guard let scans = try buffers[device].read() else {
          ended.insert(device)
          merger.end(device)
          continue
        }
        for (nanoseconds, reading) in scans {
          let first = start ?? nanoseconds
          start = first
          var sample = reading
          sample.timestamp = Double(nanoseconds &- first) * 1e-9
          merger.add(sample, from: device)
        }
      }
      open.removeAll(where: ended.contains)
      while let sample = merger.next() {
        guard !Task.isCancelled else { return }
        await receive(sample)
      }
    }
  }
}

// MARK: - Polls

extension IndustrialSource {
  private func poll<C: Clock<Duration>>(
    every interval: Duration, by clock: C, _ receive: (SensorSample) async -> Void
  ) async throws(MotionSourceError) {
    let thread = BlockingWork(label: "inertial.polls")
    let start = clock.now
    var due = start
    while !Task.isCancelled {
      let devices = devices
      let time = start.duration(to: clock.now) / .seconds(1)
      let outcome = await thread.perform { () -> Result<SensorSample, MotionSourceError> in
        do throws(MotionSourceError) {
          return .success(try Self.readings(of: devices, at: time))
        } catch {
          return .failure(error)
        }
      }
      let sample = try outcome.get()
      guard !Task.isCancelled else { return }
      await receive(sample)
      due = due.advanced(by: interval)
      // Skip missed polls.
      if due < clock.now { due = clock.now }
      guard (try? await clock.sleep(until: due, tolerance: nil)) != nil else { return }
    }
  }

  private static func readings(
    of devices: [IndustrialDevice], at time: Double
  ) throws(MotionSourceError) -> SensorSample {
    var sample = SensorSample(timestamp: time)
    for device in devices {
      for sensor in device.sensors {
        var raw: [Double] = []
        for channel in sensor.channels {
          guard let value = try device.folder.number("\(channel)_raw") else {
            throw MotionSourceError(
              source: device.folder.device, kind: .brokenOff,
              reason:
                "\(channel)_raw: cannot be read; the device was removed or its buffer is in use"
            )
          }
          raw.append(value)
        }
        sample.set(sensor.kind, to: sensor.reading(Vector3(raw[0], raw[1], raw[2])))
      }
    }
    return sample
  }
}

/// Merges the samples of several devices in the order of time, simultaneous readings into one
/// sample.
struct SampleMerger {
  /// The largest lag of a device in seconds; beyond it, the others continue without the device.
  private let patience: Double
  private var queues: [[SensorSample]]
  private var hasEnded: [Bool]
  private var newest = -Double.infinity

  init(devices: Int, patience: Double) {
    queues = Array(repeating: [], count: devices)
    hasEnded = Array(repeating: false, count: devices)
    self.patience = patience
  }

  mutating func add(_ sample: SensorSample, from device: Int) {
    newest = max(newest, sample.timestamp)
    queues[device].append(sample)
  }

  mutating func end(_ device: Int) { hasEnded[device] = true }

  /// Removes and returns the earliest sample, once no earlier one can follow.
  mutating func next() -> SensorSample? {
    guard let time = queues.compactMap({ $0.first?.timestamp }).min() else { return nil }
    let isComplete = zip(queues, hasEnded).allSatisfy { !$0.isEmpty || $1 }
    guard isComplete || newest - time > patience else { return nil }
    var merged = SensorSample(timestamp: time)
    for index in queues.indices where queues[index].first?.timestamp == time {
      let sample = queues[index].removeFirst()
      merged.rotationRate = merged.rotationRate ?? sample.rotationRate
      merged.acceleration = merged.acceleration ?? sample.acceleration
      merged.magneticField = merged.magneticField ?? sample.magneticField
    }
    return merged
  }
}
