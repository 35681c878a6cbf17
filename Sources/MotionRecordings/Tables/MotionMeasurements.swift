public import MotionFusion

/// A table of external measurements, `MotionMeasurement`.
///
/// The columns are `time_s` and those of one or more quantities:
///
/// - `pos_x_m`, `pos_y_m`, `pos_z_m`, `pos_sigma_m`
/// - `vel_x_m_s`, `vel_y_m_s`, `vel_z_m_s`, `vel_sigma_m_s`
/// - `heading_deg` of the device's *x* axis, clockwise from north, and `heading_sigma_deg`
/// - `qw`, `qx`, `qy`, `qz`, device to reference, and `attitude_sigma_deg` about each axis
///
/// A quantity with an empty field is not measured in that row.
public struct MotionMeasurements: Hashable, Sendable {
  /// The measurements in the order of time.
  public let measurements: [MotionMeasurement]
  /// Problems that did not stop the reader.
  public let warnings: [RecordingWarning]

  /// A quantity of the table, with the names of its columns; the last is the standard deviation.
  private enum Column: CaseIterable {
    case position, velocity, heading, attitude

    var names: [String] {
      switch self {
      case .position: ["pos_x_m", "pos_y_m", "pos_z_m", "pos_sigma_m"]
      case .velocity: ["vel_x_m_s", "vel_y_m_s", "vel_z_m_s", "vel_sigma_m_s"]
      case .heading: ["heading_deg", "heading_sigma_deg"]
      case .attitude: ["qw", "qx", "qy", "qz", "attitude_sigma_deg"]
      }
    }

    /// The plausible values, in the unit of the columns.
    var plausible: String {
      switch self {
      case .position, .velocity:
        "values up to 1e9 with a standard deviation from 1e-6 to 1e9"
      case .heading: "an angle with a standard deviation of 0.0001° or more"
      case .attitude: "a quaternion other than 0 with a standard deviation of 0.0001° or more"
      }
    }

    /// The measurement with the numbers of these columns.
    func measurement(_ numbers: [Double], at timestamp: Double) -> MotionMeasurement {
      let degree = Double.pi / 180
      let quantity: MotionMeasurement.Quantity =
        switch self {
        case .position: .position(Vector3(Array(numbers[..<3])))
        case .velocity: .velocity(Vector3(Array(numbers[..<3])))
        case .heading: .heading(numbers[0] * degree)
        case .attitude:
          .attitude(Quaternion(x: numbers[1], y: numbers[2], z: numbers[3], w: numbers[0]))
        }
      let isAngle = self == .heading || self == .attitude
      return MotionMeasurement(
        timestamp: timestamp, quantity: quantity,
        deviation: numbers[numbers.count - 1] * (isAngle ? degree : 1))
    }
  }

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - name: The name of the file in errors.
  /// - Throws: ``RecordingError`` for times that decrease, values that are not finite, deviations
  ///   that are not positive, missing columns, and tables without a measurement.
  public init(_ bytes: [UInt8], name: String) throws(RecordingError) {
    var table = try TableReader(bytes, file: name)
    let time = try table.columns(["time_s"])[0]
    var columns: [(column: Column, indices: [Int])] = []
    for column in Column.allCases where column.names.contains(where: table.header.contains) {
      columns.append((column, try table.columns(column.names)))
    }
    guard !columns.isEmpty else {
      let known = Column.allCases.map { $0.names.joined(separator: ", ") }
      throw RecordingError(
        file: name, line: 1,
        "expected the columns of one or more quantities (\(known.joined(separator: "; "))), got "
          + table.header.map { "'\($0)'" }.joined(separator: ", "))
    }
    var measurements: [MotionMeasurement] = []
    var count = 0
    try table.forEachRow { (row) throws(RecordingError) in
      var found: [MotionMeasurement] = []
      let timestamp = try row.finiteNumber(at: time)
      if let last = measurements.last?.timestamp, timestamp < last {
        throw row.error(time, .backwardTime(seconds: timestamp, previous: last))
      }
      for (column, indices) in columns where !indices.contains(where: row.isEmpty) {
        let numbers = try indices.map { (index) throws(RecordingError) in
          try row.finiteNumber(at: index)
        }
        let measurement = column.measurement(numbers, at: timestamp)
        guard measurement.isPlausible else {
          throw row.error(
            indices[indices.count - 1],
            .malformed("expected \(column.plausible), got \(numbers)"))
        }
        found.append(measurement)
      }
      // A row that was cut off is not kept in part.
      measurements += found
      count += 1
    }
    guard count > 0 else { throw RecordingError(file: name, problem: .noRows) }
    guard !measurements.isEmpty else {
      throw RecordingError(
        file: name, "expected a row with all columns of a quantity, got empty fields in each")
    }
    self.measurements = measurements
    warnings = table.warnings
  }
}
