internal import MotionFusion

/// One three-axis sensor of a device: how its raw readings become physical ones.
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

    /// From the kernel's units (rad/s, m/s², gauss) and signs to ours (rad/s, g, µT): at rest the
    /// kernel's accelerometer points up, and Core Motion's down.
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
  /// What is added to a raw reading, by axis.
  private let offset: Vector3<Double>
  /// What that is then multiplied with.
  private let scale: Vector3<Double>
  /// From the chip's axes to the device's.
  private let mount: Matrix3<Double>

  /// The names of its axes' channels.
  var channels: [String] { ["x", "y", "z"].map { "\(kind.rawValue)_\($0)" } }

  /// Whether the device has a sensor of this kind.
  static func isPresent(_ kind: Kind, in folder: SysfsFolder) -> Bool {
    folder.has("\(kind.rawValue)_x_raw") || folder.has("scan_elements/\(kind.rawValue)_x_en")
  }

  /// Reads what the device says about the sensor.
  init(_ kind: Kind, in folder: SysfsFolder) throws(MotionSourceError) {
    self.kind = kind
    self.folder = folder
    var scales: [Double] = []
    var offsets: [Double] = []
    for axis in ["x", "y", "z"] {
      let shared = kind.rawValue
      let own = "\(shared)_\(axis)"
      guard let scale = try folder.number("\(own)_scale", or: "\(shared)_scale") else {
        throw folder.error("\(shared)_scale", "missing; raw readings have no unit without it")
      }
      guard scale != 0 else { throw folder.error("\(shared)_scale", "0; expected a unit") }
      scales.append(scale)
      offsets.append(try folder.number("\(own)_offset", or: "\(shared)_offset") ?? 0)
    }
    scale = Vector3(scales[0], scales[1], scales[2])
    offset = Vector3(offsets[0], offsets[1], offsets[2])
    mount = try Self.mountMatrix(of: kind, in: folder)
  }

  /// The reading in our units and the device's axes.
  func reading(_ raw: Vector3<Double>) -> Vector3<Double> {
    let sum = raw + offset
    let scaled = Vector3(sum.x * scale.x, sum.y * scale.y, sum.z * scale.z)
    return mount * scaled * kind.factor
  }

  /// The matrix that the kernel has for this sensor, for all, or none.
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
      throw folder.error(name, "'\(text)'; expected a matrix such as 1, 0, 0; 0, 1, 0; 0, 0, 1")
    }
    let matrix = Matrix3(
      rows: Vector3(rows[0][0], rows[0][1], rows[0][2]),
      Vector3(rows[1][0], rows[1][1], rows[1][2]), Vector3(rows[2][0], rows[2][1], rows[2][2]))
    let product = matrix * matrix.transpose
    // Angles of a board are rounded to a few digits; a matrix of zeros is no board's.
    let error = [product.c0 - .unitX, product.c1 - .unitY, product.c2 - .unitZ]
      .map(\.maximumMagnitude).max()
    guard let error, error < 0.05 else {
      throw folder.error(name, "'\(text)' is no rotation; expected orthogonal rows of length 1")
    }
    return matrix
  }
}
