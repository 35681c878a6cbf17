internal import MotionFusion
internal import SensorDiagnostics

/// A table whose column names state time, sensors, axes and, optionally, units.
///
/// Names such as `Accel_X_g`, `GYROSCOPE X (rad/s)`, `wx [rad s^-1]`, `field.angular_velocity.x`,
/// and `ax`. This reads the exports of many loggers without a format of their own: AndroSensor,
/// tables of ROS bags, Xsens' MTw text files, prints of microcontrollers.
///
/// The accelerometer is specific force (+1 g on *z* face up at rest), unless the options state the
/// platform iOS. A unit that the header does not state follows from ``UnitEvidence`` over all rows,
/// with a warning that names the evidence. An undecided unit is an error that asks for it.
struct DescribedTable: FileFormat {
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

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    var table = try TableReader(file)
    let columns = Columns(file)
    guard columns.isTable else {
      throw RecordingError(
        file: file.name, line: 1,
        problem: .malformed(
          "expected columns of a sensor's x, y and z, got \(table.header.quoted()); name them by "
            + "--columns"))
    }
    if let (quantity, names) = columns.ambiguous {
      throw RecordingError(
        file: file.name, line: 1,
        problem: .malformed(
          "expected one \(quantity.sensorName), got \(names.quoted()); choose by --columns"))
    }
    table.rename(columns.names)
    var units = TableUnits(columns, head: file.head, file: file.name)
    try units.decide(in: table, options: options)
    let sources = units.vectors.map { vector in
      MotionTable.Source(
        vector.quantity, vector.columns,
        scale: (vector.factor ?? 1) * vector.quantity.sign(options))
    }
    let group = MotionTable.Group(
      units.clock, sources, attitude: columns.attitude.map { .quaternion($0) })
    var recordings = try MotionTable(groups: [group], splitsSessions: true).recordings(
      in: table, format: name, options: options, pass: file.pass)
    recordings.warnings += units.warnings
    return recordings
  }
}

/// The units and the clock of a described table.
private struct TableUnits {
  private let columns: DescribedTable.Columns
  private let head: TableHead
  private let file: String
  /// The vectors in use, with their factors.
  private(set) var vectors: [DescribedTable.Vector]
  private(set) var clock = MotionTable.Clock.rows(perSecond: 1)
  private(set) var warnings: [RecordingWarning] = []

  init(_ columns: DescribedTable.Columns, head: TableHead, file: String) {
    self.columns = columns
    self.head = head
    self.file = file
    vectors = columns.vectors
  }

  /// Decides what the header does not state, by all rows of the table.
  ///
  /// - Throws: ``RecordingError`` with a question for what is undecided.
  mutating func decide(in table: TableReader, options: ReadingOptions) throws(RecordingError) {
    var time = chooseTime(in: table)
    // Dates and times of day are in seconds.
    if let name = time?.name, time?.factor == nil, isText(name, in: table) { time?.factor = 1 }
    let isStated = vectors.allSatisfy { $0.factor != nil }
    var unused = columns.unused
    if let time { unused += columns.times.map(\.name).filter { $0 != time.name } }
    if !unused.isEmpty {
      warnings.append(
        RecordingWarning(file: file, kind: .unusedColumns(unused), count: unused.count))
    }
    if let time, let factor = time.factor, isStated {
      clock = .column(time.name, unitsPerSecond: factor)
      return
    }
    var evidence = try collect(from: table, time: time?.name, options: options)
    // Numbers that the correction converts are not changed here.
    for index in vectors.indices where vectors[index].factor == nil {
      let units = options.correction.units
      let isCorrected =
        switch vectors[index].quantity {
        case .rotationRate, .unbiasedRotationRate: units.rotationRate != 1
        case .acceleration, .gravity, .userAcceleration: units.acceleration != 1
        case .magneticField: units.magneticField != 1
        }
      if isCorrected { vectors[index].factor = 1 }
    }
    // A stated unit of the gyroscope helps with the unit of time, and vice versa.
    let stated = vectors.first { $0.quantity == .rotationRate }?.factor
    var unitsPerSecond = time?.factor
    if let time, time.factor == nil {
      if let found = evidence.unitsPerSecond(rateFactor: stated),
        !evidence.clock.countsRows
          || found.evidence.contains("gravity")
      {
        unitsPerSecond = found.units
        let unit = QuantityUnit.name(unitsPerSecond: found.units)
        assume("time in \(time.name): \(unit)", found.evidence)
      } else {
        let counts = evidence.clock.countsRows
        let seen =
          counts
          ? "it counts the rows" : "a median step of \(figures(evidence.clock.medianStep ?? 0))"
        throw question(
          "the unit of the time \(time.name.quoted()) is undecided: \(seen)",
          time: counts ? "row/RATE" : "\(time.quotedName) [UNIT]")
      }
    }
    if let time, let unitsPerSecond {
      clock = .column(time.name, unitsPerSecond: unitsPerSecond)
    } else if let rate = head.rate {
      clock = .rows(perSecond: rate)
      assume("time: \(figures(rate)) rows a second", "the lines before the header state the rate")
      unitsPerSecond = rate
    } else {
      throw question("the table has no column of times", time: "row/RATE")
    }
    for index in vectors.indices where vectors[index].factor == nil {
      var vector = vectors[index]
      try decide(&vector, by: &evidence, secondsPerUnit: 1 / (unitsPerSecond ?? 1))
      vectors[index] = vector
    }
    vectors.removeAll { $0.factor == nil }
  }

  private mutating func decide(
    _ vector: inout DescribedTable.Vector, by evidence: inout UnitEvidence, secondsPerUnit: Double
  ) throws(RecordingError) {
    let names = vector.columns.joined(separator: ", ")
    let choice: UnitEvidence.Choice?
    switch vector.quantity {
    case .rotationRate, .unbiasedRotationRate:
      choice = evidence.rate(secondsPerUnit: secondsPerUnit) ?? conventional(vector, &evidence)
      guard choice != nil else {
        throw question(
          "the unit of \(names) is undecided, rad/s or deg/s: \(evidence.rateSummary())",
          asking: .rotationRate)
      }
    case .acceleration, .gravity:
      choice = evidence.force()
      guard choice != nil else {
        throw RecordingError(
          file: file, line: 1, column: vector.columns[0],
          problem: .malformed(
            "expected an acceleration in g or m/s² with gravity, got a median length of "
              + "\(figures(evidence.medianForce())); state the unit by --columns "
              + "\(map(asking: .acceleration))"))
      }
    case .magneticField where columns.isXsens:
      choice = UnitEvidence.Choice(
        name: "50 µT", factor: 50, evidence: "Xsens normalizes the field to length 1")
    case .magneticField:
      choice = evidence.field()
      if choice == nil {
        warnings.append(
          RecordingWarning(
            file: file,
            kind: .assumption(
              "the unit of \(names) is undecided, and the magnetometer is left out; state it by "
                + "--columns \(map(asking: .magneticField))"), count: 1))
      }
    case .userAcceleration:
      // Beside an accelerometer, it has the accelerometer's unit.
      let force = evidence.force()
      choice = force
    }
    guard let choice else { return }
    vector.factor = choice.factor
    assume("no unit for \(names) in the header; \(choice.name)", choice.evidence)
  }

  /// The unit by convention, if nothing contradicts it.
  private func conventional(
    _ vector: DescribedTable.Vector, _ evidence: inout UnitEvidence
  ) -> UnitEvidence.Choice? {
    let text = vector.columns[0].lowercased()
    let base = file.split(separator: "/").last?.lowercased() ?? ""
    let reason: String
    if text.contains("angular_velocity") || text.contains("angularvelocity") {
      reason = "the name is that of ROS messages, which are in SI units"
    } else if base.hasPrefix("gyroscope."), vectors.count == 1 {
      reason = "the phone apps that write a file of this name use it"
    } else if columns.isXsens {
      reason = "Xsens' MT Manager writes it"
    } else if head.preamble.contains(where: { $0.contains("HyperIMU") }) {
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

  private mutating func assume(_ choice: String, _ evidence: String) {
    warnings.append(
      RecordingWarning(
        file: file, kind: .assumption("\(choice) by the numbers: \(evidence)"), count: 1))
  }

  // MARK: - Evidence

  /// Whether the column's first field is a date or a time of day.
  private func isText(_ column: String, in table: TableReader) -> Bool {
    var ahead = table
    guard let index = table.column(named: column), (try? ahead.next()) == true,
      (try? ahead.number(at: index)) == nil
    else { return false }
    return ClockTime.seconds(ahead.text(at: index)) != nil
  }

  /// The column of times that advances best; the first of equals.
  private func chooseTime(in table: TableReader) -> DescribedTable.Time? {
    guard columns.times.count > 1 else { return columns.times.first }
    var clocks = columns.times.map { _ in ClockEvidence() }
    let indices = columns.times.map { table.column(named: $0.name) ?? 0 }
    var ahead = table
    for _ in 0..<2000 {
      guard (try? ahead.next()) == true else { break }
      for (place, index) in indices.enumerated() {
        if let time = try? ahead.time(at: index, ReadingOptions()) { clocks[place].add(time) }
      }
    }
    func faults(_ clock: ClockEvidence) -> Double {
      guard clock.count > 1, clock.isClock else { return 2 }
      return Double(clock.repeated + clock.backward) / Double(clock.count)
        + (clock.countsRows ? 1 : 0)
    }
    let best = clocks.map(faults).min() ?? 0
    return clocks.indices.first { faults(clocks[$0]) < best + 0.02 }.map { columns.times[$0] }
  }

  /// The evidence of all rows; rows that cannot be read are left to the reader.
  private func collect(
    from table: TableReader, time: String?, options: ReadingOptions
  ) throws(RecordingError) -> UnitEvidence {
    var evidence = UnitEvidence()
    var ahead = table
    func indices(_ quantities: [MotionQuantity]) throws(RecordingError) -> VectorColumns? {
      guard let vector = vectors.first(where: { quantities.contains($0.quantity) }) else {
        return nil
      }
      return try VectorColumns(vector.columns, in: table)
    }
    var force = try indices([.acceleration])
    if force == nil { force = try indices([.gravity]) }
    let rate = try indices([.rotationRate])
    let field = try indices([.magneticField])
    let clock = time.flatMap { table.column(named: $0) }
    func vector(_ columns: VectorColumns?) -> Vector3<Double>? {
      guard let columns, let x = try? ahead.number(at: columns.x),
        let y = try? ahead.number(at: columns.y), let z = try? ahead.number(at: columns.z)
      else { return nil }
      return Vector3(x, y, z)
    }
    var row = 0.0
    while (try? ahead.next()) == true {
      let seconds =
        if let clock { (try? ahead.time(at: clock, options)) ?? .nan } else { row }
      row += 1
      evidence.add(
        time: seconds, force: vector(force), rate: vector(rate), field: vector(field))
    }
    evidence.finish()
    return evidence
  }

  // MARK: - Questions

  /// An error that asks, with the option to paste.
  private func question(
    _ text: String, time: String? = nil, asking: MotionQuantity? = nil
  ) -> RecordingError {
    RecordingError(
      file: file, line: 1,
      problem: .malformed("\(text); state it by --columns \(map(time: time, asking: asking))"))
  }

  /// The map of the columns with `UNIT` for what is asked.
  private func map(time: String? = nil, asking: MotionQuantity? = nil) -> String {
    var entries: [String] = []
    if let time {
      entries.append("time=\(time)")
    } else if case .column(let name, let units) = clock {
      entries.append("time=\(name.quotedName) [\(QuantityUnit.name(unitsPerSecond: units))]")
    } else if case .rows(let rate) = clock {
      entries.append("time=row/\(figures(rate))")
    }
    let keys: [(MotionQuantity, String)] = [
      (.rotationRate, "gyro"), (.acceleration, "accel"), (.magneticField, "mag"),
    ]
    for (quantity, key) in keys {
      guard let vector = columns.vectors.first(where: { $0.quantity == quantity }) else { continue }
      let unit = quantity == asking || vector.factor == nil ? "UNIT" : nil
      let stated = vector.factor.map { QuantityUnit.name($0, of: quantity) } ?? unit ?? "UNIT"
      entries.append(
        "\(key)=\(vector.columns.map(\.quotedName).joined(separator: " ")) [\(stated)]")
    }
    return "\"\(entries.joined(separator: ", "))\""
  }
}

extension String {
  /// The name in a column map, in quotes if it needs them.
  fileprivate var quotedName: String {
    allSatisfy { $0.isLetter || $0.isNumber || "_.#-/".contains($0) } ? self : "'\(self)'"
  }
}

// MARK: - Columns

extension DescribedTable {
  /// The three columns of a vector.
  struct Vector: Hashable {
    var quantity: MotionQuantity
    var columns: [String]
    /// The factor to our unit; `nil` if the header states none.
    var factor: Double?
  }

  /// A column of times.
  struct Time: Hashable {
    var name: String
    /// The units per second; `nil` if the header states none.
    var factor: Double?

    fileprivate var quotedName: String { name.quotedName }
  }

  /// The columns of a header by their meaning.
  struct Columns {
    /// The names of all columns, each once.
    let names: [String]
    private(set) var times: [Time] = []
    private(set) var vectors: [Vector] = []
    /// The columns of *w*, *x*, *y*, *z* of an attitude.
    private(set) var attitude: [String]?
    /// Columns of a known meaning that are not used.
    private(set) var unused: [String] = []
    /// A quantity with several choices of columns.
    private(set) var ambiguous: (quantity: MotionQuantity, columns: [String])?

    /// Whether Xsens' MT Manager wrote the preamble.
    let isXsens: Bool

    /// Whether there is a raw sensor, or an attitude.
    var isTable: Bool {
      ambiguous != nil || attitude != nil && !times.isEmpty
        || vectors.contains {
          [.acceleration, .rotationRate, .magneticField].contains($0.quantity)
        }
    }

    private struct Column {
      var name: String
      var axis: Int
      var factor: Double?
      /// The name without its axis and unit.
      var group: String
    }

    /// Words of columns that are derived from a sensor.
    private static let derived: Set<String> = [
      "est", "estimated", "filtered", "filt", "lp", "comp", "compensated", "cal", "calibrated",
      "delta", "smoothed", "world", "global", "earth", "mean", "avg",
    ]

    init(_ file: FileContents) {
      names = ColumnMap.uniqueNames(file.header)
      var found: [MotionQuantity: [Column]] = [:]
      var unnamed: [(axis: Int, name: String)] = []
      var others = 0
      isXsens = file.head.preamble.contains {
        $0.hasPrefix("Firmware Version") || $0.hasPrefix("Start Time")
      }
      for (name, header) in zip(names, file.header) {
        if header.lowercased() == "sampletimefine" {
          // MT Manager counts 0.1 ms, and Movella DOT microseconds.
          if !file.hasBlank(column: name, in: names) {
            times.append(Time(name: name, factor: isXsens ? 1e4 : 1e6))
          }
          continue
        }
        guard let meaning = ColumnMeaning(header) else {
          others += 1
          continue
        }
        switch meaning.subject {
        case .time: times.append(Time(name: name, factor: meaning.factor))
        case .vector(let quantity, let axis):
          found[quantity, default: []].append(
            Column(name: name, axis: axis, factor: meaning.factor, group: meaning.group))
        case .unnamed(let axis): unnamed.append((axis, name))
        }
      }
      attitude = Self.attitude(names)
      if attitude != nil { others -= 4 }
      if found.isEmpty, others <= 0, !times.isEmpty, unnamed.map(\.axis).sorted() == [0, 1, 2] {
        // A logger of one sensor: `Milliseconds,X,Y,Z`. The file's name may say which.
        let quantity = SensorEventCSV.quantity(inFileName: file.name) ?? .acceleration
        found[quantity] = unnamed.map {
          Column(name: $0.name, axis: $0.axis, factor: nil, group: "")
        }
      }
      for quantity in MotionQuantity.allCases {
        guard let columns = found[quantity] else { continue }
        add(quantity, columns)
      }
      useScales(of: file.head)
      // Without an accelerometer the "linear acceleration" is one: ROS names it so.
      if attitude == nil || found[.rotationRate] != nil,
        !vectors.contains(where: { $0.quantity == .acceleration || $0.quantity == .gravity }),
        let index = vectors.firstIndex(where: { $0.quantity == .userAcceleration })
      {
        vectors[index].quantity = .acceleration
      }
    }

    /// Uses the scales in the preamble of a `.gcsv` file: seconds, rad/s and g of one unit.
    private mutating func useScales(of head: TableHead) {
      guard head.preamble.first == "GYROFLOW IMU LOG" else { return }
      if let scale = head.number("tscale"), scale > 0, let time = times.first {
        times[0] = Time(name: time.name, factor: 1 / scale)
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
      guard let group = complete.values.first else {
        // Repeated names are several sensors.
        if columns.count > 3, columns.count % 3 == 0 { ambiguous = (quantity, columns.map(\.name)) }
        unused += columns.map(\.name)
        return
      }
      guard complete.count == 1 else {
        ambiguous = (quantity, columns.map(\.name))
        return
      }
      let chosen = group.sorted { $0.axis < $1.axis }
      vectors.append(
        Vector(quantity: quantity, columns: chosen.map(\.name), factor: chosen[0].factor))
      unused += columns.map(\.name).filter { name in !chosen.contains { $0.name == name } }
    }

    /// The columns of a quaternion, such as `qw qx qy qz`, `Quat_q0` … or `orientation.w` ….
    private static func attitude(_ names: [String]) -> [String]? {
      let marks = ["quat", "orient", "attitude", "q_", "q.", "q"]
      let plain = names.map { $0.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "_" } }
      for ends in [["w", "x", "y", "z"], ["q0", "q1", "q2", "q3"], ["0", "1", "2", "3"]] {
        var groups: [String: [Int: Int]] = [:]
        for (index, name) in plain.enumerated() {
          for (place, end) in ends.enumerated() where name.hasSuffix(end) {
            let stem = String(name.dropLast(end.count))
            guard
              marks.contains(where: stem.hasPrefix) || stem.contains("quat")
                || stem.contains("orientation")
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

extension FileContents {
  /// Whether the column is empty in the first row.
  fileprivate func hasBlank(column: String, in names: [String]) -> Bool {
    guard var table = try? TableReader(self), let index = names.firstIndex(of: column),
      (try? table.next()) == true
    else { return false }
    return table.isEmpty(index)
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
  /// The words of the name without its axis and unit.
  private(set) var group = ""

  /// The meaning of the column called `name`; `nil` for an unknown one.
  init?(_ name: String) {
    let (plain, bracketed) = Self.unitInBrackets(name)
    let words = Self.words(plain)
    if let axis = words.lastIndex(where: { Self.axis(of: $0) != nil }),
      let subject = Self.vector(words, axisAt: axis)
    {
      self.subject = subject
      let rest = words[(axis + 1)...].filter { $0 != "axis" }
      let unit = bracketed ?? rest.joined()
      group = words[..<axis].joined(separator: " ")
      if case .vector(let quantity, _) = subject {
        factor = QuantityUnit.factor(unit, of: quantity)
        if group == "gforce" { factor = 1 }
      } else if case .unnamed(let component) = subject, !unit.isEmpty {
        // The unit says which sensor it is: `x-axis (deg/s)`.
        let quantities: [MotionQuantity] = [.rotationRate, .acceleration, .magneticField]
        for quantity in quantities where factor == nil {
          guard let found = QuantityUnit.factor(unit, of: quantity) else { continue }
          self.subject = .vector(quantity, axis: component)
          factor = found
        }
      }
      // An unknown unit cannot belong to this quantity: the column holds another one.
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
      let end = name[start...].firstIndex(where: { "])".contains($0) }),
      name.index(after: start) < end
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
    .acceleration: ["acc", "accel", "accelerometer", "acceleration", "a", "gforce"],
    .magneticField: ["mag", "magn", "magnetometer", "magnetic", "m", "b"],
    .gravity: ["gravity", "grav"],
  ]
  /// Words of other quantities that share a word with one of these.
  private static let others: Set<String> = [
    "orientation", "euler", "quat", "quaternion", "position", "bias", "covariance", "std",
    "offset", "jerk", "angle",
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
