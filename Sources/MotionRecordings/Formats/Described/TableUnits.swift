internal import MotionFusion
internal import SensorDiagnostics

/// The units and the clock of a table, of which the header or a column map states a part.
///
/// What they leave open follows from ``UnitEvidence`` over all rows, with a warning that states the
/// unit and the reason. What the rows leave open is an error that asks.
struct TableUnits {
  let file: FileContents
  /// The vectors in use, with their factors.
  private(set) var vectors: [Vector]
  /// The columns of times to choose from.
  var times: [MotionTable.Clock.Column] = []
  /// The clock; `nil` until it is decided.
  private(set) var clock: MotionTable.Clock?
  var attitude: MotionTable.AttitudeColumns?
  /// The columns of the position in a table of poses, in metres; empty for none.
  var position: [String] = []
  /// Columns without a known meaning, of which one may be the time.
  var others: [String] = []
  var isXsens = false
  /// Whether the columns are those of a map, which are not questioned.
  var areStated = false
  /// The rows of equal times, if they are spread over the time to the next.
  private(set) var batches: BatchedRows?
  private(set) var warnings: [RecordingWarning] = []
  /// The error of a row that ended the evidence, or of the first reading if none can be read.
  private(set) var failure: RecordingError?

  /// The three columns of a vector.
  struct Vector: Hashable {
    var quantity: MotionQuantity
    var columns: [String]
    /// The factor to our unit; `nil` if the header states none.
    var factor: Double?
    /// The other file of a column map that has the columns.
    var file: String?
    /// Whether the columns have no name of a sensor.
    var isGuess = false
  }

  /// The layout of the table, after ``decide(in:unused:options:)``.
  var layout: MotionTable {
    let sources = vectors.map {
      MotionTable.Source(
        $0.quantity, $0.columns, scale: ($0.factor ?? 1) * $0.quantity.androidSign)
    }
    var layout = MotionTable(clock ?? .rows(perSecond: 1), sources, attitude: attitude)
    layout.splitsSessions = true
    if !position.isEmpty { layout.groups[0].position = position }
    if isCoreMotion { layout.platform = .iOS }
    layout.batches = batches
    layout.warnings = warnings
    return layout
  }

  /// Whether there is a `userAcceleration` in g beside gravity, as in Core Motion.
  private var isCoreMotion: Bool {
    vectors.contains { $0.quantity == .gravity && $0.factor == 1 }
      && vectors.contains {
        $0.quantity == .userAcceleration && $0.factor == 1
          && $0.columns[0].lowercased().filter(\.isLetter).contains("useracceleration")
      }
  }

  /// Decides the units by all rows of the table.
  ///
  /// - Parameter unused: The columns of a known meaning that are not used.
  /// - Throws: ``RecordingError`` with a question for what is undecided.
  mutating func decide(
    in table: TableReader, unused: [String] = [], options: ReadingOptions
  ) throws(RecordingError) {
    var time = clock == nil ? chooseTime(in: table) : nil
    // Dates and times of day are in seconds.
    if let name = time?.name, time?.unitsPerSecond == nil, isText(name, in: table) {
      time?.unitsPerSecond = 1
    }
    let unused = unused + (time == nil ? [] : times.map(\.name).filter { $0 != time?.name })
    if !unused.isEmpty {
      warnings.append(
        RecordingWarning(file: file.name, kind: .unusedColumns(unused), count: unused.count))
    }
    if let time, time.unitsPerSecond != nil {
      clock = MotionTable.Clock(columns: [time])
    } else if time == nil, clock == nil, let rate = file.head.rate {
      clock = .rows(perSecond: rate)
      assume(
        "no column of times", "\(figures(rate)) rows a second",
        "the lines before the header state the rate")
    }
    if !position.isEmpty, !position[0].contains(where: { "[(".contains($0) }) {
      assume(
        "no unit for \(position.joined(separator: ", ")) in the header", "m",
        "a position is beside an attitude")
    }
    if let time { findBatches(in: table, time: time.name) }
    // Numbers that the correction converts stay as they are.
    let units = options.correction.units
    for index in vectors.indices where vectors[index].factor == nil {
      let isCorrected =
        switch vectors[index].quantity {
        case .rotationRate, .unbiasedRotationRate: units.rotationRate != 1
        case .acceleration, .gravity, .userAcceleration: units.acceleration != 1
        case .magneticField: units.magneticField != 1
        }
      if isCorrected { vectors[index].factor = 1 }
    }
    let needsReadings = vectors.contains { $0.factor == nil }
    guard clock == nil || needsReadings else { return }
    var evidence = try collect(
      from: table, time: time?.name, readings: needsReadings, options: options)
    // The steps of the time alone usually show its unit.
    if clock == nil, !needsReadings, evidence.clock.unitsPerSecond == nil {
      evidence = try collect(from: table, time: time?.name, options: options)
    }
    if let index = vectors.firstIndex(where: \.isGuess),
      !(evidence.force().map { evidence.isGravity($0.factor) } ?? false)
    {
      let names = vectors.remove(at: index).columns
      warnings.append(
        RecordingWarning(file: file.name, kind: .unusedColumns(names), count: names.count))
      evidence = try collect(from: table, time: time?.name, options: options)
    }
    if let time, clock == nil { try decideUnit(of: time, by: evidence) }
    guard let clock else {
      if let time = times.first(where: { clock(of: $0, in: table).goesBack }) {
        throw RecordingError(
          file: file.name, line: 1, column: time.name,
          "expected times that advance, got times that go back from row to row; reverse the rows")
      }
      throw question(
        times.isEmpty
          ? "the table has no column of times"
          : "the times \(times.map(\.name).quoted()) do not advance", evidence,
        time: table.clock(among: others + times.map(\.name)) ?? "row/RATE")
    }
    // The times of a stated unit are in seconds.
    let secondsPerUnit =
      clock.columns.count == 1 ? 1 / (clock.columns[0].unitsPerSecond ?? 1) : 1
    // Of the gyroscope first: the others then have the units that are stated.
    for index in vectors.indices where vectors[index].factor == nil {
      let choice = try choice(for: vectors[index], by: evidence, secondsPerUnit: secondsPerUnit)
      guard let choice else { continue }
      vectors[index].factor = choice.factor
      let names = vectors[index].columns.joined(separator: ", ")
      assume("no unit for \(names) in the header", choice.name, choice.evidence)
    }
    vectors.removeAll { $0.factor == nil }
    if isCoreMotion, options.platform == nil {
      assume(
        "the sign of the acceleration", "that of iOS", "the names and the unit are Core Motion's")
    }
  }

  /// Decides the unit of a column of times.
  private mutating func decideUnit(
    of time: MotionTable.Clock.Column, by evidence: UnitEvidence
  ) throws(RecordingError) {
    // A stated unit of the gyroscope helps with the unit of time, and vice versa.
    let stated = vectors.first { $0.quantity == .rotationRate }?.factor
    let counts = evidence.clock.countsRows
    guard let found = evidence.unitsPerSecond(rateFactor: stated),
      !counts || found.basis == .turn
    else {
      let seen =
        counts
        ? "it counts the rows" : "a median step of \(figures(evidence.clock.medianStep ?? 0))"
      throw question(
        "the unit of the time \(time.name.quoted()) is undecided: \(seen)", evidence,
        time: counts ? "row/RATE" : "\(time.name.asMapName) [UNIT]")
    }
    clock = .column(time.name, unitsPerSecond: found.units)
    let reason =
      switch found.basis {
      case .date: "the times count from 1970"
      case .step: "the median step is \(figures(evidence.clock.medianStep ?? 0))"
      case .turn: "gravity then turns as the gyroscope does"
      }
    assume(
      "no unit for the time \(time.name) in the header",
      QuantityUnit.name(unitsPerSecond: found.units), reason)
  }

  /// The unit of a vector; `nil` for a magnetometer that is left out.
  private mutating func choice(
    for vector: Vector, by evidence: UnitEvidence, secondsPerUnit: Double
  ) throws(RecordingError) -> UnitEvidence.Choice? {
    let names = vector.columns.joined(separator: ", ")
    switch vector.quantity {
    case .rotationRate, .unbiasedRotationRate:
      guard !evidence.ratesAreAngles else {
        throw RecordingError(
          file: file.name, line: 1,
          "expected rates in \(names), got angles, which wrap at 180 degrees; leave them out by "
            + "--columns")
      }
      let found = evidence.rate(
        secondsPerUnit: secondsPerUnit,
        isPerSecond: ColumnMeaning.isAmbiguous(vector.columns[0]),
        isForceStated: vectors.contains { $0.quantity == .acceleration && $0.factor != nil })
      if let found { return found }
      if let found = conventional(vector, evidence) { return found }
      throw question(
        "the unit of \(names) is undecided, "
          + evidence.rateQuestion(secondsPerUnit: secondsPerUnit),
        evidence,
        asking: .rotationRate)
    case .acceleration, .gravity:
      let found = vector.quantity == .gravity ? evidence.gravity() : evidence.force()
      // α is more often the angular acceleration.
      let isAlpha = vector.columns[0].lowercased().hasPrefix("alpha")
      if let found, !isAlpha || evidence.isGravity(found.factor) { return found }
      throw question(
        "expected an acceleration in g or m/s² with gravity in \(names), got a median length of "
          + "\(figures(evidence.medianForce)); useraccel instead of accel is acceleration without "
          + "gravity", evidence, asking: vector.quantity)
    case .magneticField where isXsens:
      return UnitEvidence.Choice(
        name: "50 µT", factor: 50, evidence: "Xsens normalizes the field to length 1")
    case .magneticField:
      if let found = evidence.field() { return found }
      let map = map(evidence, asking: .magneticField)
      warnings.append(
        RecordingWarning(
          file: file.name,
          kind: .assumption(
            "the unit of \(names) is undecided, and the magnetometer is left out; state it by "
              + "--columns \"\(map)\"")))
      return nil
    case .userAcceleration:
      guard vectors.contains(where: { [.acceleration, .gravity].contains($0.quantity) }),
        let gravity = evidence.gravity()
      else {
        throw question(
          "the unit of \(names) is undecided, g or m/s²", evidence, asking: .userAcceleration)
      }
      return UnitEvidence.Choice(
        name: gravity.name, factor: gravity.factor, evidence: "gravity has it")
    }
  }

  /// The unit by convention, if nothing contradicts it.
  private func conventional(
    _ vector: Vector, _ evidence: UnitEvidence
  ) -> UnitEvidence.Choice? {
    let text = vector.columns[0].lowercased()
    let base = file.name.split(separator: "/").last?.lowercased() ?? ""
    let reason: String
    if times.contains(where: { $0.name == "unix_timestamp" }), vectors.count == 1 {
      return UnitEvidence.Choice(
        name: "deg/s", factor: .pi / 180, evidence: "Empatica's scripts for EmbracePlus write it")
    }
    if text.contains("angular_velocity") || text.contains("angularvelocity") {
      reason = "the name is that of ROS messages, which are in SI units"
    } else if base.hasPrefix("gyroscope."), vectors.count == 1 {
      reason = "the phone apps that write a file of this name use it"
    } else if isXsens {
      reason = "Xsens' MT Manager writes it"
    } else if file.head.preamble.contains(where: { $0.contains("HyperIMU") }) {
      reason = "the app HyperIMU writes Android's unit"
    } else if text.hasPrefix("w") || text.hasPrefix("omega"),
      evidence.force()?.name == "m/s²"
    {
      reason = "the symbol is ω, beside m/s²"
    } else {
      return nil
    }
    return UnitEvidence.Choice(name: "rad/s", factor: 1, evidence: reason)
  }

  private mutating func assume(_ missing: String, _ choice: String, _ reason: String) {
    warnings.append(
      RecordingWarning(
        file: file.name, kind: .assumption("\(missing): assuming \(choice), because \(reason)")))
  }

  // MARK: - Evidence

  /// Whether the column's first field is a date or a time of day.
  private func isText(_ column: String, in table: TableReader) -> Bool {
    guard let index = table.column(named: column), let row = table.atNextRow,
      (try? row.number(at: index)) == nil
    else { return false }
    return ClockTime.seconds(row.text(at: index)) != nil
  }

  private func clock(
    of time: MotionTable.Clock.Column, in table: TableReader
  ) -> ClockEvidence {
    ClockEvidence(table.times(in: table.column(named: time.name) ?? 0))
  }

  /// The column of times that advances best, the first of equals; `nil` if none advances.
  private func chooseTime(in table: TableReader) -> MotionTable.Clock.Column? {
    if areStated { return times.first }
    var (times, clocks) = (times, times.map { clock(of: $0, in: table) })
    for (index, clock) in clocks.enumerated().reversed() where clock.count > 2 {
      let advances = ColumnMeaning.isStep(times[index].name) ? clock.isClock : clock.advances
      if !advances {
        times.remove(at: index)
        clocks.remove(at: index)
      }
    }
    guard times.count > 1 else { return times.first }
    var rows = 0
    table.lookAhead { _ in rows += 1 }
    func faults(_ clock: ClockEvidence) -> Double {
      guard clock.count > 1, clock.isClock else { return 2 }
      return Double(clock.repeated + clock.backward + rows - clock.count) / Double(rows)
        + (clock.countsRows ? 1 : 0)
    }
    let best = clocks.map(faults).min() ?? 0
    return clocks.indices.first { faults(clocks[$0]) < best + 0.02 }.map { times[$0] }
  }

  /// Finds rows of one time with several readings of a sensor.
  private mutating func findBatches(in table: TableReader, time: String) {
    guard let column = table.column(named: time),
      let reading = vectors.first.flatMap({ try? VectorColumns($0.columns, in: table) })
    else { return }
    var search = BatchedRows.Search()
    table.lookAhead { row in
      guard let time = try? row.time(at: column, .reject),
        let value = try? row.optionalVector(at: reading, .reject)
      else { return }
      search.add(time, value)
    }
    batches = search.batches
    guard let batches else { return }
    assume(
      "\(figures(batches.rowsPerStep)) rows in the mean share a time",
      "even steps to the next time",
      "their readings differ")
  }

  /// The evidence of all rows; rows that cannot be read are left to the reader.
  ///
  /// - Parameter readings: Whether the readings are evidence, beside the times.
  private mutating func collect(
    from table: TableReader, time: String?, readings: Bool = true, options: ReadingOptions
  ) throws(RecordingError) -> UnitEvidence {
    var evidence = UnitEvidence()
    func indices(_ quantities: [MotionQuantity]) throws(RecordingError) -> VectorColumns? {
      guard readings, let vector = vectors.first(where: { quantities.contains($0.quantity) })
      else { return nil }
      return try VectorColumns(vector.columns, in: table)
    }
    var force = try indices([.acceleration])
    var gravity = try indices([.gravity])
    if force == nil { swap(&force, &gravity) }
    let rate = try indices([.rotationRate])
    let field = try indices([.magneticField])
    // The numbers of a column of times have its unit; those of another clock are in seconds.
    var clock = clock ?? time.map { .column($0) }
    if clock?.columns.count == 1 { clock?.columns[0].unitsPerSecond = 1 }
    let reader = try clock.map { (clock) throws(RecordingError) in
      try ClockReader(clock, table: table)
    }
    var hasReadings = false
    var unread: RecordingError?
    func vector(_ columns: VectorColumns?, of row: TableReader) -> Vector3<Double>? {
      guard let columns, !row.isEmpty(columns) else { return nil }
      do throws(RecordingError) {
        let vector = try row.vector(at: columns, .skip)
        hasReadings = true
        return vector
      } catch {
        unread = unread ?? error
        return nil
      }
    }
    func next() -> Bool {
      do throws(RecordingError) {
        return try ahead.next()
      } catch {
        failure = error
        return false
      }
    }
    var ahead = table
    var row = 0
    while next() {
      let time = reader.map { (try? $0.time(of: ahead, number: row, options.damage)) ?? .nan }
      // Of batches the mean step: the mean length of the blocks is what counts.
      let even = batches.map { Double(row) * $0.step }
      evidence.add(
        stamp: time ?? Double(row), time: even ?? time ?? Double(row),
        force: vector(force, of: ahead),
        rate: vector(rate, of: ahead), field: vector(field, of: ahead),
        gravity: vector(gravity, of: ahead))
      row += 1
    }
    evidence.finish()
    if !hasReadings { failure = failure ?? unread }
    return evidence
  }

  // MARK: - Questions

  /// An error that asks, with the option to paste; the error of a row that cannot be read, if one
  /// is the reason.
  private func question(
    _ text: String, _ evidence: UnitEvidence, time: String? = nil, asking: MotionQuantity? = nil
  ) -> RecordingError {
    if let failure { return failure }
    let map = map(evidence, time: time, asking: asking)
    return RecordingError(
      file: file.name, line: 1,
      "\(text); state \(asking == nil ? "it" : "the unit") by --columns \"\(map)\"", proposal: map)
  }

  /// An error about a column whose values alternate, such as the number of a sensor.
  func question(about column: String, values: [String], in table: TableReader) -> RecordingError {
    let map = "recording=\(column.asMapName), \(namedColumns(of: table))"
    return RecordingError(
      file: file.name, line: 1, column: column,
      "expected one sensor, got \(values.quoted()) in turn; read each as a recording by --columns "
        + "\"\(map)\", or one by recording=\(column.asMapName) \(values[0].asMapName)",
      proposal: map)
  }

  /// An error whose `text` ends before the options to paste, one for each of these choices.
  func question(_ text: String, of choices: [[Vector]], in table: TableReader) -> RecordingError {
    let maps = (0..<(choices.map(\.count).max() ?? 1)).map { number in
      var chosen = self
      for choice in choices {
        let vector = choice[min(number, choice.count - 1)]
        guard let index = vectors.firstIndex(where: { $0.quantity == vector.quantity }) else {
          continue
        }
        chosen.vectors[index] = vector
      }
      return chosen.namedColumns(of: table)
    }
    let options = maps.prefix(Self.mostProposals).map { "--columns \"\($0)\"" }
    return RecordingError(
      file: file.name, line: 1, "\(text) \(options.joined(separator: ", or "))",
      proposal: maps.first)
  }

  private static let mostProposals = 3

  /// The map of the columns, with the units that the header states.
  private func namedColumns(of table: TableReader) -> String {
    let time = chooseTime(in: table).map { time in
      time.name.asMapName
        + (time.unitsPerSecond.map { " [\(QuantityUnit.name(unitsPerSecond: $0))]" } ?? "")
    }
    let names = others + times.map(\.name)
    return map(nil, time: clock?.mapText ?? time ?? table.clock(among: names) ?? "row/RATE")
  }

  /// The map of the columns with `UNIT` for what is asked.
  private func map(
    _ evidence: UnitEvidence?, time: String? = nil, asking: MotionQuantity? = nil
  ) -> String {
    var entries: [String] = []
    if let time = time ?? clock?.mapText { entries.append("time=\(time)") }
    for vector in vectors {
      let quantity = vector.quantity
      var unit = vector.factor.map { QuantityUnit.name($0, of: quantity) }
      if unit == nil, quantity != asking {
        switch quantity {
        case .acceleration: unit = evidence?.force()?.name
        case .gravity, .userAcceleration: unit = evidence?.gravity()?.name
        case .magneticField: unit = isXsens ? nil : evidence?.field()?.name
        default: break
        }
      }
      let columns = vector.columns.map(\.asMapName).joined(separator: " ")
      // Units that are not asked for may follow from the answer.
      if unit == nil, quantity == asking { unit = "UNIT" }
      entries.append("\(quantity.mapKey)=\(columns)\(unit.map { " [\($0)]" } ?? "")")
    }
    if let attitude { entries.append(attitude.mapEntry) }
    return entries.joined(separator: ", ")
  }
}
