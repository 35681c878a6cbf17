internal import MotionFusion

/// Where a table has what a device reported, in which units and with which signs.
///
/// Quantities that share a clock form a group; a table of an app that writes down what each sensor
/// last said has a group a sensor.
struct MotionTable: Sendable {
  /// Three columns of a vector.
  struct Source: Sendable {
    var quantity: MotionQuantity
    /// The names of x, y, z.
    var columns: [String]
    /// What the numbers are multiplied by: unit and sign.
    var scale: Double

    init(_ quantity: MotionQuantity, _ columns: [String], scale: Double = 1) {
      self.quantity = quantity
      self.columns = columns
      self.scale = scale
    }
  }

  /// The columns of an attitude, device to reference.
  enum AttitudeColumns: Sendable {
    /// A quaternion's w, x, y, z.
    case quaternion([String])
    /// Core Motion's pitch, roll, yaw in radians.
    case angles([String])

    var names: [String] {
      switch self {
      case .quaternion(let names), .angles(let names): names
      }
    }
  }

  /// How a table tells the time.
  enum Clock: Sendable {
    /// A column, and how many of its units make a second.
    case column(String, unitsPerSecond: Double = 1)
    /// A column whose unit is not stated: ``TimeUnit`` finds it.
    case columnOfUnknownUnit(String)
    /// No column: rows so many a second.
    case rows(perSecond: Double)

    var column: String? {
      switch self {
      case .column(let name, _), .columnOfUnknownUnit(let name): name
      case .rows: nil
      }
    }
  }

  /// What shares a clock.
  struct Group: Sendable {
    var clock: Clock
    /// Where a quantity is named twice, the first whose columns are there counts.
    var sources: [Source]
    var attitude: AttitudeColumns?

    init(_ clock: Clock, _ sources: [Source], attitude: AttitudeColumns? = nil) {
      self.clock = clock
      self.sources = sources
      self.attitude = attitude
    }
  }

  var groups: [Group]
  /// Whether a row repeats what a sensor said last: the same time is then no new reading.
  var repeatsReadings = false

  /// Whether the header has what one of the sources needs, but for one column at most: reading
  /// then names the one that is missing.
  func isPresent(in header: [String]) -> Bool {
    groups.contains { group in
      let clock = group.clock.column.map { [$0] } ?? []
      return group.sources.contains { source in
        let needed = clock + source.columns
        return needed.count(where: header.contains) >= needed.count - 1
      }
    }
  }

  /// The streams in `table`, and warnings about their samples.
  func read(
    _ table: TableReader, options: ReadingOptions
  ) throws(RecordingError) -> (MotionStreams, [RecordingWarning]) {
    var table = table
    var readers: [MotionTableGroupReader] = []
    for group in groups {
      if let reader = try MotionTableGroupReader(
        group, table: table, options: options, repeatsReadings: repeatsReadings)
      {
        readers.append(reader)
      }
    }
    guard !readers.isEmpty else {
      throw RecordingError(file: table.file, line: 1, problem: .missingColumns(wanted(in: table)))
    }
    try table.forEachRow { (row) throws(RecordingError) in
      // All of a row before any is kept: a cut-off row must leave nothing behind.
      let readings = try readers.map { (reader) throws(RecordingError) in
        try reader.reading(of: row)
      }
      for index in readers.indices { try readers[index].add(readings[index], row: row) }
    }
    var streams = MotionStreams()
    var warnings: [RecordingWarning] = []
    for reader in readers {
      warnings += reader.finish(into: &streams)
    }
    if table.incompleteRows > 0 {
      warnings.append(
        RecordingWarning(file: table.file, kind: .incompleteRows, count: table.incompleteRows))
    }
    return (streams, warnings)
  }

  /// The recording in `table`.
  func recordings(
    in table: TableReader, format: String, options: ReadingOptions
  ) throws(RecordingError) -> Recordings {
    let (streams, warnings) = try read(table, options: options)
    var recordings = streams.recordings(format: format, name: table.file)
    recordings.warnings = warnings
    return recordings
  }

  /// What is missing from the group that has most of its columns.
  private func wanted(in table: TableReader) -> [String] {
    let groups = groups.map { group in
      (group.clock.column.map { [$0] } ?? []) + (group.sources.first?.columns ?? [])
    }
    func missing(_ names: [String]) -> [String] { names.filter { !table.header.contains($0) } }
    return groups.map(missing).min { $0.count < $1.count } ?? []
  }
}
