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
  let summary = "a table whose column names state sensors, axes and units, such as Accel_X_g"

  func recognizes(_ file: FileContents) -> Bool { Columns(file).isTable }

  /// The number of columns that a table with this header uses.
  static func use(of file: FileContents) -> Int {
    let columns = Columns(file)
    return columns.vectors.count * 3 + (columns.times.isEmpty ? 0 : 1)
      + (columns.attitude == nil ? 0 : 4)
  }

  func streams(_ file: FileContents) -> Bool {
    let columns = Columns(file)
    return columns.attitude == nil && MotionTable.streams(columns.vectors.map(\.quantity))
  }

  func decided(
    _ file: FileContents, options: ReadingOptions
  ) throws(RecordingError) -> DecidedTable {
    var table = try TableReader(file)
    let columns = Columns(file)
    guard columns.isTable else {
      throw RecordingError(
        file: file.name, line: 1,
        "expected columns of a sensor's x, y and z, got \(table.header.quoted()); name them by "
          + "--columns")
    }
    table.rename(columns.names)
    let clock = table.splitClock
    var units = TableUnits(
      file: file, vectors: columns.vectors, times: clock == nil ? columns.times : [], clock: clock,
      attitude: columns.attitude.map { MotionTable.AttitudeColumns($0) },
      others: columns.remaining, isXsens: columns.isXsens)
    if let (quantity, names) = columns.ambiguous {
      throw units.question(
        "expected one \(quantity.sensorName), got \(names.quoted()); choose by", in: table)
    }
    if let (column, values) = table.alternation(
      of: columns.remaining, times: columns.times.map(\.name))
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
    private(set) var vectors: [TableUnits.Vector] = []
    /// The columns of *w*, *x*, *y*, *z* of an attitude.
    private(set) var attitude: [String]?
    /// Columns without a known meaning.
    private(set) var remaining: [String] = []
    /// Columns of a known meaning that are not used.
    private(set) var unused: [String] = []
    /// A quantity with several choices of columns.
    private(set) var ambiguous: (quantity: MotionQuantity, columns: [String])?

    /// Whether Xsens' MT Manager wrote the preamble.
    let isXsens: Bool

    /// Whether there is a raw sensor, or an attitude.
    var isTable: Bool {
      ambiguous != nil || attitude != nil
        || vectors.contains {
          [.acceleration, .rotationRate, .magneticField].contains($0.quantity)
        }
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
      let row = (try? TableReader(file))?.atNextRow
      var unnamed: [Column] = []
      var components: [Column] = []
      var others = 0
      isXsens = file.head.preamble.contains {
        $0.hasPrefix("Firmware Version:") || $0.hasPrefix("Start Time:")
      }
      for (column, (name, header)) in zip(names, file.header).enumerated() {
        let meaning = ColumnMeaning(header, fileQuantity: fileQuantity)
        guard let meaning, !meaning.isUnknownUnit else {
          others += 1
          if let axis = Self.rates.firstIndex(of: header.lowercased()) {
            components.append(Column(name: name, axis: axis))
          }
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
          found[quantity, default: []].append(
            Column(name: name, axis: axis, factor: meaning.factor, group: meaning.group))
        case .unnamed(let axis): unnamed.append(Column(name: name, axis: axis))
        }
      }
      if found[.rotationRate] == nil, components.map(\.axis).sorted() == [0, 1, 2] {
        found[.rotationRate] = components
        others -= 3
        remaining.removeAll { name in components.contains { $0.name == name } }
      }
      if times.isEmpty, let row, let column = row.timeOfDayColumn(of: remaining, in: names) {
        times = [.init(name: column, unitsPerSecond: 1)]
        others -= 1
      }
      attitude = Self.attitude(names)
      if let attitude {
        others += unnamed.count - 4
        unnamed.removeAll { attitude.contains($0.name) }
        others -= unnamed.count
        remaining.removeAll(where: attitude.contains)
      }
      if found.isEmpty, others <= 0 && !times.isEmpty || fileQuantity != nil,
        unnamed.map(\.axis).sorted() == [0, 1, 2]
      {
        // A logger of one sensor: `Milliseconds,X,Y,Z`. The file's name may say which.
        found[fileQuantity ?? .acceleration] = unnamed
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

    /// The symbols of the rates about *x*, *y* and *z* in aeronautics.
    private static let rates = ["p", "q", "r"]

    /// The names that differ in an axis or in an index from 0 to 2.
    private static func vectors(among names: [String]) -> [String] {
      func component(_ name: String) -> (stem: String, axis: Int)? {
        let text = name.prefix { !"(".contains($0) }.lowercased().filter { !"[]_ .-".contains($0) }
        guard let last = text.last, text.count > 1, !name.hasPrefix("#"),
          !text.contains("covariance"), let place = Array("xyz012").firstIndex(of: last)
        else { return nil }
        return (text.dropLast() + (place < 3 ? " axis" : " index"), place % 3)
      }
      var axes: [String: Set<Int>] = [:]
      for (stem, axis) in names.compactMap(component) { axes[stem, default: []].insert(axis) }
      return names.filter { component($0).map { axes[$0.stem]?.count == 3 } ?? false }
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
      var groups: [String: [Column]] = [:]
      for column in columns { groups[column.group, default: []].append(column) }
      func isComplete(_ group: [Column]) -> Bool {
        group.count == 3 && Set(group.map(\.axis)).count == 3
          && Set(group.map(\.factor)).count == 1
      }
      var complete = groups.filter { isComplete($0.value) }
      if complete.isEmpty, isComplete(columns) { complete = ["": columns] }
      let raw = complete.filter { group in
        Self.derived.isDisjoint(with: group.key.split(separator: " ").map(String.init))
      }
      if raw.count == 1 { complete = raw }
      var chosen = complete.values.first ?? []
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
      chosen.sort { $0.axis < $1.axis }
      vectors.append(
        .init(quantity: quantity, columns: chosen.map(\.name), factor: chosen[0].factor))
      unused += columns.map(\.name).filter { name in !chosen.contains { $0.name == name } }
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

  /// The clock of whole seconds and their fractions in two columns whose names differ in the unit,
  /// such as `stamp.sec` and `stamp.nanosec`.
  fileprivate var splitClock: MotionTable.Clock? {
    let times = header.compactMap { name -> (stem: [String], MotionTable.Clock.Column)? in
      var words = ColumnMeaning.words(name)
      guard let units = words.popLast().flatMap(QuantityUnit.unitsPerSecond) else { return nil }
      return (words, .init(name: name, unitsPerSecond: units))
    }
    for (stem, seconds) in times where seconds.unitsPerSecond == 1 {
      for (other, fraction) in times where other == stem {
        guard let units = fraction.unitsPerSecond, units > 1,
          let whole = column(named: seconds.name), let part = column(named: fraction.name)
        else { continue }
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
        if isSplit { return MotionTable.Clock(columns: [seconds, fraction]) }
      }
    }
    return nil
  }

  /// The first of these columns that holds the number or name of one of several sensors, with its
  /// values.
  ///
  /// Its values alternate, and rows of equal times differ in it, or its name says so.
  fileprivate func alternation(
    of names: [String], times: [String]
  ) -> (column: String, values: [String])? {
    let times = times.compactMap { column(named: $0) }
    func time(_ row: TableReader) -> Double {
      times.lazy.compactMap { try? row.time(at: $0, .reject) }.first ?? .nan
    }
    for name in names {
      guard let column = column(named: name) else { continue }
      var values: [String] = []
      var last: (value: String, time: Double)?
      var (rows, changes, equalTimes, differences) = (0, 0, 0, 0)
      lookAhead { row in
        let value = row.text(at: column)
        if values.count < 66, !values.contains(value) { values.append(value) }
        let seconds = time(row)
        if let last {
          if value != last.value { changes += 1 }
          if seconds == last.time { equalTimes += 1 }
          if seconds == last.time, value != last.value { differences += 1 }
        }
        last = (value, seconds)
        rows += 1
      }
      guard (2...64).contains(values.count), 5 * changes > rows, changes > 2 * values.count else {
        continue
      }
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
    guard let column else { return "row/\(rowsPerSecond.asWritten)" }
    let names = columns.count == 1 ? column.asMapName : columns.map(\.name).joined(separator: "+")
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
