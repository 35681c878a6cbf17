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

  private static let degree = Double.pi / 180

  /// The quantities: the names of the columns, of which the last is the standard deviation, the
  /// plausible values in their unit, the unit of the deviation, and the value of the numbers.
  private static let quantities:
    [(
      names: [String], plausible: String, unit: Double,
      value: @Sendable ([Double]) -> MotionMeasurement.Quantity
    )] = [
      (
        ["pos_x_m", "pos_y_m", "pos_z_m", "pos_sigma_m"],
        "values up to 1e9 with a standard deviation from 1e-6 to 1e9", 1,
        { .position(Vector3($0[0], $0[1], $0[2])) }
      ),
      (
        ["vel_x_m_s", "vel_y_m_s", "vel_z_m_s", "vel_sigma_m_s"],
        "values up to 1e9 with a standard deviation from 1e-6 to 1e9", 1,
        { .velocity(Vector3($0[0], $0[1], $0[2])) }
      ),
      (
        ["heading_deg", "heading_sigma_deg"],
        "an angle with a standard deviation of 0.0001° or more", degree,
        { .heading($0[0] * degree) }
      ),
      (
        ["qw", "qx", "qy", "qz", "attitude_sigma_deg"],
        "a quaternion other than 0 with a standard deviation of 0.0001° or more", degree,
        { .attitude(Quaternion(x: $0[1], y: $0[2], z: $0[3], w: $0[0])) }
      ),
    ]

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
    let columns = try Self.quantities.filter { $0.names.contains(where: table.header.contains) }
      .map { (quantity) throws(RecordingError) in (quantity, try table.columns(quantity.names)) }
    guard !columns.isEmpty else {
      let known = Self.quantities.map { $0.names.joined(separator: ", ") }
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
      for (quantity, indices) in columns where !indices.contains(where: row.isEmpty) {
        let numbers = try indices.map { (index) throws(RecordingError) in
          try row.finiteNumber(at: index)
        }
        let measurement = MotionMeasurement(
          timestamp: timestamp, quantity: quantity.value(numbers),
          deviation: numbers[numbers.count - 1] * quantity.unit)
        guard measurement.isPlausible else {
          throw row.error(
            indices[indices.count - 1],
            .malformed("expected \(quantity.plausible), got \(numbers)"))
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
