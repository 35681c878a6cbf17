internal import MotionFusion

/// Reads one group of a ``MotionTable`` row by row.
struct MotionTableGroupReader {
  /// The values of the group in one row.
  struct Reading {
    var time: Double
    var vectors: [(quantity: MotionQuantity, value: Vector3<Double>)]
    var attitude: Attitude?

    var isFinite: Bool {
      time.isFinite && vectors.allSatisfy { $0.value.isFinite }
        && attitude?.quaternion.isFinite ?? true
    }
  }

  private let clock: MotionTable.Clock
  private let time: Int?
  private let unitsPerSecond: Double
  private let sources: [(source: MotionTable.Source, columns: VectorColumns)]
  private let attitude: MotionTable.AttitudeColumns?
  private let attitudeColumns: [Int]
  private let options: ReadingOptions
  private let repeatsReadings: Bool
  private var collector: SampleCollector<Reading>
  private var rows = 0
  private var lastTime = Double.nan

  /// A reader of the group that hands over its readings, or `nil` when `table` has none of its
  /// vectors.
  ///
  /// - Throws: ``RecordingError`` when only some of the needed columns exist.
  init?(
    _ group: MotionTable.Group, table: TableReader, options: ReadingOptions, repeatsReadings: Bool,
    pass: SamplePass?, receive: @escaping (Reading) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    var found: [(source: MotionTable.Source, columns: VectorColumns)] = []
    for source in group.sources where !found.contains(where: { $0.0.quantity == source.quantity }) {
      if let columns = try VectorColumns.optional(source.columns, in: table) {
        found.append((source, columns))
      }
    }
    guard !found.isEmpty else { return nil }
    sources = found
    clock = group.clock
    time = try clock.column.map { (name) throws(RecordingError) in try table.columns([name])[0] }
    unitsPerSecond = group.clock.unitsPerSecond(in: table, column: time)
    let names = group.attitude?.names ?? []
    attitude = names.contains(where: table.header.contains) ? group.attitude : nil
    attitudeColumns = attitude == nil ? [] : try table.columns(names)
    self.options = options
    self.repeatsReadings = repeatsReadings
    collector = SampleCollector(
      file: table.file, options: options, timeColumn: clock.column ?? "", pass: pass,
      receive: receive)
  }

  /// The values in the current row; `nil` when all of the group's fields are empty.
  func reading(of row: TableReader) throws(RecordingError) -> Reading? {
    var reading = Reading(time: try time(of: row), vectors: [], attitude: nil)
    for (source, columns) in sources {
      if let vector = try row.optionalVector(at: columns, options) {
        reading.vectors.append((source.quantity, vector * source.scale))
      }
    }
    switch attitude {
    case .quaternion: reading.attitude = try row.optionalAttitude(at: attitudeColumns, options)
    case .angles:
      if !attitudeColumns.allSatisfy(row.isEmpty) {
        reading.attitude = Attitude(
          pitch: try row.value(at: attitudeColumns[0], options),
          roll: try row.value(at: attitudeColumns[1], options),
          yaw: try row.value(at: attitudeColumns[2], options))
      }
    case nil: break
    }
    return reading.vectors.isEmpty && reading.attitude == nil ? nil : reading
  }

  private func time(of row: TableReader) throws(RecordingError) -> Double {
    guard let time else { return Double(rows) / unitsPerSecond }
    return try row.time(at: time, options) / unitsPerSecond
  }

  /// Adds a reading.
  mutating func add(_ reading: Reading?, row: TableReader) throws(RecordingError) {
    rows += 1
    guard let reading else { return }
    if repeatsReadings, reading.time == lastTime { return }
    lastTime = reading.time
    try collector.add(reading.isFinite ? reading : nil, time: reading.time, line: row.line)
  }

  /// The warnings about the readings.
  mutating func finish() -> [RecordingWarning] { collector.finish(incompleteRows: 0).1 }
}

extension MotionTable.Clock {
  /// The clock's units, or rows, per second.
  fileprivate func unitsPerSecond(in table: TableReader, column: Int?) -> Double {
    switch self {
    case .column(_, let unitsPerSecond): return unitsPerSecond
    case .rows(let perSecond): return perSecond
    case .columnOfUnknownUnit:
      guard let column else { return 1 }
      return TimeUnit.unitsPerSecond(ofTimes: table.numbers(in: column, rows: 1000))
    }
  }
}
