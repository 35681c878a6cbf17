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
    /// The factor from the table's unit and sign to this package's; that of an acceleration is
    /// positive with iOS' sign and negative with Android's.
    var scale: Double

    init(_ quantity: MotionQuantity, _ columns: [String], scale: Double = 1) {
      self.quantity = quantity
      self.columns = columns
      self.scale = scale
    }

    /// The columns of a pattern of ``VectorColumns/names(_:)``.
    init(_ quantity: MotionQuantity, _ pattern: String, scale: Double = 1) {
      self.init(quantity, VectorColumns.names(pattern), scale: scale)
    }

    /// The factor if a platform is chosen: it decides the sign of an acceleration.
    func scale(on platform: ReadingOptions.Platform?) -> Double {
      guard let platform, quantity.androidSign < 0 else { return scale }
      return platform == .iOS ? abs(scale) : -abs(scale)
    }
  }

  /// The columns of an attitude, device to reference.
  struct AttitudeColumns: Hashable, Sendable {
    enum Form: Hashable, Sendable {
      /// A quaternion: *w*, *x*, *y*, *z*; from reference to device if it is inverse.
      case quaternion(isInverse: Bool)
      /// The vector of a unit quaternion whose *w* is 0 or more.
      case rotationVector
      /// Core Motion's pitch, roll, yaw in radians.
      case angles
      /// Angles of rotations about these axes, 0 to 2, in this order, and their unit in radians.
      case euler(axes: [Int], unit: Double)
    }

    var names: [String]
    var form: Form

    init(_ names: [String], _ form: Form = .quaternion(isInverse: false)) {
      self.names = names
      self.form = form
    }
  }

  /// The source of a group's times: a column; the sum of two, such as seconds and nanoseconds, or a
  /// date and a time of day; or none, at a constant rate of rows.
  struct Clock: Hashable, Sendable {
    struct Column: Hashable, Sendable {
      var name: String
      /// `nil` if the header states none.
      var unitsPerSecond: Double?
    }

    var columns: [Column]
    var rowsPerSecond = 1.0
    var start = 0.0

    /// - Parameter units: The units per second; `nil` if the steps of the first rows show them.
    static func column(_ name: String, unitsPerSecond units: Double? = 1) -> Self {
      Self(columns: [Column(name: name, unitsPerSecond: units)])
    }

    static func rows(perSecond rate: Double, start: Double = 0) -> Self {
      Self(columns: [], rowsPerSecond: rate, start: start)
    }

    /// The name of the first column.
    var column: String? { columns.first?.name }
  }

  /// Quantities with a common clock.
  struct Group: Sendable {
    var clock: Clock
    /// The sources by priority: the first with existing columns is used for its quantity.
    var sources: [Source]
    var attitude: AttitudeColumns?
    /// The columns of a reference's position in metres; its attitude is the group's.
    var position: [String]?
    /// The column of the touch: 1 or 0, or empty.
    var touch: String?
    /// Whether an empty field is a damaged sample, instead of no reading.
    var requiresAll = false
    /// Of several groups with readings of a quantity, that of the highest rank is used.
    var rank = 0

    init(_ clock: Clock, _ sources: [Source], attitude: AttitudeColumns? = nil) {
      self.clock = clock
      self.sources = sources
      self.attitude = attitude
    }

    /// A reference: its position, which may be absent, and the columns *w*, *x*, *y*, *z* of its
    /// attitude.
    init(_ clock: Clock, position: [String], attitude: [String]) {
      self.init(clock, [], attitude: AttitudeColumns(attitude))
      self.position = position
    }
  }

  var groups: [Group]
  /// The rows of each group, if a row is of one of them; `nil` if all groups have fields in it.
  var rows: RowKinds?

  /// A column whose text says which group a row is of.
  struct RowKinds: Sendable {
    var column: String
    /// The number of the group; `nil` for rows that are not read.
    var group: @Sendable (String) -> Int?

    /// The rows of the same group as the first that is read, whose times follow each other.
    func first(of table: TableReader) -> TableReader {
      var (rows, ahead) = (table, table)
      guard let column = table.column(named: column) else { return table }
      while (try? ahead.next()) == true {
        guard let first = group(ahead.text(at: column)) else { continue }
        rows.keepRows(column) { [group] text in group(text) == first }
        break
      }
      return rows
    }
  }

  init(_ clock: Clock, _ sources: [Source], attitude: AttitudeColumns? = nil) {
    groups = [Group(clock, sources, attitude: attitude)]
  }

  init(_ groups: Group...) { self.groups = groups }

  /// Whether rows repeat a sensor's last reading, so that an equal time is no new reading.
  var repeatsReadings = false
  /// Whether a clock that starts again begins a new recording, and a counter that wraps continues.
  var splitsSessions = false
  /// The rows of equal times that are spread evenly to the next time.
  var batches: BatchedRows?
  /// The sign of the accelerometer by the format alone: ``Recordings/unconfirmedSign``.
  var unconfirmedSign: (text: String, choice: String)?
  /// The platform that the file shows; `nil` if it shows none.
  var platform: ReadingOptions.Platform?
  /// What was assumed, and is not used.
  var warnings: [RecordingWarning] = []
  /// Completes what has been read, which then needs all samples.
  var finish: (@Sendable (inout Recordings) -> Void)?
  /// Set if each row is one sample, of one of several recordings; the table then has one group.
  var samples: SampleRows?

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
    guard groups.count == 1, rows == nil, !repeatsReadings, groups[0].position == nil,
      samples == nil || !header.contains(RecordingColumns.names[0])
    else { return false }
    let found = groups[0].sources.filter { $0.columns.contains(where: header.contains) }
    let hasAttitude = groups[0].attitude?.names.contains(where: header.contains) ?? false
    return !hasAttitude && Self.streams(found.map(\.quantity))
  }

  /// The kinds of samples of a table with this header; `nil` if only the rows show them, or the
  /// label.
  func kinds(_ header: [String]) -> SampleKinds? {
    let byRow = groups.compactMap(\.touch) + (samples == nil ? [] : RecordingColumns.names)
    guard !byRow.contains(where: header.contains) else { return nil }
    let sources = groups.flatMap(\.sources).filter { $0.columns.allSatisfy(header.contains) }
    let row = RowReader.Reading(time: 0, vectors: sources.map { ($0.quantity, .zero) })
    return SampleKinds([row.sample])
  }

  /// The streams in `table`.
  func read(
    _ table: TableReader, options: ReadingOptions
  ) throws(RecordingError) -> MotionStreams {
    var streams = MotionStreams()
    streams.warnings = try read(table, options: options) { streams.append($0) }
    return streams
  }

  /// Hands over the readings of each group in `table`, those of a row in the order of the groups.
  private func read(
    _ table: TableReader, options: ReadingOptions, receive: RowReader.Receive
  ) throws(RecordingError) -> [RecordingWarning] {
    try forEachRow(of: table, options: options, receive: receive) {
      (readers, group, row) throws(RecordingError) in
      for index in group { try readers[index].keep(line: row.line, receive) }
    }
  }

  /// Calls `body` with each row of `table`, parsed by the readers of the groups that it is of.
  ///
  /// - Parameter receive: Takes the readings that are left at the end.
  @inline(__always)  // Otherwise each row copies the table.
  func forEachRow(
    of table: TableReader, options: ReadingOptions, receive: RowReader.Receive,
    body: (inout [RowReader], Range<Int>, borrowing TableReader) throws(RecordingError) -> Void
  ) throws(RecordingError) -> [RecordingWarning] {
    var table = table
    var readers: [RowReader] = []
    var places: [Int: Range<Int>] = [:]
    for (index, group) in groups.enumerated() {
      if let reader = try RowReader(group, of: self, in: table, options: options) {
        places[index] = readers.count..<readers.count + 1
        readers.append(reader)
      }
    }
    guard !readers.isEmpty else { throw missingColumns(in: table) }
    let kind = try rows.map { (rows) throws(RecordingError) in try table.columns([rows.column])[0] }
    var readersOfKind: [String: Range<Int>] = [:]
    try table.forEachRow { (row) throws(RecordingError) in
      var group = readers.indices
      if let rows, let kind {
        let text = row.text(at: kind)
        group = readersOfKind[text] ?? rows.group(text).flatMap { places[$0] } ?? 0..<0
        readersOfKind[text] = group
      }
      // Parse the whole row before keeping any of it: the last row may be cut off.
      for index in group { try readers[index].parse(row) }
      try body(&readers, group, row)
    }
    var warnings: [RecordingWarning] = []
    for index in readers.indices { warnings += try readers[index].finish(receive) }
    return warnings + table.warnings
  }

  /// The recording in `table`.
  ///
  /// - Parameter pass: Takes the samples of a table for which ``streams(_:)`` holds.
  func recordings(
    in table: TableReader, format: String, options: ReadingOptions, pass: SamplePass? = nil
  ) throws(RecordingError) -> Recordings {
    if let samples {
      return try samples.recordings(
        in: table, layout: self, format: format, options: options, pass: pass)
    }
    guard let pass else {
      var sessions: [MotionStreams] = []
      var recordings = Recordings(format: format)
      let warnings = try read(table, options: options) { (reading) in
        while sessions.count <= reading.session { sessions.append(MotionStreams()) }
        sessions[reading.session].append(reading)
      }
      for (index, streams) in sessions.enumerated() {
        recordings.append(
          streams.recordings(
            format: format,
            name: sessions.count == 1 ? table.file : "\(table.file)#\(index + 1)"))
      }
      guard !recordings.isEmpty || sessions.allSatisfy(\.[.userAcceleration].isEmpty) else {
        throw RecordingError(
          file: table.file,
          "expected the accelerometer or gravity, got acceleration without gravity alone")
      }
      recordings.warnings = warnings
      return recordings
    }
    // The readings of one time.
    var instant: [RowReader.Reading] = []
    var hasSamples = false
    func handOver() throws(RecordingError) {
      hasSamples = hasSamples || !instant.isEmpty
      if instant.count > 1 {
        // They may be in several rows; they form samples as in a whole table.
        var streams = MotionStreams()
        for reading in instant { streams.append(reading) }
        for sample in streams.sensorSamples() { try pass(sample) }
      } else if let reading = instant.first {
        try pass(reading.sample)
      }
      instant.removeAll(keepingCapacity: true)
    }
    var isRestarted = false
    let warnings = try read(table, options: options) { (reading) throws(RecordingError) in
      isRestarted = isRestarted || reading.session > 0
      if isRestarted { throw RecordingError(file: table.file, problem: .clockRestart) }
      if reading.time != instant.last?.time { try handOver() }
      instant.append(reading)
    }
    // The reader takes an error in the last row for a row that is cut off.
    if isRestarted { throw RecordingError(file: table.file, problem: .clockRestart) }
    try handOver()
    var recordings = Recordings(format: format)
    if hasSamples {
      recordings.sensorSamples = [LabeledRecording(name: table.file, samples: [])]
    }
    recordings.warnings = warnings
    return recordings
  }

  /// The error about the missing columns of the group with the fewest missing.
  func missingColumns(in table: TableReader) -> RecordingError {
    let groups = groups.map { group in
      (group.clock.column.map { [$0] } ?? [])
        + (group.sources.first?.columns ?? group.attitude?.names ?? [])
    }
    func missing(_ names: [String]) -> [String] { names.filter { !table.header.contains($0) } }
    return RecordingError(
      file: table.file, line: 1,
      problem: .missingColumns(groups.map(missing).min { $0.count < $1.count } ?? []))
  }
}

/// Reads one group of a ``MotionTable`` row by row.
struct RowReader {
  typealias Receive = (Reading) throws(RecordingError) -> Void

  /// The values of the group in one row.
  struct Reading {
    var time: Double
    var vectors: [(quantity: MotionQuantity, value: Vector3<Double>)]
    var attitude: Attitude?
    var position: Vector3<Double>?
    /// Whether the attitude and the position are a reference's.
    var isReference = false
    /// The rank of the group among those with readings of a quantity.
    var rank = 0
    var isTouching: Bool?
    /// The number of times that the clock started again.
    var session = 0

    var isFinite: Bool {
      time.isFinite && vectors.allSatisfy { $0.value.isFinite }
        && attitude?.quaternion.isFinite ?? true && position?.isFinite ?? true
    }

    subscript(quantity: MotionQuantity) -> Vector3<Double>? {
      vectors.first { $0.quantity == quantity }?.value
    }

    /// The raw sensors and the touch.
    var sample: SensorSample {
      var sample = SensorSample(timestamp: time)
      sample.isTouching = isTouching
      for (quantity, value) in vectors {
        switch quantity {
        case .rotationRate: sample.rotationRate = value
        case .acceleration: sample.acceleration = value
        case .magneticField: sample.magneticField = value
        case .unbiasedRotationRate, .gravity, .userAcceleration: break
        }
      }
      return sample
    }
  }

  let clock: ClockReader
  private let sources: [(quantity: MotionQuantity, columns: VectorColumns, scale: Double)]
  private let attitude: MotionTable.AttitudeColumns.Form?
  private let attitudeColumns: [Int]
  private let position: VectorColumns?
  private let touch: Int?
  private let requiresAll: Bool
  private let damage: ReadingOptions.Damage
  private let repeatsReadings: Bool
  private let splitsSessions: Bool
  private var counter: WrappingClock
  private var times: SampleTimes
  private var rows = 0
  private var lastTime = Double.nan
  private let batches: BatchedRows?
  /// The readings of the last time, with their lines, until the next time is known.
  private var batch: [(reading: Reading, line: Int)] = []
  private var isFirstBatch = true
  /// Whether an attitude was given, and the quaternions of zeros and NaN.
  private var hasAttitudes = false
  private var zeros = Occurrences()
  /// The values of the current row.
  var reading = Reading(time: .nan, vectors: [])

  /// A reader of a group of `layout`, or `nil` when `table` has none of its vectors.
  ///
  /// - Throws: ``RecordingError`` when only some of the needed columns exist.
  init?(
    _ group: MotionTable.Group, of layout: MotionTable, in table: TableReader,
    options: ReadingOptions
  ) throws(RecordingError) {
    requiresAll = group.requiresAll
    var found: [(source: MotionTable.Source, columns: VectorColumns)] = []
    for source in group.sources where !found.contains(where: { $0.0.quantity == source.quantity }) {
      if requiresAll || source.columns.contains(where: table.header.contains) {
        found.append((source, try VectorColumns(source.columns, in: table)))
      }
    }
    let names = group.attitude?.names ?? []
    let hasAttitude =
      group.position != nil || requiresAll || names.contains(where: table.header.contains)
    let isAlone = layout.splitsSessions || group.position != nil || group.sources.isEmpty
    guard !found.isEmpty || isAlone && hasAttitude else { return nil }
    sources = found.map { source, columns in
      (source.quantity, columns, source.scale(on: options.platform))
    }
    reading.isReference = group.position != nil
    reading.rank = group.rank
    position = try VectorColumns.optional(group.position ?? [], in: table)
    clock = try ClockReader(group.clock, table: layout.rows?.first(of: table) ?? table)
    attitude = hasAttitude ? group.attitude?.form : nil
    attitudeColumns = attitude == nil ? [] : try table.columns(names)
    touch = group.touch.flatMap(table.column)
    batches = layout.batches
    damage = options.damage
    repeatsReadings = layout.repeatsReadings
    splitsSessions = layout.splitsSessions
    counter = WrappingClock(unitsPerSecond: clock.unitsPerSecond)
    times = SampleTimes(
      file: table.file, options: options, timeColumn: group.clock.column ?? "")
  }

  /// The columns of an attitude of three numbers.
  private var angleColumns: VectorColumns {
    VectorColumns(x: attitudeColumns[0], y: attitudeColumns[1], z: attitudeColumns[2])
  }

  /// Reads the values in the current row.
  mutating func parse(_ row: borrowing TableReader) throws(RecordingError) {
    reading.time = try clock.time(of: row, number: rows, damage)
    reading.vectors.removeAll(keepingCapacity: true)
    reading.attitude = nil
    for source in sources {
      if requiresAll || !row.isEmpty(source.columns) {
        let vector = try row.vector(at: source.columns, damage)
        reading.vectors.append((source.quantity, vector * source.scale))
      }
    }
    switch attitude {
    case .quaternion(let isInverse):
      reading.attitude =
        requiresAll
        ? try row.attitude(at: attitudeColumns, damage)
        : try row.optionalAttitude(at: attitudeColumns, damage)
      if reading.attitude != nil {
        hasAttitudes = true
      } else if !attitudeColumns.allSatisfy(row.isEmpty) {
        zeros.count(line: row.line)
      }
      if isInverse, let attitude = reading.attitude {
        reading.attitude = Attitude(quaternion: attitude.quaternion.conjugate)
      }
    case .rotationVector:
      let v = try row.vector(at: angleColumns, damage)
      let w = v.lengthSquared < 1.01 ? max(1 - v.lengthSquared, 0).squareRoot() : .nan
      reading.attitude = Attitude(quaternion: Quaternion(x: v.x, y: v.y, z: v.z, w: w))
    case .angles:
      if requiresAll || !row.isEmpty(angleColumns) {
        let angles = try row.vector(at: angleColumns, damage)
        reading.attitude = Attitude(pitch: angles.x, roll: angles.y, yaw: angles.z)
      }
    case .euler(let axes, let unit):
      guard !row.isEmpty(angleColumns) else { break }
      reading.attitude = Attitude(
        angles: try row.vector(at: angleColumns, damage) * unit, axes: axes)
    case nil: break
    }
    reading.position = try row.optionalVector(at: position, damage)
    if let touch {
      reading.isTouching = row.isEmpty(touch) ? nil : try row.finiteNumber(at: touch) != 0
    }
    rows += 1
  }

  /// Keeps the values of the row, unless all of the group's fields are empty.
  mutating func keep(line: Int, _ receive: Receive) throws(RecordingError) {
    guard !reading.vectors.isEmpty || reading.attitude != nil || reading.position != nil else {
      return
    }
    if splitsSessions {
      reading.time = counter.seconds(reading.time)
      reading.session = counter.session
      guard batches != nil else { return try handOver(reading, line: line, receive) }
      if let first = batch.first?.reading,
        first.time != reading.time || first.session != reading.session
      {
        try endBatch(next: first.session == reading.session ? reading.time : nil, receive)
      }
      return batch.append((reading, line))
    }
    if repeatsReadings, reading.time == lastTime { return }
    lastTime = reading.time
    try handOver(reading, line: line, receive)
  }

  private mutating func handOver(
    _ reading: Reading, line: Int, _ receive: Receive
  ) throws(RecordingError) {
    let key = reading.session == 0 ? "" : "\(reading.session)"
    guard
      try times.accept(reading.time, isFinite: reading.isFinite, line: line, recording: key) != nil
    else { return }
    try receive(reading)
  }

  /// Spreads the rows of one time evenly to the next time, or by the mean step across a gap.
  private mutating func endBatch(next: Double?, _ receive: Receive) throws(RecordingError) {
    guard let batches, let start = batch.first?.reading.time else { return }
    let mean = batches.step / clock.unitsPerSecond
    let count = Double(batch.count)
    var step = mean
    if let next, next > start {
      step = min((next - start) / count, (isFirstBatch ? 1 : 1.25) * mean)
    }
    // Of a first batch that is cut off, the last rows are left.
    let offset = isFirstBatch && next != nil ? max((next ?? 0) - start - count * step, 0) : 0
    for (index, var entry) in batch.enumerated() {
      entry.reading.time += offset + Double(index) * step
      try handOver(entry.reading, line: entry.line, receive)
    }
    isFirstBatch = false
    batch.removeAll(keepingCapacity: true)
  }

  /// Ends the readings.
  ///
  /// - Returns: The warnings about them.
  mutating func finish(_ receive: Receive) throws(RecordingError) -> [RecordingWarning] {
    try endBatch(next: nil, receive)
    guard hasAttitudes, zeros.total > 0 else { return times.warnings }
    return times.warnings + [
      RecordingWarning(
        file: times.file, line: zeros.firstLine, kind: .unknownAttitudes, count: zeros.total)
    ]
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
