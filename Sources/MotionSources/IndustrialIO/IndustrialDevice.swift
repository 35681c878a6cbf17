internal import Foundation
internal import MotionFusion

/// A device of the kernel's Industrial I/O subsystem, and its sensors in use.
struct IndustrialDevice: Hashable, Sendable {
  /// The number in the names of the device's folder and node.
  let number: Int
  let folder: SysfsFolder
  /// The folder of all devices and triggers. The device's folder is a link to another place.
  let siblings: SysfsFolder
  var sensors: [IndustrialSensor] = []

  private static let prefix = "iio:device"
  /// The name of the device's folder and node.
  var id: String { "\(Self.prefix)\(number)" }

  /// The devices in `root` in the order of their numbers, without sensors.
  static func all(in root: String) throws(MotionSourceError) -> [IndustrialDevice] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: root) else {
      throw MotionSourceError(
        source: root, kind: .unavailable,
        reason: "cannot be read; expected the folder of the kernel's Industrial I/O devices")
    }
    let numbers = names.compactMap { name in
      name.hasPrefix(prefix) ? Int(name.dropFirst(prefix.count)) : nil
    }
    return numbers.sorted().map { number in
      let id = "\(prefix)\(number)"
      let path = "\(root)/\(id)"
      let name = SysfsFolder(path: path, device: id).text("name")
      let description = name.map { "\(id) (\($0))" } ?? id
      return IndustrialDevice(
        number: number, folder: SysfsFolder(path: path, device: description),
        siblings: SysfsFolder(path: root, device: description))
    }
  }

  /// Whether `name` is the folder's name or the driver's name for the device.
  func isCalled(_ name: String) -> Bool { name == id || name == folder.text("name") }
}
