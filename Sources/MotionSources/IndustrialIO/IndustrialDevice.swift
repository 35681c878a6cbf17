internal import DeviceMotion
internal import Foundation

/// One device of the kernel's Industrial I/O subsystem, and the sensors that it is used for.
struct IndustrialDevice: Hashable, Sendable {
  /// Its folder's name, `iio:device` and a number, which is that of its node too.
  let id: String
  let folder: SysfsFolder
  var sensors: [IndustrialSensor] = []

  /// The devices below `root` in the order of their numbers, without their sensors.
  static func all(in root: String) throws(MotionSourceError) -> [IndustrialDevice] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: root) else {
      throw MotionSourceError(
        source: root, kind: .unavailable,
        reason: "cannot be read; expected the folder of the kernel's Industrial I/O devices")
    }
    let prefix = "iio:device"
    let numbers = names.compactMap { name in
      name.hasPrefix(prefix) ? Int(name.dropFirst(prefix.count)) : nil
    }
    return numbers.sorted().map { number in
      let id = "\(prefix)\(number)"
      let path = "\(root)/\(id)"
      let name = SysfsFolder(path: path, device: id).text("name")
      return IndustrialDevice(
        id: id,
        folder: SysfsFolder(path: path, device: name.map { "\(id) (\($0))" } ?? id))
    }
  }

  /// Whether `name` is its folder's name, or the name that its driver gives it.
  func isCalled(_ name: String) -> Bool { name == id || name == folder.text("name") }
}
