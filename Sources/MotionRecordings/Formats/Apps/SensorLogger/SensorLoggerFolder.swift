internal import MotionFusion

/// Sensor Logger's export with one table for each sensor.
struct SensorLoggerFolder: SensorLoggerTables {
  let folder: RecordingFolder

  func displayName(_ sensor: String) -> String { folder.displayName(sensor + ".csv") }

  func metadata() throws -> [String: String] {
    let sensor = SensorLogger.metadata
    guard let bytes = try folder.read(sensor + ".csv") else { return [:] }
    var table = try TableReader(bytes, file: displayName(sensor))
    guard try table.next() else { return [:] }
    return Dictionary(
      zip(table.header, table.header.indices.map(table.text)),
      uniquingKeysWith: { first, _ in first })
  }

  func readings(
    of sensor: String, columns names: [String], _ options: ReadingOptions,
    _ warnings: inout [RecordingWarning]
  ) throws -> [SensorLoggerReading]? {
    guard let bytes = try folder.read(sensor + ".csv") else { return nil }
    let file = displayName(sensor)
    var table = try TableReader(bytes, file: file)
    let time = try table.columns([SensorLogger.elapsed])[0]
    let columns = try table.columns(names)
    var collector = SampleCollector<SensorLoggerReading>(
      file: file, options: options, timeColumn: SensorLogger.elapsed)
    try table.forEachRow { (row) throws(RecordingError) in
      let reading = SensorLoggerReading(
        time: try row.value(at: time, options),
        value: try columns.map { (column) throws(RecordingError) in
          try row.value(at: column, options)
        }, line: row.line)
      try collector.add(
        reading.value.allSatisfy(\.isFinite) ? reading : nil, time: reading.time, line: row.line)
    }
    let (recordings, found) = collector.finish(incompleteRows: table.incompleteRows)
    warnings += found
    return recordings.first?.samples ?? []
  }
}
