internal import MotionFusion
internal import RotationMath

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
    /// The factor from the table's unit and sign to this package's.
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
    /// The sum of two columns, such as seconds and nanoseconds, with their units per second.
    case sum([(column: String, unitsPerSecond: Double)])
    /// No column: a constant rate of rows.
    case rows(perSecond: Double)

    var column: String? {
      switch self {
      case .column(let name, _), .columnOfUnknownUnit(let name): name
      case .sum(let parts): parts.first?.column
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
  /// Whether a clock that starts again begins a new recording, and a counter that wraps continues.
  var splitsSessions = false

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

  /// The number of columns that a table with this header uses.
  func use(of header: [String]) -> Int {
    var names: Set<String> = []
    for group in groups {
      let sources = group.sources.filter { $0.columns.allSatisfy(header.contains) }
      guard !sources.isEmpty else { continue }
      names.formUnion(sources.flatMap(\.columns))
      names.formUnion(group.attitude?.names ?? [])
      if let clock = group.clock.column { names.insert(clock) }
    }
    return names.count(where: header.contains)
  }

  /// Whether a table with one group of these quantities can be passed on row by row. This requires
  /// raw readings that replace no others and have none missing.
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

  /// The streams of each session in `table`, and warnings about their samples.
  private func sessions(
    of table: TableReader, options: ReadingOptions
  ) throws(RecordingError) -> ([MotionStreams], [RecordingWarning]) {
    var sessions: [MotionStreams] = []
    let warnings = try read(table, options: options, pass: nil) { (reading) in
      while sessions.count <= reading.session { sessions.append(MotionStreams()) }
      sessions[reading.session].append(reading)
    }
    return (sessions, warnings)
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
        group, table: table, options: options, layout: self, pass: pass, receive: receive)
      {
        readers.append(reader)
      }
    }
    guard !readers.isEmpty else {
      throw RecordingError(
        file: table.file, line: 1, problem: .missingColumns(missingColumns(in: table)))
    }
    try table.forEachRow { (row) throws(RecordingError) in
      if splitsSessions, row.repeatsHeader(groups[0].clock.column) { return }
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
      let (sessions, warnings) = try sessions(of: table, options: options)
      var recordings = Recordings(format: format)
      for (index, streams) in sessions.enumerated() {
        recordings.append(
          streams.recordings(
            format: format,
            name: sessions.count == 1 ? table.file : "\(table.file)#\(index + 1)"))
      }
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
      // Readings of one time may be in several rows; they form samples as in a whole table.
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

/// Reads one group of a ``MotionTable`` row by row.
struct MotionTableGroupReader {
  /// The values of the group in one row.
  struct Reading {
    var time: Double
    var vectors: [(quantity: MotionQuantity, value: Vector3<Double>)]
    var attitude: Attitude?
    /// The number of times that the clock started again.
    var session = 0

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
  private let splitsSessions: Bool
  private let isStreamed: Bool
  private var counter: WrappingClock
  private let file: String
  private var collector: SampleCollector<Reading>
  /// The second column of a clock.
  private let fraction: (column: Int, unitsPerSecond: Double)?
  private var rows = 0
  private var lastTime = Double.nan

  /// A reader of the group that hands over its readings, or `nil` when `table` has none of its
  /// vectors.
  ///
  /// - Throws: ``RecordingError`` when only some of the needed columns exist.
  init?(
    _ group: MotionTable.Group, table: TableReader, options: ReadingOptions, layout: MotionTable,
    pass: SamplePass?, receive: @escaping (Reading) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    var found: [(source: MotionTable.Source, columns: VectorColumns)] = []
    for source in group.sources where !found.contains(where: { $0.0.quantity == source.quantity }) {
      if let columns = try VectorColumns.optional(source.columns, in: table) {
        found.append((source, columns))
      }
    }
    let names = group.attitude?.names ?? []
    let hasAttitude = names.contains(where: table.header.contains)
    guard !found.isEmpty || layout.splitsSessions && hasAttitude else { return nil }
    sources = found
    clock = group.clock
    time = try clock.column.map { (name) throws(RecordingError) in try table.columns([name])[0] }
    unitsPerSecond = group.clock.unitsPerSecond(in: table, column: time)
    attitude = hasAttitude ? group.attitude : nil
    attitudeColumns = attitude == nil ? [] : try table.columns(names)
    self.options = options
    repeatsReadings = layout.repeatsReadings
    splitsSessions = layout.splitsSessions
    isStreamed = pass != nil
    file = table.file
    counter = WrappingClock(unitsPerSecond: unitsPerSecond)
    if case .sum(let parts) = clock, parts.count == 2 {
      fraction = (try table.columns([parts[1].column])[0], parts[1].unitsPerSecond)
    } else {
      fraction = nil
    }
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
    let seconds = try row.time(at: time, options) / unitsPerSecond
    guard let fraction else { return seconds }
    return try seconds + row.value(at: fraction.column, options) / fraction.unitsPerSecond
  }

  /// Adds a reading.
  mutating func add(_ reading: Reading?, row: TableReader) throws(RecordingError) {
    rows += 1
    guard var reading else { return }
    if splitsSessions {
      reading.time = counter.seconds(reading.time, isStreamed: isStreamed)
      reading.session = counter.session
      let key = counter.session == 0 ? "" : "\(counter.session)"
      return try collector.add(
        reading.isFinite ? reading : nil, time: reading.time, line: row.line, recording: key
      ) { LabeledRecording(name: file, samples: []) }
    }
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
    case .sum(let parts): return parts.first?.unitsPerSecond ?? 1
    case .rows(let perSecond): return perSecond
    case .columnOfUnknownUnit:
      guard let column else { return 1 }
      return TimeUnit.unitsPerSecond(ofTimes: table.numbers(in: column, rows: 1000))
    }
  }
}

/// Undoes the wraps of a counter, and finds where a clock starts again.
struct WrappingClock {
  /// The seconds after which 16-bit and 32-bit counters, and times of day, start again at 0.
  private let periods: [Double]
  private var first: Double?
  private var last = -Double.infinity
  private var offset = 0.0
  /// The number of times that the clock started again.
  private(set) var session = 0

  /// Shorter steps back are faults of single rows.
  private static let shortestSession = 2.0

  init(unitsPerSecond: Double) {
    periods = [65_536, 4_294_967_296].map { $0 / unitsPerSecond } + [86_400]
  }

  /// The time of a row without wraps, of the time in its column.
  ///
  /// - Parameter isStreamed: Whether there can be no second session: the time then runs backwards.
  mutating func seconds(_ time: Double, isStreamed: Bool) -> Double {
    guard time.isFinite else { return time }
    defer { last = time }
    guard let first else {
      self.first = time
      return time
    }
    guard time < last else { return time + offset }
    let back = last - time
    // A counter that wraps goes from the end of its range to the start.
    if let period = periods.first(where: { last <= $0 && time >= 0 && back > 0.98 * $0 }) {
      offset += period
    } else if !isStreamed, back > Self.shortestSession, time <= first + 1 {
      session += 1
      self.first = time
      offset = 0
    }
    return time + offset
  }
}

/// A vector in the device's frame that a recording can hold.
enum MotionQuantity: Int, CaseIterable {
  /// The gyroscope's reading, bias included.
  case rotationRate
  /// The accelerometer's reading, gravity included.
  case acceleration
  /// The magnetometer's reading, not calibrated.
  case magneticField
  /// The angular rate after the device's bias correction.
  case unbiasedRotationRate
  /// The device's estimate of gravity.
  case gravity
  /// The device's estimate of the user acceleration.
  case userAcceleration
}

/// Finds the unit of a column of times whose file does not state it.
enum TimeUnit {
  /// The units per second of `times`: 1, 1e3, 1e6 or 1e9.
  ///
  /// Motion is sampled at 2 to 2,000 Hz, so that the median step alone distinguishes seconds,
  /// milliseconds, microseconds and nanoseconds. Times without a step, or with a step outside all
  /// ranges, are seconds.
  static func unitsPerSecond(ofTimes times: [Double]) -> Double {
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }
    guard let step = steps.median else { return 1 }
    return [1, 1e3, 1e6, 1e9].first { step > 0.0005 * $0 && step <= 0.5 * $0 } ?? 1
  }
}
