internal import MotionFusion

/// A table whose column names state time, sensors, axes and, optionally, units.
///
/// Names such as `Accel_X_g`, `GYROSCOPE X (rad/s)`, `wx [rad s^-1]`, `field.angular_velocity.x`,
/// and `ax`. This reads the exports of many loggers without a format of their own: AndroSensor,
/// tables of ROS bags, Xsens' MTw text files, prints of microcontrollers.
///
/// The accelerometer is specific force (+1 g on *z* face up at rest), unless the options state the
/// platform iOS. A unit that the header does not state follows from the numbers, with a warning.
struct DescribedTable: FileFormat {
  let name = "described"
  let summary = "a table whose column names state sensors, axes and units, such as Accel_X_g"

  func recognizes(_ file: FileContents) -> Bool {
    guard let header = try? Self.header(of: file) else { return false }
    let columns = Columns(header)
    return columns.time != nil && columns.hasVector
  }

  func streams(_ file: FileContents) -> Bool {
    let quantities = Columns(file.header).vectors.map(\.quantity)
    return !file.bytes.starts(with: Array("//".utf8)) && MotionTable.streams(quantities)
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    let table =
      file.bytes.starts(with: Array("//".utf8))
      ? try TableReader(Self.withoutPreamble(file.bytes), file: file.name) : try TableReader(file)
    let columns = Columns(table.header)
    guard let time = columns.time, columns.hasVector else {
      throw RecordingError(
        file: file.name, line: 1,
        problem: .malformed(
          "expected columns of time and of a sensor's x, y and z, got "
            + "\(table.header.quoted()); name them by --columns"))
    }
    if let (quantity, names) = columns.ambiguous {
      throw RecordingError(
        file: file.name, line: 1,
        problem: .malformed(
          "expected one \(quantity.sensorName), got \(names.quoted()); choose by --columns"))
    }
    var warnings: [RecordingWarning] = []
    var sources: [MotionTable.Source] = []
    for vector in columns.vectors {
      let (scale, assumption) = try vector.scale(in: table)
      if let assumption {
        warnings.append(
          RecordingWarning(file: file.name, kind: .assumption(assumption), count: 1))
      }
      sources.append(
        MotionTable.Source(
          vector.quantity, vector.columns, scale: scale * vector.quantity.sign(options)))
    }
    let clock: MotionTable.Clock
    if let rate = Self.packetRate(of: file.bytes),
      table.column(named: time.name).map({ table.numbers(in: $0, rows: 10).isEmpty }) ?? true
    {
      clock = .rows(perSecond: rate)
    } else if time.name.lowercased() == "sampletimefine" {
      // Xsens: ticks of 0.1 ms.
      clock = .column(time.name, unitsPerSecond: 1e4)
    } else if let unitsPerSecond = time.factor {
      clock = .column(time.name, unitsPerSecond: unitsPerSecond)
    } else {
      clock = .columnOfUnknownUnit(time.name)
    }
    var recordings = try MotionTable(groups: [MotionTable.Group(clock, sources)]).recordings(
      in: table, format: name, options: options, pass: file.pass)
    recordings.warnings += warnings
    return recordings
  }

  // MARK: - Preamble

  /// The lines that begin with `//`, as Xsens writes them, made blank: line numbers stay.
  private static func withoutPreamble(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.starts(with: Array("//".utf8)) else { return bytes }
    var bytes = bytes
    var start = 0
    while bytes[start...].starts(with: Array("//".utf8)) {
      let end = bytes[start...].firstIndex(where: \.isLineEnd) ?? bytes.endIndex
      for index in start..<end { bytes[index] = UInt8(ascii: "\n") }
      start = bytes[end...].firstIndex { !$0.isLineEnd } ?? bytes.endIndex
    }
    return bytes
  }

  /// The rows per second that the preamble states, such as `// Update Rate: 100.0Hz`.
  private static func packetRate(of bytes: [UInt8]) -> Double? {
    guard bytes.starts(with: Array("//".utf8)) else { return nil }
    let text = String(decoding: bytes.prefix(2048), as: UTF8.self)
    guard
      let line = text.split(whereSeparator: \.isNewline).first(where: {
        $0.firstRange(of: "Rate") != nil
      })
    else { return nil }
    let number = line.drop { !$0.isNumber }.prefix { $0.isNumber || $0 == "." }
    return Double(number).flatMap { $0 > 0 ? $0 : nil }
  }

  private static func header(of file: FileContents) throws(RecordingError) -> [String] {
    guard file.bytes.starts(with: Array("//".utf8)) else { return file.header }
    return try TableReader(withoutPreamble(file.bytes), file: file.name).header
  }
}

// MARK: - Columns

extension DescribedTable {
  /// The three columns of a vector.
  struct Vector {
    var quantity: MotionQuantity
    var columns: [String]
    /// The factor to our unit; `nil` if the header states none.
    var factor: Double?

    /// The factor to our unit, and the assumption if it follows from the numbers.
    ///
    /// - Throws: ``RecordingError`` for an acceleration of no known unit.
    func scale(
      in table: TableReader
    ) throws(RecordingError) -> (factor: Double, assumption: String?) {
      if let factor { return (factor, nil) }
      let numbers = try columns.map { (name) throws(RecordingError) in
        table.numbers(in: try table.columns([name])[0], rows: 2000)
      }
      let lengths = zip(numbers[0], zip(numbers[1], numbers[2])).map {
        Vector3($0, $1.0, $1.1).length
      }
      let typical = lengths.median ?? 0
      let unit: (name: String, factor: Double)
      switch quantity {
      case .rotationRate, .unbiasedRotationRate:
        // Sensors end at 2,000 or 4,000 deg/s, which is 35 or 70 rad/s, and half of a recording is
        // not faster than 1.6 turns a second.
        let largest = lengths.max() ?? 0
        unit = largest > 70 || typical > 10 ? ("deg/s", .pi / 180) : ("rad/s", 1)
      case .magneticField:
        // The Earth's field is 22 to 67 µT.
        unit = (0.1...1.5).contains(typical) ? ("gauss", 100) : ("µT", 1)
      case .acceleration, .gravity:
        if (0.5...2).contains(typical) {
          unit = ("g", 1)
        } else if (5...20).contains(typical) {
          unit = ("m/s²", 1 / SensorSample.standardGravity)
        } else if (500...2000).contains(typical) {
          unit = ("mg", 1e-3)
        } else {
          throw RecordingError(
            file: table.file, line: 1, column: columns[0],
            problem: .malformed(
              "expected an acceleration in g or m/s², got a median length of \(typical); state "
                + "the unit by --columns"))
        }
      case .userAcceleration: unit = ("m/s²", 1 / SensorSample.standardGravity)
      }
      return (
        unit.factor,
        "no unit for \(columns.joined(separator: ", ")) in the header; \(unit.name) by the numbers"
      )
    }
  }

  /// The columns of a header by their meaning.
  struct Columns {
    private(set) var time: (name: String, factor: Double?)?
    private(set) var vectors: [Vector] = []
    /// A quantity with more than three columns.
    private(set) var ambiguous: (quantity: MotionQuantity, columns: [String])?

    /// Whether there is a raw sensor.
    var hasVector: Bool {
      ambiguous != nil
        || vectors.contains {
          [.acceleration, .rotationRate, .magneticField].contains($0.quantity)
        }
    }

    init(_ header: [String]) {
      var found: [MotionQuantity: [(axis: Int, name: String, factor: Double?)]] = [:]
      var unnamed: [(axis: Int, name: String)] = []
      var others = 0
      for name in header {
        if time == nil, name.lowercased() == "sampletimefine" {
          time = (name, 1e4)
          continue
        }
        guard let meaning = ColumnMeaning(name) else {
          others += 1
          continue
        }
        switch meaning.subject {
        case .time: if time == nil { time = (name, meaning.factor) }
        case .vector(let quantity, let axis):
          found[quantity, default: []].append((axis, name, meaning.factor))
        case .unnamed(let axis): unnamed.append((axis, name))
        }
      }
      if found.isEmpty, others == 0, unnamed.map(\.axis) == [0, 1, 2] {
        // A logger of the accelerometer alone: `Milliseconds,X,Y,Z`.
        found[.acceleration] = unnamed.map { ($0.axis, $0.name, nil) }
      }
      for quantity in MotionQuantity.allCases {
        guard let columns = found[quantity] else { continue }
        if columns.count > 3 {
          ambiguous = (quantity, columns.map(\.name))
        } else if Set(columns.map(\.axis)).count == 3, Set(columns.map(\.factor)).count == 1 {
          vectors.append(
            Vector(
              quantity: quantity,
              columns: columns.sorted { $0.axis < $1.axis }.map(\.name),
              factor: columns[0].factor))
        }
      }
      // Without an accelerometer the "linear acceleration" is one: ROS names it so.
      if !vectors.contains(where: { $0.quantity == .acceleration || $0.quantity == .gravity }),
        let index = vectors.firstIndex(where: { $0.quantity == .userAcceleration })
      {
        vectors[index].quantity = .acceleration
      }
    }
  }
}

extension MotionQuantity {
  /// The factor from specific force to Core Motion's sign; 1 for other quantities.
  func sign(_ options: ReadingOptions) -> Double {
    switch self {
    case .acceleration, .gravity, .userAcceleration: options.platform == .iOS ? 1 : -1
    case .rotationRate, .unbiasedRotationRate, .magneticField: 1
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

/// The meaning of a column by its name, such as `Gyro_X_deg_per_s` or `ACCELEROMETER Z (m/s²)`.
struct ColumnMeaning {
  enum Subject: Hashable {
    case time
    /// A component, 0 to 2, of a vector.
    case vector(MotionQuantity, axis: Int)
    /// The component of a vector without a name: `X`, `Y` or `Z`.
    case unnamed(axis: Int)
  }

  var subject: Subject
  /// The factor to our unit, or units per second of a time; `nil` if the name states no unit.
  var factor: Double?

  /// The meaning of the column called `name`; `nil` for an unknown one.
  init?(_ name: String) {
    let (plain, bracketed) = Self.unitInBrackets(name)
    let words = Self.words(plain)
    if let axis = words.lastIndex(where: { Self.axis(of: $0) != nil }),
      let subject = Self.vector(words, axisAt: axis)
    {
      self.subject = subject
      let unit = bracketed ?? words[(axis + 1)...].joined()
      if case .vector(let quantity, _) = subject {
        factor = QuantityUnit.factor(unit, of: quantity)
      }
      // An unknown unit is no unit of this quantity: the column is of something else.
      guard factor != nil || unit.isEmpty else { return nil }
    } else if let time = Self.timeUnit(words) {
      subject = .time
      factor = QuantityUnit.unitsPerSecond(bracketed ?? time)
    } else {
      return nil
    }
  }

  // MARK: - Words

  /// The name without the text in its last brackets, and that text.
  private static func unitInBrackets(_ name: String) -> (name: String, unit: String?) {
    guard let start = name.lastIndex(where: { "[(".contains($0) }),
      let end = name[start...].firstIndex(where: { "])".contains($0) })
    else { return (name, nil) }
    return (String(name[..<start]), String(name[name.index(after: start)..<end]))
  }

  /// The words of a name, in lower case: cut at other characters and before a capital.
  private static func words(_ name: String) -> [String] {
    var words: [String] = []
    var word = ""
    var previous: Character = " "
    for character in name {
      if !(character.isLetter || character.isNumber)
        || character.isUppercase && previous.isLowercase
      {
        if !word.isEmpty { words.append(word.lowercased()) }
        word = ""
      }
      if character.isLetter || character.isNumber { word.append(character) }
      previous = character
    }
    if !word.isEmpty { words.append(word.lowercased()) }
    return words
  }

  // MARK: - Vectors

  private static let quantities: [MotionQuantity: Set<String>] = [
    .rotationRate: [
      "gyro", "gyr", "gyroscope", "gyros", "angular", "angvel", "omega", "w", "rate", "g",
    ],
    .acceleration: ["acc", "accel", "accelerometer", "acceleration", "a"],
    .magneticField: ["mag", "magn", "magnetometer", "magnetic", "m", "b"],
    .gravity: ["gravity", "grav"],
  ]
  /// Words of other quantities that share a word with one of these.
  private static let others: Set<String> = [
    "orientation", "euler", "quat", "quaternion", "position", "bias", "covariance", "std",
    "offset", "jerk",
  ]

  /// The axis of a word, and the word before it if they are one: `x`, `ax` or `gyrox`.
  private static func axis(of word: String) -> (axis: Int, prefix: String)? {
    guard let last = word.last, let axis = ["x", "y", "z"].firstIndex(of: last) else { return nil }
    let prefix = String(word.dropLast())
    guard prefix.isEmpty || quantities.values.contains(where: { $0.contains(prefix) }) else {
      return nil
    }
    return (axis, prefix)
  }

  private static func vector(_ words: [String], axisAt index: Int) -> Subject? {
    guard let (axis, prefix) = axis(of: words[index]) else { return nil }
    let names = words[..<index] + (prefix.isEmpty ? [] : [prefix])
    guard others.isDisjoint(with: words) else { return nil }
    guard !names.isEmpty else { return .unnamed(axis: axis) }
    if names.contains("user") || names.contains("linear") {
      guard quantities[.acceleration]?.isDisjoint(with: names) == false else { return nil }
      return .vector(.userAcceleration, axis: axis)
    }
    for quantity in [MotionQuantity.gravity, .rotationRate, .magneticField, .acceleration] {
      if quantities[quantity]?.isDisjoint(with: names) == false {
        return .vector(quantity, axis: axis)
      }
    }
    return nil
  }

  // MARK: - Times

  private static let times: Set<String> = [
    "time", "timestamp", "stamp", "t", "elapsed", "seconds", "milliseconds", "millis",
    "microseconds", "micros", "nanoseconds",
  ]

  /// The unit of a time, empty if it is not stated; `nil` for another column.
  private static func timeUnit(_ words: [String]) -> String? {
    guard !times.isDisjoint(with: words), !words.contains("zone") else { return nil }
    // The unit is a word of its own: `time_ms`, `Milliseconds`, `Time since start in ms`.
    return words.last { QuantityUnit.unitsPerSecond($0) != nil } ?? ""
  }
}
