internal import MotionDelivery
internal import MotionFusion
internal import MotionRecordings
internal import Platform

/// The enabled kernel buffer of a device, and its scans.
///
/// `disable()` restores the attributes that were set for the buffer.
final class IndustrialBuffer {
  let device: IndustrialDevice
  let descriptor: Int32
  private let layout: ScanLayout
  /// The attributes to restore.
  private let setting: SettingSession
  /// Nanoseconds between scans, for a device without timestamps.
  private let period: Int64?
  private var scans: Int64 = 0
  /// The time of the first scan of such a device, by the clock of the kernel's timestamps.
  private var start: Int64?
  /// The bytes of an incomplete scan.
  private var bytes: [UInt8] = []

  /// Enables the device's buffer for its sensors and, if available, the timestamp.
  ///
  /// - Parameters:
  ///   - device: The device with the sensors to read.
  ///   - node: The character device.
  ///   - length: The capacity of the kernel's buffer, in scans.
  ///   - rate: The sampling rate in Hz; `nil` keeps the device's rate.
  init(
    _ device: IndustrialDevice, node: String, length: Int, rate: Double?
  ) throws(MotionSourceError) {
    self.device = device
    let folder = device.folder
    guard folder.has("buffer/enable"), folder.has("scan_elements") else {
      throw folder.error("buffer", "expected a buffer, got none; use polling")
    }
    var setting = SettingSession(folder)
    do throws(MotionSourceError) {
      // Elements cannot be selected while the buffer is enabled.
      try setting.set("buffer/enable", to: "0", restores: false)
      // A common clock for all devices that is never set back.
      if folder.has("current_timestamp_clock") {
        try? setting.set("current_timestamp_clock", to: "monotonic")
      }
      if let rate { try Self.setRate(rate, of: device, &setting) }
      try Self.chooseTrigger(of: device, &setting)
      let elements = try Self.chooseElements(of: device, &setting)
      layout = ScanLayout(elements)
      period = try Self.period(of: device, hasTimestamp: elements.contains { $0.channel == time })
      if folder.has("buffer/length") { try setting.set("buffer/length", to: "\(length)") }
      descriptor = open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw folder.error(node, "cannot be opened: \(systemReason(errno))")
      }
    } catch {
      setting.restore()
      throw error
    }
    do throws(MotionSourceError) {
      try setting.set("buffer/enable", to: "1", restores: false)
    } catch {
      close(descriptor)
      setting.restore()
      throw MotionSourceError(
        source: error.source, kind: error.kind,
        reason: "\(error.reason); the device may require a trigger in trigger/current_trigger")
    }
    self.setting = setting
  }

  /// Disables the buffer and releases the device.
  func disable() {
    // Ignore errors of a device that was removed.
    try? device.folder.write("0", to: "buffer/enable")
    close(descriptor)
    setting.restore()
  }

  /// Enables the elements of the sensors and the time only; returns the enabled elements.
  private static func chooseElements(
    of device: IndustrialDevice, _ setting: inout SettingSession
  ) throws(MotionSourceError) -> [ScanLayout.Element] {
    let folder = device.folder
    let wanted = Set(device.sensors.flatMap(\.channels) + [time])
    var elements: [ScanLayout.Element] = []
    for name in folder.names(in: "scan_elements") where name.hasSuffix("_en") {
      let channel = String(name.dropLast(3))
      let isWanted = wanted.contains(channel)
      try setting.set("scan_elements/\(name)", to: isWanted ? "1" : "0")
      // Some devices have elements that cannot be disabled.
      guard isWanted || folder.text("scan_elements/\(name)") == "1" else { continue }
      let typeName = "scan_elements/\(channel)_type"
      let typeText = folder.text(typeName) ?? ""
      guard let type = ScanType(typeText) else {
        throw folder.error(typeName, "expected a type such as le:s16/16>>0, got '\(typeText)'")
      }
      let indexName = "scan_elements/\(channel)_index"
      guard let index = folder.text(indexName).flatMap({ Int($0) }) else {
        throw folder.error(indexName, "expected the index of the element, got none")
      }
      elements.append(ScanLayout.Element(channel: channel, index: index, type: type))
    }
    for channel in device.sensors.flatMap(\.channels)
    where !elements.contains(where: { $0.channel == channel }) {
      throw folder.error("scan_elements/\(channel)_en", "expected a buffer, got none; use polling")
    }
    return elements
  }

  private static func setRate(
    _ rate: Double, of device: IndustrialDevice, _ setting: inout SettingSession
  ) throws(MotionSourceError) {
    let own = device.sensors.map { "\($0.kind.rawValue)_sampling_frequency" }
      .filter(device.folder.has)
    for name in own.isEmpty ? ["sampling_frequency"] : own {
      do throws(MotionSourceError) {
        let text = rate == rate.rounded() && rate < 1e6 ? "\(Int(rate))" : "\(rate)"
        // Keep the text of a rate that is set already.
        if try device.folder.number(name) != rate { try setting.set(name, to: text) }
      } catch {
        let available = device.folder.text("\(name)_available")
        throw MotionSourceError(
          source: error.source, kind: error.kind,
          reason: error.reason + (available.map { "; available: \($0)" } ?? ""))
      }
    }
  }

  /// Sets the driver's own trigger on a device without one. By convention it is named after the
  /// device: its name, `-dev` and its number.
  private static func chooseTrigger(
    of device: IndustrialDevice, _ setting: inout SettingSession
  ) throws(MotionSourceError) {
    let folder = device.folder
    guard folder.text("trigger/current_trigger") == "", let name = folder.text("name") else {
      return
    }
    let own = "\(name)-dev\(device.number)"
    let triggers = device.siblings.names(in: "").filter { $0.hasPrefix("trigger") }
    guard triggers.contains(where: { device.siblings.text("\($0)/name") == own }) else { return }
    try setting.set("trigger/current_trigger", to: own)
  }

  private static func period(
    of device: IndustrialDevice, hasTimestamp: Bool
  ) throws(MotionSourceError) -> Int64? {
    if hasTimestamp { return nil }
    let names = device.sensors.map { "\($0.kind.rawValue)_sampling_frequency" }
    for name in names + ["sampling_frequency"] {
      if let frequency = try device.folder.number(name), frequency > 0 {
        return Int64((1e9 / frequency).rounded())
      }
    }
    throw device.folder.error(
      "scan_elements/\(time)_en", "expected a timestamp or sampling_frequency, got neither")
  }
}

private let time = "in_timestamp"

// MARK: - Scans

extension IndustrialBuffer {
  /// Reads the available scans, each with its time in nanoseconds; `nil` at the end.
  func read() throws(MotionSourceError) -> [(nanoseconds: Int64, sample: SensorSample)]? {
    switch ReadOutcome(of: descriptor, count: max(1, 4096 / layout.byteCount) * layout.byteCount) {
    case .end: return nil
    case .nothing: return []
    case .failure(let reason):
      throw MotionSourceError(source: device.folder.device, kind: .brokenOff, reason: reason)
    case .bytes(let chunk): bytes += chunk
    }
    var samples: [(Int64, SensorSample)] = []
    var start = 0
    while bytes.count - start >= layout.byteCount {
      samples.append(scan(in: bytes[start..<start + layout.byteCount]))
      start += layout.byteCount
    }
    bytes.removeFirst(start)
    return samples
  }

  private func scan(in bytes: ArraySlice<UInt8>) -> (Int64, SensorSample) {
    var sample = SensorSample(timestamp: 0)
    for sensor in device.sensors {
      let raw = sensor.channels.map { Double(layout.value(of: $0, in: bytes) ?? 0) }
      let reading = sensor.reading(Vector3(raw[0], raw[1], raw[2]))
      sample.set(sensor.kind, to: reading)
    }
    return (layout.value(of: time, in: bytes) ?? nextTime(), sample)
  }

  /// The time of the next scan of a device without timestamps.
  private func nextTime() -> Int64 {
    let start = start ?? Self.now()
    self.start = start
    defer { scans += 1 }
    return start &+ scans &* (period ?? 0)
  }

  /// The nanoseconds of the monotonic clock.
  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

extension SensorSample {
  mutating func set(_ kind: IndustrialSensor.Kind, to reading: Vector3<Double>) {
    switch kind {
    case .gyroscope: rotationRate = reading
    case .accelerometer: acceleration = reading
    case .magnetometer: magneticField = reading
    }
  }
}

/// Sets attributes and restores their previous values.
private struct SettingSession {
  private let folder: SysfsFolder
  private var previous: [(name: String, text: String)] = []

  init(_ folder: SysfsFolder) { self.folder = folder }

  mutating func set(
    _ name: String, to text: String, restores: Bool = true
  ) throws(MotionSourceError) {
    let old = folder.text(name)
    guard old != text else { return }
    try folder.write(text, to: name)
    if restores, let old { previous.append((name, old)) }
  }

  func restore() {
    // An empty write does not reach the driver; an empty line does.
    for setting in previous.reversed() {
      try? folder.write(setting.text.isEmpty ? "\n" : setting.text, to: setting.name)
    }
  }
}

/// The layout of one scan in a device's buffer.
///
/// Elements are in the order of their indices, each aligned to its size; a scan is aligned to its
/// largest element.
struct ScanLayout: Hashable, Sendable {
  struct Element: Hashable, Sendable {
    /// The channel, such as `in_accel_x`.
    var channel: String
    var index: Int
    var type: ScanType
  }

  private struct Place: Hashable, Sendable {
    var offset: Int
    var type: ScanType
  }

  /// The bytes of one scan.
  let byteCount: Int
  private let places: [String: Place]

  init(_ elements: [Element]) {
    var offset = 0
    var largest = 1
    var places: [String: Place] = [:]
    for element in elements.sorted(by: { $0.index < $1.index }) {
      let size = element.type.byteCount
      offset = (offset + size - 1) / size * size
      places[element.channel] = Place(offset: offset, type: element.type)
      offset += size
      largest = max(largest, size)
    }
    self.places = places
    byteCount = (offset + largest - 1) / largest * largest
  }

  /// The reading of `channel` in the scan `bytes`; `nil` if the scan has none.
  func value(of channel: String, in bytes: ArraySlice<UInt8>) -> Int64? {
    guard let place = places[channel] else { return nil }
    let start = bytes.startIndex + place.offset
    return place.type.value(in: bytes[start..<start + place.type.byteCount])
  }
}

/// The format of a reading in a device's buffer: `[be|le]:[s|u]bits/storage[>>shift]`.
struct ScanType: Hashable, Sendable {
  var isBigEndian: Bool
  var isSigned: Bool
  /// The number of significant bits.
  var bits: Int
  /// The number of bytes in the buffer.
  var byteCount: Int
  /// The number of bits below the reading.
  var shift: Int

  /// Parses a type; `nil` for invalid text or a repeated element.
  init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let sign = parts[1].first, sign == "s" || sign == "u" else {
      return nil
    }
    switch parts[0] {
    case "be": isBigEndian = true
    case "le": isBigEndian = false
    default: return nil
    }
    isSigned = sign == "s"
    let sizes = parts[1].dropFirst().split(separator: "/", maxSplits: 1)
    guard sizes.count == 2, let bits = Int(sizes[0]) else { return nil }
    let storage = sizes[1].split(separator: ">", omittingEmptySubsequences: true)
    guard let first = storage.first, let width = Int(first), [8, 16, 32, 64].contains(width)
    else { return nil }
    guard storage.count <= 2, let shift = storage.count == 2 ? Int(storage[1]) : 0 else {
      return nil
    }
    guard bits >= 1, shift >= 0, bits + shift <= width else { return nil }
    self.bits = bits
    self.shift = shift
    byteCount = width / 8
  }

  /// Decodes the reading in `bytes`, the storage of one element.
  func value(in bytes: some Collection<UInt8>) -> Int64 {
    var word: UInt64 = 0
    if isBigEndian {
      for byte in bytes { word = word << 8 | UInt64(byte) }
    } else {
      for (place, byte) in bytes.enumerated() { word |= UInt64(byte) << UInt64(8 * place) }
    }
    // Shift up and down again: removes the bits above and extends the sign.
    let above = UInt64(64 - bits - shift)
    let raised = word << above
    let down = UInt64(64 - bits)
    return isSigned
      ? Int64(bitPattern: raised) >> Int64(down) : Int64(bitPattern: raised >> down)
  }
}
