import Foundation
import MotionDelivery
import MotionFusion
import TestSupport
import Testing

@testable import MotionSources

@Suite("IndustrialSource", .timeLimit(.minutes(1)))
struct IndustrialSourceTests {
  /// An accelerometer and gyroscope on one chip, turned by a quarter about *z*, with two scans.
  private func addIMU(to devices: SimulatedDevices) throws {
    var attributes = SimulatedDevices.buffered("imu", timestampIndex: 6)
    attributes.merge(
      SimulatedDevices.sensor("in_accel", index: 0, type: "le:s16/16>>0", scale: "0.01")
    ) { $1 }
    attributes.merge(
      SimulatedDevices.sensor("in_anglvel", index: 3, type: "be:s12/16>>4", scale: "0.001")
    ) { $1 }
    attributes["in_accel_offset"] = "10"
    attributes["in_anglvel_z_offset"] = "-5"
    attributes["in_anglvel_z_scale"] = "0.002"
    attributes["mount_matrix"] = "0, -1, 0; 1, 0, 0; 0, 0, 1"
    // Another element, left enabled by another program.
    attributes["scan_elements/in_temp_en"] = "1"
    attributes["scan_elements/in_temp_index"] = "7"
    attributes["scan_elements/in_temp_type"] = "le:s16/16>>0"
    try devices.add(0, attributes)
    var scans: [UInt8] = []
    for (index, time) in [1_700_000_000_000_000_000, 1_700_000_000_010_000_000].enumerated() {
      for raw in [0, 100, 971] as [Int16] { scans += bytes(raw) }
      for raw in [100, -200, 30 + index] {
        // The four bits below are noise.
        scans += bytes(Int16(raw) << 4 | 0xA, bigEndian: true)
      }
      // 12 bytes of readings, padding to 16.
      scans += [9, 9, 9, 9] + bytes(Int64(time))
    }
    try devices.setScans(0, scans)
  }

  private func samples(of source: IndustrialSource) async throws -> [SensorSample] {
    var samples: [SensorSample] = []
    try await source.run { samples.append($0) }
    return samples
  }

  @Test("offset, scale, mount matrix, units and signs of a buffer")
  func buffered() async throws {
    let devices = try SimulatedDevices()
    try addIMU(to: devices)
    let source = try IndustrialSource(root: devices.root, nodes: devices.nodes)
    #expect(source.sensors == [.gyroscope, .accelerometer])
    #expect(source.devices.map(\.folder.device) == ["iio:device0 (imu)"])
    let samples = try await samples(of: source)
    try #require(samples.count == 2)
    #expect(samples.map(\.timestamp) == [0, 0.01])
    // m/s² of the chip: 0.1, 1.1, 9.81; of the device: -1.1, 0.1, 9.81; at rest ours points down.
    let acceleration = try #require(samples[0].acceleration)
    #expect((acceleration * -9.80665).distance(to: Vector3(-1.1, 0.1, 9.81)) < 1e-12)
    let rates = samples.compactMap(\.rotationRate)
    try #require(rates.count == 2)
    #expect(rates[0].distance(to: Vector3(0.2, 0.1, 0.05)) < 1e-15)
    #expect(rates[1].distance(to: Vector3(0.2, 0.1, 0.052)) < 1e-15)
    #expect(samples[0].magneticField == nil)
  }

  @Test("attributes set for the buffer are restored")
  func settings() async throws {
    let devices = try SimulatedDevices()
    try addIMU(to: devices)
    let source = try IndustrialSource(root: devices.root, nodes: devices.nodes)
    var during: [String?] = []
    let names = [
      "buffer/enable", "buffer/length", "current_timestamp_clock", "scan_elements/in_temp_en",
      "scan_elements/in_accel_y_en", "scan_elements/in_timestamp_en",
    ]
    try await source.run { _ in during = names.map { devices.attribute(0, $0) } }
    #expect(during == ["1", "128", "monotonic", "0", "1", "1"])
    #expect(names.map { devices.attribute(0, $0) } == ["0", "2", "realtime", "1", "0", "0"])
  }

  @Test("rate and trigger are set while the buffer is enabled")
  func rateAndTrigger() async throws {
    let devices = try SimulatedDevices()
    try addIMU(to: devices)
    try devices.add(
      0,
      [
        "trigger/current_trigger": "", "in_accel_sampling_frequency": "12.5",
        "in_anglvel_sampling_frequency": "100.000000", "../trigger0/name": "hrtimer",
        "../trigger1/name": "imu-dev0",
      ])
    let source = try IndustrialSource(rate: 100, root: devices.root, nodes: devices.nodes)
    let names = [
      "trigger/current_trigger", "in_accel_sampling_frequency", "in_anglvel_sampling_frequency",
    ]
    var during: [String?] = []
    try await source.run { _ in during = names.map { devices.attribute(0, $0) } }
    #expect(during == ["imu-dev0", "100", "100.000000"])
    #expect(names.map { devices.attribute(0, $0) } == ["", "12.5", "100.000000"])

    try devices.remove(0, "in_accel_sampling_frequency")
    try devices.remove(0, "in_anglvel_sampling_frequency")
    try devices.add(0, ["sampling_frequency_available": "25 50"])
    await expectFailure(of: source, "sampling_frequency: cannot be set: No such file")
    await expectFailure(of: source, "; available: 25 50")
  }

  @Test("sensors on three devices with different rates")
  func severalDevices() async throws {
    let devices = try SimulatedDevices()
    let kinds = [("in_accel", 20), ("in_anglvel", 10), ("in_magn", 40)]
    for (number, (name, period)) in kinds.enumerated() {
      try devices.add(
        number,
        SimulatedDevices.buffered(name + "-chip", timestampIndex: 3)
          .merging(
            SimulatedDevices.sensor(name, index: 0, type: "le:s16/16>>0", scale: "0.1")
          ) { $1 })
      var scans: [UInt8] = []
      for time in stride(from: 0, to: 100, by: period) {
        for raw in [1, 2, 3] as [Int16] { scans += bytes(raw) }
        scans += [0, 0] + bytes(Int64(5_000_000_000 + time * 1_000_000))
      }
      try devices.setScans(number, scans)
    }
    let source = try IndustrialSource(root: devices.root, nodes: devices.nodes)
    #expect(source.sensors == [.gyroscope, .accelerometer, .magnetometer])
    let samples = try await samples(of: source)
    let times = (0..<10).map { Double($0 * 10_000_000) * 1e-9 }
    #expect(samples.map(\.timestamp) == times)
    #expect(samples.indices.filter { samples[$0].acceleration != nil } == [0, 2, 4, 6, 8])
    #expect(samples.indices.filter { samples[$0].magneticField != nil } == [0, 4, 8])
    // 0.1 gauss is 10 µT.
    let field = try #require(samples[0].magneticField)
    #expect(field.distance(to: Vector3(10, 20, 30)) < 1e-12)

    let some = try IndustrialSource(
      devices: ["iio:device2", "in_anglvel-chip"], root: devices.root, nodes: devices.nodes)
    #expect(some.sensors == [.gyroscope, .magnetometer])
  }

  @Test("without timestamps, times follow from the sampling frequency")
  func samplingFrequency() async throws {
    let devices = try SimulatedDevices()
    var attributes = SimulatedDevices.sensor(
      "in_accel", index: 0, type: "le:s16/16>>0", scale: "0.01")
    attributes.merge(["buffer/enable": "0", "sampling_frequency": "50"]) { $1 }
    try devices.add(3, attributes)
    try devices.setScans(3, Array(repeating: 1, count: 6 * 3 + 5))
    let source = try IndustrialSource(root: devices.root, nodes: devices.nodes)
    #expect(source.devices.map(\.folder.device) == ["iio:device3"])
    #expect(try await samples(of: source).map(\.timestamp) == [0, 0.02, 0.04])
    // Beside a device with timestamps, which are those of the monotonic clock.
    try devices.add(
      4,
      SimulatedDevices.buffered("gyro", timestampIndex: 3)
        .merging(
          SimulatedDevices.sensor("in_anglvel", index: 0, type: "le:s16/16>>0", scale: "1")
        ) { $1 })
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let time = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    try devices.setScans(4, [UInt8](repeating: 0, count: 8) + bytes(time))
    let both = try await samples(
      of: IndustrialSource(root: devices.root, nodes: devices.nodes))
    #expect(both.map { $0.rotationRate != nil } == [true, false, false, false])
    #expect(both[1].timestamp < 60)
    try devices.remove(3, "sampling_frequency")
    await expectFailure(of: source, "expected a timestamp or sampling_frequency")
  }

  private func expectFailure(
    of source: IndustrialSource, _ reason: String, location: SourceLocation = #_sourceLocation
  ) async {
    let error = await #expect(throws: MotionSourceError.self, sourceLocation: location) {
      try await source.run { _ in }
    }
    #expect(error?.description.contains(reason) ?? false, sourceLocation: location)
  }

  @Test(
    "invalid attributes are rejected by name",
    arguments: [
      (["in_accel_scale": nil], "in_accel_scale: expected the scale of raw readings, got none"),
      (["in_accel_scale": "0"], "in_accel_scale: expected a scale other than 0, got 0"),
      (["in_accel_scale": "fast"], "in_accel_scale: expected a decimal number, got 'fast'"),
      (["mount_matrix": "1, 0; 0, 1"], "mount_matrix: expected a matrix"),
      (["mount_matrix": "0, 0, 0; 0, 0, 0; 0, 0, 0"], "expected orthogonal rows"),
      (["in_mount_matrix": "nan, 0, 0; 0, 1, 0; 0, 0, 1"], "expected orthogonal rows"),
    ] as [([String: String?], String)])
  func refused(changes: [String: String?], reason: String) throws {
    let devices = try SimulatedDevices()
    try addIMU(to: devices)
    for (name, text) in changes {
      if let text { try devices.add(0, [name: text]) } else { try devices.remove(0, name) }
    }
    let error = #expect(throws: MotionSourceError.self) {
      try IndustrialSource(root: devices.root, nodes: devices.nodes)
    }
    #expect(error?.source == "iio:device0 (imu)")
    #expect(error?.kind == .unavailable)
    #expect(error?.reason.contains(reason) ?? false)
  }

  @Test("a device without a usable buffer reports the reason and is restored")
  func cannotBuffer() async throws {
    let devices = try SimulatedDevices()
    try addIMU(to: devices)
    let source = try IndustrialSource(root: devices.root, nodes: devices.nodes + "/none")
    await expectFailure(of: source, "cannot be opened: No such file or directory")
    #expect(devices.attribute(0, "scan_elements/in_accel_x_en") == "0")
    #expect(devices.attribute(0, "buffer/length") == "2")
    try devices.add(0, ["scan_elements/in_accel_x_type": "le:f32/32>>0"])
    await expectFailure(of: source, "in_accel_x_type: expected a type such as")
    try devices.remove(0, "buffer")
    await expectFailure(of: source, "buffer: expected a buffer, got none; use polling")
  }

  @Test("missing device, sensor or folder")
  func missing() throws {
    let devices = try SimulatedDevices()
    #expect(throws: MotionSourceError.self) { try IndustrialSource(root: devices.root) }
    try devices.add(0, ["name": "thermometer", "in_temp_raw": "1"])
    let none = #expect(throws: MotionSourceError.self) { try IndustrialSource(root: devices.root) }
    #expect(none?.reason.hasPrefix("expected an accelerometer, gyroscope or magnetometer") ?? false)
    let other = #expect(throws: MotionSourceError.self) {
      try IndustrialSource(devices: ["imu"], root: devices.root)
    }
    #expect(
      other?.description
        == "imu: no such device in \(devices.root); available: iio:device0 (thermometer)")
    let folder = #expect(throws: MotionSourceError.self) {
      try IndustrialSource(root: devices.root + "/nowhere")
    }
    #expect(folder?.reason.hasPrefix("cannot be read") ?? false)
  }

  @Test("a device without a gyroscope supports no frame")
  func withoutGyroscope() throws {
    let devices = try SimulatedDevices()
    try devices.add(
      0, SimulatedDevices.sensor("in_accel", index: 0, type: "le:s16/16>>0", scale: "0.01"))
    let manager = MotionManager(source: try IndustrialSource(root: devices.root))
    #expect(manager.sensors == .accelerometer)
    #expect(manager.availableReferenceFrames.isEmpty)
    #expect(throws: MotionError.self) { try manager.start() }
  }

  @Test("cancellation while waiting for a scan disables the buffer")
  func cancellation() async throws {
    let devices = try SimulatedDevices()
    try addIMU(to: devices)
    try FileManager.default.removeItem(atPath: devices.nodes + "/iio:device0")
    let descriptor = try devices.openEmptyBuffer(0)
    defer { close(descriptor) }
    let manager = MotionManager(
      source: try IndustrialSource(root: devices.root, nodes: devices.nodes))
    try manager.start()
    while devices.attribute(0, "buffer/enable") != "1" { await Task.yield() }
    manager.stop()
    await manager.waitUntilEnded()
    #expect(devices.attribute(0, "buffer/enable") == "0")
    #expect(manager.failure == nil)
  }

  @Test("polling at the times of a clock")
  func polled() async throws {
    let devices = try SimulatedDevices()
    try addIMU(to: devices)
    let clock = InstantClock()
    let source = try IndustrialSource(
      mode: .polled(every: 0.05, clock: clock), root: devices.root, nodes: devices.nodes)
    var samples: [SensorSample] = []
    try await source.run { sample in
      samples.append(sample)
      if samples.count == 3 { clock.stop() }
    }
    try #require(samples.map(\.timestamp) == [0, 0.05, 0.1])
    // Raw 1, 2, 3, of the chip 0.11, 0.12, 0.13 m/s².
    let acceleration = try #require(samples[2].acceleration)
    #expect((acceleration * -9.80665).distance(to: Vector3(-0.12, 0.11, 0.13)) < 1e-15)
    let rate = try #require(samples[2].rotationRate)
    #expect(rate.distance(to: Vector3(-0.002, 0.001, -0.004)) < 1e-15)

    try devices.remove(0, "in_anglvel_y_raw")
    await expectFailure(of: source, "in_anglvel_y_raw: cannot be read")
  }
}
