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
/// Raw readings become physical ones as the kernel documents it: offset, then scale, then the
/// mount matrix of the board; from m/s² and gauss they go to g, with Core Motion's sign, and µT.
/// The sensors may sit on several devices with rates of their own: their samples come in the order
/// of their times, those of one time in one sample. Times count from the first sample.
///
/// While its buffer runs, a device is set up for it: the elements of its sensors, the monotonic
/// clock and, where it needs one and has none, its driver's own trigger. At the end all is set
/// back.
///
/// Reading a device takes write access to its attributes and read access to its node, which is
/// mostly root's.
public struct IndustrialSource: MotionSource {
  /// How readings are taken.
  public enum Mode: Sendable {
    /// From the kernel's buffers, every scan with the kernel's own time.
    case buffered(length: Int)
    /// From the attributes, all sensors at once, at times of our own choice.
    case polled(every: Double, clock: any Clock<Duration>)

    /// From the kernel's buffers of 128 scans.
    public static let buffered = Mode.buffered(length: 128)

    /// From the attributes, every so many seconds by the machine's clock.
    public static func polled(every interval: Double) -> Mode {
      .polled(every: interval, clock: ContinuousClock())
    }
  }

  /// Where the devices' attributes are, on a running machine.
  public static let systemRoot = "/sys/bus/iio/devices"

  /// How readings are taken.
  public let mode: Mode
  /// The sensors that there are.
  public let sensors: MotionSensors?
  /// The names of the devices that are read.
  public var deviceNames: [String] { devices.map(\.folder.device) }

  /// Scans a second; `nil` leaves the devices' rates as they are.
  public let rate: Double?

  let devices: [IndustrialDevice]
  private let nodes: String

  /// The sensors of this machine.
  ///
  /// Of each kind of sensor the first is taken, by the order of `names` or else of the devices'
  /// numbers.
  ///
  /// - Parameters:
  ///   - names: The devices to use, such as `iio:device0` or the driver's `bmi160`; empty takes
  ///     all.
  ///   - mode: How readings are taken.
  ///   - rate: Scans a second that the devices are set to while their buffers run; `nil` leaves
  ///     their rates as they are. Most devices know a few rates only.
  ///   - root: The folder of the devices' attributes.
  ///   - nodes: The folder of the devices' nodes.
  /// - Throws: `MotionSourceError` when there is no such device or sensor, and when a device's
  ///   scale or mount matrix is missing or makes no sense.
  /// - Precondition: The buffers' length, the interval between polls, and the rate are positive.
  public init(
    devices names: [String] = [], mode: Mode = .buffered, rate: Double? = nil,
    root: String = systemRoot,
    nodes: String = "/dev"
  ) throws(MotionSourceError) {
    switch mode {
    case .buffered(let length): precondition(length > 0, "a buffer of \(length) scans holds none")
    case .polled(let interval, _):
      precondition(interval > 0 && interval < 1e6, "\(interval) s is no interval between polls")
    }
    precondition(rate.map { $0 > 0 && $0.isFinite } ?? true, "a rate must be positive")
    self.mode = mode
    self.rate = rate
    self.nodes = nodes
    let all = try IndustrialDevice.all(in: root)
    var chosen: [IndustrialDevice] = names.isEmpty ? all : []
    for name in names {
      guard let device = all.first(where: { $0.isCalled(name) }) else {
        throw MotionSourceError(
          source: name, kind: .unavailable,
          reason: "no such device in \(root); there "
            + (all.isEmpty ? "is none" : "are \(all.map(\.folder.device).joined(separator: ", "))"))
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
        reason: "no accelerometer, gyroscope or magnetometer; expected a device with one")
    }
  }

  /// Hands over the samples, until the task is cancelled or a device is gone.
  ///
  /// - Parameter receive: Takes one sample.
  /// - Throws: `MotionSourceError` when a device cannot be set up, or a read fails.
  public func run(
    _ receive: (SensorSample) async -> Void
  ) async throws(MotionSourceError) {
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
    // Devices whose buffers fill up by watermark may lag by that much.
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
      // Polls that were missed are not made up for.
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
              reason: "\(channel)_raw: cannot be read; the device may be gone, or its buffer in use"
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
