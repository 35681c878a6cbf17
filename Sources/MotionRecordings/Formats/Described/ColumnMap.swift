internal import MotionFusion

/// The columns of a table by quantity, for a table in no known format.
///
/// Written as `time=t [ms], gyro=gx gy gz [deg/s], accel=ax ay az [g]`: for each of `time`, `gyro`,
/// `accel`, `mag`, `useraccel`, `gravity` and `attitude` the columns and, in brackets, the unit. A
/// column is a name of the header, in quotes if it has a space or a comma, or its number from 1,
/// such as `#2`. Default units: seconds to nanoseconds by the steps, rad/s, g and µT.
///
/// - `time=row/119`: 119 rows per second, for a table without times.
/// - `time=sec+nsec`: seconds in one column and nanoseconds in another; `[s+ms]` states others.
/// - `attitude=qw qx qy qz`: a quaternion from device to reference, the reference of the recording;
///   with `gyro` and `useraccel` it is device motion.
/// - `gyro=x y z [deg/s] from gyro.csv`: columns of another file beside this one, with its own
///   times.
public struct ColumnMap: Hashable, Sendable {
  struct Columns: Hashable, Sendable {
    var names: [String]
    var unit: String?
    /// Another file.
    var file: String?
  }

  private enum Time: Hashable {
    case column(Columns)
    case sum(Columns)
    case rows(perSecond: Double)

    var names: [String] {
      switch self {
      case .column(let columns), .sum(let columns): columns.names
      case .rows: []
      }
    }
  }

  private var time: Time
  private(set) var vectors: [MotionQuantity: Columns] = [:]
  private var attitude: Columns?

  /// Reads a map in the form of this type's description.
  ///
  /// - Throws: ``ColumnMapError``.
  public init(_ text: String) throws(ColumnMapError) {
    var time: Time?
    for entry in try Self.entries(text) {
      let (key, columns) = try Self.parse(entry)
      switch key {
      case "time":
        guard time == nil, let found = Self.time(columns) else {
          throw ColumnMapError(
            entry: entry, expected: "time=COLUMN [s, ms, us or ns], time=row/RATE or time=A+B")
        }
        time = found
      case "attitude":
        guard columns.names.count == 4, columns.unit == nil, attitude == nil else {
          throw ColumnMapError(entry: entry, expected: "attitude=W X Y Z")
        }
        attitude = columns
      default:
        guard let (quantity, units) = Self.quantities[key] else {
          throw ColumnMapError(
            entry: entry,
            expected: "time, gyro, accel, mag, useraccel, gravity or attitude before the =")
        }
        guard columns.names.count == 3, vectors[quantity] == nil,
          columns.unit.map({ QuantityUnit.factor($0, of: quantity) != nil }) ?? true
        else { throw ColumnMapError(entry: entry, expected: "\(key)=X Y Z [\(units)]") }
        vectors[quantity] = columns
      }
    }
    guard let time, !vectors.isEmpty || attitude != nil else {
      throw ColumnMapError(
        entry: text, expected: "time and at least one of gyro, accel, mag and attitude")
    }
    self.time = time
  }

  private static func time(_ columns: Columns) -> Time? {
    guard columns.names.count == 1, let name = columns.names.first, columns.file == nil else {
      return nil
    }
    if name.hasPrefix("row/") {
      let rate = Double(name.dropFirst(4)) ?? 0
      return rate > 0 && rate.isFinite && columns.unit == nil ? .rows(perSecond: rate) : nil
    }
    let parts = name.split(separator: "+").map(String.init)
    if parts.count == 2 {
      let units = columns.unit.map { $0.split(separator: "+").map(String.init) } ?? ["s", "ns"]
      guard units.count == 2, units.allSatisfy({ QuantityUnit.unitsPerSecond($0) != nil }) else {
        return nil
      }
      return .sum(Columns(names: parts, unit: units.joined(separator: "+")))
    }
    guard columns.unit.map({ QuantityUnit.unitsPerSecond($0) != nil }) ?? true else { return nil }
    return .column(columns)
  }

  private static let quantities: [String: (MotionQuantity, units: String)] = [
    "gyro": (.rotationRate, "rad/s or deg/s"), "accel": (.acceleration, "g, mg or m/s2"),
    "mag": (.magneticField, "uT, nT or gauss"),
    "useraccel": (.userAcceleration, "g, mg or m/s2"), "gravity": (.gravity, "g, mg or m/s2"),
  ]

  /// The entries between commas that are not in quotes or brackets.
  private static func entries(_ text: String) throws(ColumnMapError) -> [String] {
    var entries = [""]
    var isQuoted = false
    for character in text {
      if character == "\"" || character == "'" { isQuoted.toggle() }
      if character == ",", !isQuoted {
        entries.append("")
      } else {
        entries[entries.count - 1].append(character)
      }
    }
    guard !isQuoted else { throw ColumnMapError(entry: text, expected: "a closing quote") }
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
    func endWord() {
      if !word.isEmpty { names.append(word) }
      word = ""
    }
    for character in entry[entry.index(after: equals)...] {
      if let open = quote {
        if character == open || open == "[" && character == "]" {
          if open == "[" { unit = word } else if !word.isEmpty { names.append(word) }
          word = ""
          quote = nil
        } else {
          word.append(character)
        }
      } else if "\"'[".contains(character) {
        endWord()
        quote = character
      } else if character == " " {
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
    return (key, Columns(names: names, unit: unit, file: file))
  }

  // MARK: - Reading

  /// Whether the samples can be handed over row by row.
  var streams: Bool {
    attitude == nil && vectors.values.allSatisfy { $0.file == nil }
      && MotionTable.streams(Array(vectors.keys))
  }

  /// The recording in `file`.
  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    let others = Set(vectors.values.compactMap(\.file))
    guard !others.isEmpty else { return try readTable(file, options: options) }
    var streams = MotionStreams()
    var warnings: [RecordingWarning] = []
    for name in [nil] + others.sorted().map(Optional.some) {
      var map = self
      map.vectors = vectors.filter { $0.value.file == name }
      if name != nil { map.attitude = nil }
      guard !map.vectors.isEmpty || map.attitude != nil else { continue }
      let part = try name.map { (name) throws(RecordingError) in try file.sibling(name) } ?? file
      let (found, partWarnings) = try map.layout(part, options: options)
      warnings += partWarnings
      for quantity in MotionQuantity.allCases where !found[quantity].isEmpty {
        streams[quantity] = found[quantity]
      }
      if !found.attitude.isEmpty { streams.attitude = found.attitude }
    }
    var recordings = streams.recordings(format: "columns", name: file.name)
    recordings.warnings = warnings
    return recordings
  }

  private func layout(
    _ file: FileContents, options: ReadingOptions
  ) throws(RecordingError) -> (MotionStreams, [RecordingWarning]) {
    let (layout, table) = try tableLayout(of: file, options: options)
    return try layout.read(table, options: options)
  }

  private func readTable(
    _ file: FileContents, options: ReadingOptions
  ) throws(RecordingError) -> Recordings {
    let (layout, table) = try tableLayout(of: file, options: options)
    return try layout.recordings(in: table, format: "columns", options: options, pass: file.pass)
  }

  private func tableLayout(
    of file: FileContents, options: ReadingOptions
  ) throws(RecordingError) -> (MotionTable, TableReader) {
    var table = try table(file)
    let header = table.header
    let names = Self.uniqueNames(header)
    func column(_ name: String) throws(RecordingError) -> String {
      var index = table.column(named: name)
      if index == nil, name.hasPrefix("#"), let number = Int(name.dropFirst()),
        header.indices.contains(number - 1)
      {
        index = number - 1
      }
      guard let index else {
        throw RecordingError(
          file: file.name, line: 1,
          problem: .malformed(
            "expected the column \(name.quoted()) of --columns, got \(header.quoted())"))
      }
      return names[index]
    }
    let clock: MotionTable.Clock
    switch time {
    case .rows(let rate): clock = .rows(perSecond: rate)
    case .column(let columns):
      let name = try column(columns.names[0])
      clock =
        columns.unit.flatMap(QuantityUnit.unitsPerSecond).map {
          .column(name, unitsPerSecond: $0)
        } ?? .columnOfUnknownUnit(name)
    case .sum(let columns):
      let units = columns.unit?.split(separator: "+").map(String.init) ?? []
      var parts: [(column: String, unitsPerSecond: Double)] = []
      for (name, unit) in zip(columns.names, units) {
        parts.append((try column(name), QuantityUnit.unitsPerSecond(unit) ?? 1))
      }
      clock = .sum(parts)
    }
    var sources: [MotionTable.Source] = []
    for quantity in MotionQuantity.allCases {
      guard let columns = vectors[quantity] else { continue }
      let factor = columns.unit.flatMap { QuantityUnit.factor($0, of: quantity) } ?? 1
      let axes = try columns.names.map { (name) throws(RecordingError) in try column(name) }
      sources.append(
        MotionTable.Source(quantity, axes, scale: factor * quantity.sign(options)))
    }
    let quaternion = try attitude?.names.map { (name) throws(RecordingError) in try column(name) }
    table.rename(names)
    let group = MotionTable.Group(
      clock, sources, attitude: quaternion.map { .quaternion($0) })
    return (MotionTable(groups: [group], splitsSessions: true), table)
  }

  /// The names of a header, with `#2` for the second column if its name is blank or repeated.
  static func uniqueNames(_ header: [String]) -> [String] {
    var seen: Set<String> = [""]
    return header.enumerated().map { index, name in
      seen.insert(name).inserted && !name.hasPrefix("#") ? name : "#\(index + 1)"
    }
  }

  /// The table; one without a header has the columns `#1`, `#2` and so on.
  private func table(_ file: FileContents) throws(RecordingError) -> TableReader {
    let names =
      time.names + vectors.values.flatMap(\.names) + (attitude?.names ?? [])
    let isNumbered = names.allSatisfy { $0.hasPrefix("#") }
    let count = file.header.count
    if isNumbered, count > 1, file.isHeaderless(columns: count, separator: file.separator) {
      return TableReader(
        headerless: file, columns: (1...count).map { "#\($0)" }, separator: file.separator)
    }
    return try TableReader(file)
  }
}

/// The reason why a text is no ``ColumnMap``.
public struct ColumnMapError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The entry with the error.
  public var entry: String
  var expected: String

  /// The expected form and the entry.
  public var description: String { "expected \(expected), got '\(entry)'" }
}

/// Units as tables spell them.
enum QuantityUnit {
  /// The factor from the unit `text` of a vector to this package's unit: rad/s, g or µT.
  ///
  /// Spaces, signs and case do not matter: `m/s²`, `m s^-2` and `m_s2` are one unit.
  static func factor(_ text: String, of quantity: MotionQuantity) -> Double? {
    let unit = normalized(text)
    return switch quantity {
    case .rotationRate, .unbiasedRotationRate: rotationRate[unit]
    case .acceleration, .gravity, .userAcceleration: acceleration[unit]
    case .magneticField: magneticField[unit]
    }
  }

  /// The units per second of the unit `text` of a time.
  static func unitsPerSecond(_ text: String) -> Double? { time[normalized(text)] }

  /// The name of a factor to our unit.
  static func name(_ factor: Double, of quantity: MotionQuantity) -> String {
    let names: [String] =
      switch quantity {
      case .rotationRate, .unbiasedRotationRate: ["rad/s", "deg/s", "mdps"]
      case .acceleration, .gravity, .userAcceleration: ["g", "mg", "m/s2"]
      case .magneticField: ["uT", "nT", "mT", "T", "gauss", "mgauss"]
      }
    return names.first { Self.factor($0, of: quantity) == factor } ?? "UNIT"
  }

  /// The name of a unit of time.
  static func name(unitsPerSecond: Double) -> String {
    ["s", "ms", "us", "ns"].first { Self.unitsPerSecond($0) == unitsPerSecond } ?? "UNIT"
  }

  private static func normalized(_ text: String) -> String {
    var result = ""
    for scalar in text.lowercased().unicodeScalars {
      switch scalar {
      // One vendor writes U+02AF for the micro sign.
      case "µ", "μ", "\u{2AF}": result += "u"
      case "²": result += "2"
      case "°": result += "deg"
      case "a"..."z", "0"..."9": result.unicodeScalars.append(scalar)
      default: break
      }
    }
    return result
  }

  private static let rotationRate: [String: Double] = factors([
    1: ["rads", "rads1", "radsec", "rps", "radpers", "radpersec", "radianssecond"],
    .pi / 180: ["degs", "degs1", "degsec", "dps", "degpers", "degpersec", "degreessecond"],
    .pi / 180_000: ["mdps"],
  ])
  private static let acceleration: [String: Double] = factors([
    1: ["g", "gs"],
    1e-3: ["mg"],
    1 / SensorSample.standardGravity: ["ms2", "mss", "mps2", "msec2", "mpers2", "mpersec2"],
  ])
  private static let magneticField: [String: Double] = factors([
    1: ["ut", "microtesla"],
    1e-3: ["nt"],
    1e3: ["mt"],
    1e6: ["t"],
    100: ["g", "ga", "gauss"],
    0.1: ["mg", "mga", "mgauss", "milligauss"],
  ])
  private static let time: [String: Double] = factors([
    1: ["s", "sec", "secs", "second", "seconds"],
    1e3: ["ms", "msec", "millis", "millisecond", "milliseconds"],
    1e6: ["us", "usec", "micros", "microsecond", "microseconds"],
    1e9: ["ns", "nsec", "nanos", "nanosecond", "nanoseconds"],
  ])

  private static func factors(_ names: [Double: [String]]) -> [String: Double] {
    names.reduce(into: [:]) { factors, entry in
      for name in entry.value { factors[name] = entry.key }
    }
  }
}
