internal import Foundation
internal import MotionFusion

/// One device of the kernel's Industrial I/O subsystem, and the sensors that it is used for.
struct IndustrialDevice: Hashable, Sendable {
  /// The number in the name of its folder and of its node.
  let number: Int
  let folder: SysfsFolder
  /// Where the devices are, and the triggers. The folder is a link into another place.
  let siblings: SysfsFolder
  var sensors: [IndustrialSensor] = []

  private static let prefix = "iio:device"
  /// The name of its folder and of its node.
  var id: String { "\(Self.prefix)\(number)" }

  /// The devices below `root` in the order of their numbers, without their sensors.
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

  /// Whether `name` is its folder's name, or the name that its driver gives it.
  func isCalled(_ name: String) -> Bool { name == id || name == folder.text("name") }
}
