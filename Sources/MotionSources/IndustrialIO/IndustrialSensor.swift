internal import MotionFusion

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
