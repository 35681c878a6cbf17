internal import MotionFusion

/// The layout of a table of motion data: columns, units and signs.
///
/// Quantities with a common clock form a group. A table of an app that repeats each sensor's last
/// reading has one group for each sensor.
struct MotionTable: Sendable {
  /// The three columns of a vector.
  struct Source: Sendable {
    var quantity: MotionQuantity
    /// The names of x, y, z.
    var columns: [String]
    /// The factor from the table's unit and sign to ours.
    var scale: Double

    init(_ quantity: MotionQuantity, _ columns: [String], scale: Double = 1) {
      self.quantity = quantity
      self.columns = columns
      self.scale = scale
    }
  }

  /// The columns of an attitude, device to reference.
  enum AttitudeColumns: Sendable {
    /// A quaternion: *w*, *x*, *y*, *z*.
    case quaternion([String])
    /// Core Motion's pitch, roll, yaw in radians.
    case angles([String])

    var names: [String] {
      switch self {
      case .quaternion(let names), .angles(let names): names
      }
    }
  }

  /// The source of a group's times.
  enum Clock: Sendable {
    /// A column, with its units per second.
    case column(String, unitsPerSecond: Double = 1)
    /// A column of unknown unit, which ``TimeUnit`` determines.
    case columnOfUnknownUnit(String)
    /// No column: a constant rate of rows.
    case rows(perSecond: Double)

    var column: String? {
      switch self {
      case .column(let name, _), .columnOfUnknownUnit(let name): name
      case .rows: nil
      }
    }
  }

  /// Quantities with a common clock.
  struct Group: Sendable {
    var clock: Clock
    /// The sources by priority: the first with existing columns is used for its quantity.
    var sources: [Source]
    var attitude: AttitudeColumns?

    init(_ clock: Clock, _ sources: [Source], attitude: AttitudeColumns? = nil) {
      self.clock = clock
      self.sources = sources
      self.attitude = attitude
    }
  }

  var groups: [Group]
  /// Whether rows repeat a sensor's last reading, so that an equal time is no new reading.
  var repeatsReadings = false

  /// Whether the header has the columns of a source, except for at most one.
  ///
  /// Reading then reports the missing one.
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
      throw RecordingError(
        file: table.file, line: 1, problem: .missingColumns(missingColumns(in: table)))
    }
    try table.forEachRow { (row) throws(RecordingError) in
      // Parse the whole row before keeping any of it: the last row may be cut off.
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

  /// The missing columns of the group with the fewest missing.
  private func missingColumns(in table: TableReader) -> [String] {
    let groups = groups.map { group in
      (group.clock.column.map { [$0] } ?? []) + (group.sources.first?.columns ?? [])
    }
    func missing(_ names: [String]) -> [String] { names.filter { !table.header.contains($0) } }
    return groups.map(missing).min { $0.count < $1.count } ?? []
  }
}
