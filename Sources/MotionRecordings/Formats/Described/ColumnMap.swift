internal import MotionFusion
internal import Platform

/// The columns of a table by quantity, for a table in no known format.
///
/// Written as `time=t [ms], gyro=gx gy gz [deg/s], accel=ax ay az [g]`: for each of `time`, `gyro`,
/// `accel`, `mag`, `useraccel`, `gravity` and `attitude` the columns and, in brackets, the unit. A
/// column is a name of the header, in quotes if it has a space or a comma, or its number from 1,
/// such as `#2`. Without a unit, the numbers show it or the reader asks. A unit may have a scale,
/// such as `[1/131 deg/s]`.
///
/// - `time=row/119`: 119 rows a second, for a table without times.
/// - `time=sec+nsec`: seconds in one column and their fractions in another, in the unit of the
///   largest; `[s+ms]` states both. `time=date+clock` is a date and a time of day.
/// - `attitude=qw qx qy qz`: a quaternion from device to reference, the reference of the recording;
///   with `gyro` and `useraccel` it is device motion. `qw -qx -qy -qz` is one from reference to
///   device.
/// - `attitude=yaw pitch roll [deg zyx]`: angles in deg or rad with the axes of their rotations
///   from left to right, *R* = *Rz*(yaw) *Ry*(pitch) *Rx*(roll).
/// - `recording=id`: rows of several sensors, one recording for each value; `recording=id 2` reads
///   one of them.
/// - `gyro=x y z [deg/s] from gyro.csv`: columns of another file in the same folder, with its own
///   times.
public struct ColumnMap: Hashable, Sendable {
  private var time: MotionTable.Clock
  /// The vectors in the order of their quantities.
  private var vectors: [TableUnits.Vector] = []
  private var attitude: MotionTable.AttitudeColumns?
  private var attitudeFile: String?
  /// The column of the recording of a row, and the only value that is read; empty for none.
  private var recording: [String] = []

  /// Reads a map in the form of this type's description.
  ///
  /// - Throws: ``ColumnMapError``.
  public init(_ text: String) throws(ColumnMapError) {
    var time: MotionTable.Clock?
    for entry in try Self.entries(text) {
      let (key, columns) = try Self.parse(entry)
      switch key {
      case "time":
        guard time == nil, let found = Self.clock(columns) else {
          throw ColumnMapError(
            entry: entry, expected: "time=COLUMN [s, ms, us or ns], time=row/RATE or time=A+B")
        }
        time = found
      case "recording":
        guard (1...2).contains(columns.names.count), columns.unit == nil, recording.isEmpty else {
          throw ColumnMapError(entry: entry, expected: "recording=COLUMN or recording=COLUMN VALUE")
        }
        recording = columns.names
      case "attitude":
        guard attitude == nil, let found = Self.attitude(columns) else {
          throw ColumnMapError(
            entry: entry, expected: "attitude=W X Y Z or attitude=YAW PITCH ROLL [deg zyx]")
        }
        attitude = found
        attitudeFile = columns.file
      default:
        guard let (quantity, units) = Self.quantities[key] else {
          throw ColumnMapError(
            entry: entry,
            expected:
              "recording, time, gyro, accel, mag, useraccel, gravity or attitude before the =")
        }
        let factor = columns.unit.flatMap { QuantityUnit.factor($0, of: quantity) }
        guard columns.names.count == 3, !vectors.contains(where: { $0.quantity == quantity }),
          columns.unit == nil || factor != nil
        else { throw ColumnMapError(entry: entry, expected: "\(key)=X Y Z [\(units)]") }
        vectors.append(
          .init(
            quantity: quantity, columns: columns.names, factor: factor, file: columns.file))
      }
    }
    guard let time, !vectors.isEmpty || attitude != nil else {
      throw ColumnMapError(
        entry: text, expected: "time and at least one of gyro, accel, mag and attitude")
    }
    self.time = time
    vectors.sort { $0.quantity.rawValue < $1.quantity.rawValue }
  }

  /// The columns of an entry, and what follows them.
  private struct Columns {
    var names: [String]
    var unit: String?
    var file: String?
    /// Whether a `+` is between the names.
    var isSum = false
  }

  private static func clock(_ columns: Columns) -> MotionTable.Clock? {
    let names = columns.names
    guard names.count == (columns.isSum ? 2 : 1), columns.file == nil else { return nil }
    if !columns.isSum, names[0].hasPrefix("row/") {
      let rate = Double(names[0].dropFirst(4)) ?? 0
      return rate > 0 && rate.isFinite && columns.unit == nil ? .rows(perSecond: rate) : nil
    }
    guard let unit = columns.unit else {
      return MotionTable.Clock(columns: names.map { .init(name: $0) })
    }
    let units = unit.split(separator: "+").compactMap { QuantityUnit.unitsPerSecond(String($0)) }
    guard units.count == names.count else { return nil }
    return MotionTable.Clock(
      columns: zip(names, units).map { .init(name: $0, unitsPerSecond: $1) })
  }

  /// The attitude in these columns; `nil` for another form.
  private static func attitude(_ columns: Columns) -> MotionTable.AttitudeColumns? {
    let names = columns.names
    guard let unit = columns.unit else {
      let signs = names.dropFirst().map { $0.hasPrefix("-") }
      guard names.count == 4, Set(signs).count == 1 else { return nil }
      return .init(names, .quaternion(isInverse: signs[0]))
    }
    let words = unit.split(separator: " ")
    let units: [String: Double] = ["deg": Double.pi / 180, "°": Double.pi / 180, "rad": 1]
    guard names.count == 3, words.count == 2, words[1].count == 3,
      let scale = units[String(words[0])]
    else { return nil }
    let axes = words[1].lowercased().compactMap { Array("xyz").firstIndex(of: $0) }
    guard axes.count == 3, axes[0] != axes[1], axes[1] != axes[2] else { return nil }
    return .init(names, .euler(axes: axes, unit: scale))
  }

  private static let quantities: [String: (MotionQuantity, units: String)] = [
    "gyro": (.rotationRate, "rad/s or deg/s"), "accel": (.acceleration, "g, mg or m/s2"),
    "mag": (.magneticField, "uT, nT, gauss or a.u."),
    "useraccel": (.userAcceleration, "g, mg or m/s2"), "gravity": (.gravity, "g, mg or m/s2"),
  ]

  /// The entries between commas that are not in quotes or brackets.
  private static func entries(_ text: String) throws(ColumnMapError) -> [String] {
    var entries = [""]
    var quote: Character?
    for character in text {
      if character == quote {
        quote = nil
      } else if quote == nil, "\"'".contains(character) {
        quote = character
      }
      if character == ",", quote == nil {
        entries.append("")
      } else {
        entries[entries.count - 1].append(character)
      }
    }
    guard quote == nil else { throw ColumnMapError(entry: text, expected: "a closing quote") }
    return entries
  }

  private static func parse(_ entry: String) throws(ColumnMapError) -> (String, Columns) {
    guard let equals = entry.firstIndex(of: "=") else {
      throw ColumnMapError(entry: entry, expected: "QUANTITY=COLUMNS [UNIT]")
    }
    let key = entry[..<equals].filter { $0 != " " }
    var names: [String] = []
    var unit: String?
    var word = ""
    var quote: Character?
    var isSum = false
    func endWord() {
      if !word.isEmpty { names.append(word) }
      word = ""
    }
    for character in entry[entry.index(after: equals)...] {
      if let open = quote {
        if open == "[", character == "]" {
          unit = word
          word = ""
          quote = nil
        } else if character == open {
          quote = nil
        } else {
          word.append(character)
        }
      } else if "\"'[".contains(character) {
        // A sign may be before a name in quotes.
        if character == "[" { endWord() }
        quote = character
      } else if character == " " || character == "+" && key == "time" {
        if character == "+" { isSum = true }
        endWord()
      } else {
        word.append(character)
      }
    }
    guard quote == nil else { throw ColumnMapError(entry: entry, expected: "a closing bracket") }
    endWord()
    var file: String?
    if names.count > 2, names[names.count - 2] == "from" {
      file = names.removeLast()
      names.removeLast()
    }
    return (key, Columns(names: names, unit: unit, file: file, isSum: isSum))
  }

  // MARK: - Reading

  private var columnNames: [String] {
    time.columns.map(\.name) + vectors.flatMap(\.columns) + (attitude?.names ?? [])
  }

  /// Whether no columns are of another file.
  package var isOfOneFile: Bool {
    attitudeFile == nil && vectors.allSatisfy { $0.file == nil }
  }

  /// The recordings in `file`, which for these columns need not be recognised.
  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    let file = isOfOneFile ? TaggedRows.table(in: file, with: columnNames) ?? file : file
    let others = Set((vectors.map(\.file) + [attitudeFile]).compactMap(\.self))
    guard !others.isEmpty else { return try readTable(file, options: options) }
    var streams = MotionStreams()
    for name in [nil] + others.sorted().map(Optional.some) {
      var map = self
      map.vectors = vectors.filter { $0.file == name }
      if attitudeFile != name { map.attitude = nil }
      guard !map.vectors.isEmpty || map.attitude != nil else { continue }
      let part = try name.map { (name) throws(RecordingError) in try file.sibling(name) } ?? file
      streams.merge(try map.decided(part, options: options).streams(options))
    }
    return streams.recordings(format: name, name: file.name)
  }

  /// The recordings of one table, one for each value of the column that assigns rows.
  private func readTable(
    _ file: FileContents, options: ReadingOptions
  ) throws(RecordingError) -> Recordings {
    func read(_ table: TableReader) throws(RecordingError) -> Recordings {
      try decided(table, in: file, options: options).recordings(
        format: name, options: options, pass: file.pass)
    }
    guard let name = recording.first else { return try read(table(file)) }
    var table = try table(file)
    let column = try place(of: name, in: table)
    var values = Array(recording.dropFirst())
    if values.isEmpty {
      var ahead = table
      while (try? ahead.next()) == true {
        let value = ahead.text(at: column)
        if !values.contains(value) { values.append(value) }
        guard values.count <= Self.mostRecordings else {
          throw RecordingError(
            file: file.name, line: ahead.line, column: name,
            "expected up to \(Self.mostRecordings) recordings, got more")
        }
      }
    }
    var result = Recordings(format: self.name)
    for value in values {
      table.keepRows(column) { $0 == value }
      var found = try read(table)
      found.rename { "\(file.name)#\(value)\($0.dropFirst(file.name.count))" }
      found.warnings.removeAll(where: result.warnings.contains)
      result.append(found)
    }
    return result
  }

  private static let mostRecordings = 1000

  /// The place of a column by its name or number.
  private func place(of name: String, in table: TableReader) throws(RecordingError) -> Int {
    if let index = table.column(named: name) { return index }
    if name.hasPrefix("#"), let number = Int(name.dropFirst()),
      table.header.indices.contains(number - 1)
    {
      return number - 1
    }
    throw RecordingError(
      file: table.file, line: 1,
      "expected the column \(name.quoted()) of --columns, got \(table.header.quoted())")
  }

  func decided(
    _ file: FileContents, options: ReadingOptions
  ) throws(RecordingError) -> DecidedTable {
    try decided(table(file), in: file, options: options)
  }

  private func decided(
    _ original: TableReader, in file: FileContents, options: ReadingOptions
  ) throws(RecordingError) -> DecidedTable {
    var table = original
    let names = Self.uniqueNames(original.header)
    func columns(_ list: [String]) throws(RecordingError) -> [String] {
      try list.map { (name) throws(RecordingError) in names[try place(of: name, in: original)] }
    }
    var (clock, vectors, attitude) = (time, vectors, attitude)
    for (index, name) in try columns(time.columns.map(\.name)).enumerated() {
      clock.columns[index].name = name
    }
    if clock.columns.count == 2, clock.columns[1].unitsPerSecond == nil {
      let fractions = try place(of: time.columns[1].name, in: original)
      clock.columns[0].unitsPerSecond = 1
      clock.columns[1].unitsPerSecond = try table.unitsPerSecond(ofFractions: fractions)
    }
    for index in vectors.indices { vectors[index].columns = try columns(vectors[index].columns) }
    if let signed = attitude?.names {
      attitude?.names = try columns(
        signed.map { name in
          name.hasPrefix("-") && !original.header.contains(name) ? String(name.dropFirst()) : name
        })
    }
    table.rename(names)
    table.isSensorName = ColumnMeaning.isVector
    let isColumn = clock.columns.count == 1
    var units = TableUnits(
      file: file, vectors: vectors, times: isColumn ? clock.columns : [],
      clock: isColumn ? nil : clock, attitude: attitude, areStated: true)
    try units.decide(in: table, options: options)
    return DecidedTable(layout: units.layout, table: table)
  }

  /// The names of a header, with `#2` for the second column if its name is blank, repeated or has a
  /// character that a shell changes in the quotes of a map.
  static func uniqueNames(_ header: [String]) -> [String] {
    var seen: Set<String> = [""]
    return header.enumerated().map { index, name in
      seen.insert(name).inserted && !name.hasPrefix("#")
        && !name.contains(where: { "'\"$`\\".contains($0) })
        ? name : "#\(index + 1)"
    }
  }

  /// The table; one without a header has the columns `#1`, `#2` and so on.
  private func table(_ file: FileContents) throws(RecordingError) -> TableReader {
    let names = columnNames
    let places = names.compactMap { $0.hasPrefix("#") ? Int($0.dropFirst()) : nil }
    let count = file.header.count
    guard places.count == names.count, count > 1 else { return try TableReader(file) }
    // The first row is a header if one of these columns is neither a number nor a time in it.
    let table = TableReader(
      headerless: file, columns: (1...count).map { "#\($0)" }, separator: file.separator)
    guard let first = table.atNextRow,
      places.allSatisfy({ (1...count).contains($0) && first.isNumberOrTime($0 - 1) })
    else { return try TableReader(file) }
    return table
  }
}

extension ColumnMap: LayoutFormat {
  var name: String { "columns" }
  var summary: String { "a table with the columns of a map" }

  func recognizes(_ file: FileContents) -> Bool { false }

  func streams(_ file: FileContents) -> Bool {
    attitude == nil && recording.isEmpty && isOfOneFile
      && MotionTable.streams(vectors.map(\.quantity)) && !TaggedRows().recognizes(file)
  }
}

/// The reason why a text is no ``ColumnMap``.
public struct ColumnMapError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The entry with the error.
  public var entry: String
  var expected: String

  package init(entry: String, expected: String) {
    self.entry = entry
    self.expected = expected
  }

  /// The expected form and the entry.
  public var description: String { "expected \(expected), got '\(entry)'" }
}

/// Units as tables spell them.
enum QuantityUnit {
  /// The factor from the unit `text` of a vector to this package's unit: rad/s, g or µT.
  ///
  /// Spaces, signs and case do not matter: `m/s²`, `m s^-2` and `m_s2` are one unit.
  static func factor(_ text: String, of quantity: MotionQuantity) -> Double? {
    guard let (scale, unit) = scale(text) else { return nil }
    let factors =
      switch quantity {
      case .rotationRate, .unbiasedRotationRate: rotationRate
      case .acceleration, .gravity, .userAcceleration: acceleration
      case .magneticField: magneticField
      }
    let (prefix, base) = prefix(of: unit)
    return factors[base].map { $0 / prefix * scale }
  }

  /// The number of units with a prefix in one without, such as 1000 for `milligauss`, and the unit.
  private static func prefix(of unit: String) -> (Double, unit: String) {
    for (prefix, number) in [("milli", 1e3), ("micro", 1e6), ("nano", 1e9)]
    where unit.hasPrefix(prefix) {
      return (number, String(unit.dropFirst(prefix.count)))
    }
    return (1, unit)
  }

  /// The number at the start of a unit, such as `1/131` of `1/131 deg/s`, and the unit.
  private static func scale(_ text: String) -> (Double, unit: String)? {
    let text = text.trimmed
    let number = text.prefix { "0123456789./".contains($0) }
    let parts = number.split(separator: "/").compactMap { Double($0) }
    let unit = normalized(String(text.dropFirst(number.count)))
    guard let first = parts.first else { return number.isEmpty ? (1, unit) : nil }
    let scale = parts.count == 2 ? first / parts[1] : first
    return scale > 0 && scale.isFinite ? (scale, unit) : nil
  }

  /// The units per second of the unit `text` of a time.
  static func unitsPerSecond(_ text: String) -> Double? {
    guard let (scale, unit) = scale(text) else { return nil }
    let (prefix, base) = prefix(of: unit)
    return time[base].map { $0 * prefix / scale }
  }

  /// The name of a factor to our unit.
  static func name(_ factor: Double, of quantity: MotionQuantity) -> String {
    let names: [String] =
      switch quantity {
      case .rotationRate, .unbiasedRotationRate: ["rad/s", "deg/s", "mdps"]
      case .acceleration, .gravity, .userAcceleration: ["g", "mg", "m/s2"]
      case .magneticField: ["uT", "nT", "mT", "T", "gauss", "mgauss", "a.u."]
      }
    if let name = names.first(where: { Self.factor($0, of: quantity) == factor }) { return name }
    // The scale of a sensor is a short number of one unit, such as 1/16.4 deg/s.
    let scales = names.map { (name: $0, scale: (Self.factor($0, of: quantity) ?? 1) / factor) }
    let short = scales.first {
      abs($0.scale * 1000 - ($0.scale * 1000).rounded()) < 1e-6 * $0.scale
    }
    guard let short else { return "1/\(1 / factor) \(names[0])" }
    return "1/\(((short.scale * 1000).rounded() / 1000).asWritten) \(short.name)"
  }

  /// The name of a unit of time.
  static func name(unitsPerSecond: Double) -> String {
    ["s", "ms", "us", "100 ns", "ns", "min", "h"].first {
      Self.unitsPerSecond($0) == unitsPerSecond
    } ?? "UNIT"
  }

  private static func normalized(_ text: String) -> String {
    var result = ""
    for scalar in text.lowercased().unicodeScalars {
      switch scalar {
      // One vendor writes U+02AF for the micro sign.
      case "µ", "μ", "\u{2AF}": result += "u"
      case "²": result += "2"
      case "°", "º", "˚": result += "deg"
      // UTF-8 that was read as Latin-1 has this letter before a sign.
      case "â": break
      case "?", "\u{FFFD}": result.unicodeScalars.append(scalar)
      default:
        if scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    for (word, short) in words { result.replace(word, with: short) }
    return result
  }

  /// Words of units, with what they become; a longer word is before its part.
  private static let words = [
    ("degrees", "deg"), ("degree", "deg"), ("radians", "rad"), ("radian", "rad"), ("meters", "m"),
    ("metres", "m"), ("seconds", "s"), ("second", "s"), ("secs", "s"), ("sec", "s"),
    ("squared", "2"), ("per", ""),
  ]

  private static let rotationRate: [String: Double] = factors([
    1: ["rads", "rads1", "радс"],
    2 * .pi: ["revs", "rots"],
    1e-3: ["mrads", "mrads1"],
    .pi / 30: ["rpm", "umin"],
    .pi / 180: ["degs", "degs1", "dps", "ds", "градс"],
    .pi / 180_000: ["mdps", "mdegs"],
    .pi / 10_800: ["degmin"],
    .pi / 648_000: ["degh", "dph"],
  ])
  private static let acceleration: [String: Double] = factors([
    1: ["g", "gs"],
    1e-3: ["mg"],
    1e-6: ["ug"],
    1 / SensorSample.standardGravity: ["ms2", "mss", "mps2", "мс2"],
    1e-2 / SensorSample.standardGravity: ["cms2", "cmss"],
    1e-3 / SensorSample.standardGravity: ["mms2", "mmss"],
    0.3048 / SensorSample.standardGravity: ["fts2", "ftss"],
  ])
  private static let magneticField: [String: Double] = factors([
    1: ["ut"],
    1e-3: ["nt"],
    1e3: ["mt"],
    1e6: ["t", "tesla"],
    100: ["g", "ga", "gauss"],
    0.1: ["mg", "mga", "mgauss"],
    // A field that is normalized to length 1.
    50: ["au", "localflux", "normalized"],
  ])
  private static let time: [String: Double] = factors([
    1.0 / 3600: ["h", "hour", "hours"],
    1.0 / 60: ["min", "mins", "minute", "minutes"],
    1: ["s", "с"],
    1e3: ["ms", "мс"],
    1e6: ["us"],
    1e9: ["ns"],
  ])

  private static func factors(_ names: [Double: [String]]) -> [String: Double] {
    names.reduce(into: [:]) { factors, entry in
      for name in entry.value { factors[name] = entry.key }
    }
  }
}
