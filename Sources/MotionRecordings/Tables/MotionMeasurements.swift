public import MotionFusion

/// A table of motion measurements, `MotionMeasurement`.
///
/// The columns are `time_s` and those of one or both quantities: `vel_x_m_s`, `vel_y_m_s`,
/// `vel_z_m_s`, `vel_sigma_m_s` and `pos_x_m`, `pos_y_m`, `pos_z_m`, `pos_sigma_m`. A quantity with
/// an empty field is not measured in that row.
public struct MotionMeasurements: Hashable, Sendable {
  /// The measurements in the order of time.
  public let measurements: [MotionMeasurement]
  /// Problems that did not stop the reader.
  public let warnings: [RecordingWarning]

  private static let quantities: [(quantity: MotionMeasurement.Quantity, names: [String])] = [
    (.position, ["pos_x_m", "pos_y_m", "pos_z_m", "pos_sigma_m"]),
    (.velocity, ["vel_x_m_s", "vel_y_m_s", "vel_z_m_s", "vel_sigma_m_s"]),
  ]

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - name: The name of the file in errors.
  /// - Throws: ``RecordingError`` for times that decrease, values that are not finite, deviations
  ///   that are not positive, missing columns, and tables without a row.
  public init(_ bytes: [UInt8], name: String) throws(RecordingError) {
    var table = try TableReader(bytes, file: name)
    let time = try table.columns(["time_s"])[0]
    var columns: [(quantity: MotionMeasurement.Quantity, indices: [Int])] = []
    for (quantity, names) in Self.quantities where names.contains(where: table.header.contains) {
      columns.append((quantity, try table.columns(names)))
    }
    guard !columns.isEmpty else {
      throw RecordingError(
        file: name, line: 1, problem: .missingColumns(Self.quantities[1].names))
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
          timestamp: timestamp, quantity: quantity, value: Vector3(Array(numbers[..<3])),
          deviation: numbers[3])
        guard measurement.isPlausible else {
          throw row.error(
            indices[3],
            .malformed(
              "expected values up to 1e9 with a standard deviation from 1e-6 to 1e9, got "
                + "\(numbers)"))
        }
        found.append(measurement)
      }
      // A row that was cut off is not kept in part.
      measurements += found
      count += 1
    }
    guard count > 0 else { throw RecordingError(file: name, problem: .noRows) }
    self.measurements = measurements
    warnings =
      table.incompleteRows == 0
      ? [] : [RecordingWarning(file: name, kind: .incompleteRows, count: table.incompleteRows)]
  }
}
