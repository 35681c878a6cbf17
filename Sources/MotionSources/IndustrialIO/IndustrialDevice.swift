internal import MotionDelivery
internal import MotionFusion
internal import MotionRecordings
internal import Platform

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

/// A three-axis sensor of a device, with the conversion of raw readings to physical units.
struct IndustrialSensor: Hashable, Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case gyroscope = "in_anglvel"
    case accelerometer = "in_accel"
    case magnetometer = "in_magn"

    var sensor: MotionSensors {
      switch self {
      case .gyroscope: .gyroscope
      case .accelerometer: .accelerometer
      case .magnetometer: .magnetometer
      }
    }

    /// The factor from the kernel's units (rad/s, m/s², gauss) to rad/s, g and µT. The kernel's
    /// accelerometer has the opposite sign of Core Motion's.
    var factor: Double {
      switch self {
      case .gyroscope: 1
      case .accelerometer: -1 / SensorSample.standardGravity
      case .magnetometer: 100
      }
    }
  }

  let kind: Kind
  let folder: SysfsFolder
  /// The offset added to a raw reading, by axis.
  private let offset: Vector3<Double>
  /// The scale applied after the offset, by axis.
  private let scale: Vector3<Double>
  /// The rotation from the chip's axes to the device's.
  private let mount: Matrix3<Double>

  /// The names of the channels, by axis.
  var channels: [String] { ["x", "y", "z"].map { "\(kind.rawValue)_\($0)" } }

  /// Whether a device has a sensor of this kind.
  static func isPresent(_ kind: Kind, in folder: SysfsFolder) -> Bool {
    folder.has("\(kind.rawValue)_x_raw") || folder.has("scan_elements/\(kind.rawValue)_x_en")
  }

  /// Reads the sensor's attributes.
  init(_ kind: Kind, in folder: SysfsFolder) throws(MotionSourceError) {
    self.kind = kind
    self.folder = folder
    var scales: [Double] = []
    var offsets: [Double] = []
    for axis in ["x", "y", "z"] {
      let shared = kind.rawValue
      let own = "\(shared)_\(axis)"
      guard let scale = try folder.number("\(own)_scale", or: "\(shared)_scale") else {
        throw folder.error("\(shared)_scale", "expected the scale of raw readings, got none")
      }
      guard scale != 0 else {
        throw folder.error("\(shared)_scale", "expected a scale other than 0, got 0")
      }
      scales.append(scale)
      offsets.append(try folder.number("\(own)_offset", or: "\(shared)_offset") ?? 0)
    }
    scale = Vector3(scales[0], scales[1], scales[2])
    offset = Vector3(offsets[0], offsets[1], offsets[2])
    mount = try Self.mountMatrix(of: kind, in: folder)
  }

  /// Converts a raw reading to rad/s, g or µT in the device's axes.
  func reading(_ raw: Vector3<Double>) -> Vector3<Double> {
    let sum = raw + offset
    let scaled = Vector3(sum.x * scale.x, sum.y * scale.y, sum.z * scale.z)
    return mount * scaled * kind.factor
  }

  /// The mount matrix of this sensor or of all sensors; the identity without one.
  private static func mountMatrix(
    of kind: Kind, in folder: SysfsFolder
  ) throws(MotionSourceError) -> Matrix3<Double> {
    let names = ["\(kind.rawValue)_mount_matrix", "in_mount_matrix", "mount_matrix"]
    guard let name = names.first(where: folder.has), let text = folder.text(name) else {
      return .identity
    }
    let rows = text.split(separator: ";").map { row in
      row.split { $0 == "," || $0 == " " }.compactMap { Double($0) }
    }
    guard rows.count == 3, rows.allSatisfy({ $0.count == 3 }) else {
      throw folder.error(name, "expected a matrix such as 1, 0, 0; 0, 1, 0; 0, 0, 1, got '\(text)'")
    }
    let matrix = Matrix3(
      rows: Vector3(rows[0][0], rows[0][1], rows[0][2]),
      Vector3(rows[1][0], rows[1][1], rows[1][2]), Vector3(rows[2][0], rows[2][1], rows[2][2]))
    let product = matrix * matrix.transpose
    // Mount matrices are rounded to a few digits.
    let error = [product.c0 - .unitX, product.c1 - .unitY, product.c2 - .unitZ]
      .map(\.maximumMagnitude).max()
    guard let error, error < 0.05 else {
      throw folder.error(name, "expected orthogonal rows of length 1, got '\(text)'")
    }
    return matrix
  }
}

/// A sysfs folder: text files, each an attribute of a device.
struct SysfsFolder: Hashable, Sendable {
  let path: String
  /// The name of the device in messages.
  let device: String

  /// The trimmed text of an attribute; `nil` if it is missing or unreadable.
  func text(_ name: String) -> String? {
    guard let bytes = try? InputFile.read("\(path)/\(name)") else { return nil }
    return String(decoding: bytes, as: UTF8.self).trimmed
  }

  func has(_ name: String) -> Bool { access("\(path)/\(name)", F_OK) == 0 }

  /// The names in a subfolder; none if it is missing.
  func names(in folder: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")
    return (names ?? []).sorted()
  }

  /// The number of an attribute; `nil` if it is missing.
  func number(_ name: String) throws(MotionSourceError) -> Double? {
    guard let text = text(name) else { return nil }
    guard let number = Double(text), number.isFinite else {
      throw error(name, "expected a decimal number, got '\(text)'")
    }
    return number
  }

  /// The number of the first attribute, or of the second if it is missing.
  func number(_ name: String, or other: String) throws(MotionSourceError) -> Double? {
    if let number = try number(name) { return number }
    return try number(other)
  }

  /// Sets an attribute.
  func write(_ text: String, to name: String) throws(MotionSourceError) {
    let descriptor = open("\(path)/\(name)", O_WRONLY | O_TRUNC | O_CLOEXEC)
    guard descriptor >= 0 else { throw error(name, "cannot be set: \(systemReason(errno))") }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard Platform.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw error(name, "cannot be set to '\(text)': \(systemReason(errno))")
    }
  }

  /// An error of an attribute.
  func error(_ name: String, _ reason: String) -> MotionSourceError {
    MotionSourceError(source: device, kind: .unavailable, reason: "\(name): \(reason)")
  }
}
