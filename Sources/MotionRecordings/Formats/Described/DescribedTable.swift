internal import MotionFusion

/// A table whose column names state time, sensors, axes and, optionally, units.
///
/// Names such as `Accel_X_g`, `GYROSCOPE X (rad/s)`, `wx [rad s^-1]`, `field.angular_velocity.x`,
/// and `ax`. This reads the exports of many loggers without a format of their own: AndroSensor,
/// tables of ROS bags, Xsens' MTw text files, prints of microcontrollers.
///
/// The accelerometer is specific force (+1 g on *z* face up at rest), unless the options state the
/// platform iOS. A unit that the header does not state follows from ``UnitEvidence`` over all rows,
/// with a warning that names the evidence. An undecided unit is an error that asks for it.
struct DescribedTable: LayoutFormat {
  let name = "described"
  let summary =
    "a table, or JSON objects, whose names state sensors, axes and units, such as Accel_X_g"

  func recognizes(_ file: FileContents) -> Bool { Columns(file).isTable }

  func streams(_ file: FileContents) -> Bool {
    let columns = Columns(file)
    return columns.attitude == nil && MotionTable.streams(columns.vectors.map(\.quantity))
  }

  func decided(
    _ file: FileContents, options: ReadingOptions
  ) throws(RecordingError) -> DecidedTable {
    var table = try TableReader(file)
    table.isSensorName = ColumnMeaning.isVector
    let columns = Columns(file)
    guard columns.isTable else {
      throw RecordingError(
        file: file.name, line: 1,
        "expected columns of a sensor's x, y and z, got \(table.header.quoted()); name them by "
          + "--columns")
    }
    for (name, unit) in zip(file.header, file.head.units) where !unit.isEmpty {
      let bare = ColumnMeaning(String(name.utf8.dropLast(unit.count + 3)) ?? "")?.factor
      guard bare == nil || bare == ColumnMeaning(name)?.factor else {
        throw RecordingError(
          file: file.name, line: 1, column: name,
          "expected cells in the unit of the name, got "
            + "\(String(decoding: unit, as: UTF8.self).quoted()) after the numbers")
      }
    }
    table.rename(columns.names)
    let clock = columns.clock
    var units = TableUnits(
      file: file, vectors: columns.vectors, times: clock == nil ? columns.times : [], clock: clock,
      attitude: columns.attitude.map { MotionTable.AttitudeColumns($0) },
      position: columns.position, others: columns.remaining, isXsens: columns.isXsens)
    if let (quantity, names) = columns.ambiguous {
      throw units.question(
        "expected one \(quantity.sensorName), got \(names.quoted()); choose by",
        of: columns.choices, in: table)
    }
    if let (column, values) = table.alternation(
      of: columns.remaining, times: columns.times.map(\.name),
      readings: columns.vectors.map { $0.columns[0] })
    {
      throw units.question(about: column, values: values, in: table)
    }
    try units.decide(in: table, unused: columns.unused, options: options)
    return DecidedTable(layout: units.layout, table: table)
  }
}

// MARK: - Columns

extension DescribedTable {
  /// The columns of a header by their meaning.
  struct Columns {
    /// The names of all columns, each once.
    let names: [String]
    private(set) var times: [MotionTable.Clock.Column] = []
    /// The clock of seconds and their fractions in two columns; `nil` for another one.
    let clock: MotionTable.Clock?
    private(set) var vectors: [TableUnits.Vector] = []
    /// The columns of *w*, *x*, *y*, *z* of an attitude.
    private(set) var attitude: [String]?
    /// The columns of *x*, *y*, *z* of the position in a table of poses; empty for another table.
    private(set) var position: [String] = []
    /// Columns without a known meaning.
    private(set) var remaining: [String] = []
    /// Columns of a known meaning that are not used.
    private(set) var unused: [String] = []
    /// A quantity with several choices of columns.
    private(set) var ambiguous: (quantity: MotionQuantity, columns: [String])?
    /// For each such quantity its choices, in the order of the header.
    private(set) var choices: [[TableUnits.Vector]] = []

    /// Whether Xsens' MT Manager wrote the preamble.
    let isXsens: Bool
    /// Whether the accelerometer has no name.
    private var hasGuess = false

    /// Whether there is a raw sensor, or an attitude.
    var isTable: Bool {
      ambiguous != nil || attitude != nil
        || vectors.contains {
          [.acceleration, .rotationRate, .magneticField].contains($0.quantity)
        }
    }

    /// The number of columns that the table uses.
    var use: Int {
      vectors.count { !$0.isGuess } * 3 + (times.isEmpty ? 0 : 1) + (attitude == nil ? 0 : 4)
    }

    private struct Column {
      var name: String
      var axis: Int
      var factor: Double?
      /// The name without its axis and unit.
      var group = ""
    }

    /// Words of columns that are derived from a sensor.
    private static let derived: Set<String> = [
      "est", "estimated", "filtered", "filt", "lp", "comp", "compensated", "cal", "calibrated",
      "delta", "smoothed", "world", "global", "earth", "mean", "avg",
    ]

    init(_ file: FileContents) {
      names = ColumnMap.uniqueNames(file.header)
      var found: [MotionQuantity: [Column]] = [:]
      let fileQuantity = SensorEventCSV.quantity(inFileName: file.name)
      // Read once, because a file can be one long line with thousands of columns.
      var table = try? TableReader(file)
      table?.isSensorName = ColumnMeaning.isVector
      let row = table?.atNextRow
      clock = table?.splitClock(names)
      var weak: [MotionQuantity: [Column]] = [:]
      var unnamed: [Column] = []
      var others = 0
      isXsens = file.head.preamble.contains {
        $0.hasPrefix("Firmware Version:") || $0.hasPrefix("Start Time:")
      }
      let headers = Self.namingAxes(file.header)
      for (column, (name, header)) in zip(names, headers).enumerated() {
        let meaning = ColumnMeaning(header, fileQuantity: fileQuantity)
        guard let meaning, !meaning.isUnknownUnit else {
          others += 1
          remaining.append(name)
          if case .vector = meaning?.subject { unused.append(name) }
          continue
        }
        switch meaning.subject {
        case .time:
          // Some loggers leave columns of times empty.
          guard row?.isEmpty(column) != true else { continue }
          times.append(
            .init(
              name: name,
              unitsPerSecond: header == MovellaDOT.time
                ? MovellaDOT.unitsPerSecond(of: file) : meaning.factor))
        case .vector(let quantity, let axis):
          let component = Column(
            name: name, axis: axis, factor: meaning.factor, group: meaning.group)
          if meaning.isWeak {
            weak[quantity, default: []].append(component)
          } else {
            found[quantity, default: []].append(component)
          }
        case .unnamed(let axis): unnamed.append(Column(name: name, axis: axis))
        }
      }
      for (quantity, columns) in weak {
        if found[quantity] == nil, Set(columns.map(\.axis)).count == 3 {
          found[quantity] = columns
        } else {
          others += columns.count
          remaining += columns.map(\.name)
        }
      }
      if !weak.isEmpty { remaining = names.filter(Set(remaining).contains) }
      if times.isEmpty, let row, let column = row.timeOfDayColumn(of: remaining, in: names) {
        times = [.init(name: column, unitsPerSecond: 1)]
        others -= 1
      }
      if times.isEmpty, clock == nil, let table, let time = table.clockByUnit(remaining, in: names)
      {
        times = [time]
        others -= 1
        remaining.removeAll { $0 == time.name }
      }
      attitude = Self.attitude(names)
      if let attitude {
        unnamed.removeAll { attitude.contains($0.name) }
        remaining.removeAll(where: attitude.contains)
      }
      if attitude != nil, found.isEmpty {
        // A table of poses, whose `x`, `y`, `z` are a position.
        position = Self.position(unnamed.map(\.name) + remaining)
        remaining.removeAll(where: position.contains)
      } else if found.isEmpty, others <= 0 && !times.isEmpty || fileQuantity != nil,
        unnamed.map(\.axis).sorted() == [0, 1, 2]
      {
        // A logger of one sensor: `Milliseconds,X,Y,Z`. The file's name may say which.
        found[fileQuantity ?? .acceleration] = unnamed
      } else if found[.rotationRate] != nil, found[.acceleration] == nil, found[.gravity] == nil,
        unnamed.map(\.axis).sorted() == [0, 1, 2]
      {
        // Perhaps `X,Y,Z,GX,GY,GZ`, which the numbers show.
        (found[.acceleration], hasGuess) = (unnamed, true)
      } else if unnamed.count == 3, position.isEmpty {
        unused += unnamed.map(\.name)
      }
      for quantity in MotionQuantity.allCases {
        if let columns = found[quantity] { add(quantity, columns) }
      }
      useScales(of: file.head)
      // Without an accelerometer the "linear acceleration" is one: ROS names it so.
      if attitude == nil || found[.rotationRate] != nil,
        !vectors.contains(where: { $0.quantity == .acceleration || $0.quantity == .gravity }),
        let index = vectors.firstIndex(where: { $0.quantity == .userAcceleration })
      {
        vectors[index].quantity = .acceleration
      }
      unused += Self.vectors(among: remaining).filter { !unused.contains($0) }
    }

    /// The header with the axes that the first of three names lists: `Gyroscope (z,x,y)`, `1`, `2`.
    private static func namingAxes(_ header: [String]) -> [String] {
      var names = header
      for index in header.indices.dropLast(2) where header[index + 1...index + 2] == ["1", "2"] {
        let parts = header[index].split(separator: "(", maxSplits: 1)
        guard parts.count == 2, let end = parts[1].firstIndex(of: ")") else { continue }
        let axes = parts[1][..<end].split(separator: ",").map { String($0).trimmed.lowercased() }
        guard axes.sorted() == ["x", "y", "z"] else { continue }
        for (place, axis) in axes.enumerated() {
          names[index + place] = "\(parts[0])\(axis)\(parts[1][end...].dropFirst())"
        }
      }
      return names
    }

    /// The names that differ in an axis or in an index from 0 or 1, at any one place.
    private static func vectors(among names: [String]) -> [String] {
      func components(_ name: String) -> [(stem: String, axis: Int)] {
        let letters = Array(name.lowercased())
        guard letters.count > 1, letters[0] != "#", !name.lowercased().contains("covariance") else {
          return []
        }
        return letters.indices.compactMap { index in
          guard let place = Array("xyz0123").firstIndex(of: letters[index]) else { return nil }
          var stem = letters
          stem[index] = place < 3 ? "\u{1}" : "\u{2}"
          return (String(stem), place % 3)
        }
      }
      var axes: [String: Set<Int>] = [:]
      for (stem, axis) in names.flatMap(components) { axes[stem, default: []].insert(axis) }
      return names.filter { components($0).contains { axes[$0.stem]?.count == 3 } }
    }

    /// Uses the scales in the preamble of a `.gcsv` file: seconds, rad/s and g of one unit.
    private mutating func useScales(of head: TableHead) {
      guard head.preamble.first == "GYROFLOW IMU LOG" else { return }
      if let scale = head.number("tscale"), scale > 0, !times.isEmpty {
        times[0].unitsPerSecond = 1 / scale
      }
      for index in vectors.indices {
        switch vectors[index].quantity {
        case .rotationRate: vectors[index].factor = head.number("gscale")
        case .acceleration: vectors[index].factor = head.number("ascale")
        default: break
        }
      }
    }

    /// Adds the vector of these columns; of several, the only one that is not derived.
    private mutating func add(_ quantity: MotionQuantity, _ columns: [Column]) {
      var groups: [(key: String, value: [Column])] = []
      for column in columns {
        if let index = groups.firstIndex(where: { $0.key == column.group }) {
          groups[index].value.append(column)
        } else {
          groups.append((column.group, [column]))
        }
      }
      // Indices start at 0 or at 1.
      for index in groups.indices {
        let start = Set(groups[index].value.map(\.axis)) == [1, 2, 3] ? 1 : 0
        groups[index].value.removeAll { $0.axis - start > 2 }
        for column in groups[index].value.indices { groups[index].value[column].axis -= start }
      }
      let columns = groups.flatMap(\.value)
      guard !columns.isEmpty else { return }
      func isComplete(_ group: [Column]) -> Bool {
        group.count == 3 && Set(group.map(\.axis)).count == 3
          && Set(group.map(\.factor)).count == 1
      }
      var complete = groups.filter { isComplete($0.value) }
      if complete.isEmpty, isComplete(columns) { complete = [("", columns)] }
      let raw = complete.filter { group in
        Self.derived.isDisjoint(with: group.key.split(separator: " ").map(String.init))
      }
      if !raw.isEmpty { complete = raw }
      var chosen = complete.first?.value ?? []
      if complete.count != 1 {
        // Several groups, or repeated names, are several sensors.
        if complete.count > 1 || columns.count > 3 && columns.count % 3 == 0 {
          ambiguous = (quantity, columns.map(\.name))
        }
        let first = columns.filter { $0.group == columns[0].group }
        chosen = Array(first.prefix(3))
        guard ambiguous != nil, isComplete(chosen) else {
          unused += columns.map(\.name)
          return
        }
      }
      func vector(_ columns: [Column]) -> TableUnits.Vector {
        let columns = columns.sorted { $0.axis < $1.axis }
        return .init(
          quantity: quantity, columns: columns.map(\.name), factor: columns[0].factor,
          isGuess: hasGuess && quantity == .acceleration)
      }
      vectors.append(vector(chosen))
      if complete.count > 1 { choices.append(complete.map { vector($0.value) }) }
      unused += columns.map(\.name).filter { name in !chosen.contains { $0.name == name } }
    }

    /// The only columns of a position, such as `x`, `pos_x`, `tx` or `p_x [m]`; empty for none, and
    /// for another unit than metres.
    private static func position(_ names: [String]) -> [String] {
      let stems: Set<String> = ["", "p", "pos", "position", "t", "trans", "translation"]
      let places = names.compactMap { name -> (axis: Int, name: String)? in
        let plain = name.prefix { !"[(".contains($0) }
        let letters = plain.lowercased().filter(\.isLetter)
        guard let last = letters.last, let axis = Array("xyz").firstIndex(of: last),
          stems.contains(String(letters.dropLast())),
          ["", "m"].contains(name.dropFirst(plain.count).filter { !"[()] ".contains($0) })
        else { return nil }
        return (axis, name)
      }
      let sorted = places.sorted { $0.axis < $1.axis }
      return sorted.map(\.axis) == [0, 1, 2] ? sorted.map(\.name) : []
    }

    /// The columns of a quaternion, such as `qw qx qy qz`, `Quat_q0` …, `orientation.w` … or `W` ….
    private static func attitude(_ names: [String]) -> [String]? {
      let marks = ["quat", "orient", "attitude", "q_", "q.", "q"]
      let plain = names.map { name in
        let plain = name.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "_" }
        return plain.hasSuffix("element") ? String(plain.dropLast(7)) : plain
      }
      for ends in [["w", "x", "y", "z"], ["q0", "q1", "q2", "q3"], ["0", "1", "2", "3"]] {
        var groups: [String: [Int: Int]] = [:]
        for (index, name) in plain.enumerated() {
          for (place, end) in ends.enumerated() where name.hasSuffix(end) {
            let stem = String(name.dropLast(end.count))
            guard
              marks.contains(where: stem.hasPrefix) || stem.contains("quat")
                || stem.contains("orientation") || stem.isEmpty && ends[0] == "w"
            else { continue }
            groups[stem, default: [:]][place] = index
          }
        }
        let whole = groups.values.filter { $0.count == 4 }
        guard whole.count == 1, let columns = whole.first else { continue }
        return (0..<4).compactMap { columns[$0].map { names[$0] } }
      }
      return nil
    }
  }
}

extension TableReader {
  /// The first of these columns that is a time of day, with or without a date, in the current row.
  fileprivate func timeOfDayColumn(of columns: [String], in names: [String]) -> String? {
    columns.first { name in
      guard let text = names.firstIndex(of: name).map(text), text.utf8.contains(UInt8(ascii: ":"))
      else { return false }
      return ClockTime.seconds(text) != nil
    }
  }

  /// The only one of these columns whose name ends in a unit of time, such as `tick_ms`, and that
  /// advances in it.
  fileprivate func clockByUnit(
    _ columns: [String], in names: [String]
  ) -> MotionTable.Clock.Column? {
    let found = columns.compactMap { name -> MotionTable.Clock.Column? in
      guard let index = names.firstIndex(of: name),
        let units = ColumnMeaning.words(header[index]).last.flatMap(QuantityUnit.unitsPerSecond)
      else { return nil }
      let clock = ClockEvidence(times(in: index))
      guard clock.isClock, clock.backward == 0, clock.repeated == 0, !clock.countsRows,
        clock.plausibleUnits.contains(units)
      else { return nil }
      return .init(name: name, unitsPerSecond: units)
    }
    return found.count == 1 ? found.first : nil
  }

  /// The clock of whole seconds and their fractions in two columns whose names differ in the unit,
  /// such as `stamp.sec` and `stamp.nanosec`.
  ///
  /// - Parameter names: The names of the columns in the clock.
  fileprivate func splitClock(_ names: [String]) -> MotionTable.Clock? {
    let times = header.indices.compactMap { index -> (stem: [String], units: Double, Int)? in
      var words = ColumnMeaning.words(header[index])
      guard let units = words.popLast().flatMap(QuantityUnit.unitsPerSecond) else { return nil }
      return (words, units, index)
    }
    // Beside minutes and hours the seconds start again.
    for (stem, second, whole) in times
    where second == 1 && !times.contains(where: { $0.stem == stem && $0.units < 1 }) {
      for (other, units, part) in times where other == stem && units > 1 {
        var isSplit = true
        var last = -Double.infinity
        lookAhead { row in
          guard let seconds = try? row.number(at: whole), let part = try? row.number(at: part),
            seconds.isFinite, part.isFinite
          else { return }
          if seconds < last || seconds != seconds.rounded() || !(0..<units).contains(part) {
            isSplit = false
          }
          last = seconds
        }
        if isSplit {
          return MotionTable.Clock(columns: [
            .init(name: names[whole], unitsPerSecond: 1),
            .init(name: names[part], unitsPerSecond: units),
          ])
        }
      }
    }
    return nil
  }

  /// The first of these columns that holds the number or name of one of several sensors, with its
  /// values.
  ///
  /// Its values alternate, and rows of equal times differ in it, or its name says so.
  fileprivate func alternation(
    of names: [String], times: [String], readings: [String]
  ) -> (column: String, values: [String])? {
    let times = times.compactMap { column(named: $0) }
    let readings = readings.compactMap { column(named: $0) }
    func time(_ row: TableReader) -> Double {
      times.lazy.compactMap { try? row.time(at: $0, .reject) }.first ?? .nan
    }
    for name in names {
      guard let column = column(named: name) else { continue }
      var values: [String] = []
      var last: (value: String, time: Double)?
      var (rows, changes, equalTimes, differences) = (0, 0, 0, 0)
      // The values of the rows with a reading: of one for each sensor, it is the kind of the row.
      var valuesOfReading = [Set<String>](repeating: [], count: readings.count)
      lookAhead { row in
        let value = row.text(at: column)
        if values.count < 66, !values.contains(value) { values.append(value) }
        for (index, reading) in readings.enumerated() where !row.isEmpty(reading) {
          valuesOfReading[index].insert(value)
        }
        let seconds = time(row)
        if let last {
          if value != last.value { changes += 1 }
          if seconds == last.time { equalTimes += 1 }
          if seconds == last.time, value != last.value { differences += 1 }
        }
        last = (value, seconds)
        rows += 1
      }
      guard (2...64).contains(values.count), 5 * changes > rows, changes > 2 * values.count,
        readings.isEmpty || valuesOfReading.contains(where: { $0.count > 1 })
      else { continue }
      if ColumnMeaning.isIdentifier(name)
        || 5 * equalTimes > rows && 10 * differences > 9 * equalTimes
      {
        return (name, values)
      }
    }
    return nil
  }
}

extension MotionTable.AttitudeColumns {
  /// The columns in a column map.
  var mapEntry: String {
    let isInverse = form == .quaternion(isInverse: true)
    let columns = names.enumerated().map { (isInverse && $0 > 0 ? "-" : "") + $1.asMapName }
      .joined(separator: " ")
    guard case .euler(let axes, let unit) = form else { return "attitude=\(columns)" }
    let order = axes.map { ["x", "y", "z"][$0] }.joined()
    return "attitude=\(columns) [\(unit == 1 ? "rad" : "deg") \(order)]"
  }
}

extension MotionTable.Clock {
  /// The columns in a column map, without `time=`.
  var mapText: String {
    guard !columns.isEmpty else { return "row/\(rowsPerSecond.asWritten)" }
    let names = columns.map(\.name.asMapName).joined(separator: "+")
    let units = columns.map { QuantityUnit.name(unitsPerSecond: $0.unitsPerSecond ?? 1) }
    return "\(names) [\(units.joined(separator: "+"))]"
  }
}

extension MotionQuantity {
  /// The factor from Android's sign to Core Motion's.
  var androidSign: Double {
    switch self {
    case .acceleration, .gravity, .userAcceleration: -1
    case .rotationRate, .unbiasedRotationRate, .magneticField: 1
    }
  }

  /// The key in a column map.
  var mapKey: String {
    switch self {
    case .rotationRate, .unbiasedRotationRate: "gyro"
    case .acceleration: "accel"
    case .magneticField: "mag"
    case .gravity: "gravity"
    case .userAcceleration: "useraccel"
    }
  }

  /// The sensor, for messages.
  var sensorName: String {
    switch self {
    case .rotationRate, .unbiasedRotationRate: "gyroscope"
    case .acceleration: "accelerometer"
    case .magneticField: "magnetometer"
    case .gravity: "gravity"
    case .userAcceleration: "acceleration without gravity"
    }
  }
}

extension Double {
  /// The number with all of its digits, without `.0`.
  var asWritten: String { self == rounded() && abs(self) < 1e15 ? "\(Int(self))" : "\(self)" }
}

extension String {
  /// The name in a column map, in quotes if it needs them.
  var asMapName: String {
    allSatisfy { $0.isLetter || $0.isNumber || "_.#-/".contains($0) } ? self : "'\(self)'"
  }
}
