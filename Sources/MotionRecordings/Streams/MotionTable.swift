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

  /// Whether a table with one group of these quantities can be handed over row by row: raw readings
  /// that replace no others, and of which none is missing.
  static func streams(_ quantities: [MotionQuantity]) -> Bool {
    Set(quantities).isSubset(of: [.acceleration, .rotationRate, .magneticField])
  }

  /// Whether a table with this header can be handed over row by row.
  func streams(_ header: [String]) -> Bool {
    guard groups.count == 1, !repeatsReadings else { return false }
    let found = groups[0].sources.filter { $0.columns.contains(where: header.contains) }
    let hasAttitude = groups[0].attitude?.names.contains(where: header.contains) ?? false
    return !hasAttitude && Self.streams(found.map(\.quantity))
  }

  /// The streams in `table`, and warnings about their samples.
  func read(
    _ table: TableReader, options: ReadingOptions
  ) throws(RecordingError) -> (MotionStreams, [RecordingWarning]) {
    var streams = MotionStreams()
    let warnings = try read(table, options: options, pass: nil) { (reading) in
      streams.append(reading)
    }
    return (streams, warnings)
  }

  /// Hands over the readings of each group in `table`, those of a row in the order of the groups.
  private func read(
    _ table: TableReader, options: ReadingOptions, pass: SamplePass?,
    receive: @escaping (MotionTableGroupReader.Reading) throws(RecordingError) -> Void
  ) throws(RecordingError) -> [RecordingWarning] {
    var table = table
    var readers: [MotionTableGroupReader] = []
    for group in groups {
      if let reader = try MotionTableGroupReader(
        group, table: table, options: options, repeatsReadings: repeatsReadings, pass: pass,
        receive: receive)
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
    var warnings: [RecordingWarning] = []
    for index in readers.indices { warnings += readers[index].finish() }
    if table.incompleteRows > 0 {
      warnings.append(
        RecordingWarning(file: table.file, kind: .incompleteRows, count: table.incompleteRows))
    }
    return warnings
  }

  /// The recording in `table`.
  ///
  /// - Parameter pass: Takes the samples of a table for which ``streams(_:)`` holds.
  func recordings(
    in table: TableReader, format: String, options: ReadingOptions, pass: SamplePass? = nil
  ) throws(RecordingError) -> Recordings {
    guard let pass else {
      let (streams, warnings) = try read(table, options: options)
      var recordings = streams.recordings(format: format, name: table.file)
      recordings.warnings = warnings
      return recordings
    }
    var instant = MotionStreams()
    var last = Double.nan
    var hasSamples = false
    func handOver() throws(RecordingError) {
      for sample in instant.sensorSamples() {
        hasSamples = true
        try pass.receive(sample)
      }
      instant.removeAll()
    }
    let warnings = try read(table, options: options, pass: pass) {
      (reading) throws(RecordingError) in
      // Readings of one time may be of several rows; they form samples as in a whole table.
      if reading.time != last { try handOver() }
      last = reading.time
      instant.append(reading)
    }
    try handOver()
    var recordings = Recordings(format: format)
    if hasSamples {
      recordings.sensorSamples = [LabeledRecording(name: table.file, samples: [])]
    }
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
