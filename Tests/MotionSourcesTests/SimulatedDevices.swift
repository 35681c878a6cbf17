import Foundation
import Testing

/// A simulated `/sys/bus/iio/devices` and `/dev`, with the lifetime of this object.
final class SimulatedDevices {
  private let url = FileManager.default.temporaryDirectory
    .appending(path: "inertial-iio-\(UUID().uuidString)")

  var root: String { url.appending(path: "devices").path }
  var nodes: String { url.appending(path: "dev").path }

  init() throws {
    for folder in [root, nodes] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Adds a device with these attributes, and the folders that they name.
  func add(_ number: Int, _ attributes: [String: String]) throws {
    for (name, text) in attributes {
      let file = url.appending(path: "devices/iio:device\(number)/\(name)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data((text + "\n").utf8).write(to: file)
    }
  }

  func attribute(_ number: Int, _ name: String) -> String? {
    let file = url.appending(path: "devices/iio:device\(number)/\(name)")
    return (try? String(contentsOf: file, encoding: .utf8))?
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  func remove(_ number: Int, _ name: String) throws {
    try FileManager.default.removeItem(
      at: url.appending(path: "devices/iio:device\(number)/\(name)"))
  }

  /// The bytes in the buffer, then the end.
  func setScans(_ number: Int, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: url.appending(path: "dev/iio:device\(number)"))
  }

  /// A buffer without any scan, as long as the descriptor is open; it is the caller's to close.
  func openEmptyBuffer(_ number: Int) throws -> Int32 {
    let path = url.appending(path: "dev/iio:device\(number)").path
    try #require(mkfifo(path, 0o600) == 0)
    let descriptor = open(path, O_RDWR)
    try #require(descriptor >= 0)
    return descriptor
  }

  /// The attributes of a sensor's three axes.
  static func sensor(
    _ name: String, index: Int, type: String, scale: String? = nil
  ) -> [String: String] {
    var attributes: [String: String] = [:]
    for (place, axis) in ["x", "y", "z"].enumerated() {
      attributes["\(name)_\(axis)_raw"] = "\(place + 1)"
      attributes["scan_elements/\(name)_\(axis)_en"] = "0"
      attributes["scan_elements/\(name)_\(axis)_index"] = "\(index + place)"
      attributes["scan_elements/\(name)_\(axis)_type"] = type
    }
    attributes["\(name)_scale"] = scale
    return attributes
  }

  /// The attributes of a device with a buffer and timestamps.
  static func buffered(_ name: String, timestampIndex: Int) -> [String: String] {
    [
      "name": name, "buffer/enable": "0", "buffer/length": "2",
      "current_timestamp_clock": "realtime", "scan_elements/in_timestamp_en": "0",
      "scan_elements/in_timestamp_index": "\(timestampIndex)",
      "scan_elements/in_timestamp_type": "le:s64/64>>0",
    ]
  }
}

/// The bytes of a number, as memory has them on a machine of this byte order.
func bytes<Number: FixedWidthInteger>(_ number: Number, bigEndian: Bool = false) -> [UInt8] {
  withUnsafeBytes(of: bigEndian ? number.bigEndian : number.littleEndian) { Array($0) }
}
