internal import MotionFusion

/// The columns of a table by quantity, for a table in no known format.
///
/// Written as `time=t [ms], gyro=gx gy gz [deg/s], accel=ax ay az [g]`: for each of `time`, `gyro`,
/// `accel` and `mag` the columns and, in brackets, the unit. A column is a name of the header, in
/// quotes if it has a space or a comma, or its number from 1, such as `#2`. Default units: seconds
/// to nanoseconds by the steps, rad/s, g and µT.
public struct ColumnMap: Hashable, Sendable {
  struct Columns: Hashable, Sendable {
    var names: [String]
    var unit: String?
  }

  private(set) var time: Columns
  private(set) var vectors: [MotionQuantity: Columns] = [:]

  /// Reads a map in the form of this type's description.
  ///
  /// - Throws: ``ColumnMapError``.
  public init(_ text: String) throws(ColumnMapError) {
    var time: Columns?
    for entry in try Self.entries(text) {
      let (key, columns) = try Self.parse(entry)
      if key == "time" {
        guard columns.names.count == 1, time == nil,
          columns.unit.map({ QuantityUnit.unitsPerSecond($0) != nil }) ?? true
        else { throw ColumnMapError(entry: entry, expected: "time=COLUMN [s, ms, us or ns]") }
        time = columns
        continue
      }
      guard let (quantity, units) = Self.quantities[key] else {
        throw ColumnMapError(entry: entry, expected: "time, gyro, accel or mag before the =")
      }
      guard columns.names.count == 3, vectors[quantity] == nil,
        columns.unit.map({ QuantityUnit.factor($0, of: quantity) != nil }) ?? true
      else { throw ColumnMapError(entry: entry, expected: "\(key)=X Y Z [\(units)]") }
      vectors[quantity] = columns
    }
    guard let time, !vectors.isEmpty else {
      throw ColumnMapError(entry: text, expected: "time and at least one of gyro, accel and mag")
    }
    self.time = time
  }

  private static let quantities: [String: (MotionQuantity, units: String)] = [
    "gyro": (.rotationRate, "rad/s or deg/s"), "accel": (.acceleration, "g, mg or m/s2"),
    "mag": (.magneticField, "uT, nT or gauss"),
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
    return (key, Columns(names: names, unit: unit))
  }

  // MARK: - Reading

  /// Whether the samples can be handed over row by row.
  var streams: Bool { MotionTable.streams(Array(vectors.keys)) }

  /// The recording in `file`.
  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
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
    let timeColumn = try column(time.names[0])
    table.rename(names)
    let clock: MotionTable.Clock =
      time.unit.flatMap(QuantityUnit.unitsPerSecond).map {
        .column(timeColumn, unitsPerSecond: $0)
      } ?? .columnOfUnknownUnit(timeColumn)
    var sources: [MotionTable.Source] = []
    for quantity in MotionQuantity.allCases {
      guard let columns = vectors[quantity] else { continue }
      let factor = columns.unit.flatMap { QuantityUnit.factor($0, of: quantity) } ?? 1
      let axes = try columns.names.map { (name) throws(RecordingError) in try column(name) }
      sources.append(
        MotionTable.Source(quantity, axes, scale: factor * quantity.sign(options)))
    }
    return try MotionTable(groups: [MotionTable.Group(clock, sources)]).recordings(
      in: table, format: "columns", options: options, pass: file.pass)
  }

  /// The names of a header, with `#2` for the second column if its name is blank or repeated.
  private static func uniqueNames(_ header: [String]) -> [String] {
    var seen: Set<String> = [""]
    return header.enumerated().map { index, name in
      seen.insert(name).inserted && !name.hasPrefix("#") ? name : "#\(index + 1)"
    }
  }

  /// The table; one without a header has the columns `#1`, `#2` and so on.
  private func table(_ file: FileContents) throws(RecordingError) -> TableReader {
    let names = [time] + Array(vectors.values)
    let isNumbered = names.allSatisfy { $0.names.allSatisfy { $0.hasPrefix("#") } }
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
  /// The factor from the unit `text` of a vector to our unit: rad/s, g or µT.
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

  private static func normalized(_ text: String) -> String {
    var result = ""
    for scalar in text.lowercased().unicodeScalars {
      switch scalar {
      case "µ", "μ": result += "u"
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
