/// The tables of an export, in a folder or in JSON.
protocol SensorLoggerTables {
  /// The metadata of the export, by column name.
  func metadata() throws -> [String: String]

  /// The finite numbers in `columns`, or `nil` without a table of this sensor.
  func readings(
    of sensor: String, columns: [String], _ options: ReadingOptions,
    _ warnings: inout [RecordingWarning]
  ) throws -> [SensorLoggerReading]?

  /// The name of the sensor's table in errors.
  func displayName(_ sensor: String) -> String
}

/// One row of a table.
struct SensorLoggerReading {
  /// In seconds since the start of the recording.
  var time: Double
  var value: [Double]
  var line: Int
}
